#!/usr/bin/env bats
# The benchmark on tiny inputs, and what scripts/results makes of its figures.
load common

BUILD=$(dirname "$PLEACH")
BENCH=$BUILD/bench/pleach-bench
FIGURES=$PLEACH_SOURCE/tests/golden/bench.json

needs_bench() {
    [[ -x $BENCH ]] || skip "pleach-bench is not built"
}

bench_run() {
    BUILD=$BUILD PLEACH_DATA=$PWD/none "$PLEACH_SOURCE/bench/run" --tiny --built -o figures.json "$@"
}

# speed [FIGURES]: the section from these figures, with pictures.
speed() {
    mkdir -p data && echo tiny >data/README.md
    env PLEACH="$PLEACH" PLEACH_DATA="$PWD/data" PLEACH_RESULTS="$PWD/kept" PLEACH_BENCH="${1:-$FIGURES}" \
        PLEACH_RESULTS_PICTURES="$PWD/pictures" "$PLEACH_SOURCE/scripts/results" speed
}

# judge STATEMENT...: Python about the list of JSON lines in the file "lines".
judge() {
    python3 -c 'import json, sys
lines = [json.loads(line) for line in open("lines")]
exec("\n".join(sys.argv[1:]))' "$@"
}

@test "each measurement is a line of JSON with all fields" {
    needs_bench
    "$BENCH" --nodes 200 --nodes 400 --iterations 5 --triad 1000 >lines
    judge 'assert [line["what"] for line in lines] == ["triad"] * 2 + ["messages"] * 12' \
        'fields = "solver input nodes pairs entries threads iterations ns ns_cpu pairs_per_second bytes_per_pair peak_bytes"' \
        'for line in lines[2:]: assert set(line) == {"what", *fields.split()}, line' \
        'assert all(set(line) == {"what", "threads", "elements", "ns", "ns_cpu"} for line in lines[:2])' \
        'assert [line["solver"] for line in lines[2:8]] == ["ap", "ap", "rap", "rap", "joint", "joint"]' \
        'assert all(line["pairs"] > 0 and line["entries"] > 0 for line in lines[2:])' \
        'assert {line["nodes"] for line in lines[2:]} == {200, 400}'
}

@test "the stages from file to file" {
    needs_bench
    "$BENCH" --corpus pets.jsonl --output grown.json --threads 1 >lines
    "$BENCH" --corpus pets.jsonl --threads 1 >>lines
    judge 'whole, reading = lines' \
        'assert whole["saplings"] == 4 and whole["nodes"] == 12 and whole["pairs"] > 0' \
        'assert whole["bytes"] == len(open("pets.jsonl").read()) and whole["written"] == len(open("grown.json").read())' \
        'for stage in "read compare cluster grow write".split(): assert whole[stage]["wall"] >= 0, stage' \
        'assert "read" in reading and "compare" not in reading'
    pleach check grown.json pets.jsonl
}

@test "a case for others: edges with the preferences, and valid exemplars" {
    needs_bench
    "$BENCH" --nodes 150 --edges edges --labels labels --solver joint
    python3 -c '
s = {}
for line in open("edges"):
    i, j, x = line.split()
    s[int(i), int(j)] = float(x)
label = [int(line) for line in open("labels")]
assert len(label) == 150 and all((i, i) in s for i in range(150))
assert all((j, i) in s for i, j in s)
assert all((i, j) in s and label[j] == j for i, j in enumerate(label))'
}

@test "what cannot be measured is refused" {
    needs_bench
    says 3 "An option is not known" "$BENCH" --speed 1
    says 3 "An option has no value" "$BENCH" --nodes
    says 3 "A number is not what it should be" "$BENCH" --nodes many
    run -3 "$BENCH" --corpus missing.jsonl
    says 3 "not those of all pairs" "$BENCH" --given pets.jsonl --labels labels
}

