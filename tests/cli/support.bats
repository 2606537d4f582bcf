#!/usr/bin/env bats
# grow --support: how often edges and clusters come out again.
load common

@test "the tree and the JSON say how sure they are" {
    run -0 pleach grow pets.jsonl -q --similarity tags --solver rap --support 20 -o t.json -o -
    [[ $output == *"Pets (2, 100 %)"* ]]
    grep -q '"support": 1, "edge_support": 1' t.json
    grep -q '"resamples": 20' t.json
    pleach check t.json pets.jsonl
}

@test "the same for any number of threads" {
    for threads in 1 2 3; do
        pleach grow pets.jsonl -q --solver rap --support 7 --threads $threads -o $threads.json
    done
    cmp 1.json 2.json
    cmp 1.json 3.json
}

@test "where nobody is named, hierarchies are drawn" {
    for k in 1 2 3 4 5; do echo '{"name": "Art", "children": ["owl", "x"]}'; done >in.jsonl
    for k in 1 2 3 4; do echo '{"name": "Zoo", "children": ["owl", "y"]}'; done >>in.jsonl
    for k in 1 2 3; do echo '{"name": "Top", "children": ["Art", "Zoo"]}'; done >>in.jsonl
    pleach grow in.jsonl -q --support 50 -o t.json
    grep -q '"people": 12' t.json
    grep -q '"edge_support": 0\.[1-9]' t.json
}

@test "without it nothing changes" {
    pleach grow pets.jsonl -q -o t.json
    run -1 grep -q support t.json
}

@test "no samples" { says 2 "--support takes a whole number" pleach grow pets.jsonl --support 0; }
