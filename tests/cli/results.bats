#!/usr/bin/env bats
# scripts/results: what it makes of a tiny set of measuring data.
load common

# A folder like the measuring data, with a corpus of a few saplings in each
# place.
tiny_data() {
    mkdir -p data/{flickr,samples,optima}
    echo tiny >data/README.md
    sed 's/[Pp]ets\{0,1\}"/africa"/' pets.jsonl >data/flickr/flickr_saplings.jsonl
    cp pets.jsonl data/samples/toy96.jsonl
    cp pets.jsonl data/optima/pets.jsonl
    pleach grow pets.jsonl --language none --similarity tags --solver joint --format report |
        python3 -c 'import json, sys
row = json.load(sys.stdin)
best = row["net_similarity"]
print(json.dumps({"corpus": "pets.jsonl", "similarity": "tags", "nodes": row["nodes"], "pairs": row["pairs"],
    "optimum": best, "bound": best, "proved": True, "seconds": 2.5, "optimum_with_loops": best}))' \
        >data/optima/optima.jsonl
}

results() {
    env PLEACH="$PLEACH" PLEACH_DATA="$PWD/data" PLEACH_RESULTS="$PWD/kept" \
        PLEACH_RESULTS_SEEDS=africa PLEACH_RESULTS_PICTURE="$PWD/levels.svg" \
        PLEACH_RESULTS_DOCUMENT="$PWD/results.md" "$PLEACH_SOURCE/scripts/results" "$@"
}

@test "all sections, from figures to document" {
    tiny_data
    results seeds toy optima flickr >page.md
    for words in "## The paper's fifteen seeds" "| africa | 6 | 46.93 | 103.92 |" "## The toy example" \
        "paper: RAP" "## Beside proven optima" "| pets, tags |" "1.000" "## All of it at once" "| joint |"; do
        grep -qF -- "$words" page.md
    done
    grep -q '<svg' levels.svg
    [[ ! -e results.md ]]
}

@test "one section takes its place in the document, and the others stay" {
    tiny_data
    printf '%s\n' '# Results' '' '## Before' '' 'kept' '' '## Beside proven optima' '' 'old' '' '## After' '' \
        'kept too' >results.md
    run -0 --separate-stderr results --write optima
    [[ $output == "" ]]
    run -0 cat results.md
    [[ $output == *"kept"*"## Beside proven optima"*"| pets, tags |"*"## After"*"kept too" ]]
    [[ $output != *old* ]]
    printf '%s\n' '# Results' '' '## Before' '' 'kept' >results.md
    run -0 results --write optima
    run -0 cat results.md
    [[ $output == *"kept"*"## Beside proven optima"* ]]
}

@test "what was measured is not measured again" {
    tiny_data
    run -0 --separate-stderr results optima
    [[ $stderr == *"pleach grow"* ]]
    first=$output
    run -0 --separate-stderr results optima
    [[ $stderr != *"pleach grow"* && $output == "$first" ]]
}

@test "an optimum of another corpus is refused" {
    tiny_data
    sed -i 's/"pairs": /"pairs": 9/' data/optima/optima.jsonl
    run -1 results optima
    [[ $output == *"not comparable"*"nothing was written"* ]]
}

@test "without the data" {
    run -1 results
    [[ $output == *"The measuring data is not in"*"set PLEACH_DATA"* && ! -e results.md ]]
}
