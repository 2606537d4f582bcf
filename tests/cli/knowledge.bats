#!/usr/bin/env bats
# Synonyms, vectors and further names as evidence; what cannot be read is told.
load common

setup() {
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || return
    cat >runs.jsonl <<'END'
{"owner": "a", "id": "1", "name": "Desk", "children": [{"name": "Refunds"}, {"name": "Login"}, {"name": "Invoices"}]}
{"owner": "b", "id": "2", "name": "Desk", "children": [{"name": "Money back"}, {"name": "Sign-in"}, {"name": "Bills"}]}
{"owner": "c", "id": "3", "name": "Desk", "children": [{"name": "Refund"}, {"name": "Sign-in"}, {"name": "Quotes"}]}
END
}

# refused LINE WORDS OPTION FILE: exits with 1, says the line, writes nothing.
refused() {
    run -1 --separate-stderr pleach grow runs.jsonl "$3" "$4" -o out.json
    [[ $stderr == *"$4:$1:"*"$2"* ]] || { echo "$stderr"; false; }
    [ ! -e out.json ]
}

@test "a group makes two names one, by itself nothing does" {
    printf 'refund, money backs\n' >groups.csv
    [ "$(together Refunds 'Money back')" = 0 ]
    [ "$(together Refunds 'Money back' --synonyms groups.csv)" = 1 ]
    [ "$(together Login Sign-in --synonyms groups.csv)" = 0 ]
}

@test "a group wins where people use both names, unless side by side" {
    printf 'refund, money back\n' >groups.csv
    for who in a b c d; do
        printf '{"owner":"%s","id":"%s1","name":"Refund","children":[{"name":"Card"},{"name":"Cash"}]}\n' $who $who
        printf '{"owner":"%s","id":"%s2","name":"Desk","children":[{"name":"Money back"},{"name":"Cart"}]}\n' $who $who
    done >runs.jsonl
    [ "$(together Refund 'Money back')" = 0 ]
    [ "$(together Refund 'Money back' --synonyms groups.csv)" = 1 ]
    sed -i 's/{"name":"Cash"}/{"name":"Money back"}/' runs.jsonl
    [ "$(together Refund 'Money back' --synonyms groups.csv)" = 0 ]
}

@test "synonyms that nodes do not have are told, also where none are left" {
    printf 'refund, money back, cashback\n' >some.csv
    run -0 --separate-stderr pleach grow runs.jsonl --synonyms some.csv
    [[ $stderr == *"some.csv"*"1 of the synonyms are names that no node has."* ]]
    printf 'refund, cashback\ninvoce, bil\n' >none.csv
    run -0 --separate-stderr pleach grow runs.jsonl --synonyms none.csv
    [[ $stderr == *"none.csv"*"None of the synonyms in this file are two names that nodes have"* ]]
    printf '00000001 04 n 02 lamp 0 light 0 000 |\n' >data.noun
    run -0 --separate-stderr pleach grow runs.jsonl --synonyms data.noun
    [[ $stderr == *"data.noun"*"so it has no effect."* ]]
    printf '00000002 04 n 02 refund 0 money_back 0 000 |\n' >>data.noun
    run -0 --separate-stderr pleach grow runs.jsonl --synonyms data.noun
    [[ $stderr != *"data.noun"* ]]
}

@test "names told apart stay apart, also where somebody has both" {
    printf 'Automobile, Autocar\nMotorcar, Autocar\n!Automobile, Motorcar\n' >groups.csv
    for who in a:Automobile b:Motorcar c:Autocar d:Automobile e:Motorcar 'f:Automobile"},{"name":"Motorcar'; do
        printf '{"owner":"%s","id":"%s","name":"Vehicles","children":[{"name":"Bike"},{"name":"%s"}]}\n' \
            "${who%%:*}" "${who%%:*}" "${who#*:}"
    done >runs.jsonl
    [ "$(together Automobile Motorcar --synonyms groups.csv)" = 0 ]
}

@test "names told apart stay apart" {
    [ "$(together Refunds Refund)" = 1 ]
    printf '!Refunds\tMoney back\n' >apart.tsv
    printf 'Refunds\tReimbursement\tMoney back\n' >groups.tsv
    [ "$(together Refunds 'Money back' --synonyms apart.tsv)" = 0 ]
    refused_by_both() { cat groups.tsv apart.tsv >both.tsv && refused 2 "line 1" --synonyms both.tsv; }
    refused_by_both
}

