#!/usr/bin/env bats
# What the documents show is what the command prints.
load common

run_docs() { PLEACH=$PLEACH "$PLEACH_SOURCE/tests/cli/run_docs" "$@"; }

@test "README.md and docs/*.md show what is printed" {
    shopt -s nullglob
    documents=("$PLEACH_SOURCE"/README.md "$PLEACH_SOURCE"/docs/*.md)
    run_docs "${documents[@]}"
}

@test "the runner tells right from wrong" {
    printf '%s\n' 'Words.' '```console' '$ pleach --version' \
        "$(pleach --version)" '$ pleach check' \
        'pleach: Which taxonomy? "pleach check TAXONOMY.json [INPUT...]" wants a file.' \
        '```' >right.md
    run -0 env -u PLEACH_REFRESH_GOLDEN PLEACH="$PLEACH" "$PLEACH_SOURCE/tests/cli/run_docs" right.md
    [[ $output == *"2 commands"*"0 printed"* ]]
    sed 's/Which/What/' right.md >wrong.md
    run -1 env -u PLEACH_REFRESH_GOLDEN PLEACH="$PLEACH" "$PLEACH_SOURCE/tests/cli/run_docs" wrong.md
    [[ $output == *"wrong.md:5: "* ]]
}

@test "the runner knows ... lines and refreshes" {
    printf '%s\n' '```console' '$ pleach help' 'Usage: pleach COMMAND [OPTION...] [FILE...]' \
        '...' '--strict, 130 interrupted.' '```' >dots.md
    run -0 env PLEACH="$PLEACH" "$PLEACH_SOURCE/tests/cli/run_docs" dots.md
    printf '%s\n' 'a' '```console' '$ pleach --version' 'old' '```' 'b' >old.md
    run -0 env PLEACH_REFRESH_GOLDEN=1 PLEACH="$PLEACH" "$PLEACH_SOURCE/tests/cli/run_docs" old.md
    diff old.md <(printf '%s\n' 'a' '```console' '$ pleach --version' "$(pleach --version)" '```' 'b')
}
