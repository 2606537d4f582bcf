#!/usr/bin/env bats
# Usage errors: exit 2, a sentence, a hint of what was meant, nothing written.
load common

grow() { pleach grow pets.jsonl "$@"; }

@test "unknown command" { says 2 'did you mean "grow"?' pleach gorw x; }
@test "unknown command, nothing near" { says 2 '"pleach --help"' pleach xyzzy; }
@test "option before the command" { says 2 "The command comes first" pleach --seed x; }
@test "commands as others call them" {
    says 2 'did you mean "grow"?' pleach merge x
    says 2 'did you mean "crosswalk"?' pleach map x y
}
@test "help for an unknown command" { says 2 'did you mean "check"?' pleach help chekc; }

@test "unknown option" { says 2 "did you mean --seed?" grow --sed animal; }
@test "unknown option with =" { says 2 "did you mean --hops?" grow --hopps=2; }
@test "unknown option cut short" { says 2 "did you mean --assignments?" grow --assign x; }
@test "unknown option, nothing near" { says 2 '"pleach grow --help"' grow --xyzzy; }
@test "unknown letter" { says 2 "There is no option -x" grow -x; }
@test "another command's option" { says 2 "--seed is not an option of" pleach check --seed x t.json; }

@test "unknown solver" { says 2 "did you mean rap?" grow --solver rpa; }
@test "unknown format" { says 2 "did you mean json? Known are text, json, html, " grow --format jsn; }
@test "unknown format, nothing near" {
    says 2 'There is no output format "foo". Known are text, json, html, dot, skos, sssom, edges, paths, ' grow --format foo
    [[ $stderr == *", sqlite, xlsx, report, assignments." ]]
}
@test "unknown input format" { says 2 '"jsnl" is not known. There are jsonl, json, csv' grow --input-format jsnl; }
@test "unknown bound" { says 2 "did you mean full?" grow --bound ful; }
@test "unknown colour" { says 2 "did you mean always?" grow --color alway; }
@test "unknown similarity" { says 2 "similarity" grow --similarity tagz; }
@test "unknown language" { says 2 "anguage" grow --language klingon; }
@test "unknown preference" { says 2 "preference" grow --preference lots; }

@test "damping 1" { says 2 "at least 0.5 and below 1" grow --damping 1; }
@test "damping 0.4" { says 2 "at least 0.5 and below 1" grow --damping 0.4; }
@test "damping nan" { says 2 "at least 0.5 and below 1" grow --damping nan; }
@test "damping with a tail" { says 2 "at least 0.5 and below 1" grow --damping 0.9x; }
@test "candidates few" { says 2 "--candidates takes a whole number" grow --candidates few; }
@test "candidates -1" { says 2 "--candidates takes a whole number" grow --candidates -1; }
@test "candidates 2.5" { says 2 "--candidates takes a whole number" grow --candidates 2.5; }
@test "candidates beyond" { says 2 "--candidates takes a whole number" grow --candidates 1000001; }
@test "hops -1" { says 2 "--hops takes a whole number" grow --seed pet --hops -1; }
@test "hops 1.5" { says 2 "--hops takes a whole number" grow --seed pet --hops 1.5; }
@test "hops without a seed" { says 2 "add --seed" grow --hops 2; }
@test "threads 0" { says 2 "--threads takes a whole number" grow --threads 0; }
@test "threads many" { says 2 "--threads takes a whole number" grow --threads two; }
@test "iterations 0" { says 2 "--max-iterations takes a whole number" grow --max-iterations 0; }
@test "iterations beyond all" { says 2 "--max-iterations takes" grow --max-iterations 99999999999999999999; }
@test "depth" { says 2 "--depth takes a whole number" grow --depth deep; }
@test "breadth" { says 2 "--breadth takes a whole number" grow --breadth wide; }

@test "missing value at the end" { says 2 "--seed needs TERM after it" grow --seed; }
@test "missing value before an option" { says 2 "--output needs FILE after it" grow -o --quiet; }
@test "missing choice" { says 2 "consensus|joint|rap|ap" grow --solver; }
@test "empty value" { says 2 "--seed needs TERM" grow --seed=; }
@test "a flag with a value" { says 2 "--quiet takes no value" grow --quiet=yes; }

