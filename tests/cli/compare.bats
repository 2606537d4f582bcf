#!/usr/bin/env bats
# pleach compare: the same saplings, several solvers, one table.
load common

compare() { pleach compare pets.jsonl "$@"; }
# Seconds differ from run to run: they are the last column, and in JSON.
without_seconds() { sed -e 's/ *[0-9.]*$//' -e 's/"seconds": [0-9.e-]*//'; }

@test "a table: seeds in the order given, three solvers each" {
    run -0 --separate-stderr compare --seed wildlife --seed pet
    [[ -z $stderr && ${#lines[@]} == 10 ]]
    [[ ${lines[0]} == solver*similarity*bound*gap*"seed trees"*AUT*depth*clusters*instances*conflicts*iterations*seconds* ]]
    [[ ${lines[1]} == "wildlife:" && ${lines[2]} == "ap "* && ${lines[3]} == "rap "* ]]
    [[ ${lines[4]} == "joint "*"*"* && ${lines[5]} == "pet:" ]]
    [[ ${lines[9]} == "* the highest of its seed" ]]
}

@test "without a seed: the whole corpus" {
    run -0 compare --solvers rap
    [[ ${#lines[@]} == 2 && ${lines[1]} == "rap "*" - "* ]]
}

@test "--json has the fields that are promised" {
    compare --seed pet --json >c.json
    python3 - <<'END'
import json
rows = json.load(open("c.json"))["rows"]
assert [r["solver"] for r in rows] == ["ap", "rap", "joint"]
for r in rows:
    for key in ("seed saplings nodes pairs net_similarity upper_bound trees seed_trees "
                "conflicts iterations converged seconds similarity gap levels").split():
        assert key in r, key
    for key in "net_similarity aut clusters depth instances levels name".split():
        assert key in r["best"], key
    assert r["seed"] == "pet" and r["nodes"] == 6 and r["saplings"] == 2
    assert r["converged"] is True and r["seconds"] > 0
    assert sum(r["best"]["levels"]["clusters"]) == r["best"]["clusters"]
    assert r["upper_bound"] >= r["net_similarity"] - 1e-6
END
}

@test "the same bytes for any number of threads" {
    common=(--seed bird --seed wildlife --seed pet --json)
    pleach compare "$ANIMALS" "${common[@]}" --threads 1 | without_seconds >1
    pleach compare "$ANIMALS" "${common[@]}" --threads 2 | without_seconds >2
    pleach compare "$ANIMALS" "${common[@]}" --threads 5 | without_seconds >5
    [[ $(grep -c '"solver"' 1) == 9 ]]
    cmp 1 2
    cmp 1 5
}

@test "rows are what grow finds" {
    pleach grow pets.jsonl --seed pet --solver rap --format report |
        sed -n 's/.*"net_similarity": \([0-9.]*\),$/\1/p' >grown
    compare --seed pet --solvers rap --json |
        sed -n 's/^   "net_similarity": \([0-9.]*\),.*/\1/p' >compared
    [[ -s grown ]]
    cmp grown compared
}

@test "a bound, computed once, holds for all" {
    bounds() { sed -n 's/.*"upper_bound": \([0-9.nul]*\),.*/\1/p' | sort -u; }
    [[ $(compare --json | bounds) == [0-9]* && $(compare --json | bounds | wc -l) == 1 ]]
    [[ $(compare --json --bound none | bounds) == null ]]
    [[ $(compare --json --solvers ap,rap | bounds) == null ]]
    [[ $(compare --json --solvers ap,rap --bound full | bounds) == [0-9]* ]]
}

@test "--strict when messages do not settle" {
    run -4 compare --max-iterations 1 --strict
    [[ $output == *" 1>"*"not converged"* ]]
    run -0 compare --max-iterations 1
}

@test "progress is that of all seeds" {
    run -0 env TERM=xterm script -qec "'$PLEACH' compare '$ANIMALS' --seed animal --seed bird --threads 1 --max-iterations 100000 --damping 0.99 >t.txt" /dev/null
    [[ $output == *"Comparing "*%* ]]
}

@test "Ctrl-C: 130, nothing printed" {
    awk 'BEGIN { for (k = 0; k < 4000; k++)
        printf "{\"id\": \"%d\", \"name\": \"top\", \"children\": " \
               "[{\"name\": \"same\", \"tags\": [\"t\", \"u%d\"]}]}\n", k, k % 7 }' >long.jsonl
    "$PLEACH" compare long.jsonl --seed top --max-iterations 1000000 >out 2>err 3>&- &
    pid=$!
    sleep 1
    kill -INT $pid
    code=0
    wait $pid || code=$?
    [[ $code == 130 && $(cat err) == *"Interrupted; nothing was written."* && ! -s out ]]
}

@test "a seed that nobody has" {
    says 1 'No hierarchy has a root named "unicorn"' compare --seed pet --seed unicorn
}
@test "a mistyped solver" { says 2 'not "rapp"; did you mean rap?' compare --solvers ap,rapp; }
@test "an unknown solver" { says 2 "--solvers knows ap, rap, joint, consensus and votes" compare --solvers simplex; }
@test "a solver twice" { says 2 "names ap twice" compare --solvers ap,rap,ap; }
@test "an empty solver" { says 2 "--solvers knows" compare --solvers ap,; }
@test "hops without a seed" { says 2 "--hops counts from a seed" compare --hops 2; }
@test "a bad similarity" { says 2 "similarity" compare --similarity magic; }
@test "a full disk" {
    [[ -e /dev/full ]] || skip "there is no /dev/full"
    code=0
    "$PLEACH" compare pets.jsonl >/dev/full 2>err || code=$?
    [[ $code == 3 && $(cat err) == *"could not be written"* ]]
}
