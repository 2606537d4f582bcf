#!/usr/bin/env bats
# From the nodes of one source to their counterparts in another.
load common

sources() {
    cat >ours.txt <<'TEXT'
Clothing > Shoes > Boots
Clothing > Shoes > Sandals > Flip flops
Clothing > Hats
Garden > Tools
TEXT
    cat >theirs.csv <<'TEXT'
id,name,parent_id
1,clothing,
2,Shoes,1
3,boot,2
4,hats,1
5,Umbrellas,1
TEXT
    cat >third.md <<'TEXT'
# Clothing
- Shoes
- Umbrella
TEXT
}

# row FILE FROM PATH TO: match, path and reason of the first answer; "?" ahead of
# all that are not sure.
row() {
    python3 - "$@" <<'PYTHON'
import csv, sys
rows = [r for r in csv.DictReader(open(sys.argv[1], newline=''))
        if r['from'] == sys.argv[2] and r['path'] == sys.argv[3] and r['to'] == sys.argv[4]]
assert [int(r['rank']) for r in rows] == list(range(1, len(rows) + 1)), rows
assert len({(r['to_id'], r['to_node']) for r in rows}) == len(rows), rows
print(rows[0]['match'], rows[0]['to_path'], rows[0]['why'], sep=' | ')
PYTHON
}

@test "exact, else the nearest above, else the likeliest" {
    sources
    run --separate-stderr -0 pleach crosswalk ours.txt theirs.csv third.md -o x.csv
    [[ $stderr == *"Of 32 nodes "*" have their counterpart, "*" a broader, 0 a narrower and 0 an overlapping one; 4 have candidates only."* ]]
    [[ $(row x.csv ours.txt 'Clothing > Shoes > Boots' theirs.csv) == "exact | clothing > Shoes > boot | the same name" ]]
    [[ $(row x.csv ours.txt 'Clothing > Shoes > Sandals > Flip flops' theirs.csv) == \
        "broader | clothing > Shoes | not there itself; this is above it" ]]
    [[ $(row x.csv theirs.csv 'clothing > Umbrellas' third.md) == "exact | Clothing > Umbrella | the same name" ]]
    [[ $(row x.csv ours.txt 'Clothing > Shoes > Boots' third.md) == "broader | Clothing > Shoes | not there itself; this is above it" ]]
    [[ $(row x.csv ours.txt 'Garden > Tools' theirs.csv) == "candidate | clothing | nothing nearer is there" ]]
    [[ $(row x.csv theirs.csv 'clothing > Umbrellas' ours.txt) == "broader | Clothing | "* ]]
}

@test "every node of every source has an answer in each other source" {
    sources
    pleach crosswalk ours.txt theirs.csv third.md -q -o x.csv
    python3 - <<'PYTHON'
import csv
rows = list(csv.DictReader(open('x.csv', newline='')))
nodes = {(r['from'], r['id'], r['node']) for r in rows}
assert len(nodes) == 8 + 5 + 3
assert len([r for r in rows if r['rank'] == '1']) == 2 * len(nodes)
words = {'=': 'exact', '<': 'broader', '>': 'narrower', '~': 'related'}
for r in rows:
    assert r['from'] != r['to'] and 0 < float(r['confidence']) < 1 and r['to_name'], r
    sure = r['rank'] == '1' and float(r['confidence']) >= 0.5
    assert r['match'] == (words[r['relation']] if sure else 'candidate'), r
PYTHON
}

@test "the two ways of a pair say the same, turned round" {
    shops
    pleach crosswalk a.csv b.csv -q --alternatives 100 -o x.csv
    python3 - <<'PYTHON'
import csv
rows = list(csv.DictReader(open('x.csv', newline='')))
found = {(r['path'], r['to_path']): r for r in rows}
both = [(r, found[r['to_path'], r['path']]) for r in rows if (r['to_path'], r['path']) in found]
equal = [(a, b) for a, b in both if a['relation'] == '=']
assert len(equal) >= 8
for a, b in equal:
    assert b['relation'] != '=' or abs(float(a['confidence']) - float(b['confidence'])) < 0.0015, (a, b)
PYTHON
}

