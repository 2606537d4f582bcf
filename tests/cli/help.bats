#!/usr/bin/env bats
# Help and version: from the table of options, and in the manual page too.
load common

@test "no arguments: the commands on standard error, exit 2" {
    says 2 "Usage: pleach COMMAND" pleach
}

@test "--version" {
    run -0 pleach --version
    [[ $output == "pleach "[0-9]*.[0-9]*.[0-9]* ]]
    [[ $(pleach grow -V) == "$output" ]]
}

@test "--help of the whole" { pleach --help | golden help.txt; }
@test "--help of grow" { pleach grow --help | golden help-grow.txt; }
@test "--help of compare" { pleach compare --help | golden help-compare.txt; }
@test "--help of validate" { pleach validate --help | golden help-validate.txt; }
@test "--help of names" { pleach names --help | golden help-names.txt; }
@test "--help of convert" { pleach convert --help | golden help-convert.txt; }
@test "--help of crosswalk" { pleach crosswalk --help | golden help-crosswalk.txt; }
@test "--help of check" { pleach check --help | golden help-check.txt; }
@test "--help of measure" { pleach measure --help | golden help-measure.txt; }
@test "--help of sample" { pleach sample --help | golden help-sample.txt; }
@test "--help of score" { pleach score --help | golden help-score.txt; }
@test "--help of diff" { pleach diff --help | golden help-diff.txt; }
@test "--help of review" { pleach review --help | golden help-review.txt; }
@test "--help of ask" { pleach ask --help | golden help-ask.txt; }
@test "--help of serve" { pleach serve --help | golden help-serve.txt; }
@test "--help of explain" { pleach explain --help | golden help-explain.txt; }

@test "-h and help COMMAND say the same" {
    [[ $(pleach grow -h) == "$(pleach grow --help)" ]]
    [[ $(pleach help grow) == "$(pleach grow --help)" ]]
    [[ $(pleach help) == "$(pleach --help)" ]]
}

@test "help fits into 80 columns" {
    for command in $(commands); do
        run -0 awk 'length > 80' <(pleach --help && pleach "$command" --help)
        [[ -z $output ]]
    done
}

commands() { pleach --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p'; }

# The options of all commands, one per line.
options_in_help() {
    for command in $(commands); do
        pleach "$command" --help
    done | sed -n 's/^  \(-., \|    \)--\([a-z-]*\).*/\2/p' | sort -u
}

# .It Fl o , -output Ar file
options_in_manual() {
    sed -n 's/^\.It Fl \([a-zA-Z] , \)\{0,1\}-\([a-z-]*\).*/\2/p' \
        "$PLEACH_SOURCE/docs/man/pleach.1" | sort -u
}

@test "the manual page has every option, and no other" {
    [[ $(options_in_help | wc -l) -gt 20 ]]
    diff -u <(options_in_help) <(options_in_manual)
}

@test "the manual page has every command" {
    [[ $(commands) == *grow*check*measure* ]]
    for command in $(commands); do
        grep -qx "\.It Ic $command" "$PLEACH_SOURCE/docs/man/pleach.1"
    done
}

@test "the manual page is sound" {
    command -v groff >/dev/null || skip "groff is not installed"
    run -0 --separate-stderr groff -mandoc -Tutf8 -ww -z \
        "$PLEACH_SOURCE/docs/man/pleach.1"
    [[ -z $stderr ]]
}
