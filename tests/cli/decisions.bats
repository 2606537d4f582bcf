#!/usr/bin/env bats
# Decisions: obeyed by every solver, proved, explained, refused.
load common

zoo() {
    cat >zoo.jsonl <<'END'
{"id":"a1","owner":"ann","name":"pet","children":[{"name":"bird"},{"name":"cat"},{"name":"dog"}]}
{"id":"b1","owner":"bob","name":"wildlife","children":[{"name":"bird","children":[{"name":"heron"}]},{"name":"deer"}]}
{"id":"c1","owner":"cid","name":"animal","children":[{"name":"pet","children":[{"name":"cat"}]},{"name":"wildlife"},{"name":"misc"}]}
{"id":"d1","owner":"dee","name":"Tiere","children":[{"name":"Vögel"},{"name":"Katzen"}]}
END
}

# decide LINE...: a file of decisions; a blank stands for a tab, _ for a blank.
decide() { printf '%s\n' "$@" | tr ' _' '\t ' >decided.tsv; }

@test "every solver obeys, and check proves it" {
    zoo
    decide '# why' 'same bird Vögel ann 2026-11-17' 'under Tiere animal' 'name cat "Kitty_cats"' \
        'drop misc' 'not-under deer wildlife' 'top wildlife' 'different a1:2 cat'
    for solver in consensus joint rap ap votes; do
        pleach grow zoo.jsonl -q --solver $solver --decisions decided.tsv -o t.json
        run -0 pleach check t.json zoo.jsonl --decisions decided.tsv
        [[ $output == *"all 7 decisions of decided.tsv are obeyed"*"1 discarded with a reason"* ]]
    done
    pleach grow zoo.jsonl -q --solver joint --decisions decided.tsv -o t.json
    run -0 pleach check t.json
    run -0 pleach grow zoo.jsonl -q --decisions decided.tsv
    [[ $output == *"Kitty cats (2)"* && $output == *"bird (3)"* && $output != *misc* ]]
}

@test "the result records what it obeyed, and explain tells" {
    zoo
    decide 'same bird Vögel ann 2026' 'under deer pet'
    pleach grow zoo.jsonl -q --decisions decided.tsv -o t.json
    grep -q '{"line": 1, "decision": "same", "a": "bird", "b": "Vögel", "who": "ann", "when": "2026", "applies": true}' t.json
    run -0 pleach explain t.json deer
    [[ $output == *"decided by line 2 of decided.tsv: under deer | pet"* ]]
    run -0 pleach explain t.json bird
    [[ $output == *"decided by line 1 of decided.tsv"* ]]
    run -0 pleach explain t.json bird cat
    [[ $output == *"decided by line 1 of decided.tsv"* ]]
}

@test "check finds what is not obeyed" {
    zoo
    pleach grow zoo.jsonl -q -o t.json
    for line in 'same bird Vögel' 'different pet c1:0' 'under deer pet' 'not-under deer wildlife' \
        'top pet' 'name cat Kitty' 'drop misc'; do
        decide '#' "$line"
        says 1 "Line 2 of decided.tsv is not obeyed" pleach check t.json --decisions decided.tsv
    done
    decide 'same bird Vögel'
    pleach grow zoo.jsonl -q --decisions decided.tsv -o t.json
    sed 's/"b": "Vögel"/"b": "Katzen"/' t.json >broken.json
    says 1 "Line 1 of decided.tsv is not obeyed" pleach check broken.json
}

@test "a bad line: its number, and nothing is done" {
    zoo
    for line in 'sane bird cat' 'same bird' 'top bird cat' 'under bird "_"' 'same a b c d e f'; do
        decide '# one' 'top pet' "$line"
        says 1 "decided.tsv:3:" pleach grow zoo.jsonl --decisions decided.tsv -o t.json
        [[ ! -e t.json ]]
    done
    printf 'top\tp\xffet\n' >decided.tsv
    says 1 "not UTF-8" pleach grow zoo.jsonl --decisions decided.tsv
    says 3 "nothing.tsv" pleach grow zoo.jsonl --decisions nothing.tsv
}

@test "a contradiction: the fewest lines that make it" {
    zoo
    decide 'same bird Vögel' 'top dog' 'same Vögel cat' 'under deer pet' 'different cat bird'
    says 1 "cannot all hold: line 1 (same bird | Vögel); line 3 (same Vögel | cat); line 5" \
        pleach grow zoo.jsonl --decisions decided.tsv
    decide 'under cat dog' 'under dog bird' 'under bird cat'
    says 1 "line 1 (under cat below dog); line 2 (under dog below bird); line 3" \
        pleach grow zoo.jsonl --decisions decided.tsv
    decide 'under bird pet' 'top bird_under_pet'
    says 1 "cannot all hold" pleach grow zoo.jsonl --decisions decided.tsv
    decide 'different bird bird_under_pet'
    says 1 "contradicts itself" pleach grow zoo.jsonl --decisions decided.tsv
    decide 'drop cat' 'same cat dog'
    says 1 "Lines 1 and 2 contradict each other" pleach grow zoo.jsonl --decisions decided.tsv
}