@test "unknown ending" { says 2 "names no format" grow -o tree.xyz; }
@test "unknown ending: those that are known" {
    says 2 'The ending of "x.foo" names no format. Known are .txt, .json, .html, .htm, .dot, ' grow -o x.foo
    [[ $stderr == *", .sqlite, .db, .xlsx; use one of them, or add --format." ]]
}
@test "no ending" { says 2 "names no format" grow -o a.b/tree; }
@test "unknown ending comes before unreadable input" {
    says 2 "names no format" pleach grow missing.jsonl -o tree.xyz
}
@test "two outputs in one file" { says 2 "Two outputs" grow -o t.json --report t.json; }
@test "two outputs on standard output" { says 2 "Two outputs" grow --json --report -; }
@test "an output that is an input" {
    cp pets.jsonl pets.json
    says 2 "is an input" pleach grow pets.json -o ./pets.json
}
@test "--format and endings that contradict each other" {
    says 2 '--format json is for every --output, and the ending of "b.dot" names dot.' grow -o a.json -o b.dot --format json
    says 2 'the ending of "a.json" names json.' grow -o a.json -o plain --format dot
    says 2 'the ending of "a.json" names json.' grow -o - -o a.json --format dot
    says 2 'the ending of "b.csv" names edges.' pleach convert pets.jsonl -o a.json -o b.csv --format nested
}
@test "--format for one file, or for several that end alike" {
    grow -q -o a.json --format nested
    grow -q -o b.json -o c.json --format nested
    cmp a.json b.json && cmp a.json c.json
    [[ $(head -c 30 a.json) != *pleach-taxonomy* ]]
    grow -q -o d.json -o plain --format json
    cmp d.json plain
    pleach convert pets.jsonl -q -o e.json -o plain2 --format json
    cmp e.json plain2
}
@test "--json and --format" { says 2 "both say what to print" grow --json --format dot; }

@test "check without a file" { says 2 "pleach check TAXONOMY.json" pleach check; }

@test "grow without input on a terminal" {
    run script -qec "'$PLEACH' grow; echo code \$?" /dev/null
    [[ $output == *"There is no input"*"code 2"* ]]
}

@test "standard input of a terminal: what is waited for" {
    run script -qec "'$PLEACH' convert - --input-format paths" /dev/null < <(printf 'a > b\n\004')
    [[ $output == *"Standard input is this terminal: "*"end it with Ctrl-D."*'"name": "a"'* ]]
    run script -qec "'$PLEACH' convert - -q --input-format paths" /dev/null < <(printf 'a > b\n\004')
    [[ $output != *"Ctrl-D"* && $output == *'"name": "a"'* ]]
}

@test "a wrong option is said before a large input is read" {
    mkfifo never.jsonl
    says 2 "similarity" timeout 5 "$PLEACH" grow never.jsonl --similarity tagz
}

@test "-- ends the options" {
    cp pets.jsonl ./--seed
    run -0 pleach grow --quiet -- --seed
    [[ $output == *Birds* || $output == *bird* ]]
}

@test "--option=value and --option value are one" {
    [[ $(grow --solver=rap --depth=1) == "$(grow --solver rap --depth 1)" ]]
}

@test "letters with their value attached" {
    grow -qotree.json
    [[ -s tree.json ]]
}

@test "more threads than the system has are no reason to stop" {
    need_plain_memory
    run --separate-stderr -0 bash -c "ulimit -v 2000000 && '$PLEACH' grow pets.jsonl --threads 4000"
    [[ $stderr == *"does not let 4000 threads start: "*" are used."* && $output == *Pets* ]]
}

