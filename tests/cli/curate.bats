#!/usr/bin/env bats
# diff and review: what changed, and what to look at first.
load common

zoo() {
    cat >zoo.jsonl <<'END'
{"id":"a1","owner":"ann","name":"pet","children":[{"name":"bird"},{"name":"cat"},{"name":"dog"}]}
{"id":"b1","owner":"bob","name":"wildlife","children":[{"name":"bird","children":[{"name":"heron"}]},{"name":"deer"}]}
{"id":"c1","owner":"cid","name":"animal","children":[{"name":"pet","children":[{"name":"cat"}]},{"name":"wildlife"},{"name":"misc"}]}
{"id":"d1","owner":"dee","name":"Tiere","children":[{"name":"Vögel"},{"name":"Katzen"}]}
{"id":"e1","owner":"eve","name":"pet","children":[{"name":"dog"}]}
END
    pleach grow zoo.jsonl -q -o zoo.json
}

decide() { printf '%s\n' "$@" | tr ' _' '\t ' >decided.tsv; }

@test "lines of a review can be pasted into a file of decisions" {
    printf 'a > b\na > c\n' >ann.paths
    printf 'x > b\nx > c\n' >ben.paths
    pleach grow ann.paths ben.paths -q -o r.json
    pleach review r.json -q | sed -n 's/^   no:  //p' >pasted.txt
    grep -q ' | ' pasted.txt
    run -0 pleach grow ann.paths ben.paths -q --decisions pasted.txt -o decided.json
    run -0 pleach check decided.json --decisions pasted.txt
    says 1 "Between bars stand a kind, A and B" \
        pleach grow ann.paths --decisions <(echo 'same | a | b | c')
}

@test "diff of a result with itself" {
    zoo
    run -0 pleach diff zoo.json zoo.json
    [[ $output == "Nothing changed: "*" clusters are as before." ]]
}

@test "diff of a result with itself: groups of a shape, a root, several parents" {
    shops=("$PLEACH_SOURCE"/examples/cookbook/shop-[abc].paths)
    for how in '--shape levels=5,children=2..5' '--shape levels=6,children=2..2,tops=1' \
        '--shape children=2..4 --root Shop' '--root Shop' '--parents 3'; do
        pleach grow "${shops[@]}" $how -q -o shop.json
        run -0 pleach diff shop.json shop.json
        [[ $output == "Nothing changed: "*" clusters are as before." ]]
    done
}

@test "diff knows a group of a shape by its children, whatever it is called" {
    shops=("$PLEACH_SOURCE"/examples/cookbook/shop-[abc].paths)
    pleach grow "${shops[@]}" --shape levels=5,children=2..5 -q -o shop.json
    jq '(.clusters[] | select(.name == "Other")).name = "Further"' shop.json >other.json
    run -0 pleach diff shop.json other.json
    [[ $output == "0 clusters added, 0 gone, 0 merged, 0 split off, 0 moved, 1 renamed,"* ]]
}

@test "diff tells each kind of change, and the voices behind it" {
    zoo
    decide 'same bird Vögel' 'under deer pet' 'name cat Kitty' 'drop misc' 'different a1:2 e1:0'
    pleach grow zoo.jsonl -q --decisions decided.tsv -o new.json
    run -0 pleach diff zoo.json new.json
    [[ ${lines[0]} == *"1 gone"*"merged"*"1 split off"*"moved"*"1 renamed"* ]]
    [[ $output == *"gone     #"*" misc (1 node)"* ]]
    [[ $output == *"merged   #"*" Vögel into #"*" bird"* ]]
    [[ $output == *"moved    #"*" deer: from #"*" wildlife (1 for it, 0 against) to #"*" pet (0 for it, 1 against)"* ]]
    [[ $output == *"renamed  #"*" Kitty was #"*" cat"* ]]
    [[ $output == *"split    #"*" dog out of #"*" dog"* ]]
    run -0 pleach diff new.json zoo.json
    [[ $output == *"added    #"*" misc under #"* ]]
    run -0 pleach diff zoo.json new.json --json
    [[ $output == *'"renamed": 1'*'"change": "gone", "before": {"id": '*'"name": "misc"'*'"after": null'* ]]
}

