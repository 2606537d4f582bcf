#!/usr/bin/env bats
# check accepts what grow makes, and nothing else; measure agrees.
load common

@test "check accepts what grow makes" {
    for solver in joint rap ap; do
        pleach grow "$ANIMALS" -q --solver $solver -o t.json
        run -0 pleach check t.json "$ANIMALS"
        [[ ${lines[0]} == "OK: "*" clusters in "* ]]
        [[ ${lines[1]} == "OK: all "*" input nodes are there once"* ]]
    done
}

@test "check of a part around a seed" {
    pleach grow pets.jsonl -q --seed pets -o t.json
    run -0 pleach check t.json pets.jsonl
}

@test "check finds the inputs that the file names" {
    pleach grow pets.jsonl -q -o t.json
    run -0 pleach check t.json
    [[ $output == *"all 12 input nodes"* ]]
}

@test "check --json" {
    pleach grow pets.jsonl -q -o t.json
    run -0 pleach check t.json pets.jsonl --json
    [[ $output == *'"ok": true'*'"clusters": 6'*'"input_nodes": 12'* ]]
}

# broken SED-SCRIPT PART: the changed taxonomy is refused with that reason.
broken() {
    pleach grow pets.jsonl -q --solver rap -o t.json
    sed "$1" t.json >broken.json
    run ! cmp -s t.json broken.json
    says 1 "$2" pleach check broken.json pets.jsonl
    run --separate-stderr -1 pleach check broken.json pets.jsonl --json
    [[ $output == *'"ok": false'*'"sentence": '*"$2"* && -z $stderr ]]
}

@test "a lost node" { broken 's/"id": "b", "path": "1"/"id": "b", "path": "7"/' "is lost"; }
@test "a member too few" {
    broken 's/, {"owner": "bob", "id": "b", "path": "0"[^}]*}//' "size of cluster"
}
@test "another parent" { broken '0,/"parent": 0/s//"parent": 3/' "two parents"; }
@test "a loop" { broken '0,/"parent": null/s//"parent": 1/' "in a loop"; }
@test "a parent that is not there" { broken '0,/"parent": 0/s//"parent": 99/' "which does not exist"; }
@test "another figure" { broken '0,/"net_similarity": [0-9.]*/s//"net_similarity": 77/' "net_similarity"; }
@test "not JSON" { broken '$d' "is not JSON"; }
@test "another format" { broken 's,pleach-taxonomy/1,pleach-taxonomy/9,' "is no taxonomy"; }
@test "a missing file" { says 3 "nothing.json" pleach check nothing.json; }
@test "another input" {
    pleach grow pets.jsonl -q -o t.json
    head -3 pets.jsonl >less.jsonl
    run -1 pleach check t.json less.jsonl
}

@test "measure" {
    pleach grow pets.jsonl -q --solver rap -o t.json
    pleach measure t.json | golden measure.txt
    run -0 pleach measure t.json --json
    [[ $output == *'"clusters": 6'* && $output == *'"trees": 2'* ]]
}

@test "measure of what is no taxonomy" {
    run --separate-stderr -1 pleach measure pets.jsonl
    [[ $stderr == "pleach: pets.jsonl"* ]]
}

@test "inputs that are not there: it says what was not looked at" {
    pleach grow pets.jsonl -q -o t.json
    mv pets.jsonl elsewhere.jsonl
    run --separate-stderr -0 pleach check t.json
    [[ ${#lines[@]} == 1 && $stderr == *"The inputs were not found"* ]]
}
