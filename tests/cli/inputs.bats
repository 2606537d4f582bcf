#!/usr/bin/env bats
# Good input in every form gives the same forest.
load common

# same COMMAND...: prints the same tree as pets.jsonl does.
same() {
    run -0 --separate-stderr "$@"
    diff <(pleach grow pets.jsonl --quiet) <(echo "$output")
}

@test "standard input by -" { same pleach grow - --quiet <pets.jsonl; }
@test "standard input by default" { same pleach grow --quiet <pets.jsonl; }
@test "gzip" { gzip pets.jsonl -c >p.jsonl.gz && same pleach grow p.jsonl.gz -q; }
@test "zstd" { zstd -q pets.jsonl -o p.jsonl.zst && same pleach grow p.jsonl.zst -q; }
@test "gzip on standard input" { same pleach grow -q < <(gzip -c pets.jsonl); }
@test "a format by name" { cp pets.jsonl p && same pleach grow p --input-format jsonl -q; }
@test "a format by look" { cp pets.jsonl p && same pleach grow p -q; }
@test "no newline at the end" { same pleach grow -q <<<"$(cat pets.jsonl)"; }
@test "carriage returns" { sed 's/$/\r/' pets.jsonl >p.jsonl && same pleach grow p.jsonl -q; }
@test "a byte order mark" {
    printf '\xef\xbb\xbf' | cat - pets.jsonl >p.jsonl
    same pleach grow p.jsonl -q
}
@test "several files" {
    head -2 pets.jsonl >1.jsonl
    tail -2 pets.jsonl >2.jsonl
    same pleach grow 2.jsonl 1.jsonl -q
}

@test "CSV" {
    cat >p.csv <<'END'
owner,parent,child,tags
ann,Pets,Birds,parrot:2;cage:1
ann,Pets,Dogs,puppy:4
bob,pet,bird,parrot;cage
bob,pet,dog,puppy
cat,Wildlife,Birds,eagle:3;sky
cat,Wildlife,Bears,den
dan,wildlife,bird,eagle;sky:2
dan,wildlife,bear,den
END
    same pleach grow p.csv -q
    tr , '\t' <p.csv >p.tsv
    same pleach grow p.tsv -q
}

@test "path lists in three spellings" {
    printf 'Animals > Pets > Birds\nAnimals > Pets > Dogs\n' >a.txt
    sed 's, > ,/,g' a.txt >b.txt
    sed 's, > ,|,g' a.txt >c.txt
    for file in a.txt b.txt c.txt; do
        pleach grow $file --input-format paths -q >$file.out
    done
    [[ $(cat a.txt.out) == *Animals*Pets*Birds* ]]
    diff a.txt.out b.txt.out
    diff a.txt.out c.txt.out
}

@test "a seed takes only what lies around it" {
    run -0 pleach grow pets.jsonl --seed Pets -q
    [[ $output == *Dogs* || $output == *dog* ]]
    [[ $output != *ear* ]]
}

@test "--hops 0 takes the seed's own saplings only" {
    printf '%s\n' '{"id": "e", "name": "dogs", "children": [{"name": "Poodle"}]}' >>pets.jsonl
    [[ $(pleach grow pets.jsonl --seed pets -q) == *Poodle* ]]
    [[ $(pleach grow pets.jsonl --seed pets --hops 0 -q) != *Poodle* ]]
}
