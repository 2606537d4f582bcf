#!/usr/bin/env bats
# Ctrl-C: exit 130, and no half-written file.
load common

# Starts grow in the background as $pid, and lets it work for a second.
start() {
    "$PLEACH" grow endless.jsonl --solver rap --max-iterations 1000000 \
        -o out.json --report out.report --trace out.trace >out 2>err 3>&- &
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