@test "files that can be read only once" {
    [ "$(together Login Sign-in --synonyms <(printf 'Login\tSign-in\n'))" = 1 ]
    [ "$(together Login Sign-in --similarity "concept with synonyms:"<(printf 'Login\tSign-in\n'))" = 1 ]
    [ "$(together Login Sign-in --vectors <(printf 'Login\t1 0\nSign-in\t1 0.01\nQuotes\t0 1\n'))" = \
        "$(together Login Sign-in --vectors <(printf 'Login\t1 0\nSign-in\t1 0.01\nQuotes\t0 1\n' | gzip))" ]
}

@test "a WordNet folder, and one file of it" {
    mkdir dict
    printf '  1 licence  \n00000001 04 n 02 refund 0 money_back 1 000 | what is given back  \n' >dict/data.noun
    [ "$(together Refunds 'Money back' --synonyms dict)" = 1 ]
    [ "$(together Refunds 'Money back' --synonyms dict/data.noun)" = 1 ]
}

@test "vectors in two notations" {
    printf 'Refunds\t1 0 0\nMoney back\t0.99 0.1 0\nLogin\t0 1 0\nSign-in\t0 0 1\nBills\t0 1 1\nQuotes\t1 1 1\n' >v.tsv
    [ "$(together Refunds 'Money back' --vectors v.tsv)" = 1 ]
    [ "$(together Login Sign-in --vectors v.tsv)" = 0 ]
    { echo 6 3; tr '\t' ' ' <v.tsv; } >v.txt
    [ "$(together Refunds 'Money back' --vectors v.txt)" = 1 ]
}

@test "a compound name from its words" {
    printf 'refund 1 0 0\nmoney 0.99 0.1 0\nback 0.98 0.1 0.1\nlogin 0 1 0\nsign 0 0 1\nbills 0 1 1\n' >w.txt
    [ "$(together Refunds 'Money back' --vectors w.txt)" = 1 ]
}

@test "further names of nodes" {
    sed -i '1s/"Refunds"/"Refunds", "altLabels": ["Money back"]/' runs.jsonl
    [ "$(together Refunds 'Money back')" = 1 ]
}

@test "beside a similarity without concepts they are refused" {
    printf 'Refunds\tMoney back\n' >groups.tsv
    says 2 "one of the terms must be concept" pleach grow runs.jsonl --similarity name --synonyms groups.tsv
}

@test "the report and explain know the files" {
    printf 'Refunds\tMoney back\n' >groups.tsv
    pleach grow runs.jsonl -q --synonyms groups.tsv -o out.json
    grep -q 'with synonyms:\\"groups.tsv\\"' out.json
    pleach explain out.json 1:0 2:0 | grep 'somebody says it'
}

@test "the same bytes for any number of threads" {
    printf 'Refunds\t1 0 0\nMoney back\t0.99 0.1 0\nLogin\t0 1 0\nSign-in\t0 0 1\n' >v.tsv
    diff <(pleach grow runs.jsonl -q --vectors v.tsv --threads 1) <(pleach grow runs.jsonl -q --vectors v.tsv --threads 4)
}

@test "bad synonyms" {
    printf 'alone\n' >f && refused 1 "two names" --synonyms f
    : >f && refused 1 "no synonyms" --synonyms f
    printf 'a\tb\nc\td\0e\n' >f && refused 2 "NUL" --synonyms f
    printf 'a\tb\n\xff\t\xfe\n' >f && refused 2 "UTF-8" --synonyms f
    printf '00000001 04 n 01 refund 0 000 |\n00000002 04 n 03 a 0 b 0 000 |\n' >f && refused 2 "synset" --synonyms f
    mkdir none && run -1 --separate-stderr pleach grow runs.jsonl --synonyms ./none
    [[ $stderr == *"no WordNet dictionary"* ]]
}

@test "bad vectors" {
    printf 'a\t1 2\nb\t1 2 3\n' >f && refused 2 "numbers" --vectors f
    printf 'a\t1 2\nb\t1\n' >f && refused 2 "cut off" --vectors f
    printf 'Refunds\t1 nan\n' >f && refused 1 "finite" --vectors f
    printf 'x 1 2\ny 1 inf\n' >f && refused 2 "finite" --vectors f
    printf 'Refunds\t1 1e999\n' >f && refused 1 "finite" --vectors f
    printf 'Refunds\t1 2\nLogin\t2 1\nRefunds\t3 1\n' >f && refused 3 "line 1" --vectors f
    printf 'a\n' >f && refused 1 "no numbers" --vectors f
    : >f && refused 1 "no vectors" --vectors f
    printf '3 2\na 1 2\nb 2 1\n' >f && refused 3 "cut off" --vectors f
    printf '2 1000000000\na 1 2\n' >f && refused 1 "more than" --vectors f
    { printf 'a\t'; yes 1 | head -100000 | tr '\n' ' '; } >f && refused 1 "more than" --vectors f
    printf '2 2\n\0\1\2\3\n' >f && refused 2 "NUL" --vectors f
}