@test "what is above counts, and a name that says more is narrower" {
    printf '%s\n' 'Musical Instruments > Keyboards' 'Musical Instruments > Guitars' 'Shoes > Running shoes' 'Beauty > Makeup' >one.txt
    printf '%s\n' 'Electronics > Computers > Keyboards' 'Electronics > Computers > Mice' 'Clothing > Shoes' \
        'Health & Beauty > Personal Care > Cosmetics > Makeup' 'Arts > Instruments > Keyboards' 'Arts > Instruments > Guitars' >two.txt
    pleach crosswalk one.txt two.txt -q --synonyms none -o x.csv
    [[ $(row x.csv one.txt 'Musical Instruments > Keyboards' two.txt) == *"| Arts > Instruments > Keyboards |"* ]]
    [[ $(row x.csv one.txt 'Shoes > Running shoes' two.txt) == "broader | Clothing > Shoes | its name says more" ]]
    [[ $(row x.csv one.txt 'Beauty > Makeup' two.txt) == "exact | Health & Beauty > Personal Care > Cosmetics > Makeup | the same name" ]]
}

@test "candidates, as many as asked for" {
    for k in 1 2 3 4 5 6 7 8; do echo "Things > Blue $k box"; done >one.txt
    for k in a b c d e f g h; do echo "Stuff > Box $k"; done >two.txt
    for most in 1 3 7; do
        pleach crosswalk one.txt two.txt -q --from one.txt --alternatives $most -o x.csv
        python3 -c "
import csv, collections
rows = list(csv.DictReader(open('x.csv', newline='')))
assert max(collections.Counter(r['path'] for r in rows).values()) == $most"
    done
    says 2 "alternatives" pleach crosswalk one.txt two.txt --alternatives 0
}

@test "behind the first answer, candidates are in order of confidence" {
    shops
    pleach crosswalk a.csv b.csv -q -o x.csv
    python3 -c "
import csv, itertools
rows = csv.DictReader(open('x.csv', newline=''))
for _, some in itertools.groupby(rows, lambda r: (r['from'], r['id'], r['node'], r['to'])):
    sure = [float(r['confidence']) for r in some][1:]
    assert sure == sorted(sure, reverse=True), sure"
}

@test "who refused two names doubts them elsewhere" {
    printf '%s\n' 'Men > Shoes > Pumps' 'Women > Shoes > Pumps' 'Bikes > Pumps' >one.txt
    printf '%s\n' 'Men > Shoes > Pump' 'Garden > Water > Pump' >two.txt
    pleach crosswalk one.txt two.txt -q --alternatives 50 --from one.txt -o before.csv
    id=$(awk -F, '$5 == "Bikes > Pumps" { print $2 ":" $3; exit }' before.csv)
    other=$(awk -F, '$10 == "Garden > Water > Pump" { print $7 ":" $8; exit }' before.csv)
    printf 'different\t%s\t%s\n' "$id" "$other" >d.tsv
    pleach crosswalk one.txt two.txt -q --alternatives 50 --from one.txt --decisions d.tsv -o after.csv
    python3 - <<'PYTHON'
import csv
def equal(name):
    return {(r['path'], r['to_path']): float(r['confidence']) for r in csv.DictReader(open(name, newline='')) if r['relation'] == '='}
before, after = equal('before.csv'), equal('after.csv')
refused, like = ('Bikes > Pumps', 'Garden > Water > Pump'), ('Men > Shoes > Pumps', 'Men > Shoes > Pump')
assert refused not in after
assert after.get(like, 0) < before[like] - 0.02, (before, after)
PYTHON
}

@test "one to one: no two nodes have one equal counterpart" {
    for shop in x y; do
        printf '%s\n' "$shop > Shoes" "$shop > Men > Shoes" "$shop > Women > Shoes" "$shop > Children > Shoes"
    done >many.txt
    printf '%s\n' 'shop > Shoes' 'shop > Men > Shoes' 'shop > Women > Shoes' >few.txt
    pleach crosswalk many.txt few.txt -q -o any.csv
    pleach crosswalk many.txt few.txt -q --one-to-one -o x.csv
    python3 - <<'PYTHON'
import csv
def equal(name, source):
    rows = csv.DictReader(open(name, newline=''))
    return [r['to_path'] for r in rows if r['from'] == source and r['relation'] == '=']
for source in ('many.txt', 'few.txt'):
    got = equal('x.csv', source)
    assert got and len(set(got)) == len(got), got
assert len(set(equal('any.csv', 'many.txt'))) < len(equal('any.csv', 'many.txt'))
pairs = [{(r['path'], r['to_path'])[::way] for r in csv.DictReader(open('x.csv', newline=''))
          if r['relation'] == '=' and r['from'] == source} for source, way in (('many.txt', 1), ('few.txt', -1))]
assert pairs[0] == pairs[1], pairs
PYTHON
}

