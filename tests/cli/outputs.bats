#!/usr/bin/env bats
# Output: each format, whole or not at all, talk on standard error only.
load common

grow() { pleach grow pets.jsonl --solver rap "$@"; }

@test "the tree" { grow -q | golden pets.txt; }
@test "taxonomy JSON" { grow --json | golden pets.json; }
@test "DOT" { grow --format dot | golden pets.dot; }
@test "assignments" { grow --format assignments | golden pets.tsv; }

@test "a file holds what standard output would" {
    grow -q -o t.json -o t.txt -o t.dot --assignments t.tsv
    diff t.json <(grow --json)
    diff t.txt <(grow --format text)
    diff t.dot <(grow --format dot)
    diff t.tsv <(grow --format assignments)
}

@test "--format instead of an ending" {
    grow -q -o tree --format json
    diff tree <(grow --json)
}

@test "- is standard output" { diff <(grow -q -o -) <(grow -q); }
@test "-o and --json at once" {
    grow -q -o t.dot --json >t.json
    diff t.dot <(grow --format dot)
    diff t.json <(grow --json)
}

@test "the report has its fixed fields" {
    grow -q -o t.json --report r.json
    for field in saplings nodes names pairs discarded solver similarity \
        candidates crowd capped_blocks preference damping iterations converged net_similarity upper_bound \
        conflicts cycles_broken clusters trees depth levels instances aut seed \
        seconds read compare cluster grow write peak_bytes; do
        grep -q "\"$field\"" r.json || { echo "no $field" && false; }
    done
}

@test "candidates are chosen where a name has many nodes" {
    for k in $(seq 20); do
        echo "{\"owner\":\"o$k\",\"name\":\"pet\",\"children\":[{\"name\":\"dog\"}]}"
    done >crowd.jsonl
    "$PLEACH" grow crowd.jsonl --similarity name --candidates 2 -o c.json --report r.json 2>said
    grep -q "2 blocks .* more than 16 nodes each chose 2 candidates" said
    grep -q '"candidates": 2' r.json
    grep -q '"crowd": 16' r.json
    grep -q '"capped_blocks": 2' r.json
    "$PLEACH" grow crowd.jsonl --similarity name --candidates 0 -o c.json --report r.json 2>said
    run ! grep -q candidates said
    grep -q '"capped_blocks": 0' r.json
    grep -q '"pairs": 760' r.json
}

@test "times are in the report only" {
    [[ $(grow --json) != *seconds* && $(grow --format report) == *seconds* ]]
}