@test "names are listed once, with how many nodes have them" {
    run -0 --separate-stderr pleach names runs.jsonl
    [ "${lines[0]}" = $'Desk\t3' ]
    [ "${lines[1]}" = $'Sign-in\t2' ]
    [ "${#lines[@]}" = 9 ]
    pleach names runs.jsonl --json | head -1 | grep -Fx '{"name": "Desk", "count": 3}'
}

@test "names are listed as most nodes spell them" {
    printf '{"owner": "%s", "id": "1", "name": "%s", "children": ["%s"]}\n' \
        a BIRDS 'Tea pot' b Birds teapot c Birds teapot d birds 'Tea pot' >spelled.jsonl
    for order in cat tac sort; do
        "$order" spelled.jsonl >input.jsonl
        [ "$(pleach names input.jsonl)" = $'Birds\t4\nTea pot\t4' ]
    done
}

# dictionary FOLDER: a WordNet of one synset.
dictionary() {
    mkdir "$1"
    printf '  1 licence of WordNet 9.8 Copyright  \n00000001 04 n 02 refund 0 money_back 1 000 | what is given back  \n' >"$1/data.noun"
}

@test "the dictionary that is installed is used, unless something speaks against it" {
    dictionary dict
    export PLEACH_WORDNET=dict
    [ "$(together Refunds 'Money back')" = 1 ]
    [ "$(together Refunds 'Money back' --language en --similarity auto)" = 1 ]
    [ "$(together Refunds 'Money back' --language german)" = 0 ]
    [ "$(together Refunds 'Money back' --language none)" = 0 ]
    [ "$(together Refunds 'Money back' --similarity concept:4)" = 0 ]
    [ "$(together Refunds 'Money back' --synonyms none)" = 0 ]
    PLEACH_WORDNET='' && [ "$(together Refunds 'Money back')" = 0 ]
}

@test "files add to the dictionary, and with none they are alone" {
    dictionary dict
    export PLEACH_WORDNET=dict
    printf 'Login\tSign-in\n' >groups.tsv
    [ "$(together Refunds 'Money back' --synonyms groups.tsv)" = 1 ]
    [ "$(together Login Sign-in --synonyms groups.tsv)" = 1 ]
    [ "$(together Refunds 'Money back' --synonyms none --synonyms groups.tsv)" = 0 ]
    [ "$(together Login Sign-in --synonyms groups.tsv --synonyms none)" = 1 ]
    pleach grow runs.jsonl -q --synonyms none -o alone.json
    grep -Fq '"similarity": "concept:4",' alone.json
    pleach grow runs.jsonl -q --synonyms dict -o once.json
    grep -Fq '"similarity": "concept:4 with synonyms:\"dict\"",' once.json
}

@test "a dictionary that PLEACH_WORDNET names must be there" {
    PLEACH_WORDNET=nowhere run -3 --separate-stderr pleach grow runs.jsonl
    [[ $stderr == *nowhere* ]]
    mkdir empty
    PLEACH_WORDNET=empty run -1 --separate-stderr pleach grow runs.jsonl
    [[ $stderr == *"empty"*"no WordNet dictionary"* ]]
}

@test "a dictionary without any of the names says nothing" {
    dictionary dict
    sed -i 's/Refund/Rebate/; s/Money back/Cash/' runs.jsonl
    PLEACH_WORDNET=dict run -0 --separate-stderr pleach grow runs.jsonl
    [[ $stderr != *dict* ]]
}

@test "where Debian has it, it is found by itself" {
    [[ -r /usr/share/wordnet/data.noun ]] || skip "wordnet-base is not installed"
    printf '{"owner": "%s", "id": "%s", "name": "Shop", "children": ["%s", "Bread"]}\n' a 1 Sofa b 2 Couch >runs.jsonl
    unset PLEACH_WORDNET
    [ "$(together Sofa Couch)" = 1 ]
    [ "$(together Sofa Couch --synonyms none)" = 0 ]
    pleach validate runs.jsonl -q --json | grep -F 'synonyms:\"/usr/share/wordnet\"'
}

