#!/usr/bin/env bats
# pleach grow --sweep: one option over a range of values; --preference popular.
load common

sweep() { pleach grow pets.jsonl --similarity tags:2 --sweep "$@"; }

truth() {
    printf '%b' 'id\tpath\tname\tgold\na\t.\tPets\tpet\nb\t.\tpet\tpet\na\t0\tBirds\tparrot\n' \
        'b\t0\tbird\tparrot\nc\t0\tBirds\teagle\nd\t0\tbird\teagle\n' >truth.tsv
}

@test "a table: a row per value, and how they are spaced" {
    run -0 --separate-stderr sweep preference=0.001..10:5
    [[ -z $stderr && ${#lines[@]} == 7 ]]
    [[ ${lines[0]} == preference*clusters*trees*depth*similarity*gap*iterations ]]
    [[ ${lines[1]} == "0.001 "* && ${lines[2]} == "0.01 "* && ${lines[5]} == "10 "* ]]
    [[ ${lines[6]} == "values grow by equal factors (log scale)" ]]
    [[ $(sweep damping=0.5..0.9:3 | tail -1) == "values grow by equal steps" ]]
    [[ $(sweep preference=0.01..1 | wc -l) == 12 ]]
}

@test "with a truth: the score of each value" {
    truth
    sweep preference=0.001..10:5 --truth truth.tsv --json >s.json
    pleach grow pets.jsonl --similarity tags:2 --preference 0.1 --assignments a.tsv -q
    pleach score a.tsv --truth truth.tsv --json >one.json
    python3 - <<'END'
import json
rows = json.load(open("s.json"))["rows"]
one = json.load(open("one.json"))
assert [r["value"] for r in rows] == [0.001, 0.01, 0.1, 1, 10]
assert rows[2]["score"]["pairs"] == one["given"]["pairs"]
assert rows[2]["clusters"] == 6 and rows[4]["clusters"] == 12
assert rows[0]["score"]["pairs"]["f1"] > rows[4]["score"]["pairs"]["f1"]
END
    sweep preference=0.001..10:5 --truth truth.tsv | grep -q '1\.0000\*'
}

@test "every format by ending" {
    truth
    run -0 --separate-stderr sweep preference=0.01..1:3 --truth truth.tsv -o s.svg -o s.csv -o s.json -o s.md -o s.txt
    [[ -z $output && $stderr == "Swept over 3 values. Wrote s.svg, s.csv, s.json, s.md, s.txt "* ]]
    python3 -c 'import json, csv, xml.dom.minidom
json.load(open("s.json"))
rows = list(csv.DictReader(open("s.csv")))
assert len(rows) == 3 and rows[1]["preference"] == "0.1" and float(rows[1]["f1"]) > 0
assert len(xml.dom.minidom.parse("s.svg").getElementsByTagName("circle")) == 12'
    [[ $(wc -l <s.md) == 5 ]]
    diff s.txt <(sweep preference=0.01..1:3 --truth truth.tsv)
    diff s.json <(sweep preference=0.01..1:3 --truth truth.tsv --json)
    diff s.svg <(sweep preference=0.01..1:3 --truth truth.tsv --format svg)
}

@test "the picture" {
    truth
    sweep preference=0.001..10:5 --truth truth.tsv --format svg | golden sweep.svg
}

@test "the same on any number of threads and in any order" {
    sort -r pets.jsonl >turned.jsonl
    cmp <(sweep preference=0.01..1:4 --threads 1 --json) \
        <(pleach grow turned.jsonl --similarity tags:2 --sweep preference=0.01..1:4 --threads 3 --json)
}

@test "a sweep that is not understood" {
    says 2 "is not understood" sweep preference
    says 2 "not over 'hops'" sweep hops=1..2
    says 2 "above 0" sweep preference=0..1
    says 2 "begin below" sweep preference=2..1
    says 2 "at least 0.5" sweep damping=0.1..0.9
    says 2 "from 2 to 1000" sweep preference=1..2:1
    says 2 "leave it out" sweep preference=1..2 --preference 3
    says 2 "leave it out" sweep damping=0.5..0.6 --damping 0.9
}

@test "what does not go together with a sweep" {
    says 2 "--report is about one taxonomy" sweep preference=1..2 --report r.json
    says 2 "--support is about one taxonomy" sweep preference=1..2 --support 5
    says 2 "not html" sweep preference=1..2 --format html
    says 2 "names no format" sweep preference=1..2 -o s.ttl
    says 2 "--truth goes with --sweep" pleach grow pets.jsonl --truth truth.tsv
    says 3 "truth.tsv" sweep preference=1..2 --truth truth.tsv
    printf 'id\tpath\tname\tgold\n' >empty.tsv
    says 1 "empty.tsv" sweep preference=1..2 --truth empty.tsv
}

@test "Ctrl-C ends a sweep, and leaves nothing" {
    awk 'BEGIN { for (k = 0; k < 3000; k++)
        printf "{\"id\": \"%d\", \"name\": \"top %d\", \"children\": " \
               "[{\"name\": \"same\", \"tags\": [\"t\", \"u%d\"]}]}\n", k, k, k % 7 }' >many.jsonl
    "$PLEACH" grow many.jsonl --solver rap --max-iterations 1000000 \
        --sweep preference=0.1..0.9:1000 -o s.csv >out 2>err 3>&- &
    pid=$!
    sleep 1
    kill -INT "$pid"
    code=0
    wait "$pid" || code=$?
    [[ $code == 130 && $(cat err) == *"Interrupted; nothing was written."* && ! -e s.csv ]]
}

# ------------------------------------------------------------- popular --

@test "popular: the report names the rule, and explain knows it" {
    pleach grow pets.jsonl --similarity tags:2 --preference popular:0.5 -o t.json -q
    pleach check t.json
    pleach explain t.json a:0 b:0 --json >e.json
    python3 - <<'END'
import json
report = json.load(open("t.json"))["report"]
assert report["preference"] == 0.0001 and report["preference_rule"] == "popular:0.5"
told = json.load(open("e.json"))
assert told["similarity"] > 0, told
END
    [[ $(pleach grow pets.jsonl --json | grep -c preference_rule) == 0 ]]
    [[ $(pleach compare pets.jsonl --preference popular:1 --json | grep -c popular:1) == 3 ]]
}

@test "popular: of a bad weight, exit 2" {
    for weight in '' 0 -1 x nan 1e7; do
        says 2 "popular:W" pleach grow pets.jsonl --preference "popular:$weight"
    done
}