@test "the Alignment API's RDF" {
    need rapper
    sources
    printf '<http://x.org/a> a <http://www.w3.org/2004/02/skos/core#Concept>; <http://www.w3.org/2004/02/skos/core#prefLabel> "Shoes <&>".\n' >x.ttl
    printf 'Shoes <&> > Boots\n' >y.txt
    pleach crosswalk x.ttl y.txt -q -o x.rdf
    rapper -q -c x.rdf
    rapper -q x.rdf | grep -q 'alignment#entity1> <http://x.org/a> \.'
    rapper -q x.rdf | grep -q 'alignment#entity2> <urn:pleach:node/y.txt/.*> \.'
    pleach crosswalk ours.txt theirs.csv -q --format alignment >z.rdf
    rapper -q z.rdf | grep -q 'alignment#relation> "<" \.'
    python3 - <<'PYTHON'
import csv, subprocess, xml.etree.ElementTree as tree
space = '{http://knowledgeweb.semanticweb.org/heterogeneity/alignment#}'
cells = list(tree.parse('z.rdf').iter(space + 'Cell'))
assert len(list(tree.parse('z.rdf').iter(space + 'Alignment'))) == 1
for cell in cells:
    assert [part.tag for part in cell] == [space + what for what in ('entity1', 'entity2', 'measure', 'relation')]
    assert cell[3].text in '=<>~' and 0.5 <= float(cell[2].text) <= 1
assert len(cells) == 6
PYTHON
}

@test "of a taxonomy, from one source to another" {
    sources
    pleach grow ours.txt theirs.csv third.md -q -o t.json
    pleach crosswalk t.json --from ours.txt --to third.md >some.csv
    diff some.csv <(pleach crosswalk ours.txt theirs.csv third.md -q | grep -E '^(from|ours.txt),.*,(to|third.md),')
    says 2 'no source "nobody"' pleach crosswalk t.json --from nobody
}

@test "SSSOM: exact and broad matches" {
    sources
    pleach crosswalk ours.txt theirs.csv -q -o x.sssom.tsv
    grep -q $'Boots\tskos:exactMatch\tnode:theirs.csv/3\tboot\tsemapv:LexicalMatching' x.sssom.tsv
    grep -q $'Flip flops\tskos:broadMatch\t' x.sssom.tsv
    run ! grep -q $'\tGarden\t' x.sssom.tsv
    cmp x.sssom.tsv <(pleach crosswalk ours.txt theirs.csv -q --format sssom)
}

@test "hostile names stay in their fields" {
    printf '{"name": "a,\\"b\\"\\n", "children": ["=1+2", "c\\td"]}\n' >one.jsonl
    cp one.jsonl two.jsonl
    pleach crosswalk one.jsonl two.jsonl -q -o x.csv
    python3 -c "
import csv
rows = list(csv.reader(open('x.csv', newline='')))
assert len(rows) >= 7 and {len(r) for r in rows} == {17}, rows"
}

# Two shops that cut clothes differently.
shops() {
    cat >a.csv <<'TEXT'
id,name,parent_id
6,Clothing,
7,Men,6
8,Women,6
9,T-Shirts,7
10,T-Shirts,8
11,Shoes,7
12,Shoes,8
13,Home & Kitchen,
14,Cookware,13
15,Frying Pans,14
TEXT
    cat >b.csv <<'TEXT'
Category,Subcategory,Sub-subcategory
Fashion,Menswear,Tees
Fashion,Menswear,Men's Shoes
Fashion,Womenswear,T-shirts
Fashion,Womenswear,Women's Shoes
Home and Kitchen,Cookware,Pans
Home and Kitchen,Cookware,Frying pans
TEXT
}

