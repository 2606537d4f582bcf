#!/usr/bin/env bats
# The example that the method was made for: two kinds of bird.
load common

# The parents of the clusters of three and more birds.
parents_of_birds() {
    grep '"key": "bird"' "$1" | grep -E '"size": ([3-9]|[1-9][0-9]+),' |
        grep -oE '"parent": [0-9]+' | sort -u
}

net() { # SOLVER
    pleach grow "$PLEACH_SOURCE/examples/animals.jsonl" -q --solver "$1" \
        --similarity tags:3 -o "$1.json" --report "$1.report"
    sed -n 's/.*"net_similarity": \([0-9.]*\),.*/\1/p' "$1.report" | head -1
}

@test "rap keeps the birds of pets and of wildlife apart, and ap is no better" {
    ap=$(net ap) rap=$(net rap) joint=$(net joint)
    (($(parents_of_birds rap.json | wc -l) >= 2))
    (($(parents_of_birds joint.json | wc -l) >= 2))
    awk -v a="$ap" -v r="$rap" -v j="$joint" 'BEGIN { exit !(a <= r && r <= j) }'
}

@test "no single one of the hierarchies decides whether birds are two" {
    hierarchies=$(wc -l <"$PLEACH_SOURCE/examples/animals.jsonl") apart=0
    for ((k = 1; k <= hierarchies; k++)); do
        sed "${k}d" "$PLEACH_SOURCE/examples/animals.jsonl" >most.jsonl
        pleach grow most.jsonl -q --threads 1 --format json >most.json
        apart=$((apart + ($(parents_of_birds most.json | wc -l) >= 2)))
    done
    echo "apart in $apart of $hierarchies"
    ((apart >= 90))
}
