#!/usr/bin/env bats
# scripts/sample: corpora from taxonomies.
load common

sample() { "$PLEACH_SOURCE/scripts/sample" "${tree:-$PLEACH_SOURCE/examples/animals-taxonomy.tsv}" "$@"; }

@test "as many saplings and people as are asked for" {
    sample --saplings 50 -o s.jsonl --truth t.tsv
    [[ $(wc -l <s.jsonl) == 50 && $(grep -c root t.tsv) == 50 ]]
    [[ $(head -1 t.tsv) == id$'\t'path$'\t'name$'\t'gold$'\t'kind ]]
    run -0 pleach score <(pleach grow s.jsonl -q -o - --format json) --truth t.tsv
    [[ $output == *"$(($(wc -l <t.tsv) - 1)) nodes of"* ]]
    sample --users 20 -o u.jsonl
    [[ $(grep -o '"owner":"[^"]*"' u.jsonl | sort -u | wc -l) == 20 ]]
}

@test "the same seed gives the same bytes, another one others" {
    sample --users 40 --random-seed 3 --truth t1.tsv -o 1.jsonl
    PYTHONHASHSEED=1 sample --users 40 --random-seed 3 --truth t2.tsv -o 2.jsonl
    sample --users 40 --random-seed 4 -o 3.jsonl
    cmp 1.jsonl 2.jsonl
    cmp t1.tsv t2.tsv
    run -1 cmp -s 1.jsonl 3.jsonl
}

@test "no noise, no shortcuts, no tags" {
    sample --saplings 300 --noise 0 --shortcut 0 --tags-per-node 0 --truth t.tsv -o s.jsonl
    run -1 grep -q tags s.jsonl
    [[ $(cut -f5 t.tsv | sort -u | tr '\n' ' ') == "kind ok root " ]]
}

@test "nested JSON with synonyms" {
    echo '[{"name": "a_b", "id": 7, "children": [{"name": "c", "syn": ["d"]}]}]' >n.json
    tree=n.json sample --saplings 200 --noise 0 --truth t.tsv -o s.jsonl
    [[ $(cut -f4 t.tsv | sort -u | tr '\n' ' ') == "7 c1 gold " ]]
    grep -q '"name":"a b"' s.jsonl
    grep -q '"name":"d"' s.jsonl
    echo '{"name": "alone"}' >n.json
    tree=n.json run -1 sample --saplings 1
    [[ $output == *"no concept"* ]]
}

@test "loops, rows without a top, empty tables and odd chances are refused" {
    printf 'id\tname\tparent\nt\tt\t\na\ta\tb\nb\tb\ta\n' >loop.tsv
    tree=loop.tsv run -1 sample --saplings 1
    [[ $output == *'from the concept "a" up'* ]]
    tree=/dev/null run -1 sample --saplings 1
    [[ $output == *"columns id"* ]]
    run -2 sample --noise 2
    run -2 sample --noise nan
    run -2 sample --noise 0.6 --shortcut 0.6
    run -2 sample --tags-per-node 0.5
}