@test "names that only share words are doubtful where what is above them differs" {
    shops
    pleach crosswalk a.csv b.csv -q -o x.csv
    [[ $(row x.csv a.csv 'Clothing > Men' b.csv) == "candidate | "* ]]
    [[ $(row x.csv a.csv 'Clothing > Women > Shoes' b.csv) != *"Men's"* ]]
    [[ $(row x.csv a.csv 'Home & Kitchen' b.csv) == "exact | Home and Kitchen | "* ]]
    [[ $(row x.csv a.csv 'Home & Kitchen > Cookware > Frying Pans' b.csv) == "exact | "* ]]
}

@test "crosswalks obey decisions" {
    shops
    printf 'same\tMen\tMenswear\n' >d.tsv
    pleach crosswalk a.csv b.csv -q --decisions d.tsv -o x.csv
    [[ $(row x.csv a.csv 'Clothing > Men' b.csv) == "exact | Fashion > Menswear | decided" ]]
    grep -q '^a.csv,.*,Clothing > Men,.*,exact,1,decided,' x.csv
    pleach crosswalk a.csv b.csv -q --decisions d.tsv --format sssom |
        grep -q $'Men\tskos:exactMatch\t.*Menswear\tsemapv:ManualMappingCuration\t.*\t1$'
    printf "same\tMen\tMen's Shoes\n" >d.tsv
    pleach crosswalk a.csv b.csv -q --decisions d.tsv -o x.csv
    [[ $(row x.csv a.csv 'Clothing > Men' b.csv) == "exact | Fashion > Menswear > Men's Shoes | "* ]]
    printf 'different\tCookware\tPans\n' >d.tsv
    pleach crosswalk a.csv b.csv -q --decisions d.tsv --alternatives 50 -o x.csv
    run ! grep -q '^a.csv,.*,Cookware,.*,Pans,.*,=,' x.csv
    printf 'under\tWomenswear\tClothing\n' >d.tsv
    pleach crosswalk a.csv b.csv -q --decisions d.tsv -o x.csv
    [[ $(row x.csv b.csv 'Fashion > Womenswear' a.csv) == "broader | Clothing | decided" ]]
    pleach grow a.csv b.csv -q --decisions d.tsv -o t.json
    says 2 "give --decisions to" pleach crosswalk t.json --decisions d.tsv
}

@test "a crosswalk that nobody could read is refused before it is written" {
    for ((k = 0; k < 3200; k++)); do echo "o$k,p$((k % 9)),c$((k % 7))"; done >rows
    (echo owner,parent,child && cat rows) >many.csv
    pleach grow many.csv -q --solver votes -o many.json
    says 2 'would have 20473600 rows, one for each node and each other source. Name the source whose nodes you want by --from' \
        pleach crosswalk many.json -q -o x.csv
    [ ! -e x.csv ]
    pleach crosswalk many.json -q --from o1 -o x.csv
    [ "$(cut -d, -f17 x.csv | grep -cx 1)" -eq $((2 * 3199)) ]
}

@test "what cannot be walked" {
    says 2 "wants the files" pleach crosswalk
    echo '{"name": "a", "children": ["b"]}' >one.jsonl
    says 1 "from one source" pleach crosswalk one.jsonl
    says 2 "one table" pleach crosswalk pets.jsonl -o a.csv -o b.csv
    says 2 "writes .csv, .sssom.tsv and .rdf" pleach crosswalk pets.jsonl -o x.xlsx
    pleach crosswalk pets.jsonl -q --format csv -o x.data
    rm x.data
    # Several trees of one table are one source.
    printf 'id,name,parent_id\n1,A,\n2,B,1\n3,C,\n4,D,3\n' >t.csv
    says 1 "All nodes are from one source, t.csv," pleach crosswalk t.csv -q
}

