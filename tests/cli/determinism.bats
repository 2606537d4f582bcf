#!/usr/bin/env bats
# The same hierarchies give the same bytes: any threads, any order.
load common

for_each_solver() {
    for solver in consensus joint rap ap; do
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

# Two that differ in the ids of their nodes alone are told apart by these.
@test "order of hierarchies that differ in ids alone" {
    printf '{"owner": "a", "id": "h", "name": "Pets", "children": [{"name": "Cat", "id": "%s"}]}\n' 1 2 3 4 5 6 >1.jsonl
    tac 1.jsonl >2.jsonl
    for k in 1 2; do
        all_outputs $k $k.jsonl
        pleach grow - -q --format sssom <$k.jsonl >$k.sssom
    done
    same_outputs 1 2
    cmp 1.sssom 2.sssom
}

# What is below one parent stays in its order, which paths count. Hierarchies without ids are called by their lines.
@test "order of the rows of a table" {
    python3 - <<'END'
import random
rows = [line.split() for line in ("dog fish", "farm dog", "cat oak", "pet dog", "pet bird", "sea fish", "zoo bird", "bird wing", "wood oak")]
for seed in range(20):
    random.seed(seed)
    shuffled = random.sample(rows, len(rows))
    below = {parent: iter([row for row in rows if row[0] == parent]) for parent, _ in rows}
    with open("%d.csv" % seed, "w") as to:
        print("owner,parent,child", *("o1,%s,%s" % tuple(next(below[parent])) for parent, _ in shuffled), sep="\n", file=to)
END
    for k in {0..19}; do
        all_outputs "$k" "$k.csv" --input-format csv
        sed -i 's/"id": "[^"]*:[0-9]*"/"id": "its line"/g' "$k.json"
        cmp 0.json "$k.json"
        cmp 0.txt "$k.txt"
        cmp 0.dot "$k.dot"
    done
    run ! cmp -s 0.csv 1.csv
}
