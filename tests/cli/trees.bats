#!/usr/bin/env bats
# Trees of real data that once went wrong: too deep, or hung by one voice.
load common

DATA=${PLEACH_DATA:-$PLEACH_SOURCE/../shared/data}

# grown FILE: grows it, or skips where the measuring data is not there.
grown() {
    [[ -f $DATA/$1 ]] || skip "$1 is not there (PLEACH_DATA)"
    pleach grow "$DATA/$1" -q -o t.json
}

@test "icons of two levels become a tree of at most four" {
    grown icons/icons_saplings.jsonl
    run -0 pleach measure t.json --json
    [[ $output =~ \"depth\":\ ([0-9]+) && ${BASH_REMATCH[1]} -le 3 ]]
}

@test "no heading of several people hangs by one voice against two" {
    grown awesome/awesome_headings_cc0.jsonl
    python3 - <<'END'
import json
wrong = [c["name"] for c in json.load(open("t.json", encoding="utf-8"))["clusters"]
         if c["parent"] is not None and c["people"] >= 2 and c["voices"]["for"] == 1 and c["voices"]["top"] >= 2]
assert not wrong, wrong
END
}