@test "explain reads the dictionary again" {
    dictionary dict
    PLEACH_WORDNET=dict pleach grow runs.jsonl -q -o out.json
    pleach explain out.json 1:0 2:0 | grep 'a thesaurus has them together'
}

# The report says what was read, as xxhsum would.
@test "the report names files with their version and hash" {
    dictionary dict
    printf 'Login\tSign-in\n' >groups.tsv
    printf 'Refunds\t1 0\nQuotes\t0 1\n' | gzip >v.tsv.gz
    PLEACH_WORDNET=dict pleach grow runs.jsonl -q --synonyms groups.tsv --vectors v.tsv.gz -o out.json
    python3 - <<'END'
import json
report = json.load(open("out.json"))["report"]
assert [(f["file"], f.get("version")) for f in report["synonyms"]] == [("groups.tsv", None), ("dict", "WordNet 9.8")], report
assert [f["file"] for f in report["vectors"]] == ["v.tsv.gz"]
assert all(len(f["hash"]) == 16 for f in report["synonyms"] + report["vectors"])
assert report["synonyms"][0]["hash"] == "808541ca28747324", report  # printf 'Login\tSign-in\n' | xxhsum
END
    pleach grow runs.jsonl -q --synonyms none --report plain.json >/dev/null
    run ! grep -q '"hash"' plain.json
    zcat v.tsv.gz >v.tsv
    pleach grow runs.jsonl -q --vectors v.tsv --report r.json >/dev/null
    hash=$(grep -o '"hash": "[0-9a-f]*"' r.json)
    grep -q "$hash" out.json
}

@test "explain tells that a file has changed since, or is gone" {
    dictionary dict
    PLEACH_WORDNET=dict pleach grow runs.jsonl -q -o out.json
    run ! grep -q "cannot be computed" <(pleach explain out.json 1:0 2:0)
    sed -i 's/given back/returned/' dict/data.noun
    run -0 pleach explain out.json 1:0 2:0
    [[ $output == *"a thesaurus has them together"* ]]
    sed -i 's/money_back/cashback/' dict/data.noun
    run -0 pleach explain out.json 1:0 2:0
    [[ $output == *"cannot be computed again: The inputs give other similarities"* ]]
    rm -r dict
    run -0 pleach explain out.json 1:0 2:0
    [[ $output == *"cannot be computed again: Files of the similarity are not there."* ]]
}

# The file's "bill" comes first, and has the stem of "billing".
@test "words are looked up as they are written, before their stems" {
    printf '{"owner": "%s", "id": "%s", "name": "Desk", "children": ["%s", "Parcels"]}\n' \
        a 1 'Billing trouble' b 2 'Charging worries' c 3 'Bill trouble' >runs.jsonl
    printf 'bill -1 0 0.5\nbilling 1 0 0\ncharging 1 0 0.01\ntrouble 1 0.01 0\nworries 1 0 0\nparcels 0 1 0\ndesk 0 1 1\n' >w.txt
    [ "$(together 'Billing trouble' 'Charging worries' --vectors w.txt)" = 1 ]
    sed -i '/^billing/d' w.txt
    [ "$(together 'Billing trouble' 'Charging worries' --vectors w.txt)" = 0 ]
    # Capitals, too, before they are folded.
    sed -i 's/Billing trouble/US/; s/Charging worries/Americans/' runs.jsonl
    printf 'us 0 0 1\nUS 1 0 0\namericans 1 0 0.01\nparcels 0 1 0\ndesk 0 1 1\n' >w.txt
    [ "$(together US Americans --vectors w.txt)" = 1 ]
    sed -i '/^US/d' w.txt
    [ "$(together US Americans --vectors w.txt)" = 0 ]
}

@test "inner nodes join by vectors only where something else agrees" {
    printf '{"owner": "%s", "id": "%s", "name": "%s", "children": ["%s", "%s"]}\n' \
        a 1 Refunds Cards Cash b 2 Rebates Bonds Notes >runs.jsonl
    printf 'Refunds\t1 0 0\nRebates\t1 0.01 0\nCards\t0 1 0\nNotes\t0 0 1\n' >v.tsv
    [ "$(together Refunds Rebates --vectors v.tsv)" = 0 ]
    sed -i 's/Bonds/Cards/' runs.jsonl
    [ "$(together Refunds Rebates --vectors v.tsv)" = 1 ]
}