@test "a tiny run writes its parts, one by one too" {
    needs_bench
    bench_run --only stages --only growth >said
    bench_run --only flickr >>said
    grep -q "SKIPPED flickr: the measuring data is not there" said
    python3 -c 'import json
b = json.load(open("figures.json"))
assert b["mode"] == "tiny" and b["machine"]["processors"] > 0 and list(b["skipped"]) == ["flickr"]
assert b["reading"]["mb_per_second"] > 0 and len(b["stages"]) == 2
rows, exponents = b["growth"]["rows"], b["growth"]["exponents"]
assert [row["saplings"] for row in rows] == [100, 200, 400] and all(row["peak_bytes"] > 0 for row in rows)
assert set(exponents["all"]) == {"wall", "cpu", "peak_bytes"} and exponents["large"] is None'
    speed "$PWD/figures.json" >page.md
    grep -q "^Not measured: flickr, since the measuring data is not there" page.md
}

@test "beside scikit-learn: the same exemplars, and nothing worse" {
    needs_bench
    /usr/bin/python3 -c 'import sklearn' 2>/dev/null || skip "python3-sklearn is not installed"
    bench_run --only dense --only quality
    python3 -c 'import json
b = json.load(open("figures.json"))
dense, quality = b["dense"], b["quality"]
assert dense["same_start"]["same"] == dense["same_start"]["exemplars"] == dense["sklearn"]["exemplars"]
assert quality["joint"] >= max(quality[k] for k in ("ap", "greedy", "sklearn")) - 1e-6'
}

@test "tables and plots from figures" {
    speed >page.md
    for words in "## Speed and size" "| goal | reached | met |" "not measured" "### Messages" "### Beside others" \
        "### From file to file" "### Growth with size" "pictures/speed.svg" "pictures/growth.svg" "time grows with n^"; do
        grep -qF -- "$words" page.md
    done
    python3 -c 'import re, xml.dom.minidom as dom
for name, words in (("speed", ["joint, 2 threads", "1 thread, earlier"]), ("growth", ["fitted: n^", "megabytes"])):
    text = open(f"pictures/{name}.svg").read()
    dom.parseString(text)
    assert all(word in text for word in words) and not re.search(r"\bnan\b|inf\b", text), name'
}

# with FIGURE VALUE: the figures with one of them changed, as a file.
with() {
    python3 -c 'import json, sys
b = json.load(open(sys.argv[1]))
*path, last = sys.argv[2].split(".")
place = b
for name in path: place = place[name]
place[last] = float(sys.argv[3])
json.dump(b, open("changed.json", "w"))' "$FIGURES" "$@"
    echo "$PWD/changed.json"
}

@test "goals are met or not by the figures" {
    speed "$(with reading.mb_per_second 99.4)" | grep -F "reading: at least 100 MB/s" | grep -F "| 99 MB/s | no |"
    speed "$(with reading.mb_per_second 250)" | grep -F "| 250 MB/s | yes |"
    speed "$(with quality.greedy 1000)" | grep -F "not below a greedy cover" | grep -F "| no |"
}

@test "without figures" {
    run -1 speed "$PWD/none.json"
    [[ $output == *"There is no "*"none.json; \"make bench\" measures it."* ]]
}

@test "what people use instead, on two sets" {
    /usr/bin/python3 -c 'import sklearn' 2>/dev/null || skip "there is no scikit-learn"
    "$PLEACH_SOURCE/scripts/tree-sets" all
    mkdir -p few/held
    cp all/clinics* few/ && cp all/held/saas-help* few/held/
    /usr/bin/python3 "$PLEACH_SOURCE/bench/alternatives" few >table
    [[ $(grep -c '^| .* % | .* % |' table) -eq 10 ]]
    # The order that docs/alternatives.md tells of.
    saved() { awk -F'[|%]' -v way=" $1 " '$2 == way { print $3 + $5 }' table; }
    python3 -c "assert $(saved pleach) > $(saved 'scikit-learn: agglomerative, 0.3') > $(saved 'scikit-learn: agglomerative, 0.6')"
    python3 -c "assert 0 < $(saved 'equal names') < $(saved pleach)"
}
