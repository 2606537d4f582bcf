#!/usr/bin/env bats
# pleach compare: the same saplings, several solvers, one table.
load common

compare() { pleach compare pets.jsonl "$@"; }
# Seconds differ from run to run: they are the last column, and in JSON.
without_seconds() { sed -e 's/ *[0-9.]*$//' -e 's/"seconds": [0-9.e-]*//' -e 's/,[0-9.e-]*$//'; }

@test "a table: seeds in the order given, three solvers each" {
    run -0 --separate-stderr compare --seed wildlife --seed pet
    [[ -z $stderr && ${#lines[@]} == 9 ]]
    [[ ${lines[1]} == seed*solver*similarity*bound*gap*"seed trees"*AUT*depth*clusters*instances*conflicts*iterations*seconds ]]
    [[ ${lines[2]} == "wildlife  ap "* && ${lines[3]} == "          rap "* ]]
    [[ ${lines[4]} == "          joint "*"*"* && ${lines[5]} == "pet       ap "* ]]
    [[ ${lines[8]} == "* the highest of its seed" ]]
}

@test "without a seed: the whole corpus" {
    run -0 compare --solvers rap
    [[ ${#lines[@]} == 3 && ${lines[2]} == "(all)  rap "*" - "* ]]
}

@test "seeds from a file, with comments and blanks" {
    printf '# two of them\n  pet \r\n\n\t# none\nWildlife' >seeds.txt
    [[ $(compare --seeds seeds.txt | awk 'NR > 2 && !/^ |highest/ { print $1 }' | paste -sd' ') == "pet Wildlife" ]]
    [[ $(compare --seed wildlife --seeds - --csv <seeds.txt | cut -d, -f1 | uniq | paste -sd' ') == \
        'seed "pet" "Wildlife" "wildlife"' ]]
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

@test "every format by ending, and on standard output" {
    run -0 --separate-stderr compare --seed pet -o c.json -o c.csv -o c.md -o c.txt
    [[ -z $output && $stderr == *"Ran 3 solvers on the saplings of 1 seed. Wrote c.json, c.csv, c.md, c.txt "* ]]
    python3 -c 'import json, csv
json.load(open("c.json"))
rows = list(csv.DictReader(open("c.csv")))
assert len(rows) == 3 and rows[0]["seed"] == "pet" and float(rows[2]["best_aut"]) > 0'
    diff <(without_seconds <c.csv) <(compare --seed pet --csv | without_seconds)
    diff <(without_seconds <c.json) <(compare --seed pet --json | without_seconds)
    [[ $(compare --seed pet --markdown | head -1) == "$(head -1 c.md)" && $(head -1 c.md) == "| seed | solver |"* ]]
    [[ $(compare --seed pet --format csv | head -1) == "$(head -1 c.csv)" ]]
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
    [[ $output == *">1 "*"not converged"* ]]
    run -0 compare --max-iterations 1
}

@test "colours on a terminal only" {
    [[ $(compare --color always) == *$'\033[1;32m'* ]]
    [[ $(compare) != *$'\033'* ]]
    compare --color always -o c.txt -q
    [[ $(cat c.txt) != *$'\033'* ]]
}

@test "progress is that of all seeds" {
    run -0 env TERM=xterm script -qec "'$PLEACH' compare '$ANIMALS' --seed animal --seed bird --threads 1 --max-iterations 100000 --damping 0.99 >t.txt" /dev/null
    [[ $output == *"Comparing "*%* ]]
}

@test "Ctrl-C: 130, nothing written" {
    awk 'BEGIN { for (k = 0; k < 4000; k++)
        printf "{\"id\": \"%d\", \"name\": \"top\", \"children\": " \
               "[{\"name\": \"same\", \"tags\": [\"t\", \"u%d\"]}]}\n", k, k % 7 }' >long.jsonl
    "$PLEACH" compare long.jsonl --seed top --max-iterations 1000000 -o c.json >out 2>err 3>&- &
    pid=$!
    sleep 1
    kill -INT $pid
    code=0
    wait $pid || code=$?
    [[ $code == 130 && $(cat err) == *"Interrupted; nothing was written."* && ! -e c.json ]]
}

@test "a seed that nobody has" {
    says 1 'No hierarchy has a root named "unicorn"' compare --seed pet --seed unicorn -o c.json
}
@test "an empty file of seeds" { echo '# none' >s.txt; says 1 '"s.txt" names no seed' compare --seeds s.txt; }
@test "no file of seeds" { says 3 '"none.txt" cannot be read' compare --seeds none.txt; }
@test "a mistyped solver" { says 2 'not "rapp"; did you mean rap?' compare --solvers ap,rapp; }
@test "an unknown solver" { says 2 "--solvers knows ap, rap, joint, consensus and votes" compare --solvers simplex; }
@test "a solver twice" { says 2 "names ap twice" compare --solvers ap,rap,ap; }
@test "an empty solver" { says 2 "--solvers knows" compare --solvers ap,; }
@test "hops without a seed" { says 2 "--hops counts from a seed" compare --hops 2; }
@test "two things to print" { says 2 "give one of them" compare --json --csv; }
@test "an unknown ending" { says 2 "names no format" compare -o c.xls; }
@test "an output that is the input" { says 2 "is an input" compare -o pets.jsonl --format csv; }
@test "a bad similarity" { says 2 "similarity" compare --similarity magic; }
@test "standard input twice" { says 2 "cannot hold both" pleach compare - --seeds - <pets.jsonl; }
@test "a full disk" {
    [[ -e /dev/full ]] || skip "there is no /dev/full"
    says 3 "could not be written" compare -o /dev/full --format csv
}
