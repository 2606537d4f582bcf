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

# row FILE FROM PATH TO: match and path of the counterpart.
row() {
    python3 - "$@" <<'PYTHON'
import csv, sys
rows = [r for r in csv.DictReader(open(sys.argv[1], newline=''))
        if r['from'] == sys.argv[2] and r['path'] == sys.argv[3] and r['to'] == sys.argv[4]]
assert len(rows) == 1, rows
print(rows[0]['match'], rows[0]['to_path'], rows[0]['why'], sep=' | ')
PYTHON
}

@test "exact, else the nearest above, else none" {
    sources
    run --separate-stderr -0 pleach crosswalk ours.txt theirs.csv third.md -o x.csv
    [[ $stderr == *"have their counterpart"* ]]
    [[ $(row x.csv ours.txt 'Clothing > Shoes > Boots' theirs.csv) == "exact | clothing > Shoes > boot | the same name" ]]
    [[ $(row x.csv ours.txt 'Clothing > Shoes > Sandals > Flip flops' theirs.csv) == \
        "broader | clothing > Shoes | not there itself; this is 2 levels above it" ]]
    [[ $(row x.csv theirs.csv 'clothing > Umbrellas' third.md) == "exact | Clothing > Umbrella | the same name" ]]
    [[ $(row x.csv ours.txt 'Clothing > Shoes > Boots' third.md) == "broader | Clothing > Shoes | not there itself; this is 1 level above it" ]]
    [[ $(row x.csv ours.txt 'Garden > Tools' theirs.csv) == "none |  | nothing above it is there either" ]]
    [[ $(row x.csv theirs.csv 'clothing > Umbrellas' ours.txt) == "broader | Clothing | "* ]]
}

@test "every node of every source, once for each other source" {
    sources
    pleach crosswalk ours.txt theirs.csv third.md -q -o x.csv
    python3 - <<'PYTHON'
import csv
rows = list(csv.DictReader(open('x.csv', newline='')))
nodes = {(r['from'], r['id'], r['node']) for r in rows}
assert len(nodes) == 8 + 5 + 3 and len(rows) == 2 * len(nodes)
assert all(r['from'] != r['to'] and 0 <= float(r['confidence']) <= 1 for r in rows)
assert all((r['match'] == 'none') == (r['to_node'] == '') for r in rows)
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
    grep -q $'Boots\tskos:exactMatch\tnode:theirs.csv/1/0/0\tboot\tsemapv:LexicalMatching' x.sssom.tsv
    grep -q $'Flip flops\tskos:broadMatch\t' x.sssom.tsv
    cmp x.sssom.tsv <(pleach crosswalk ours.txt theirs.csv -q --format sssom)
}

@test "hostile names stay in their fields" {
    printf '{"name": "a,\\"b\\"\\n", "children": ["=1+2", "c\\td"]}\n' >one.jsonl
    cp one.jsonl two.jsonl
    pleach crosswalk one.jsonl two.jsonl -q -o x.csv
    python3 -c "
import csv
rows = list(csv.reader(open('x.csv', newline='')))
assert len(rows) == 7 and {len(r) for r in rows} == {15}, rows"
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

@test "names that only share words are counterparts where what is above them is" {
    shops
    pleach crosswalk a.csv b.csv -q -o x.csv
    [[ $(row x.csv a.csv 'Clothing > Men' b.csv) == "none | "* ]]
    [[ $(row x.csv a.csv 'Clothing > Women > Shoes' b.csv) != *"Men's"* ]]
    run ! grep "^b.csv.*Men's Shoes,.*,exact," x.csv
    [[ $(row x.csv a.csv 'Home & Kitchen' b.csv) == "exact | Home and Kitchen | "* ]]
    [[ $(row x.csv a.csv 'Home & Kitchen > Cookware > Frying Pans' b.csv) == "exact | "* ]]
}

@test "crosswalks obey decisions" {
    shops
    printf 'same\tMen\tMenswear\n' >d.tsv
    pleach crosswalk a.csv b.csv -q --decisions d.tsv -o x.csv
    [[ $(row x.csv a.csv 'Clothing > Men' b.csv) == "exact | Fashion > Menswear | "* ]]
    # What stands below is there then at least by what is above it, and only there.
    [[ $(row x.csv b.csv "Fashion > Menswear > Men's Shoes" a.csv) == "broader | Clothing > Men | "* ]]
    [[ $(row x.csv b.csv "Fashion > Womenswear > Women's Shoes" a.csv) == "none | "* ]]
    printf "same\tMen\tMen's Shoes\n" >d.tsv
    pleach crosswalk a.csv b.csv -q --decisions d.tsv -o x.csv
    [[ $(row x.csv a.csv 'Clothing > Men' b.csv) == "exact | Fashion > Menswear > Men's Shoes | "* ]]
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
    [ "$(wc -l <x.csv)" -eq $((1 + 2 * 3199)) ]
}

@test "what cannot be walked" {
    says 2 "wants the files" pleach crosswalk
    echo '{"name": "a", "children": ["b"]}' >one.jsonl
    says 1 "from one source" pleach crosswalk one.jsonl
    says 2 "one table" pleach crosswalk pets.jsonl -o a.csv -o b.csv
    says 2 "writes .csv and .sssom.tsv" pleach crosswalk pets.jsonl -o x.xlsx
    pleach crosswalk pets.jsonl -q --format csv -o x.data
    rm x.data
    # Several trees of one table are one source.
    printf 'id,name,parent_id\n1,A,\n2,B,1\n3,C,\n4,D,3\n' >t.csv
    says 1 "All nodes are from one source, t.csv," pleach crosswalk t.csv -q
}
