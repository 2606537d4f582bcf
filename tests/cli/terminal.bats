#!/usr/bin/env bats
# Colours and progress: on a terminal only, and only when wanted.
load common

# on_terminal COMMAND: what a terminal would have been sent.
on_terminal() {
    TERM=${TERM_KIND-xterm} script -qec "$1" /dev/null </dev/null
}

has_color() { [[ $1 == *$'\033['*m* ]]; }
RUN="'$PLEACH' grow pets.jsonl -q"

@test "no colours in a pipe" { run ! has_color "$(pleach grow pets.jsonl)"; }
@test "colours on a terminal" { has_color "$(on_terminal "$RUN")"; }
@test "--color always" { has_color "$(pleach grow pets.jsonl --color always)"; }
@test "--color never" { run ! has_color "$(on_terminal "$RUN --color never")"; }
@test "NO_COLOR" { run ! has_color "$(NO_COLOR=1 on_terminal "$RUN")"; }
@test "an empty NO_COLOR means nothing" { has_color "$(NO_COLOR='' on_terminal "$RUN")"; }
@test "--color always beats NO_COLOR" { has_color "$(NO_COLOR=1 pleach grow pets.jsonl --color always)"; }
@test "TERM=dumb" { run ! has_color "$(TERM_KIND=dumb on_terminal "$RUN")"; }
@test "files have no colours" {
    pleach grow pets.jsonl --color always -q -o t.txt
    run ! has_color "$(cat t.txt)"
}
@test "errors have colours on a terminal only" {
    has_color "$(on_terminal "'$PLEACH' grow missing.jsonl")"
    run ! has_color "$(pleach grow missing.jsonl 2>&1)"
    run ! has_color "$(on_terminal "'$PLEACH' grow missing.jsonl --color never")"
}

@test "a terminal gets a part of a large tree, a pipe all of it" {
    awk 'BEGIN { printf "{\"name\": \"wide\", \"children\": ["
        for (k = 0; k < 50; k++) printf "%s{\"name\": \"n%d\"}", k ? ", " : "", k
        print "]}" }' >wide.jsonl
    [[ $(on_terminal "'$PLEACH' grow wide.jsonl -q") == *"... 38 more"* ]]
    [[ $(pleach grow wide.jsonl -q) != *more* ]]
    pleach grow wide.jsonl -q -o t.txt
    [[ $(wc -l <t.txt) -ge 51 ]]
}

# One name block of n nodes: its messages take a while.
large_corpus() {
    awk -v n="$1" 'BEGIN { for (k = 0; k < n; k++)
        printf "{\"id\": \"%d\", \"name\": \"top %d\", \"children\": " \
               "[{\"name\": \"same\", \"tags\": [\"t\", \"u%d\"]}]}\n", k, k, k % 7 }'
}

@test "progress on a terminal, wiped at the end" {
    large_corpus 1500 >large.jsonl
    run -0 on_terminal "'$PLEACH' grow large.jsonl --solver rap --max-iterations 120 >t.txt"
    [[ $output == *"Clustering "*%*"iteration "*"net similarity "* ]]
    [[ ${output%%$'\npleach'*} == *$'\r\033[K'* ]]
}

@test "no progress with --quiet, in a pipe, or on a dumb terminal" {
    large_corpus 300 >large.jsonl
    run -0 on_terminal "'$PLEACH' grow large.jsonl --quiet >t.txt"
    [[ -z $output ]]
    run -0 --separate-stderr pleach grow large.jsonl
    [[ $stderr != *Clustering* ]]
    run -0 env TERM_KIND=dumb bash -c "$(declare -f on_terminal)
        on_terminal \"'$PLEACH' grow large.jsonl >t.txt\""
    [[ $output != *Clustering* ]]
}