@test "where each node went in the result, by what it is a member of" {
    printf '%s\n' 'Clothing > Shoes > Boots > Ski boots' 'Clothing > Hats' >ours.txt
    printf '%s\n' 'Clothes > Shoe > Boot' 'Clothes > Umbrellas' >theirs.txt
    echo $'same\tClothing\tClothes' >decided.tsv
    pleach grow ours.txt theirs.txt -q --decisions decided.tsv --shape levels=3 -o x.json
    run --separate-stderr -0 pleach crosswalk x.json --to-result -o x.csv
    [[ $stderr == "Of 9 nodes 8 have their counterpart, 1 a broader, "* ]]
    [[ $(row x.csv theirs.txt 'Clothes > Shoe > Boot' result) == "exact | Cloth"*" > Shoe"*" > Boot"*" | it went there" ]]
    [[ $(row x.csv ours.txt 'Clothing > Shoes > Boots > Ski boots' result) == "broader | Cloth"*" > Shoe"*" > Boot"*" | an entry of this" ]]
    run -0 pleach crosswalk x.json --to-result --from theirs.txt --format sssom
    [[ $output == *exactMatch*MappingChaining* && $output != *Manual* ]]
    run --separate-stderr -2 pleach crosswalk x.json --to-result --to ours.txt
    [[ $stderr == *"--to-result leads to the result"* ]]
}

@test "further names of any language are names, plural or not" {
    cat >a.ttl <<'TEXT'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix a: <http://a.example/> .
a:4 a skos:Concept ; skos:prefLabel "Schwert"@de, "épée"@fr, "sword"@en .
a:5 a skos:Concept ; skos:prefLabel "Schild"@de .
TEXT
    cat >b.ttl <<'TEXT'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix b: <http://b.example/> .
b:4 a skos:Concept ; skos:prefLabel "épées"@fr, "spada"@it .
b:5 a skos:Concept ; skos:prefLabel "casque"@fr .
TEXT
    pleach crosswalk a.ttl b.ttl -q --from a.ttl --format alignment -o x.rdf
    [[ $(grep -c '<Cell>' x.rdf) == 1 ]]
    grep -q 'http://b.example/4' x.rdf
}

@test "what is not sure is asked, to pick one of several" {
    printf '%s\n' 'Clothing > Coats > Rain coats' 'Clothing > Shoes > Walking shoes' 'Garden > Tools' >ours.txt
    printf '%s\n' 'Clothing > Jackets > Rain jackets' 'Clothing > Shoes > Hiking shoes' 'Clothing > Shoes > Walking boots' \
        'Home > Garden tools' >theirs.txt
    pleach grow ours.txt theirs.txt -q -o x.json
    pleach review x.json --about counterparts --json >before.json
    python3 - <<'PYTHON'
import json
asked = [one for one in json.load(open('before.json')) if 'Walking shoes' in one['question']]
assert len(asked) == 1 and asked[0]['kind'] == 'which', asked
assert ' 1: "' in asked[0]['question'] and ' 2: "' in asked[0]['question'], asked
choices, none = asked[0]['choices'].split('\n'), asked[0]['no'].split('\n')
assert choices[0] == asked[0]['yes'] and len(choices) == len(none) >= 2, asked
assert all(line.startswith('same\tours.txt:') for line in choices)
assert [line.replace('different', 'same') for line in none] == choices
# The second of them, and none of all others; a number that is not there is asked again.
order = json.load(open('before.json'))
open('typed', 'w').write(''.join('9\n2\n' if one is None or 'Walking shoes' in one['question'] else 'n\n' for one in order))
open('picked', 'w').write(choices[1])
PYTHON
    pleach review x.json --about counterparts --ask --decisions decided.tsv <typed >said
    grep -q 'Answer with a number' said
    grep -qF "$(cat picked)" decided.tsv
    [[ $(pleach review x.json --about counterparts --decisions decided.tsv) == "There is nothing to ask." ]]
    run ! grep -E 'txt:[0-9]' decided.tsv
    pleach crosswalk ours.txt theirs.txt -q --from ours.txt --decisions decided.tsv -o x.csv
    [[ $(row x.csv ours.txt 'Clothing > Shoes > Walking shoes' theirs.txt) == "exact | Clothing > Shoes > "*" | decided" ]]
    [[ $(row x.csv ours.txt 'Garden > Tools' theirs.txt) != "exact"* ]]
    # What is asked otherwise stays what it was.
    [[ $(pleach review x.json --json) != *'"which"'* ]]
    # Of a long path the tops are left out, and the name is there.
    long=$(printf 'All that people may want to have %.0s' 1 2 3)
    sed -i "s/^/$long > /" ours.txt theirs.txt
    pleach grow ours.txt theirs.txt -q -o long.json
    pleach review long.json --about counterparts --json >long.txt
    grep -qF 'is \"Clothing > Shoes > Walking shoes\" of' long.txt
    run ! grep -E '"question": "[^,]*All that people' long.txt
}

