#!/usr/bin/env bats
# grow --previous: what did not change keeps its id, name and place.
load common

# animals [COUNT]: the first saplings of the example.
animals() { head -${1:-1000} "$ANIMALS"; }

ids() { sed -n 's/^ *{"id": \([0-9]*\), "name": "\([^"]*\)".*"parent": \([0-9a-z]*\), .*/\1 \2/p' "$1"; }

@test "nothing new: the same ids, names and places" {
    pleach grow "$ANIMALS" -q -o one.json
    pleach grow "$ANIMALS" -q --previous one.json -o two.json
    run -0 pleach diff one.json two.json
    [[ $output == "Nothing changed: "* ]]
    diff <(ids one.json) <(ids two.json)
    run -0 pleach check two.json
}

@test "what is new changes only what it is about" {
    animals 60 >some.jsonl
    pleach grow some.jsonl -q -o one.json
    echo '{"owner":"zed","id":"z1","name":"Griffins","children":[{"name":"Hippogriff"},{"name":"heron"}]}' >>some.jsonl
    pleach grow some.jsonl -q --previous one.json -o two.json
    pleach check two.json some.jsonl
    # Who is new has an id above all others; all others have theirs.
    next=$(($(ids one.json | sort -n | tail -1 | cut -d" " -f1) + 1))
    ids two.json | grep -q "^$next Griffins$\|^$next Hippogriff$"
    ids one.json | sort >old
    ids two.json | sort >new
    run -0 comm -23 old new
    ((${#lines[@]} <= 1))
}

@test "new spellings join old names, as when growing anew" {
    pleach grow "$ANIMALS" -q -o old.json
    cp "$ANIMALS" more.jsonl
    echo '{"id":"new","owner":"zed","name":"Wildlife","children":[{"name":"Birds","children":[{"name":"Wood peckers"},{"name":"Kakapo"},{"name":"Dodo"}]}]}' >>more.jsonl
    pleach grow more.jsonl -q -o anew.json
    pleach grow more.jsonl -q --previous old.json -o new.json
    run -0 pleach diff anew.json new.json
    [[ $output == "Nothing changed: "* ]]
    run -0 pleach explain new.json Woodpeckers
    [[ $output == *": 3 entries by 3 people"* && $output == *"Wood peckers 1"* ]]
}

@test "who moves in a list is known by name" {
    printf '%s\n' '{"owner":"ann","id":"1","name":"Fruit","children":[{"name":"Apple"},{"name":"Banana"},{"name":"Cherry"}]}' \
        '{"owner":"bob","id":"2","name":"Fruit","children":[{"name":"Apple"},{"name":"Banana"},{"name":"Cherry"}]}' >in.jsonl
    pleach grow in.jsonl -q -o old.json
    sed -i '1s/{"name":"Apple"},{"name":"Banana"},{"name":"Cherry"}/{"name":"Cherry"},{"name":"Apple"},{"name":"Banana"}/' in.jsonl
    pleach grow in.jsonl -q --previous old.json -o new.json
    run -0 pleach check new.json in.jsonl
    diff <(ids old.json) <(ids new.json)
    for fruit in Apple Banana Cherry; do
        run -0 pleach explain new.json $fruit
        [[ $output == *"$fruit 2"* ]]
    done
}

@test "a line that moves is known by what it says" {
    printf '%s\n' animals/birds/owl animals/cats/lynx plants/trees/oak animals/birds/wren plants/moss >in.txt
    pleach grow in.txt -q --input-format paths -o old.json
    (echo minerals/quartz && sort -r in.txt) >moved.txt
    mv moved.txt in.txt
    pleach grow in.txt -q --input-format paths --previous old.json -o new.json
    run -0 pleach check new.json in.txt
    run -0 pleach diff old.json new.json
    [[ ${lines[0]} == "2 clusters added, 0 gone, 0 merged, 0 split off, 0 moved, 0 renamed, "* ]]
    [[ ${lines[0]} == *" 0 nodes joined, 0 nodes lost, "* ]]
}

@test "a line that moves is known where a seed takes only a part of it" {
    printf '{"owner":"ann","name":"%s","children":[{"name":"bird","children":[{"name":"%s"}]}]}\n' \
        animal owl pet parrot farm hen zoo emu >in.jsonl
    pleach grow in.jsonl -q --seed bird --hops 0 -o old.json
    tac in.jsonl >moved.jsonl && mv moved.jsonl in.jsonl
    pleach grow in.jsonl -q --seed bird --hops 0 --previous old.json -o new.json
    run -0 pleach check new.json in.jsonl
    diff <(ids old.json | sort) <(ids new.json | sort)
}

@test "lines of a table that move are known by what they say" {
    printf '%s\n' id,name,parent 1,animals, 2,birds,1 3,owl,2 4,cats,1 >in.csv
    pleach grow in.csv -q -o old.json
    printf '%s\n' id,name,parent 9,stones, 4,cats,1 1,animals, 3,owl,2 2,birds,1 >in.csv
    pleach grow in.csv -q --previous old.json -o new.json
    run -0 pleach check new.json in.csv
    ids old.json >old && ids new.json >new
    run -0 comm -23 <(sort old) <(sort new)
    [ -z "$output" ]
}

@test "a third one of a name is new, and one of two that went is gone" {
    printf '%s\n' '{"owner":"ann","id":"1","name":"Fruit","children":[{"name":"Apple"},{"name":"Apple"},{"name":"Fig"}]}' >in.jsonl
    pleach grow in.jsonl -q --solver joint -o old.json
    sed -i 's/{"name":"Fig"}/{"name":"Apple"}/' in.jsonl
    pleach grow in.jsonl -q --solver joint --previous old.json -o more.json
    run -0 pleach diff old.json more.json
    [[ ${lines[0]} == "1 cluster added, 1 gone, "* && $output == *"gone     #3 Fig"* ]]
    sed -i 's/"children":.*]/"children":[{"name":"Apple"}]/' in.jsonl
    pleach grow in.jsonl -q --solver joint --previous old.json -o fewer.json
    run -0 pleach diff old.json fewer.json
    [[ ${lines[0]} == "0 clusters added, 2 gone, "* ]]
}

# Where most people win, one list's namesakes are one thing: it grows and shrinks.
@test "a third one of a name joins the two, and who went is lost to them" {
    printf '%s\n' '{"owner":"ann","id":"1","name":"Fruit","children":[{"name":"Apple"},{"name":"Apple"},{"name":"Fig"}]}' >in.jsonl
    pleach grow in.jsonl -q -o old.json
    sed -i 's/{"name":"Fig"}/{"name":"Apple"}/' in.jsonl
    pleach grow in.jsonl -q --previous old.json -o more.json
    run -0 pleach diff old.json more.json
    [[ ${lines[0]} == "0 clusters added, 1 gone, "*" 1 node joined, 0 nodes lost, "* ]]
    [[ $output == *"gone     #2 Fig"* && $output == *"grew     #1 Apple by 1 node"* ]]
    sed -i 's/"children":.*]/"children":[{"name":"Apple"}]/' in.jsonl
    pleach grow in.jsonl -q --previous old.json -o fewer.json
    run -0 pleach diff old.json fewer.json
    [[ ${lines[0]} == "0 clusters added, 1 gone, "*" 0 nodes joined, 1 node lost, "* ]]
}

@test "an id is never given to something else" {
    printf '%s\n' '{"owner":"a","id":"a","name":"pet","children":[{"name":"cat"},{"name":"dog"}]}' >in.jsonl
    pleach grow in.jsonl -q -o 0.json
    run -0 pleach check 0.json in.jsonl
    printf '%s\n' '{"owner":"a","id":"b","name":"car","children":[{"name":"wheel"}]}' >in.jsonl
    pleach grow in.jsonl -q --previous 0.json -o 1.json
    run -0 pleach check 1.json in.jsonl
    [[ $(ids 1.json | cut -d" " -f1 | sort -n | tr '\n' ' ') == "3 4 " ]]
    printf '%s\n' '{"owner":"a","id":"c","name":"sea"}' '{"owner":"a","id":"b","name":"car","children":[{"name":"wheel"}]}' >in.jsonl
    pleach grow in.jsonl -q --previous 1.json -o 2.json
    run -0 pleach check 2.json in.jsonl
    [[ $(ids 2.json | sort -n | tr '\n' ',') == "3 car,4 wheel,5 sea," ]]
    printf '%s\n' '{"owner":"a","id":"b","name":"car"}' >in.jsonl
    pleach grow in.jsonl -q --previous 2.json -o 3.json
    run -0 pleach check 3.json in.jsonl
    printf '%s\n' '{"owner":"a","id":"b","name":"car"}' '{"owner":"a","id":"d","name":"sky"}' >in.jsonl
    pleach grow in.jsonl -q --previous 3.json -o 4.json
    run -0 pleach check 4.json in.jsonl
    [[ $(ids 4.json | sort -n | tr '\n' ',') == "3 car,6 sky," ]]
}

@test "decisions count more than what was" {
    pleach grow "$ANIMALS" -q -o one.json
    name=$(ids one.json | sed -n '2s/^[0-9]* //p')
    printf 'top\t"%s"\n' "$name" >decided.tsv
    pleach grow "$ANIMALS" -q --previous one.json --decisions decided.tsv -o two.json
    run -0 pleach check two.json --decisions decided.tsv
    run -0 pleach diff one.json two.json
    [[ $output == *" moved"* ]]
    # Without the decision it goes back, and keeps its id.
    pleach grow "$ANIMALS" -q --previous two.json -o three.json
    run -0 pleach diff one.json three.json
    [[ $output == "Nothing changed: "* ]]
    diff <(ids one.json | sort) <(ids three.json | sort)
}

@test "decisions of the previous result that nobody gives again are warned of" {
    pleach grow "$ANIMALS" -q -o one.json
    printf 'top\t"%s"\n' "$(ids one.json | sed -n '2s/^[0-9]* //p')" >decided.tsv
    printf 'name\tnobody calls it so\tat all\n' >>decided.tsv
    pleach grow "$ANIMALS" -q --decisions decided.tsv -o two.json
    run -0 --separate-stderr pleach grow "$ANIMALS" --previous two.json -o three.json
    [[ $stderr == *"two.json obeyed 1 decision, which binds nobody now: to keep it, give the file by --decisions."* ]]
    # Given again, wanted no more, never made, or told to be quiet: not a word.
    : >none.tsv
    for options in '--previous two.json --decisions decided.tsv' '--previous two.json --decisions none.tsv' \
        '--previous one.json' '--previous two.json -q'; do
        run -0 --separate-stderr pleach grow "$ANIMALS" $options -o three.json
        [[ $stderr != *"nobody now"* ]]
    done
}

@test "every solver keeps what did not change" {
    animals 60 >some.jsonl
    animals 63 >more.jsonl
    tail -3 more.jsonl | grep -o '"name": *"[^"]*' | sed 's/.*"//; s/s$//' >touched
    [ -s touched ]
    for solver in consensus joint rap ap votes; do
        pleach grow some.jsonl -q --solver $solver -o one.json
        pleach grow more.jsonl -q --solver $solver --previous one.json -o two.json
        run -0 pleach check two.json more.jsonl
        # Every old cluster that nobody new speaks of is there under its id.
        ids one.json | grep -viFf touched | sort >old
        [ -s old ]
        run -0 comm -23 old <(ids two.json | sort)
        [[ -z $output ]]
        run -0 pleach diff one.json two.json
        run -1 grep -viFf touched <(grep -E '^(gone|merged|split|renamed)' <<<"$output")
    done
}

@test "what a few said is found anew when many speak of it" {
    for k in 1 2 3 4 5 6 7 8; do
        echo "{\"owner\":\"o$k\",\"id\":\"$k\",\"name\":\"Fruit\",\"children\":[{\"name\":\"Apple\"},{\"name\":\"Fig\"}]}"
    done >in.jsonl
    head -2 in.jsonl >few.jsonl
    printf 'different\t1:0\t2:0\n' >apart.tsv
    pleach grow few.jsonl -q --decisions apart.tsv -o decided.json
    sed 's/, "decided": \[[^]]*\]//' decided.json >few.json
    pleach grow in.jsonl -q --previous few.json -o many.json
    pleach check many.json in.jsonl
    [[ $(ids many.json | grep -c Apple) == 1 ]]
}

@test "twenty updates in a chain: an id is never given to something else" {
    for solver in joint rap; do
        head -30 "$ANIMALS" >in.jsonl
        pleach grow in.jsonl -q --solver $solver -o 0.json
        for n in {1..20}; do
            # Some go, some come, and some come back.
            sed -n "$((n * 7 % 30 + 1)),$((n * 7 % 30 + 25 + n % 5 * 4))p" "$ANIMALS" >in.jsonl
            pleach grow in.jsonl -q --solver $solver --previous $((n - 1)).json -o $n.json
            run -0 pleach check $n.json in.jsonl
        done
        python3 - <<'END'
import json
gone, before, highest = set(), {}, -1
for n in range(21):
    result = json.load(open(f"{n}.json"))
    now = {c["id"]: {(m["owner"], m["id"], m["path"]) for m in c["members"]} for c in result["clusters"]}
    assert len(now) == len(result["clusters"]), "an id twice"
    assert not gone & set(now), f"{n}: an id came back"
    for i, members in now.items():
        assert i not in before or members & before[i], f"{n}: id {i} is something else"
        assert i in before or i > highest, f"{n}: id {i} is not new"
    gone |= set(before) - set(now)
    highest = max([highest, *now])
    before = now
END
    done
}

@test "a previous result of something else, cut off, or of a newer version" {
    head -20 "$ANIMALS" >in.jsonl
    echo '{"owner":"zed","id":"z1","name":"Griffins","children":[{"name":"Hippogriff"}]}' >other.jsonl
    pleach grow other.jsonl -q -o other.json
    for solver in joint rap; do
        pleach grow in.jsonl -q --solver $solver -o alone.json
        pleach grow in.jsonl -q --solver $solver --previous other.json -o new.json
        run -0 pleach check new.json in.jsonl
        # Nothing of it is there, so all is grown anew, with ids of its own.
        run -0 pleach diff alone.json new.json
        [[ $output == "Nothing changed: "* ]]
        [[ $(ids new.json | cut -d" " -f1 | sort -n | head -1) == 2 ]]
    done
    head -c 200 other.json >cut.json
    says 1 "cut.json" pleach grow in.jsonl --previous cut.json
    sed 's/pleach-taxonomy.1/pleach-taxonomy\/9/' other.json >newer.json
    says 1 "newer.json" pleach grow in.jsonl --previous newer.json
    sed 's/"id": 1,/"id": 0,/' other.json >twice.json
    says 1 "twice.json" pleach grow in.jsonl --previous twice.json
    sed 's/"report": {/&"next_id": 9223372036854775807, /' other.json >far.json
    says 1 '"next_id" is 9223372036854775807, but ids are at most 4611686018427387903' pleach grow in.jsonl --previous far.json
    sed 's/"report": {/&"next_id": 4611686018427387903, /' other.json >last.json
    says 1 "New clusters would have ids above 4611686018427387903" pleach grow in.jsonl --previous last.json -q -o new.json
    # The last id there is may be given, and read again.
    printf '%s\n' "$(cat other.jsonl)" '{"owner":"yan","id":"y1","name":"Griffins","children":[{"name":"Simurgh"}]}' >more.jsonl
    pleach grow more.jsonl -q --previous last.json -o new.json
    run -0 pleach check new.json more.jsonl
    [[ $(cat new.json) == *'"id": 4611686018427387903, "name": "Simurgh"'* ]]
    says 1 "New clusters would have ids above" pleach grow in.jsonl --previous new.json -q -o newer.json
}

@test "what --previous refuses" {
    echo '{}' >no.json
    says 1 "is no taxonomy" pleach grow "$ANIMALS" --previous no.json
    says 3 "nothing.json" pleach grow "$ANIMALS" --previous nothing.json
}
