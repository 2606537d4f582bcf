#!/usr/bin/env bats
# pleach explain: one cluster, two clusters or nodes, as text and as JSON.
load common

grown() { pleach grow pets.jsonl -q --similarity tags --solver rap -o t.json; }


@test "one cluster, by number and by name" {
    grown
    run -0 --separate-stderr pleach explain t.json Bears
    [[ ${lines[0]} == "#"*" Bears: 2 entries by 2 people" ]]
    [[ $output == *"under #"*" Wildlife: 2 people put it there"* ]]
    [[ $output == *'"bear" by dan, leaf 1 of d, under "wildlife"'* && -z $stderr ]]
    number=${lines[0]%% *}
    for word in "$number" "${number#\#}" "c${number#\#}"; do
        [[ $(pleach explain t.json "$word") == "$output" ]]
    done
}

@test "one node: its cluster" {
    grown
    run -0 pleach explain t.json a:0
    [[ ${lines[0]} == '"Birds" by ann, leaf 0 of a, is in:' ]]
    [[ $output == *"other clusters of this name:"* ]]
}

@test "two nodes that are merged" {
    grown
    run -0 pleach explain t.json a:1 b:1
    [[ ${lines[0]} == "Merged:" && $output == *"similarity tags: 1"* ]]
}

@test "two birds that are not" {
    grown
    run -0 pleach explain t.json a:0 c:0
    [[ ${lines[0]} == "Not merged:" ]]
    [[ $output == *"a cluster has a single parent, and theirs are #"* ]]
}

@test "without its inputs" {
    grown
    rm pets.jsonl
    run -0 pleach explain t.json a:0 c:0
    [[ $output == *"cannot be computed again: pets.jsonl: "* ]]
    [[ $output == *"a cluster has a single parent"* ]]
}

@test "what a result names is opened only if it is a file" {
    grown
    mkfifo pipe
    for name in pipe dir:pipe - /dev/zero "sqlite:x.db?query=select 1"; do
        sed "s|pets.jsonl|$name|" t.json >hostile.json
        run -0 timeout 20 "$PLEACH" explain hostile.json a:0 c:0
        [[ $output == *"cannot be computed again: $name: This is no file"* ]]
    done
    sed 's|"similarity": "[^"]*"|"similarity": "concept with vectors:pipe"|' t.json >hostile.json
    grep -q 'vectors:pipe' hostile.json
    run -0 timeout 20 "$PLEACH" explain hostile.json a:0 c:0
    [[ $output == *"cannot be computed again: Files of the similarity"* ]]
}

@test "a name of several clusters" {
    grown
    says 1 'clusters are named "Birds": #' pleach explain t.json Birds
    [[ $stderr == *" Birds under Pets, #"*" Birds under Wildlife; say which one."* ||
        $stderr == *" Birds under Wildlife, #"*" Birds under Pets; say which one."* ]]
}
@test "the name above tells namesakes apart" {
    grown
    run -0 pleach explain t.json "Birds under Wildlife"
    [[ ${lines[1]} == "  under #"*" Wildlife: "* ]]
    run -0 pleach explain t.json "Birds under Wildlife" "Birds under Pets"
    [[ ${lines[0]} == "Not merged:" ]]
    says 1 'a node "Birds under Fish"; did you mean "Birds"?' pleach explain t.json "Birds under Fish"
}
@test "with decisions: two nodes are weighed, and what was dropped is said to be" {
    grown
    printf 'same\tDogs\tpet\ndrop\tBirds under Wildlife\n' >d.tsv
    pleach grow pets.jsonl -q --decisions d.tsv -o d.json
    run -0 pleach explain d.json Dogs pet
    [[ $output == *"decided by line 1 of d.tsv"* && $output != *"cannot be computed again"* ]]
    says 1 "is in no cluster: dropped by a decision" pleach explain d.json c:0
}

@test "an inner node is a member once" {
    printf '%s\n' 'a	Pets > Birds > Owls' 'b	Pets > Birds > Finches' >in.paths
    pleach grow in.paths -q -o t.json
    run -0 pleach explain t.json Birds
    [[ $(grep -c '"Birds" by' <<<"$output") == 2 && $(grep -c 'under "Pets"' <<<"$output") == 2 ]]
}

@test "a slip in a name, or other letters, are suggested" {
    grown
    local name
    name=$(sed -n 's/.*"name": "\([A-Za-z]\{6,\}\)", "key".*/\1/p' t.json | head -1)
    [[ -n $name ]]
    says 1 "did you mean \"$name\"?" pleach explain t.json "${name:0:2}${name:3}"
    says 1 "did you mean \"$name\"?" pleach explain t.json "${name^^}"
}
@test "no such cluster" { grown; says 1 'neither a cluster nor a node "Fish"' pleach explain t.json Fish; }
@test "twice the same" { grown; says 2 "mean the same node" pleach explain t.json a a; }
@test "no words" { grown; says 2 "wants a file and one or two" pleach explain t.json; }
@test "too many words" { grown; says 2 "one or two clusters" pleach explain t.json a b c; }
@test "no such file" { says 3 "none.json" pleach explain none.json a; }
@test "no taxonomy" { says 1 "pets.jsonl" pleach explain pets.jsonl a; }

@test "hostile names cannot steer a terminal" {
    printf '{"owner": "o", "id": "x", "name": "a\\u001b[31mb", "children": [{"name": "c"}]}\n' >h.jsonl
    pleach grow h.jsonl -q --solver rap -o h.json
    run -0 pleach explain h.json x
    [[ $output != *$'\e'* ]]
    run -0 pleach explain h.json x x:0
    [[ $output != *$'\e'* ]]
}

@test "two are weighed by their names and by what stands around them" {
    printf '%s\n' 'a	Desk > Refunds' 'a	Desk > Password reset' 'a	Desk > Login' 'b	Desk > Delete account' \
        'b	Desk > Login issues' 'b	Desk > delete_account' 'c	Desk > Refunds' 'c	Desk > Account Deletion' \
        'c	Desk > Login' 'd	Desk > Login issues' 'd	Desk > Account Deletion' 'd	Desk > Refunds' >desk.paths
    pleach grow desk.paths -q -o desk.json
    run -0 pleach explain desk.json desk.paths:4:2 desk.paths:10:1
    [[ $output == *"against it, 2.0: two names mean two things, as a rule"* ]]
    [[ $output == *"against it, 1.2: they stand in one branch, where names tell apart"* ]]
    [[ $output == *"for it, 1.1: they stand below the same"* ]]
}
