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
    run -0 grep -m 1 '"depth"' t.json
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

@test "two fields in one run have a root each" {
    "$PLEACH_SOURCE/scripts/tree-sets" sets
    sed 's/"owner": "/&kitchen of /' sets/kitchens.jsonl >mixed.jsonl
    sed 's/"owner": "/&museum of /' sets/museums.jsonl >>mixed.jsonl
    pleach grow mixed.jsonl -q -o t.json
    python3 - <<'END'
import json
homes = {}
for cluster in json.load(open("t.json", encoding="utf-8"))["clusters"]:
    for member in cluster["members"]:
        if member["path"] == ".":
            homes.setdefault(cluster["id"], []).append(member["owner"].split()[0])
assert sorted(map(len, homes.values())) == [9, 16], homes
assert all(len(set(home)) == 1 for home in homes.values()), homes
END
}

@test "lists about many subjects, with the same headings, are not one list" {
    grown awesome/awesome_headings_cc0.jsonl
    python3 - <<'END'
import json
clusters = json.load(open("t.json", encoding="utf-8"))["clusters"]
most = max(sum(member["path"] == "." for member in cluster["members"]) for cluster in clusters)
assert most < 10, most
END
}

# What a person would draw, line by line: who said it, and what comes out.

# drawn TEXT: the tree of paths, one "owner<tab>A > B" a line, without counts.
drawn() {
    printf '%b' "$1" >said.paths
    pleach grow said.paths -q >drawn.txt
    sed -E 's/ \([0-9]+\)//' drawn.txt
}

