#!/usr/bin/env bats
# Help and version: from the table of options, and in the manual page too.
load common

@test "no arguments: the commands on standard error, exit 2" {
    mkdir empty && cd empty
    says 2 "Usage: pleach COMMAND" pleach
}

@test "no arguments beside files: what could be done with them" {
    mkdir empty && cd empty
    cp "$PLEACH_SOURCE/examples/zoo.jsonl" .
    cp "$PLEACH_SOURCE/examples/shops.csv" "my shop.csv"
    says 2 'pleach grow "my shop.csv" zoo.jsonl' pleach
    says 2 'pleach serve project.db "my shop.csv" zoo.jsonl' pleach
    pleach grow -q zoo.jsonl -o tree.json
    says 2 "pleach review tree.json" pleach
    : >zoo.db
    says 2 "pleach serve zoo.db" pleach
    rm -- *
    : >.hidden.csv
    says 2 "Usage: pleach COMMAND" pleach
}

@test "--help shows what people use, --help-all the rest" {
    run -0 pleach grow --help
    [[ $output == *--output* && $output != *--damping* ]]
    [[ $(grep -c '^  .*--[a-z]' <<<"$output") -le 19 ]]
    local more=$(($(options_of grow --help-all) - $(options_of grow --help)))
    [[ $output == *"\"pleach grow --help-all\" shows $more more options."* ]]
}

options_of() { pleach "$1" "$2" | grep -cE '^  (-., |    )--[a-z]'; }

@test "--version" {
    run -0 pleach --version
    [[ $output == "pleach "[0-9]*.[0-9]*.[0-9]* ]]
    [[ $(pleach grow -V) == "$output" ]]
}

@test "a start loads few libraries: those of formats come when they are needed" {
    loaded() { LD_DEBUG=files "$PLEACH" "$@" 2>&1 >/dev/null | sed -n 's/.*calling init: .*\/\(lib[a-z0-9_-]*\).*/\1/p' | sort -u; }
    [[ $(uname) == Linux && -n $(loaded --version) ]] || skip "loading is not told here"
    ! ldd "$PLEACH" | grep -q 'asan\|tsan' || skip "not with sanitizers"
    loaded --version >start
    [[ $(wc -l <start) -le 20 ]] || { cat start; false; }
    run -1 grep -E 'raptor|xml2|zip|xlsxwriter|microhttpd|gvc|curl|crypto|icu|gnutls' start
    echo '<https://example.org/a> a <http://www.w3.org/2004/02/skos/core#Concept> .' >a.ttl
    loaded convert a.ttl -o a.jsonl | grep -q raptor
}

@test "--help of the whole" { pleach --help | golden help.txt; }
@test "--help of grow" { pleach grow --help | golden help-grow.txt; }
@test "--help-all of grow" { pleach grow --help-all | golden help-all-grow.txt; }
@test "--help of validate" { pleach validate --help | golden help-validate.txt; }
@test "--help of names" { pleach names --help | golden help-names.txt; }
@test "--help of convert" { pleach convert --help | golden help-convert.txt; }
@test "--help of crosswalk" { pleach crosswalk --help | golden help-crosswalk.txt; }
@test "--help of check" { pleach check --help | golden help-check.txt; }
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
        run -0 awk 'length > 80' <(pleach --help && pleach "$command" --help-all)
        [[ -z $output ]]
    done
}

commands() { pleach --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p'; }

# The options of all commands, one per line.
options_in_help() {
    for command in $(commands); do
        pleach "$command" --help-all
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
    [[ $(commands) == *grow*check*score* ]]
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

@test "alone it says what could be done with the files here" {
    mkdir mine && cd mine
    touch README.md notes.md table.xlsx b.csv .hidden.csv
    run -2 --separate-stderr pleach
    [[ $stderr$output == *"  pleach grow b.csv notes.md table.xlsx"* && $stderr$output != *README* ]]
    rm ./*
    run -2 --separate-stderr pleach
    [[ $stderr$output == *"Usage: pleach COMMAND"* ]]
}