@test "a summary with -o, on standard error" {
    run --separate-stderr -0 grow -o t.json -o t.dot
    [[ -z $output ]]
    [[ ${stderr_lines[0]} == "1 file with 12 entries by 4 people became 6 concepts in 2 trees, 2 levels deep." ]]
    [[ ${stderr_lines[1]} == "Of 8 statements 8 hold, 0 are implied, 0 were overruled." ]]
    [[ ${stderr_lines[2]} == "Objective: net similarity "* ]]
    [[ $stderr == *"Wrote t.json, t.dot"* && $stderr != *" 0 iterations"* ]]
    (( ${#stderr_lines[@]} >= 4 && ${#stderr_lines[@]} <= 5 ))
}

@test "entries are counted as files have them, inner ones once" {
    cat >in.jsonl <<'JSON'
{"owner": "d", "name": "Bank", "children": [{"name": "Cards", "children": ["Lost card"]}]}
{"owner": "d", "id": "2", "name": "Bank", "children": [{"name": "Cards", "children": ["PIN"]}]}
{"owner": "e", "name": "Bank", "children": [{"name": "Cards", "children": ["Lost card"]}]}
JSON
    run --separate-stderr -0 pleach grow in.jsonl -o t.json -o t.txt
    [[ $stderr == *"1 file with 9 entries by 2 people became 4 concepts "* ]]
    grep -q 'Cards (3 by 2)$' t.txt
    grep -q 'Lost card (2)$' t.txt
    grep -q '"name": "Cards".*"size": 6, "entries": 3, "people": 2' t.json
    pleach check t.json
    sed 's/"size": 6, "entries": 3/"size": 6, "entries": 4/' t.json >forged.json
    says 1 '"entries" should be 3' pleach check forged.json
    sed 's/^  "entries": 9/  "entries": 12/' t.json >forged.json
    says 1 '"entries" should be 9' pleach check forged.json
}

@test "no summary without -o, none with --quiet" {
    run --separate-stderr -0 grow
    [[ -z $stderr ]]
    run --separate-stderr -0 grow -q -o t.json
    [[ -z $stderr && -z $output ]]
}

@test "--depth and --breadth" {
    printf 'a/b/c/d/e\n' >deep.paths
    [[ $(pleach grow deep.paths -q --depth 2) == *a*b*c*"... 1 more"* ]]
    [[ $(pleach grow deep.paths -q --depth 2 | wc -l) == 4 ]]
    [[ $(grow -q --breadth 1) == *"... 1 more"* ]]
    diff <(grow -q --depth 0 --breadth 0) <(grow -q)
}

@test "a missing folder: exit 3 at once" {
    mkfifo never.jsonl
    says 3 'The folder "no/where" does not exist' \
        timeout 5 "$PLEACH" grow never.jsonl -o no/where/t.json
}
@test "a folder as the output" { mkdir t.json && says 3 "is a folder" grow -o t.json; }
@test "a file where a folder should be" {
    touch t
    says 3 "cannot be" grow -o t/t.json
}
@test "a folder that may not be written to" {
    [[ $(id -u) != 0 ]] || skip "root may write everywhere"
    mkdir locked && chmod a-w locked
    says 3 "may not be written" grow -o locked/t.json
}
@test "a full disk" {
    [[ -w /dev/full ]] || skip "there is no /dev/full"
    says 3 "No space left" grow -o /dev/full --format json
    run --separate-stderr -3 bash -c "'$PLEACH' grow pets.jsonl -q >/dev/full"
    [[ $stderr == *"Standard output could not be written"* ]]
}

@test "an old file stays when the run fails" {
    echo old >t.json
    bad_line '{"name": }'
    run -1 pleach grow bad.jsonl -o t.json
    [[ $(cat t.json) == old ]]
}

@test "a file is replaced through its link, and keeps its mode" {
    echo old >real.json && chmod 640 real.json && ln -s real.json link.json
    grow -q -o link.json
    [[ -L link.json && $(stat -c %a real.json) == 640 ]]
    diff real.json <(grow --json)
}

@test "a link to no file yet: the file is made where it leads" {
    mkdir deep && ln -s deep/real.json link.json && ln -s "$PWD/link.json" far.json
    grow -q -o far.json
    [[ -L far.json && -L link.json && -f deep/real.json ]]
    diff deep/real.json <(grow --json)
    ln -s nowhere/real.json lost.json
    says 3 'folder "./nowhere" does not exist' pleach grow pets.jsonl -o lost.json
}

@test "a new file obeys the umask" {
    (umask 027 && grow -q -o t.json)
    [[ $(stat -c %a t.json) == 640 ]]
}

@test "--strict: exit 4 when not converged, and the files are there" {
    run --separate-stderr -4 grow --strict --max-iterations 2 -o t.json
    [[ $stderr == *"Not converged after 2 iterations"*"--max-iterations"* ]]
    [[ -s t.json ]]
    run --separate-stderr -0 grow --max-iterations 2
    [[ $stderr == *"Not converged"* ]]
    run -0 grow --strict --quiet
}

@test "a reader that goes away: a quiet end" {
    run --separate-stderr bash -c "set -o pipefail
        '$PLEACH' grow '$ANIMALS' --json | head -c 10 >/dev/null"
    [[ -z $stderr && ( $status == 0 || $status == 141 ) ]]
}

@test "a file that may not grow: the reason, and nothing left behind" {
    limited() { (ulimit -f 4 && "$PLEACH" "$@"); }
    for ending in json html dot; do
        says 3 "\"t.$ending\" could not be written" \
            limited grow "$ANIMALS" -q -o "t.$ending"
    done
}

@test "a page on a full disk: which file, and why" {
    [[ -w /dev/full ]] || skip "there is no /dev/full"
    grow -q -o t.json
    says 3 '"/dev/full" could not be written' pleach view t.json -o /dev/full
}

# ------------------------------------------------- one file under two names

@test "outputs that are one file under two names" {
    ln -s . here
    says 2 'Two outputs would go to "./a.json"' pleach grow pets.jsonl -o a.json -o ./a.json
    says 2 'Two outputs would go to "here/a.json"' pleach grow pets.jsonl -o a.json --report here/a.json
    says 2 'Two outputs would go to "./t.tsv"' pleach grow pets.jsonl --assignments t.tsv --report ./t.tsv
    says 2 'Two outputs would go to "-"' pleach grow pets.jsonl -o - -o -
    ln -s a.json link.json && ln -s here/link.json far.json
    says 2 'Two outputs would go to "link.json"' pleach grow pets.jsonl -o a.json -o link.json
    says 2 'Two outputs would go to "far.json"' pleach grow pets.jsonl -o link.json -o far.json
    : >a.json && ln a.json b.json
    says 2 'Two outputs would go to "b.json"' pleach grow pets.jsonl -o a.json -o b.json
}

@test "an input that is an output, under whatever name" {
    ln -s pets.jsonl link.jsonl
    ln -s . here
    : >pairs.tsv
    for file in link.jsonl here/pets.jsonl ./pets.jsonl; do
        says 2 "\"$file\" is an input" pleach grow pets.jsonl -o $file --format json
    done
    for option in --synonyms --vectors --decisions; do
        says 2 '"here/pairs.tsv" is an input' pleach grow pets.jsonl $option pairs.tsv --assignments here/pairs.tsv
    done
    : >in.db
    says 2 '"./in.db" is an input' pleach grow 'sqlite:in.db?query=select 1' -o ./in.db --format json
}
