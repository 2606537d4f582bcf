#!/usr/bin/env bats
# pleach validate: a forest judged by people who were hidden from it.
load common

people() {
    for who in 1 2 3 4 5 6 7 8 9 10; do
        printf '{"owner": "p%d", "id": "a%d", "name": "animal", "children": [{"name": "pet"}, {"name": "Fish"}]}\n' $who $who
        printf '{"owner": "p%d", "id": "b%d", "name": "Pets", "children": [{"name": "dog"}, {"name": "cat"}]}\n' $who $who
    done >people.jsonl
}

validate() { pleach validate people.jsonl --similarity name "$@"; }

@test "a table: the folds, their mean and spread, beside votes" {
    people
    run -0 --separate-stderr validate
    [[ -z $stderr && ${#lines[@]} == 11 ]]
    [[ ${lines[0]} == *" consensus "*" votes" ]]
    [[ ${lines[1]} == fold*hidden*statements*agree*contradict*chance*gain*agree*gain ]]
    [[ ${lines[2]} == "1            2           8  1.0000      0.0000  0.7500  0.2500  1.0000"* ]]
    [[ ${lines[7]} == "mean "*" 1.0000      0.0000  0.7500  0.2500"* ]]
    [[ ${lines[8]} == "spread "*" 0.0000 "* ]]
    [[ ${lines[10]} == "gain = agree - contradict - chance" ]]
}

@test "--hide as a share or as percent, --folds" {
    people
    [[ $(validate --hide 30% --folds 3) == "$(validate --hide 0.3 --folds 3)" ]]
    [[ $(validate --hide 30% --folds 3 | sed -n 5p) == "3            3          12  1.0000"* ]]
    [[ $(validate --folds 1 | grep spread) != *[0-9]* ]]
}

@test "the options of grow reach the solver" {
    people
    run -0 validate --solver rap --preference 0.01 --damping 0.8 --max-iterations 300 \
        --bound none --threads 1 --language none --candidates 8 --json
    [[ $output == '{"solver": "rap", "similarity": "name", "hide": 0.2, "people": 10,'* ]]
    # Without stemming, nobody's "pet" is anybody's "Pets".
    [[ $output == *'"grown": {"agree": 1, "direct": 1, '* ]]
    [[ $(validate --language none --json) != "$(validate --json)" ]]
}

@test "the same bytes for any order and number of threads" {
    people
    validate --json --threads 1 >one.json
    sort -r people.jsonl >other.jsonl
    diff one.json <(pleach validate other.jsonl --similarity name --json --threads 2)
}

@test "nobody is told about hidden people" {
    people
    # One of five says what the others do not: in the fold that hides it, its
    # names are not known; in the others, they change nothing.
    { sed -n '1,8p' people.jsonl
      echo '{"owner": "q", "id": "q", "name": "attic", "children": [{"name": "box"}]}'; } >five.jsonl
    pleach validate five.jsonl --similarity name >five.txt
    [[ $(awk 'NR > 2 && NR < 8 { print $3 }' five.txt | sort | xargs) == "0 4 4 4 4" ]]
    [[ $(grep '^mean' five.txt | xargs) == "mean 1.0000 0.0000 0.7500 0.2500 "* ]]
}

@test "a share that is none" {
    for share in 0 1 100% 0% x 20%% -1 1e-3; do
        says 2 "--hide takes a share above 0 and below 1" pleach validate people.jsonl --hide=$share
    done
}
@test "no folds" { says 2 "--folds takes a whole number from 1" pleach validate people.jsonl --folds 0; }
@test "an option of others" { says 2 "not an option of" pleach validate people.jsonl --seed dog; }
@test "a solver that is none" { says 2 "--solver knows" pleach validate people.jsonl --solver best; }
@test "one person" {
    head -1 pets.jsonl >one.jsonl
    says 1 "All is said by one person" pleach validate one.jsonl
}
@test "people who share no names" {
    head -1 pets.jsonl >two.jsonl
    echo '{"owner": "eve", "name": "x", "children": [{"name": "y"}]}' >>two.jsonl
    says 1 "there is nothing to validate with" pleach validate two.jsonl
}