@test "diff tells which clusters gained and lost nodes" {
    line() { echo "{\"id\":\"$1\",\"owner\":\"$1\",\"name\":\"pet\",\"children\":[{\"name\":\"cat\"},{\"name\":\"dog\"}]}"; }
    (line a && line b) >two.jsonl
    (line a && line b && line c) >three.jsonl
    pleach grow two.jsonl -q -o two.json
    pleach grow three.jsonl -q -o three.json
    run -0 pleach diff two.json three.json
    [[ ${lines[0]} == "0 clusters added, "*", 3 nodes joined, 0 nodes lost, "*"; 3 in both." ]]
    [[ $output == *"grew     #"*" cat by 1 node"* && ${#lines[@]} == 4 ]]
    run -0 pleach diff three.json two.json
    [[ ${lines[0]} == *", 0 nodes joined, 3 nodes lost, "* && $output == *"shrank   #"*" dog by 1 node"* ]]
    run -0 pleach diff two.json three.json --json
    [[ $output == *'"grew": 3, "shrank": 0, "further": 0'*'"change": "grew"'*'"nodes": 1'* ]]
}

@test "diff tells of other further parents" {
    said() { echo "{\"id\":\"$1\",\"owner\":\"$1\",\"name\":\"$2\",\"children\":[{\"name\":\"tomato\"},{\"name\":\"$3\"}]}"; }
    # Less than a third of the voices: more would make two tomatoes.
    { for who in a b c d e; do said "$who" fruit apple; done; said f vegetable leek; said g vegetable leek; } >in.jsonl
    pleach grow in.jsonl -q --similarity name -o one.json
    pleach grow in.jsonl -q --similarity name --parents 2 -o two.json
    run -0 pleach diff one.json two.json
    [[ ${lines[0]} == *", 1 with other further parents; "* ]]
    [[ ${lines[1]} == "further  #"*" tomato: also under #"*", was also under nothing" ]]
    run -0 pleach diff two.json two.json
    [[ $output == "Nothing changed: "* ]]
}

@test "diff: what it refuses" {
    zoo
    says 2 "Two results are wanted" pleach diff zoo.json
    says 1 "is no taxonomy" pleach diff zoo.json <(echo '{"format": "other"}')
    says 3 "nothing.json" pleach diff zoo.json nothing.json
}

@test "review asks, most at stake first, with a line for either answer" {
    zoo
    run -0 pleach review zoo.json
    [[ $output == *'Does "pet" belong under "animal"?'*'yes: under | pet | animal'*'no:  not-under | pet | animal'* ]]
    run -0 pleach review zoo.json --json --about places
    [[ $output == *'"yes": "under\tpet\tanimal", "no": "not-under\tpet\tanimal"'* ]]
    [[ $output != *'"yes": "same'* ]]
    run -0 pleach review zoo.json --about same --most 1
    [[ $output == *'yes: same | '*'no:  different | '* && $output != *"2. "* ]]
}

@test "every answer is a decision that can be obeyed, and is not asked again" {
    zoo
    pleach review zoo.json --json >queue.json
    count=$(grep -c '"question"' queue.json)
    ((count > 2))
    for side in yes no; do
        sed -n 's/.*"'$side'": "\([^"]*\)".*/\1/p' queue.json | while read -r line; do
            printf "$line\n" >decided.tsv
            pleach grow zoo.jsonl -q --decisions decided.tsv -o new.json
            pleach check new.json --decisions decided.tsv >/dev/null
            run -0 pleach review new.json --decisions decided.tsv --json
            [[ $output != *"\"$line\""* ]]
        done
    done
}

@test "who says that a name is the same has not said so of its namesakes" {
    cat >skills.jsonl <<'END'
{"id":"s1","owner":"ann","name":"soft skills","children":[{"name":"communication"},{"name":"teamwork"}]}
{"id":"s2","owner":"bob","name":"soft skills","children":[{"name":"communication"},{"name":"listening"}]}
{"id":"n1","owner":"cid","name":"networks","children":[{"name":"communication"},{"name":"routers"}]}
{"id":"v1","owner":"dee","name":"people","children":[{"name":"verbal communication"}]}
END
    pleach grow skills.jsonl -q -o skills.json
    run -0 pleach review skills.json
    [[ $output == *"yes: same | communication under soft skills | verbal communication"* ]]
    [[ $output == *"no:  different | communication under networks | communication under soft skills"* ]]
    printf '%s\t%s\t%s\n' \
        same "communication under soft skills" "verbal communication" \
        different "communication under networks" "communication under soft skills" >decided.tsv
    pleach grow skills.jsonl -q --decisions decided.tsv -o new.json
    run -0 pleach check new.json skills.jsonl --decisions decided.tsv
    run -0 pleach review new.json --decisions decided.tsv --about same
    [[ $output != *"| communication under networks | communication under soft skills"* ]]
    [[ $output != *"| verbal communication"* ]]
    run -0 pleach diff skills.json new.json
    [[ $output == *"split    #"*" communication out of #"*" communication (1 node)"* ]]
    [[ $output == *"merged   #"*" verbal communication into #"*" communication"* ]]
}

# together NAME: the hierarchies of its nodes, a line for each cluster.
together() {
    python3 - "$@" <<'END'
import json, sys
for cluster in json.load(open("new.json"))["clusters"]:
    nodes = sorted(m["id"] for m in cluster["members"] if m["name"] == sys.argv[1])
    if nodes: print(*nodes)
END
}

@test "an answer holds for all nodes of both sides" {
    line() { echo "{\"id\":\"$1\",\"owner\":\"$1\",\"name\":\"$2\",\"children\":[{\"name\":\"Biogas\"},{\"name\":\"$3\"}]}"; }
    (line a Biomass Wood && line b "Biomass energy" Wood && line c Gas Methane &&
        line d Bioenergy Ethanol && line e Bioenergy Ethanol) >gas.jsonl
    # Nobody has both, so they are one unless somebody decides.
    printf 'different\tBiogas under Bioenergy\tBiogas under %s\n' Biomass "Biomass energy" Gas >apart.tsv
    pleach grow gas.jsonl -q --decisions apart.tsv -o gas.json
    pleach review gas.json --about same >asked
    local skips
    skips=$(grep '^[0-9]' asked | sed '/"Biogas" (2 nodes, under "Bioenergy") the same as "Biogas" (3 nodes, under "Biomass")?/,$d; s/.*/s/')
    [[ $(wc -l <<<"$skips") -lt $(grep -c '^[0-9]' asked) ]]
    skips+=$'\n'
    for answer in n y; do
        rm -f decided.tsv
        run -0 pleach review gas.json --about same --ask --decisions decided.tsv <<<"$skips$answer"
        [[ $output == *"1 answer was added"* ]]
        # What is above them becomes one, so that all speaks for merging.
        printf 'same\tBioenergy\tBiomass\n' >>decided.tsv
        pleach grow gas.jsonl -q --decisions decided.tsv -o new.json
        pleach check new.json gas.jsonl --decisions decided.tsv
        run -0 together Biogas
        [[ $output == $([[ $answer == y ]] && echo "a b c d e" || printf 'a b c\nd e') ]]
    done
    # Undone as a whole.
    printf 'top\tGas\n' >decided.tsv
    run -0 pleach review gas.json --about same --ask --decisions decided.tsv <<<"$skips"$'n\nu\nq'
    [[ $output == *"0 answers were added"* && $(cat decided.tsv) == $'top\tGas' ]]
}

@test "a no parts nothing that is decided to be one" {
    line() { echo "{\"id\":\"$1\",\"owner\":\"$1\",\"name\":\"$2\",\"children\":[{\"name\":\"$3\"},{\"name\":\"x$4\"}]}"; }
    (line a Soft "big talk" 1 && line b Hard "big talk" 1 &&
        line c Soft "talk big" 2 && line d Hard "talk big" 2) >talk.jsonl
    printf 'different\tbig talk\ttalk big\n' >apart.tsv
    pleach grow talk.jsonl -q --decisions apart.tsv -o talk.json
    for side in Soft Hard; do
        for pair in "big talk,talk big" "talk big,big talk"; do
            printf 'same\t%s under %s\t%s under %s\n' "${pair%,*}" $side "${pair#*,}" $side >decided.tsv
            run -0 pleach review talk.json --about same --ask --decisions decided.tsv <<<$'n\nn\nn\nn'
            pleach grow talk.jsonl -q --decisions decided.tsv -o new.json
            pleach check new.json talk.jsonl --decisions decided.tsv
        done
    done
}

@test "what an answer of many lines shows" {
    for n in {1..30}; do
        echo "{\"id\":\"a$n\",\"owner\":\"a$n\",\"name\":\"box $n\",\"children\":[{\"name\":\"nail\"},{\"name\":\"screw\"}]}"
        echo "{\"id\":\"b$n\",\"owner\":\"b$n\",\"name\":\"hand\",\"children\":[{\"name\":\"nail\"},{\"name\":\"thumb\"}]}"
    done >in.jsonl
    printf 'different\tnail under hand\tnail under box %d\n' {1..30} >apart.tsv
    printf 'same\tnail under box 1\tnail under box %d\n' {2..30} >>apart.tsv
    pleach grow in.jsonl -q --decisions apart.tsv -o in.json
    run -0 pleach review in.json --json
    [[ $output == *'"no": "different\tnail under '*'\ndifferent\t'* ]]
    run -0 pleach review in.json
    [[ $output == *"and 22 more: --json and --ask have all lines"* ]]
}

@test "what only a place speaks for is asked by --about same alone" {
    run -0 pleach grow "$ANIMALS" -q -o animals.json
    pleach review animals.json >usual
    pleach review animals.json --about same >all
    run -1 grep 'Insects.*the same as.*Cats' usual
    run -0 grep 'Insects.*the same as.*Cats' all
}

@test "children of one name make clusters alike only once" {
    box() { echo "{\"id\":\"$1\",\"owner\":\"o$1\",\"name\":\"$2 box\",\"children\":[{\"name\":\"$3\"}]}"; }
    { for k in {1..30}; do box "b$k" blue z; done; box h0 blue y; for k in {1..11}; do box "h$k" red y; done; } >in.jsonl
    for k in {0..10}; do for l in $(seq $((k + 1)) 11); do printf 'different\th%d:0\th%d:0\n' $k $l; done; done >decided.tsv
    pleach grow in.jsonl -q --decisions decided.tsv -o out.json
    run -0 pleach review out.json --json
    [[ $output == *'"kind": "alike", "question": "Is \"blue box\" (31 nodes, at the top) the same as \"red box\"'*'"doubt": 0.12'* ]]
    run ! grep -q '"doubt": [1-9]' <<<"$output"
}

@test "of many clusters only those are compared that have a word in common" {
    { for k in {1..2100}; do echo "a$k	thing$k > part$k"; done
      echo 'b	outdoor > boots walking leather'; echo 'c	outdoor > leather shoes'; } >many.paths
    pleach grow many.paths -q -o many.json
    run -0 pleach review many.json --about same
    [[ $output == *"boots walking leather"*"leather shoes"* || $output == *"leather shoes"*"boots walking leather"* ]]
    [[ $output != *thing* ]]
}

@test "a rival of more people than were against" {
    printf '%s\n' 'a	Europe > France' 'b	France > Paris > Louvre' 'c	France > Paris > Orsay' >said.paths
    pleach grow said.paths -q -o zoo.json
    sed 's/"rivals": \[{"parent": \([0-9]*\), "people": [0-9]*/"rivals": [{"parent": \1, "people": 9/' zoo.json >claimed.json
    run ! cmp -s zoo.json claimed.json
    run -0 pleach review claimed.json --about places
    [[ $output == *"? 9 said so, 0 not."* ]]
    [[ $output != *[0-9][0-9][0-9][0-9]" not."* ]]
}

@test "asking: answers are appended at once, skipped and undone" {
    zoo
    printf 'top\tTiere' >decided.tsv # without an end of line
    run -0 pleach review zoo.json --ask --decisions decided.tsv --who ann <<<$'y\nn\nu\ns\nwhat\ny\nq'
    [[ $output == *"2 answers were added to decided.tsv"* && $output == *"Answer y (yes)"* ]]
    [[ $(wc -l <decided.tsv) == 3 && $(head -1 decided.tsv) == $'top\tTiere' ]]
    [[ $(tail -1 decided.tsv) == *$'\tann\t20'* ]]
    pleach grow zoo.jsonl -q --decisions decided.tsv -o new.json
    rm decided.tsv
    run -0 pleach review zoo.json --ask --decisions decided.tsv </dev/null
    [[ $output == *"0 answers were added"* ]]
}

@test "asking: a long line is one answer" {
    zoo
    line=$(printf 'w%.0s' {1..255})yyy
    run -0 pleach review zoo.json --ask --decisions decided.tsv <<<"$line"
    [[ $output == *"0 answers were added"* ]]
    run -0 pleach review zoo.json --ask --decisions decided.tsv <<<$' \ty'
    [[ $output == *"1 answer was added"* ]]
}

@test "review: what it refuses" {
    zoo
    says 2 "--decisions FILE" pleach review zoo.json --ask
    says 2 "Which result?" pleach review
    echo nonsense >decided.tsv
    says 1 "decided.tsv:1:" pleach review zoo.json --ask --decisions decided.tsv
}

@test "questions come by what they save, and the list says where to stop" {
    pleach grow "$PLEACH_SOURCE/examples/animals.jsonl" -q -o a.json
    run -0 pleach review a.json --json
    [[ $(jq '[.[].saves] | . == (sort | reverse)' <<<"$output") == true ]]
    [[ $(jq 'all(.[]; .saves > 0 and .saves <= .doubt)' <<<"$output") == true ]]
    worth=$(jq '[.[] | select(.saves >= 0.2)] | length' <<<"$output")
    ((worth > 0 && worth < $(jq length <<<"$output")))
    run -0 pleach review a.json
    [[ ${lines[-1]} == "Only the first $worth are worth asking: 5 of the others would not save one correction." ]]
    run -0 pleach review a.json --ask --decisions d.tsv < <(yes s | head -n "$((worth + 1))")
    [[ $output == *"$worth of "*"Nothing more is worth asking: "*"$((worth + 1)) of "* ]]
    [[ $(grep -o "Nothing more is worth asking" <<<"$output" | wc -l) == 1 ]]
}

@test "spellings of one name below one parent are not asked about" {
    cat >shops.jsonl <<'END'
{"owner": "a", "name": "Shop", "children": [{"name": "Phones", "children": ["Chargers"]}, "Refunds"]}
{"owner": "b", "name": "Shop", "children": [{"name": "phones", "children": ["Chargers"]}, "Refund"]}
END
    pleach grow shops.jsonl -q -o shops.json
    pleach review shops.json --about same >asked
    run -1 grep Refund asked
}