# Home and garden, with as many other things as given.
gardens() {
    { printf '%s\n' 'Home > Kitchen > Kettles' 'Home > Garden > Lawn mowers' 'Home > Garden > Barbecues'
      for at in $(seq "$1"); do echo "Area$at > Thing$at"; done; } >m1.paths
    printf '%s\n' 'Home & Garden > Kitchen & Dining > Kettles' \
        'Home & Garden > Lawn & Garden > Outdoor Power Equipment > Lawn Mowers' >m2.paths
}

@test "what has its own name elsewhere is not said to be missing, however much else there is" {
    for count in 0 24 26 200; do
        gardens "$count"
        pleach crosswalk m1.paths m2.paths -q --from m1.paths -o x.csv
        [[ $(row x.csv m1.paths 'Home > Garden > Lawn mowers' m2.paths) == \
            "exact | Home & Garden > Lawn & Garden > Outdoor Power Equipment > Lawn Mowers | the same name" ]]
        [[ $(row x.csv m1.paths 'Home > Garden > Barbecues' m2.paths) == "broader | "*" | not there itself; this is above it" ]]
        ! grep 'Lawn mowers,.*not there itself' x.csv
        pleach crosswalk m1.paths m2.paths -q --from m1.paths --alternatives 1 -o one.csv
        [[ $(row one.csv m1.paths 'Home > Garden > Lawn mowers' m2.paths) == "exact | "* ]]
    done
}

@test "a pair that is told apart is claimed in no way; what is not under another is not narrower" {
    printf '%s\n' 'Electronics > Phones' 'Electronics > Cameras' >a.paths
    printf '%s\n' 'Electronics > Communications > Telephony > Mobile Phone Accessories > Mobile Phone Cases' \
        'Electronics > Video > Televisions' >b.paths
    pleach crosswalk a.paths b.paths -q --alternatives 9 -o x.csv
    grep -q '^a.paths,.*> Phones,.*Mobile Phone Cases' x.csv
    printf 'different\tPhones\tMobile Phone Cases\n' >d.tsv
    pleach crosswalk a.paths b.paths -q --alternatives 9 --decisions d.tsv -o x.csv
    run ! grep -E '> Phones,.*Mobile Phone Cases,(Elec|exact|cand)' x.csv
    run ! grep -E 'Mobile Phone Cases,.*> Phones,' x.csv
    [[ $(grep -c '^a.paths,.*,1$' x.csv) == 3 && $(grep -c '^b.paths,.*,1$' x.csv) == 7 ]]
    printf 'not-under\tMobile Phone Cases\tPhones\n' >d.tsv
    pleach crosswalk a.paths b.paths -q --alternatives 9 --decisions d.tsv -o x.csv
    run ! grep -E '> Phones,.*Mobile Phone Cases.*,>,' x.csv
    run ! grep -E 'Mobile Phone Cases,.*> Phones,.*,<,' x.csv
    # Where nothing else is there, a row says so.
    printf 'Phones\n' >a.paths
    printf 'Phone Cases\n' >b.paths
    printf 'different\tPhones\tPhone Cases\n' >d.tsv
    pleach crosswalk a.paths b.paths -q --decisions d.tsv -o x.csv
    [[ $(row x.csv a.paths Phones b.paths) == "candidate | Phone Cases | decided otherwise; nothing else is there" ]]
}

@test "decisions that name nothing are warned of" {
    sources
    printf 'same\tours.txt:9:9\tboot\n' >d.tsv
    run --separate-stderr -0 pleach crosswalk ours.txt theirs.csv --decisions d.tsv
    [[ $stderr == *'d.tsv:1: The decision same ours.txt:9:9 | boot does nothing: no input has "ours.txt:9:9".'* ]]
}