@test "a limit on memory: candidates, or a refusal that says what is needed" {
    need_plain_memory
    endless_corpus 6000
    run --separate-stderr -0 pleach grow endless.jsonl --solver rap --max-iterations 3 --max-memory 100M --report report
    [[ $(cat report) == *'"candidates": 8'* ]]
    [[ $(sed -n 's/.*"peak_bytes": \([0-9]*\).*/\1/p' report) -lt 115343360 ]]
    run --separate-stderr -3 pleach grow endless.jsonl --candidates 0 --max-memory 100M
    [[ $stderr == *"pairs of nodes takes 275 MiB or more, and "*" MiB may still be used."* ]]
    endless_corpus 100000
    run --separate-stderr -3 pleach grow endless.jsonl --max-memory 20M
    [[ $stderr == *"There is not enough memory"*"20 MiB may be used (--max-memory), and "*" can need "*" MiB."* ]]
    says 2 "takes a size as 500M, 2G or 1.5T, or a share as 50%" pleach grow pets.jsonl --max-memory lots
}

# can_need FILE: a run that may not take half of what is said to be needed says
# so, and one that may take half as much again ends well.
can_need() {
    local need words="MiB may be used (--max-memory), and an input of this size can need "
    run --separate-stderr -3 pleach grow "$1" --max-memory 50M
    [[ $stderr == *" 50 $words"*" MiB."* ]]
    need=${stderr##*"$words"}
    need=${need%% *}
    [[ $need -gt 50 ]]
    run --separate-stderr -0 pleach grow "$1" -q -o t.json --max-memory "$((need * 3 / 2))M"
}

@test "what is said to be needed is enough" {
    need_plain_memory
    awk 'BEGIN { printf "{\"name\": \"a\", \"children\": [{\"name\": \"b\"}"
        for (k = 0; k < 200000; k++) printf ",{\"name\": \"n%d\"}", k; print "]}" }' >leaves.jsonl
    awk 'BEGIN { print "owner,parent,child"
        for (k = 0; k < 100000; k++) printf "ann,n%d,m%d\n", k / 5, k }' >edges.csv
    awk 'BEGIN { for (k = 0; k < 60000; k++)
        printf "{\"id\": \"%d\", \"name\": \"a%d\", \"children\": [{\"name\": \"b%d\"}]}\n", k, k, k }' >many.jsonl
    for file in leaves.jsonl edges.csv many.jsonl; do
        can_need $file
    done
    # Whoever does not say how much is coming is not told a number.
    run --separate-stderr -3 pleach grow --max-memory 50M - <<<"$(cat many.jsonl)"
    [[ $stderr == *"The 50 MiB that may be used (--max-memory) were not enough."* ]]
}

@test "candidates for want of memory are told, others are not" {
    need_plain_memory
    endless_corpus 1500
    local told="nodes of frequent names chose among 8 candidates each; --max-memory larger by"
    run --separate-stderr -0 pleach grow endless.jsonl --solver rap --max-iterations 3 --max-memory 60M
    [[ $stderr == *"To stay within the "*" MiB that may still be used, $told "*" MiB would not need that."* ]]
    local more=${stderr##*"$told "}
    run --separate-stderr -0 pleach grow endless.jsonl --solver rap --max-iterations 3 --max-memory "$((60 + ${more%% *} + 5))M"
    [[ $stderr != *"To stay within"* ]]
    run --separate-stderr -0 pleach grow endless.jsonl --solver rap --max-iterations 3 --max-memory 60M --candidates 8
    [[ $stderr != *"To stay within"* ]]
}

@test "what is read once is given once" {
    printf 'same\tcat\tdog\n' >a.tsv
    says 2 '--decisions is given twice, as "a.tsv" and as "b.tsv". Give it once.' \
        pleach grow pets.jsonl --decisions a.tsv --decisions b.tsv
    run -0 pleach grow pets.jsonl --decisions a.tsv --decisions a.tsv
}

@test "the paper's side may be asked for by its price" {
    run -0 pleach grow "$PLEACH_SOURCE"/examples/zoo.jsonl --solver joint -q
    local strict=$output
    run -0 pleach grow "$PLEACH_SOURCE"/examples/zoo.jsonl --solver joint --dissent inf -q
    [[ $output == "$strict" ]]
    run -2 pleach grow "$PLEACH_SOURCE"/examples/zoo.jsonl --dissent 3
    [[ $output == *'--dissent knows inf, not "3"'* ]]
}
