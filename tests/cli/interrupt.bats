#!/usr/bin/env bats
# Ctrl-C: exit 130, and no half-written file.
load common

# Starts grow in the background as $pid, and lets it work for a second.
start() {
    "$PLEACH" grow endless.jsonl --solver rap --max-iterations 1000000 \
        -o out.json --report out.report >out 2>err 3>&- &
    pid=$!
    sleep 1
}

ends_with() {
    local code=0
    wait "$pid" || code=$?
    [[ $code == "$1" ]]
}

@test "SIGINT: 130, a sentence, no file left" {
    endless_corpus 4000
    start
    kill -INT "$pid"
    ends_with 130
    [[ $(cat err) == *"Interrupted; nothing was written."* ]]
    [[ ! -s out && $(ls -A) == $'endless.jsonl\nerr\nout\npets.jsonl' ]]
}

@test "SIGTERM: the same" {
    endless_corpus 4000
    start
    kill -TERM "$pid"
    ends_with 130
    [[ $(ls -A) == $'endless.jsonl\nerr\nout\npets.jsonl' ]]
}

@test "a library that aborts: 3, a sentence, no file left" {
    endless_corpus 4000
    start
    kill -ABRT "$pid"
    ends_with 3
    [[ $(cat err) == *"A library gave up; what it said is above."* ]]
    [[ $(ls -A) == $'endless.jsonl\nerr\nout\npets.jsonl' ]]
}

@test "a second SIGINT does not wait" {
    mkfifo endless.jsonl
    start
    kill -INT "$pid"
    sleep 0.2
    kill -INT "$pid" || true
    ends_with 130
    [[ $(ls -A) == $'endless.jsonl\nerr\nout\npets.jsonl' ]]
}

@test "an old file survives" {
    endless_corpus 4000
    echo old >out.json
    start
    kill -INT "$pid"
    ends_with 130
    [[ $(cat out.json) == old ]]
}

# --------------------------------------------------------- while it is read

# reads WORDS: starts a command that reads the pipe "in", which nobody fills.
reads() {
    "$PLEACH" "$@" >/dev/null 2>"err.${#pids[@]}" 9>&- 3>&- &
    pids+=($!)
    told+=("$*")
}

# Waits until it has the pipe open.
has_begun() {
    for ((k = 0; k < 300; k++)); do
        ls -l "/proc/$1/fd" 2>/dev/null | grep -q "$PWD/in\$" && return
        sleep 0.1
    done
    return 1
}

# One SIGINT to each of them: all are gone within a second, or three where the
# machine is busy.
all_end() {
    local code
    for k in "${!pids[@]}"; do
        has_begun "${pids[k]}" || { echo "does not read: ${told[k]}: $(cat "err.$k")" && return 1; }
    done
    kill -INT "${pids[@]}"
    (sleep 3 && kill -KILL "${pids[@]}") 2>/dev/null 3>&- 9>&- &
    local guard=$!
    for k in "${!pids[@]}"; do
        code=0
        wait "${pids[k]}" || code=$?
        [[ $code == 130 && $(cat "err.$k") == *Interrupted* ]] || {
            echo "${told[k]}: exit $code, $(cat "err.$k")"
            return 1
        }
    done
    kill "$guard"
}

@test "one SIGINT while an input is waited for, in any format" {
    local pids=() told=()
    mkfifo in && exec 9<>in
    for format in jsonl json csv tsv paths yaml markdown numbered indented tree \
        turtle rdfxml ntriples jsonld obo opml bookmarks; do
        reads grow in --input-format $format -o out.json
    done
    reads grow in
    all_end
    [[ ! -e out.json ]]
}

@test "one SIGINT while another file is waited for" {
    local pids=() told=()
    "$PLEACH" grow -q pets.jsonl -o grown.json
    mkfifo in && exec 9<>in
    for option in --synonyms --vectors --decisions --previous; do
        # shellcheck disable=SC2086 # words
        reads grow pets.jsonl $option in
    done
    reads grow pets.jsonl --similarity "concept with synonyms:in"
    for option in --truth --alignment; do
        reads score grown.json $option in
    done
    for command in check view score\ --truth\ pets.jsonl review convert crosswalk names validate; do
        # shellcheck disable=SC2086 # words
        reads $command in
    done
    reads explain in Pets
    reads diff grown.json in
    reads check grown.json --decisions in
    reads review grown.json --decisions in
    all_end
}
