#!/usr/bin/env bats
# scripts/compare: ap, rap and joint side by side.
load common

compare() { PLEACH=$PLEACH "$PLEACH_SOURCE/scripts/compare" "$@"; }

@test "a line for each solver of each seed, and the reports' figures" {
    compare "$ANIMALS" --seed pet --seed wildlife >table
    [[ $(cut -d' ' -f1 table | tr '\n' ' ') == "solver pet: ap rap joint wildlife: ap rap joint * " ]]
    pleach grow "$ANIMALS" --seed pet --solver rap --report r.json -q >tree
    net=$(grep -o '"net_similarity": [0-9.]*' r.json | head -1 | cut -d' ' -f2)
    [[ $(grep '^rap' table | head -1) == *" $(printf %.2f "$net") "* ]]
}

@test "options of grow hold" {
    compare pets.jsonl --similarity name --max-iterations 1 >one
    run -0 grep -c '>1 ' one
    compare pets.jsonl --similarity tags:2 >two
    run -1 cmp -s one two
}

@test "the highest similarity has a star, and no other" {
    compare "$ANIMALS" --seed pet | awk '/^(ap|rap|joint)/ {print $2}' >net
    [[ $(grep -c '[*]' net) == 1 && $(sort -n net | tail -1) == *'*' ]]
}

@test "what cannot be done ends with a sentence" {
    says 1 "There is no file gone.jsonl." compare gone.jsonl
    says 1 'No hierarchy has a root named "unicorn".' compare "$ANIMALS" --seed unicorn
    says 1 "There is no option --sed" compare "$ANIMALS" --sed pet
}