@test "what was decided about counterparts stays where it was when the files grow" {
    printf 'Shop > Cameras\nShop > Phones\nShop > Toys > Dolls\n' >mine.paths
    printf 'Store > Camera bags\nStore > Telephones\nStore > Toys > Doll houses\n' >theirs.paths
    pleach grow mine.paths theirs.paths -q -o x.json
    count=$(pleach review x.json --about counterparts --json | grep -c '"which"')
    ((count > 0))
    yes 1 | head -"$count" | pleach review x.json --about counterparts --ask --decisions d.tsv >said
    [[ $(cut -f2 d.tsv | sed 's/:.*//' | sort -u) == mine.paths ]]
    pleach crosswalk mine.paths theirs.paths -q --decisions d.tsv -o before.csv
    sed -i '1iShop > Batteries\nA > B' mine.paths
    sed -i '1iStore > Accordions' theirs.paths
    run --separate-stderr -0 pleach crosswalk mine.paths theirs.paths --decisions d.tsv -o after.csv
    [[ $stderr != *'does nothing'* ]]
    grep -q ',decided,' before.csv
    diff <(python3 -c 'import csv; print(*sorted((r["path"], r["to_path"]) for r in csv.DictReader(open("before.csv")) if r["why"] == "decided"), sep="\n")') \
        <(python3 -c 'import csv; print(*sorted((r["path"], r["to_path"]) for r in csv.DictReader(open("after.csv")) if r["why"] == "decided"), sep="\n")')
    pleach grow mine.paths theirs.paths -q --decisions d.tsv -o grown.json
    pleach check grown.json mine.paths theirs.paths --decisions d.tsv
    sed 's/^same/different/' d.tsv >other.tsv
    run ! pleach check grown.json --decisions other.tsv
}

@test "ids beside the paths of a table are those of its source" {
    printf 'id,category\n7,Shop > Cameras\n8,Shop > Phones\n,Shop > Toys\n' >p.csv
    printf 'Shop > Cameras\nShop > Phones\n' >q.paths
    pleach crosswalk p.csv q.paths -q --from p.csv -o x.csv
    [[ $(python3 -c 'import csv; print(*[r["path"] + "=" + r["source_id"] for r in csv.DictReader(open("x.csv")) if r["rank"] == "1"], sep="; ")') == \
        "Shop=; Shop > Cameras=7; Shop > Phones=8; Shop > Toys=" ]]
    pleach grow p.csv q.paths -q -o g.json
    pleach check g.json p.csv q.paths
    # The ids of products are not those of their categories.
    printf 'id,path\n7,Shop > Cameras\n8,Shop > Cameras\n' >r.csv
    printf 'id,title,path\n7,Leica,Shop > Cameras\n8,Nokia,Shop > Phones\n' >s.csv
    for file in r.csv s.csv; do
        pleach crosswalk $file q.paths -q --from $file -o x.csv
        ! grep -E ',(7|8),[^,]*,[=<>~],' x.csv
    done
}

@test "ask about counterparts, and what was answered holds" {
    printf 'Shop > Clothing > %s\n' Trousers Hats Gloves >ours.paths
    printf 'Shop > Clothes > %s\n' Pants Hats Mittens >theirs.paths
    cat >oracle <<'END'
#!/usr/bin/env python3
import json, sys
MEANS = {"Trousers": 1, "Pants": 1}
question = json.loads(sys.stdin.read().rstrip("\n").rsplit("\n", 1)[-1])
assert "Hats" != question["names"][0]["name"], question
groups = {}
for item in question["names"]:
    groups.setdefault(MEANS.get(item["name"], item["name"]), []).append(item["n"])
print(json.dumps({"id": question["id"], "groups": list(groups.values())}))
END
    chmod +x oracle
    pleach ask ours.paths theirs.paths --about counterparts --with ./oracle -o answers.jsonl --budget 9 -q
    pleach crosswalk ours.paths theirs.paths --from ours.paths -q >before.csv
    pleach crosswalk ours.paths theirs.paths --from ours.paths -q --answers answers.jsonl >after.csv
    run ! grep 'Trousers,Shop > Clothing > Trousers,.*,exact,' before.csv
    grep 'Trousers,Shop > Clothing > Trousers,.*,Pants,Shop > Clothes > Pants,exact,.*,answered,' after.csv
    run ! grep 'Gloves,.*,exact,' after.csv
}
