#!/usr/bin/env bats
# pleach sample: corpora from taxonomies, whole or not at all.
load common

TREE=$PLEACH_SOURCE/examples/animals-taxonomy.tsv

sample() { pleach sample "$TREE" "$@"; }

@test "saplings on standard output, one per line" {
    run -0 --separate-stderr sample --saplings 7
    [[ ${#lines[@]} == 7 && -z $stderr ]]
    [[ ${lines[6]} == '{"owner":"u'*'","id":"s7","name":"'*'"children":['*']}' ]]
}

@test "three files and a summary" {
    run -0 --separate-stderr sample --saplings 50 -o s.jsonl --truth t.tsv --gold g.tsv
    [[ -z $output && $stderr == *"50 saplings with "*" from 25 concepts"* ]]
    [[ $(wc -l <s.jsonl) == 50 && $(wc -l <g.tsv) == 26 ]]
    [[ $(head -1 t.tsv) == id$'\t'path$'\t'name$'\t'gold$'\t'kind ]]
    [[ $(head -1 g.tsv) == concept$'\t'name$'\t'parent$'\t'depth ]]
    [[ $(grep -c root t.tsv) == 50 ]]
}

@test "the same seed gives the same bytes, another one others" {
    sample --users 40 --random-seed 3 --truth t1.tsv -o 1.jsonl -q
    sample --users 40 --random-seed 3 --truth t2.tsv -o 2.jsonl -q
    sample --users 40 --random-seed 4 -o 3.jsonl -q
    cmp 1.jsonl 2.jsonl
    cmp t1.tsv t2.tsv
    run -1 cmp -s 1.jsonl 3.jsonl
}

@test "its own file of concepts is a taxonomy again" {
    sample --users 1 -o /dev/null --gold g.tsv -q
    pleach sample g.tsv --users 1 -o /dev/null --gold g2.tsv -q
    cmp g.tsv g2.tsv
}

@test "a taxonomy from standard input" {
    run -0 pleach sample - --saplings 2 <"$TREE"
    [[ $output == "$(sample --saplings 2)" ]]
}

@test "a zero switches an option off" {
    sample --saplings 300 --noise 0 --shortcut 0 --variation 0 --typo 0 \
        --decor 0 --tags-per-node 0 --truth t.tsv --gold g.tsv -o s.jsonl -q
    run -1 grep -q -e tags -e '[A-Z]' s.jsonl
    [[ $(cut -f5 t.tsv | sort -u | tr '\n' ' ') == "kind ok root " ]]
    run -0 awk -F'\t' 'NR == FNR { name[$1] = $2; next }
        FNR > 1 && name[$4] != $3' g.tsv t.tsv
    [[ -z $output ]]
}

@test "further parents are left out with a warning" {
    printf 'child\tparent\na\tb\na\tc\nb\td\nc\td\n' >dag.tsv
    run -0 --separate-stderr pleach sample dag.tsv --users 2 -o s.jsonl
    [[ $stderr == *"1 further parent of concepts"* ]]
    run -0 --separate-stderr pleach sample dag.tsv --users 2 -o s.jsonl --quiet
    [[ -z $stderr ]]
}

@test "a chance above 1" { says 2 "--noise takes a number from 0 to 1" sample --noise 1.5; }
@test "a negative chance" { says 2 "--typo takes a number from 0 to 1" sample --typo -0.1; }
@test "a chance that is no number" { says 2 "--decor takes a number" sample --decor often; }
@test "a chance that is nan" { says 2 "--decor takes a number" sample --decor nan; }
@test "chances beyond 1 together" { says 2 "must not exceed 1" sample --noise 0.6 --shortcut 0.6; }
@test "less than one tag" { says 2 "tags-per-node" sample --tags-per-node 0.5; }
@test "users and saplings" { says 2 "not both" sample --users 1 --saplings 1; }
@test "no saplings" { says 2 "--saplings takes a whole number" sample --saplings 0; }
@test "no taxonomy" { says 2 "wants one file" pleach sample; }
@test "two taxonomies" { says 2 "wants one file" pleach sample a.json b.json; }
@test "two corpora" { says 2 "one corpus" sample -o a.jsonl -o b.jsonl; }
@test "two outputs in one file" { says 2 "Two outputs" sample -o a --truth a; }
@test "the seed is a number" { says 2 "--seed is not an option of" sample --seed animal; }
@test "a mistyped option" { says 2 "did you mean --polysemy?" sample --polysem 1; }

@test "no such file" { says 3 "could not be opened" pleach sample none.json -o s.jsonl; }
@test "a folder" { mkdir d; says 1 "This is a directory" pleach sample d; }
@test "an empty file" { : >e.json; says 1 "e.json: The file is empty" pleach sample e.json; }
@test "malformed JSON" {
    printf '{"name": "a",\n"children": [}\n' >bad.json
    says 1 "bad.json:2:14: This is not JSON" pleach sample bad.json -o s.jsonl
}
@test "a loop" {
    printf 'a\tb\nb\ta\n' >loop.tsv
    says 1 "loop.tsv:1: The concept \"a\" is its own ancestor" pleach sample loop.tsv --truth t.tsv
}
@test "an output that is the input" {
    cp "$TREE" tree.tsv
    says 2 "is an input" pleach sample tree.tsv -o tree.tsv
}
@test "a full disk" {
    [[ -e /dev/full ]] || skip "there is no /dev/full"
    says 3 "could not be written" sample --saplings 100 -o /dev/full --truth t.tsv
}
