#!/usr/bin/env bats
# The same hierarchies give the same bytes: any threads, any order.
load common

for_each_solver() {
    for solver in joint rap ap; do
        "$1" --solver $solver
    done
}

all_outputs() { # PREFIX INPUT OPTION...
    local to=$1 input=$2
    shift 2
    pleach grow - -q -o "$to.json" -o "$to.dot" -o "$to.txt" \
        --assignments "$to.tsv" "$@" <"$input"
}

same_outputs() {
    for ending in json dot txt tsv; do
        cmp "$1.$ending" "$2.$ending"
    done
}

with_threads() {
    all_outputs one "$ANIMALS" --threads 1 "$@"
    all_outputs two "$ANIMALS" --threads 2 "$@"
    all_outputs five "$ANIMALS" --threads 5 "$@"
    same_outputs one two
    same_outputs one five
}

shuffled() {
    sort -R --random-source=<(yes 1) "$ANIMALS" >1.jsonl
    sort -R --random-source=<(yes 2) "$ANIMALS" >2.jsonl
    run ! cmp -s 1.jsonl 2.jsonl
    all_outputs one 1.jsonl "$@"
    all_outputs two 2.jsonl "$@"
    same_outputs one two
}

@test "threads" { for_each_solver with_threads; }
@test "order of the input" { for_each_solver shuffled; }
@test "the locale" {
    all_outputs one "$ANIMALS"
    LC_ALL=C.UTF-8 all_outputs two "$ANIMALS"
    same_outputs one two
}
