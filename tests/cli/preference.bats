#!/usr/bin/env bats
# pleach grow --preference popular: a rule instead of a number.
load common

@test "popular: the report names the rule, and explain knows it" {
    pleach grow pets.jsonl --similarity tags:2 --preference popular:0.5 -o t.json -q
    pleach check t.json
    pleach explain t.json a:0 b:0 >e.txt
    python3 - <<'END'
import json
report = json.load(open("t.json"))["report"]
assert report["preference"] == 0.0001 and report["preference_rule"] == "popular:0.5"
END
    grep -q '^  similarity tags:2: [0-9]' e.txt
    [[ $(pleach grow pets.jsonl --json | grep -c preference_rule) == 0 ]]
    [[ $(pleach compare pets.jsonl --preference popular:1 --json | grep -c popular:1) == 3 ]]
}

@test "popular: of a bad weight, exit 2" {
    for weight in '' 0 -1 x nan 1e7; do
        says 2 "popular:W" pleach grow pets.jsonl --preference "popular:$weight"
    done
}