@test "one maker's table comes back as it is" {
    run -0 drawn 'Women > Shoes\nMen > Shoes\nMen > Ties\n'
    [[ $output == $'Men\n├── Shoes\n└── Ties\nWomen\n└── Shoes' ]]
    pleach grow said.paths -q -o one.json
    pleach check -q one.json
    # What goes on in a tree of its own is still one thing.
    printf '{"owner": "a", "name": "%s", "children": ["%s"]}\n' Animals Pets Pets Dogs Dogs Beagles >on.jsonl
    run -0 pleach grow on.jsonl -q
    [[ $output == *"Animals (1)"*"── Pets (2 by 1)"*"── Dogs (2 by 1)"*"── Beagles (1)"* && ${#lines[@]} == 4 ]]
}

@test "a bare leaf does not carry what somebody has levels below" {
    local text='a\tEurope > France\nb\tFrance > Paris > Louvre\n'
    run -0 drawn "$text"
    [[ $output != *"── France"* ]]
    run -0 drawn "${text}c\tEurope > France\n"
    [[ $output == $'Europe\n└── France\n    └── Paris\n        └── Louvre' ]]
}

@test "one voice does not hang what its owner has beside the parent" {
    local text='a\tEurope > France\nb\tFrance > Paris > Louvre\nb\tEurope > Spain > Madrid\n'
    run -0 drawn "$text"
    [[ $output != *"── France"* ]]
    # Others who are flat change nothing.
    for k in {1..6}; do text+="f$k\tTools$k > Hammer$k\n"; done
    run -0 drawn "$text"
    [[ $output != *"── France"* ]]
}

@test "one of many has no say in where all of them hang something" {
    local text='a\tFood > Stuff I hate > Cheese\n'
    for k in {1..12}; do text+="p$k\tFood > Cheese\n"; done
    run -0 drawn "$text"
    [[ $output == $'Food\n├── Cheese\n└── Stuff I hate' ]]
}

@test "a year is not what was seen in it, and plurals of letters meet" {
    run -0 drawn 'a\tPhotos > 2019 > Rome\nb\tPhotos > Italy > Rome\n'
    [[ $output == *2019* && $output == *Italy* ]]
    run -0 drawn 'a\tShop > TV\na\tShop > Lens\nb\tShop > TVs\nb\tShop > Lenses\n'
    [[ $(wc -l <<<"$output") == 3 ]]
}

@test "a level keeps its children although some leave it out" {
    local flat='Vehicles > Cars\n%s\tVehicles > Boats\n' text='a\tVehicles > Land > Cars\na\tVehicles > Water > Boats\n'
    for who in b c; do text+="$who\t${flat/\%s/$who}"; done
    run -0 drawn "$text"
    [[ $output == $'Vehicles\n├── Land\n│   └── Cars\n└── Water\n    └── Boats' ]]
    # Who leaves it out says a little less for it: of six, one is not enough.
    for who in d e f g; do text+="$who\t${flat/\%s/$who}"; done
    run -0 drawn "$text"
    [[ $output == $'Vehicles\n├── Boats\n├── Cars\n├── Land\n└── Water' ]]
}

@test "a name that somebody has in two places means two things, for all" {
    local text='a\tpet > bird\na\tpet > dog\nb\twildlife > bird\nb\twildlife > fox\n'
    run -0 drawn "${text}c\tAnimals > pet > bird\nc\tAnimals > wildlife > bird\n"
    [[ $(grep -c bird <<<"$output") == 2 ]]
    # Where nobody has, it is one thing, and its place is doubtful.
    run -0 drawn "$text"
    [[ $(grep -c bird <<<"$output") == 1 && $output == *"bird ?"* ]]
    run -0 drawn 'a\tpet > bird\na\tpet > cat\nb\twildlife > bird\nb\twildlife > cat\n'
    [[ $(grep -c bird <<<"$output") == 1 ]]
}

@test "accessories of two kinds of things stay below them" {
    run -0 drawn 'a\tShop > Computers > Accessories > Mice\nb\tShop > Phones > Accessories > Cases\nb\tShop > Computers > Accessories\n'
    [[ $output == $'Shop\n├── Computers\n│   └── Accessories\n│       └── Mice\n└── Phones\n    └── Accessories\n        └── Cases' ]]
}

@test "parts that somebody has of two things stay in each" {
    # both TOP ONE OTHER X Y: a and b have X and Y in one of the two, c in both.
    both() {
        local who
        for who in "a\t$1 > $2" "b\t$1 > $3" "c\t$1 > $2" "c\t$1 > $3"; do printf '%s' "$who > $4\\n$who > $5\\n"; done
    }
    run -0 drawn "$(both Photos 2022 2023 January May)"
    [[ $output == $'Photos\n├── 2022\n│   ├── January\n│   └── May\n└── 2023\n    ├── January\n    └── May' ]]
    run -0 drawn "$(both Shop Men Women Shirts Shoes)"
    [[ $(grep -c Shirts <<<"$output") == 2 && $output == *Women* ]]
}

@test "who has a level and puts things beside it speaks against it" {
    local text='a\tAnimals > Birds > Bat\n'
    for who in b c d; do text+="$who\tAnimals > Birds > Owl\n$who\tAnimals > Bat\n"; done
    run -0 drawn "$text"
    [[ $output == $'Animals\n├── Birds\n│   └── Owl\n└── Bat' ]]
}

@test "a name that somebody uses for two things stays in both trees" {
    local text=
    for who in a b; do text+="$who\tTechnology > Programming > Python\n$who\tTechnology > Programming > Perl\n"; done
    for who in c d; do text+="$who\tAnimals > Snakes > Python\n$who\tAnimals > Snakes > Cobra\n"; done
    run -0 drawn "${text}e\tWorld > Programming > Python\ne\tWorld > Snakes > Python\n"
    [[ $(grep -c Python <<<"$output") == 2 ]]
    # Where nobody does, one of three may be wrong.
    run -0 drawn "${text%c*}"'c\tAnimals > Snakes > Cobra\n'
    [[ $(grep -c Python <<<"$output") == 1 ]]
}

@test "what makers of many fields say grows into better trees than by votes" {
    "$PLEACH_SOURCE"/scripts/tree-sets sets
    for set in sets/*.jsonl; do
        pleach grow "$set" -q -o t.json
        pleach score t.json --truth "${set%.jsonl}_truth.tsv" \
            --gold "${set%.jsonl}_gold.tsv" --json >"${set%.jsonl}_score.json"
    done
    python3 - <<'END'
import glob, json
scores = {name: json.load(open(name, encoding="utf-8")) for name in sorted(glob.glob("sets/*_score.json"))}
assert len(scores) == 18
gains = {name: score["mends"]["given"]["saved"] - score["mends"]["key_votes"]["saved"] for name, score in scores.items()}
assert sum(gains.values()) / len(gains) > 0.05, gains
END
}

@test "the sets that are held out stand apart" {
    "$PLEACH_SOURCE"/scripts/tree-sets sets
    for set in "$PLEACH_SOURCE"/bench/trees/*.txt; do
        name=$(basename "$set" .txt)
        [[ -s sets/$name.jsonl || -s sets/held/$name.jsonl ]]
        [[ ! -e sets/$name.jsonl || ! -e sets/held/$name.jsonl ]]
    done
    held=(sets/held/*.jsonl)
    [[ ${#held[@]} == 22 ]]
}

@test "a title with a capital is kept, and a field around everything is none" {
    printf 'Skills:\n  Programming: [Python]\n  Design: [Figma]\n' >in.yaml
    run -0 pleach grow in.yaml -q
    [[ $output == "Skills (1)"* ]]
    printf 'categories:\n  Food: [Bread]\n  Toys: [Balls]\n' >in.yaml
    run -0 pleach grow in.yaml -q
    [[ $output != *ategories* && $output == "Food (1)"* ]]
}

@test "grow tells how many corrections to expect, where people are overruled" {
    run -0 --separate-stderr pleach grow "$PLEACH_SOURCE/examples/animals.jsonl" -o a.json
    [[ $stderr == *"Expect about "*" corrections for "*" concepts: "*' moves. "pleach review a.json" asks about those that matter most.'* ]]
    run -0 --separate-stderr pleach grow "$PLEACH_SOURCE/examples/animals.jsonl" -o a.html -o b.json
    [[ $stderr == *'"pleach review b.json" asks'* ]]
    run -0 --separate-stderr pleach grow "$PLEACH_SOURCE/examples/animals.jsonl" -o a.html
    [[ $stderr == *' With -o FILE.json, "pleach review FILE.json" asks'* ]]
    run -0 --separate-stderr pleach grow "$PLEACH_SOURCE/examples/animals.jsonl" --solver joint -o b.json
    [[ $stderr != *"Expect about"* ]]
}

@test "--root puts everything below one concept that nobody has, and check proves it" {
    animals=$PLEACH_SOURCE/examples/animals.jsonl
    for solver in consensus votes rap; do
        run -0 pleach grow "$animals" -q --root Things --solver $solver -o a.json
        run -0 pleach check a.json "$animals"
        [[ $output == *" in 1 tree: "* ]]
        [[ $(jq -r '.report.root' a.json) == Things ]]
        [[ $(jq -c '[.clusters[] | select(.parent == null) | .name, .size, .exemplar]' a.json) == '["Things",0,null]' ]]
    done
    run -0 pleach grow "$animals" -q --root Things
    [[ ${lines[0]} == Things && ${lines[1]} == "├── "* ]]
    run -0 pleach explain a.json Things
    [[ $output == *"a root that nobody has: everything was put below it"* ]]
    run -0 pleach explain a.json '#1'
    [[ $output == *"under #0 Things, the root that everything was put below"* ]]
    run -2 pleach explain a.json '#1' '#0'
    [[ $output == *'"Things" is a root that nobody has'* ]]
    run -0 pleach review a.json --json
    [[ $output != *'\tThings'* && $output == *'"under\t'* ]]
    for format in html dot markdown edges paths yaml skos opml mermaid sqlite sssom jsonl; do
        run -0 pleach grow "$animals" -q --root Things --format "$format" -o "out.$format"
    done
    grep -q '^# Things$' out.markdown
}

@test "a root is a top that is called so, or the title that most people have" {
    zoo=$PLEACH_SOURCE/examples/zoo.jsonl
    run -0 pleach grow "$zoo" -q --root Wildlife
    [[ ${lines[0]} == "Wildlife (1)" && $output == *"├── Tiere (1)"* && $output == *"└── pet (1)"* ]]
    run -0 pleach grow "$PLEACH_SOURCE/examples/bank.jsonl" -q --root "Banking" -o b.json
    [[ $(jq -c '[.clusters[] | select(.parent == null) | .name, .size]' b.json) == '["Banking",4]' ]]
    run -0 pleach check b.json "$PLEACH_SOURCE/examples/bank.jsonl"
}

@test "a department that most people have beside others is not taken for the root" {
    printf 'Home > Kitchen\nShoes > Boots\nToys > Dolls\n' >ours.paths
    printf 'Home & Living > Kitchen\nBooks > Novels\nSale > Hats\n' >theirs.paths
    printf 'Home\tHome & Living\n' >same.txt
    run -0 pleach grow ours.paths theirs.paths -q --synonyms same.txt --root Shop -o a.json
    [[ $(jq -c '.clusters[0].id as $root | [.clusters[] | select(.parent == $root) | .name] | sort' a.json) == '["Books","Home & Living","Sale","Shoes","Toys"]' ]]
    run -0 pleach check a.json ours.paths theirs.paths
}

@test "check refuses a root that is none" {
    zoo=$PLEACH_SOURCE/examples/zoo.jsonl
    pleach grow "$zoo" -q --root Things -o a.json
    jq '.report.root = "Other"' a.json >b.json
    run -1 pleach check b.json
    [[ $output == *"no exemplar"* ]]
    pleach grow "$zoo" -q --root Wildlife -o a.json
    jq '.report.root = "Other"' a.json >b.json
    run -1 pleach check b.json
    [[ $output == *"called like the root"* || $output == *"as no member of it is"* ]]
    jq 'del(.report.root)' a.json >b.json
    run -1 pleach check b.json
    [[ $output == *"No leaf supports the edge"* || $output == *"as no member of it is"* ]]
    pleach grow "$zoo" -q -o a.json
    jq '.report.root = "pet"' a.json >b.json
    run -1 pleach check b.json
    [[ $output == *'Everything should be below the root "pet", but there are 3 trees.'* ]]
}

@test "a root and decisions: a top hangs right below it, what contradicts it is named" {
    zoo=$PLEACH_SOURCE/examples/zoo.jsonl
    printf 'top\tpet\n' >d.tsv
    run -0 pleach grow "$zoo" -q --root Wildlife --decisions d.tsv -o a.json
    run -0 pleach check a.json --decisions d.tsv
    printf '# which it is not\nnot-under\tpet\twildlife\n' >d.tsv
    run -1 pleach grow "$zoo" -q --root Wildlife --decisions d.tsv
    [[ $output == *'d.tsv:2: This contradicts the root "Wildlife", which everything is put below.'* ]]
    printf 'name\twildlife\tBeasts\n' >d.tsv
    run -1 pleach grow "$zoo" -q --root Wildlife --decisions d.tsv
    [[ $output == *'d.tsv:1: This contradicts the root "Wildlife"'* ]]
    run -2 pleach grow "$zoo" -q --root '!!'
    [[ $output == *"neither letters nor digits"* ]]
}

@test "a root that nobody has keeps its id in updates, and diff knows it again" {
    zoo=$PLEACH_SOURCE/examples/zoo.jsonl
    pleach grow "$zoo" -q --root Things -o a.json
    run -0 pleach grow "$zoo" -q --root Things --previous a.json -o b.json
    run -0 pleach check b.json "$zoo"
    run -0 pleach diff a.json b.json
    [[ $output == "Nothing changed"* ]]
    [[ $(jq '.clusters[0].id' a.json) == $(jq '.clusters[] | select(.size == 0) | .id' b.json) ]]
}

# A tree of words of which many stand in several branches, as paths.
repetitive() { # SEED ROOT
    python3 - "$@" <<'END'
import random, sys
chance = random.Random(int(sys.argv[1]))
words = "Walnut Copper Lantern Meadow Violin Harbor Pepper Canyon Magnet Saddle Turnip Beacon Cobalt Hammock Quarry".split()
def grow(levels, above):
    for name in chance.sample([word for word in words if word not in above], chance.randint(2, 4)):
        if levels > 1 and chance.random() < .7:
            yield from grow(levels - 1, [*above, name])
        else:
            yield [*above, name]
for path in grow(3, sys.argv[2].split()):
    print(" > ".join(path))
END
}

# The paths of all clusters of a result.
cluster_paths() {
    python3 -c '
import json, sys
clusters = {one["id"]: one for one in json.load(sys.stdin)["clusters"]}
for at in clusters:
    path = []
    while at is not None:
        path.insert(0, clusters[at]["name"])
        at = clusters[at]["parent"]
    print(" > ".join(path))' | sort
}

# All levels of paths, each once.
all_levels() { awk -F ' > ' '{ path = $1; print path; for (k = 2; k <= NF; k++) { path = path " > " $k; print path } }' "$@" | sort -u; }

@test "copies of one tree grow back to it, whatever names its branches share" {
    for seed in $(seq 12); do
        for root in Root ""; do
            repetitive "$seed" "$root" >1.paths
            all_levels 1.paths >right
            for copies in 1 2 5; do
                # Who is alone may go on elsewhere with what is on top.
                [[ $copies$root == 1 ]] && continue
                for k in $(seq 2 $copies); do cp 1.paths "$k.paths"; done
                pleach grow $(seq -f %g.paths $copies) -q --format json | cluster_paths >grown
                cmp right grown || { echo "seed $seed, root '$root', $copies copies"; diff right grown; false; }
            done
        done
    done
}