@test "decisions that match nothing are told of" {
    zoo
    decide 'same bird Vögel' 'same unicorn cat' 'under griffin pet' 'top z9:0'
    run -0 --separate-stderr pleach grow zoo.jsonl --decisions decided.tsv
    [[ $stderr == *"decided.tsv:2:"*unicorn*"decided.tsv:3:"*griffin*"decided.tsv:4:"*z9:0* ]]
}

@test "a name in quotes is a name" {
    echo '{"id":"x","owner":"o","name":"top","children":[{"name":"bird under glass"},{"name":"a:0"}]}' >odd.jsonl
    decide 'name "bird_under_glass" "Say_""so"""' 'name "a:0" Other'
    run -0 pleach grow odd.jsonl -q --decisions decided.tsv
    [[ $output == *'Say "so"'* && $output == *Other* ]]
}

@test "a branch is kept as it was" {
    zoo
    decide 'keep-branch wildlife'
    says 1 "--previous" pleach grow zoo.jsonl --decisions decided.tsv
    decide 'under cat bird' 'name deer Doe'
    pleach grow zoo.jsonl -q --decisions decided.tsv -o old.json
    decide 'keep-branch wildlife'
    for n in 1 2 3; do
        echo '{"id":"e'$n'","owner":"eve'$n'","name":"house","children":[{"name":"cat"},{"name":"dog"}]}' >>zoo.jsonl
    done
    run -0 pleach grow zoo.jsonl -q
    [[ $output == *"house (3)"*"cat (5)"* ]]
    run -0 pleach grow zoo.jsonl -q --decisions decided.tsv --previous old.json
    [[ $output == *"wildlife (2)"*"bird (2)"*"cat (5)"* ]]
    pleach grow zoo.jsonl -q --decisions decided.tsv --previous old.json -o new.json
    run -0 pleach check new.json
    run -0 pleach check new.json --decisions decided.tsv
    [[ $output == *"Not proved: what 1 keep-branch keeps."* ]]
    run -0 pleach diff old.json new.json
    [[ $output != *Doe* && $output != *"moved: #"*bird* ]]
    # What was grown without it renames, moves or joins.
    pleach grow zoo.jsonl -q -o free.json
    run -0 pleach diff old.json free.json
    [[ $output == *Doe* ]]
}

@test "the same bytes for any order of the input" {
    zoo
    decide 'same bird Vögel' 'different a1:0 b1:0/0' 'under Tiere animal'
    pleach grow zoo.jsonl -q --decisions decided.tsv -o a.json
    tac zoo.jsonl >swapped && mv swapped zoo.jsonl
    pleach grow zoo.jsonl -q --decisions decided.tsv --threads 3 -o b.json
    cmp a.json b.json
}

@test "a node by its source and the names above it" {
    printf 'Pets > bird\nPets > cat\nGarden > bird\n' >a.paths
    printf 'Pets > bird\nPets > dog\n' >b.paths
    for kind in same different; do
        printf '%s\ta.paths: Garden > bird\tb.paths: Pets > dog\n' "$kind" >decided.tsv
        pleach grow a.paths b.paths -q --decisions decided.tsv -o "$kind.json"
        pleach check "$kind.json" a.paths b.paths --decisions decided.tsv
    done
    run -1 pleach check same.json --decisions decided.tsv
    [[ $output$stderr == *"is not obeyed"* ]]
    # Not the bird of another parent, nor of another source; upper case counts.
    for other in 'a.paths: Pets > dog' 'b.paths: Garden > bird' 'a.paths: garden > bird' 'a.paths: bird' 'c: Garden > bird' \
        'a.paths: Garden > bird > bird' 'a.paths: > bird' 'a.paths: Garden >'; do
        printf 'drop\t%s\n' "$other" >decided.tsv
        run --separate-stderr -0 pleach grow a.paths b.paths --decisions decided.tsv -o x.json
        [[ $stderr == *"The decision drop $other does nothing"* ]]
    done
    printf 'drop\ta.paths: Pets\n' >decided.tsv
    pleach grow a.paths b.paths -q --decisions decided.tsv -o x.json
    pleach check x.json a.paths b.paths --decisions decided.tsv
    # Where there is no such node it is a name, whatever stands in it.
    printf 'Films > Dune: Part Two\nFilms > Alien\n' >a.paths
    printf 'drop\tDune: Part Two\n' >decided.tsv
    run --separate-stderr -0 pleach grow a.paths --decisions decided.tsv
    [[ $output != *Dune* && $stderr != *"does nothing"* ]]
}
