#!/usr/bin/env bats
# pleach score: a result against a truth, a gold taxonomy, an alignment.
load common

DATA=${PLEACH_DATA:-$PLEACH_SOURCE/../shared/data}

result() {
    pleach grow pets.jsonl -q --similarity tags --solver rap -o t.json
    printf '%s\t%s\t%s\t%s\n' id path name gold a . Pets pet b . pet pet \
        a 0 Birds pet.bird b 0 bird pet.bird c 0 Birds wild.bird \
        d 0 bird wild.bird >truth.tsv
}

@test "a right result scores 1" {
    result
    run -0 pleach score t.json --truth truth.tsv --json
    [[ $output == *'"nodes": 6, "concepts": 3, "missing": 0'* ]]
    [[ $output == *'"given": {"clusters": 3, "pairs": {"precision": 1, "recall": 1, "f1": 1}'* ]]
    [[ $output == *'"same_key": {"clusters": 2,'* ]]
}

@test "the table is aligned, whatever is in it" {
    result
    sed -i 's/pet.bird/bird/; s/wild.bird/bird/' truth.tsv
    run -0 pleach score t.json --truth truth.tsv
    [[ ${lines[0]} == "6 nodes of 2 concepts" ]]
    [[ ${lines[2]} == given*"1.0000"* ]]
}

@test "a concept in two places is one, and two by cluster" {
    pleach grow pets.jsonl -q --similarity name --solver joint -o n.json
    pleach grow pets.jsonl -q --similarity concept --solver joint -o t.json
    printf '%s\t%s\t%s\t%s\n' id path name gold a 0 Birds bird b 0 bird bird \
        c 0 Birds bird d 0 bird bird >truth.tsv
    run -0 pleach score t.json --truth truth.tsv --json
    [[ $output == *'"given": {"clusters": 1, "pairs": {"precision": 1, "recall": 1, '* ]]
    run -0 pleach score t.json --truth truth.tsv --json --by-cluster
    [[ $output == *'"given": {"clusters": 2, "pairs": {"precision": 1, "recall": 0.33'* ]]
    # A similarity without concepts: each cluster is one.
    run -0 pleach score n.json --truth truth.tsv --json
    [[ $output == *'"given": {"clusters": 2, '* ]]
}

paths_result() {
    result
    printf '%s\t%s\t%s\n' gold name parent pet pet '' pet.bird bird pet \
        wild.bird bird wild wild wildlife '' >gold.tsv
}

@test "a truth and a gold taxonomy: the path above each node" {
    paths_result
    run -0 pleach score t.json --truth truth.tsv --gold gold.tsv
    [[ ${lines[0]} == "6 nodes of 3 concepts, 3 of them in the gold taxonomy" ]]
    [[ ${lines[1]} == "per 100 concepts  splits  merges   moves   mends   saved   stray  trees  groups  precision" ]]
    [[ ${lines[2]} == "given "* && ${lines[3]} == "no tool "*" 0.0% "* ]]
    [[ ${lines[6]} == *"given   key + votes   truth + votes" ]]
    [[ ${lines[7]} == "crumb precision     1.0000        "* ]]
    [[ $output == *"clean               1.0000"* ]]
    run -0 pleach score t.json --truth truth.tsv --gold gold.tsv --json
    [[ $output == *'"given": {"crumbs": {"precision": 1, "recall": 1, "f1": 1}, "clean": 1, '* ]]
    [[ $output == *'"key_votes": {'*'"truth_votes": {'* ]]
    run -0 pleach score - --truth truth.tsv --gold gold.tsv --json <t.json
}

@test "paths need concepts that both files know" {
    paths_result
    sed -i '2,$s/^/x/' gold.tsv
    says 1 "gold.tsv: None of its concepts is in the truth" \
        pleach score t.json --truth truth.tsv --gold gold.tsv
}

# crumbs_of SET: the figures of the script and of pleach, to three digits.
crumbs_of() {
    local set=$DATA/$1
    pleach grow "$set.jsonl" -q --solver rap --bound none --max-iterations 200 -o c.json
    python3 "$SCRIPT" "$set.jsonl" "${set}_truth.tsv" "${set}_gold.tsv" given=c.json |
        sed -n '2,$p' | tr -d '|' | sed 's/^\([a-z]*\) + votes/\1_votes/' | sort |
        awk '{ print $1, $2, $3, $4, $5, $6, $7, $8 }' >expected
    pleach score c.json --truth "${set}_truth.tsv" --gold "${set}_gold.tsv" --json | python3 -c '
import json, sys
for name, s in json.load(sys.stdin).items():
    if isinstance(s, dict) and name != "mends":
        print(name, *("%.3f" % s[of][x] if x else "%.3f" % s[of] for of, x in (
            ("crumbs", "precision"), ("crumbs", "recall"), ("crumbs", "f1"), ("clean", ""),
            ("edges", "precision"), ("edges", "recall"), ("edges", "f1"))))
' | sort >actual
    [[ $(wc -l <expected) == 3 ]]
    diff -u expected actual
}

@test "the same paths as an independent script" {
    SCRIPT=${PLEACH_TOOLS:-$PLEACH_SOURCE/../shared/tools}/breadcrumbs.py
    [[ -r $SCRIPT && -r $DATA/samples/toy96_gold.tsv ]] ||
        skip "breadcrumbs.py or toy96 is not there: set PLEACH_TOOLS and PLEACH_DATA"
    command -v python3 >/dev/null || skip "python3 is not installed"
    for set in samples/toy96 samples/wn_animal_5k desktop/desktop skills/skills; do
        crumbs_of $set
    done
}

# mends_of SET: what is left to do, by the script and by pleach's text and JSON.
mends_of() {
    local set=$1
    pleach grow "$set.jsonl" -q --solver rap --bound none --max-iterations 200 -o c.json
    python3 "$SCRIPT" "$set.jsonl" "${set}_truth.tsv" "${set}_gold.tsv" given=c.json |
        tr -d '|%' | awk 'NR > 1 { $1 = $1; print }' | sort >expected
    [[ $(wc -l <expected) == 4 ]]
    pleach score c.json --truth "${set}_truth.tsv" --gold "${set}_gold.tsv" |
        sed -n '4,7p' | tr -d '%' | awk '{ NF--; $1 = $1; print }' | sort >actual
    diff -u expected actual
    pleach score c.json --truth "${set}_truth.tsv" --gold "${set}_gold.tsv" --json >c_score.json
    python3 - expected c_score.json <<'END'
import json, sys
rows = {line.split()[0]: [float(x) for x in line.split()[-8:]] for line in open(sys.argv[1], encoding="utf-8")}
mends = json.load(open(sys.argv[2], encoding="utf-8"))["mends"]
assert list(mends) == ["given", "no_tool", "key_votes", "truth_votes"], mends
for name, has in mends.items():
    found = [has[x] for x in ("splits", "merges", "moves", "mends")]
    found += [100 * has["saved"], 100 * has["stray"], has["trees"], has["groups"]]
    assert all(abs(a - b) < 0.0501 for a, b in zip(found, rows[name.split("_")[0]])), (name, has)
END
}

@test "the same mends as an independent script" {
    SCRIPT=${PLEACH_TOOLS:-$PLEACH_SOURCE/../shared/tools}/mends.py
    [[ -r $SCRIPT && -r $DATA/samples/toy96_gold.tsv ]] ||
        skip "mends.py or toy96 is not there: set PLEACH_TOOLS and PLEACH_DATA"
    command -v python3 >/dev/null || skip "python3 is not installed"
    "$PLEACH_SOURCE"/scripts/tree-sets sets
    for set in "$DATA"/{samples/toy96,desktop/desktop,skills/skills} sets/{kitchens,photos,support}; do
        mends_of "$set"
    done
}

@test "an alignment" {
    result
    printf '%s\t%s\t%s\t%s\n' ontologyA nameA ontologyB nameB \
        ann Birds bob bird ann Pets cat Wildlife >align.tsv
    pleach crosswalk t.json -q -o x.csv
    run -0 pleach score x.csv --alignment align.tsv
    [[ ${lines[1]} == "ann, bob"*" 1 "*"  1.0000  "* ]]
    says 1 "t.json: An alignment scores a crosswalk" pleach score t.json --alignment align.tsv
}

@test "a crosswalk against an alignment, with relations" {
    printf 'Clothing > Shoes > Boots\nClothing > "Hats", caps\n' >a.txt
    printf 'clothing > Shoes > Boot\nclothing > "Hats", caps\n' >b.txt
    pleach crosswalk a.txt b.txt -q -o x.csv
    printf '%s\t%s\t%s\t%s\t%s\n' ontologyA nameA ontologyB nameB relation a.txt Clothing b.txt clothing = \
        a.txt Shoes b.txt Shoes = a.txt Boots b.txt Boot = a.txt '"Hats", caps' b.txt '"Hats", caps' = >align.tsv
    run -0 pleach score x.csv --alignment align.tsv
    [[ ${lines[1]} == "a.txt, b.txt"*" 4       4     4     1.0000  1.0000  1.0000"* && $output != *relations* ]]
    printf 'Clothing > Shoes > Boots > Ski boots\n' >>a.txt
    pleach crosswalk a.txt b.txt -q -o x.csv
    printf 'b.txt\tBoot\ta.txt\tSki boots\t>\nb.txt\tclothing\ta.txt\tBoots\t<\n' >>align.tsv
    run -0 pleach score x.csv --alignment align.tsv
    [[ $output == *"with relations "*" 6 "*" 5 "* ]]
    pleach score x.csv --alignment align.tsv --json | grep -q '"relations"'
    says 1 "x.csv:1:1: This is not JSON" pleach score x.csv --truth align.tsv
    head -c 200 x.csv >cut.csv
    says 1 "cut.csv:2: This row has" pleach score cut.csv --alignment align.tsv
}

@test "a crosswalk against an alignment in RDF" {
    cp "$PLEACH_SOURCE"/examples/cookbook/museum-{north,south}.ttl .
    pleach crosswalk museum-north.ttl museum-south.ttl -q -o x.csv
    pleach crosswalk museum-north.ttl museum-south.ttl -q -o x.rdf
    run -0 pleach score x.csv --alignment x.rdf
    [[ $output == *"all "*" 3       3     3     1.0000  1.0000  1.0000"* ]]
    # As campaigns write it: other quotes, a prefix, one entity that nobody claims.
    cat >other.rdf <<'END'
<?xml version='1.0' encoding='utf-8'?>
<rdf:RDF xmlns:align='http://knowledgeweb.semanticweb.org/heterogeneity/alignment#'><align:Alignment><align:map>
<align:Cell><align:entity1 rdf:resource='https://north.example/thesaurus/1'></align:entity1>
<align:entity2 rdf:resource='https://south.example/terms/a'></align:entity2><align:relation>=</align:relation></align:Cell>
<align:Cell><align:entity1 rdf:resource='https://north.example/thesaurus/1'/>
<align:entity2 rdf:resource='https://south.example/terms/none'/><align:measure>1.0</align:measure></align:Cell>
</align:map></align:Alignment></rdf:RDF>
END
    run -0 pleach score x.csv --alignment other.rdf
    [[ $output == *"all "*" 2       3     1     0.3333  0.5000  0.4000"* ]]
    printf '<rdf:RDF/>' >empty.rdf
    says 1 "There is no <Cell> with two entities" pleach score x.csv --alignment empty.rdf
    printf 'A > B\n' >a.txt
    cp a.txt b.txt
    pleach crosswalk a.txt b.txt -q -o y.csv
    says 1 "No node of the crosswalk has an address" pleach score y.csv --alignment x.rdf
}

@test "standard input and compressed files" {
    result
    run -0 pleach score - --truth truth.tsv <t.json
    gzip truth.tsv
    [[ $(pleach score t.json --truth truth.tsv.gz) == "$output" ]]
}

@test "no reference" { says 2 "wants one result, and either" pleach score t.json; }
@test "no result" { says 2 "wants one result" pleach score --truth t; }
@test "two references" {
    says 2 "either --truth" pleach score t --truth a --alignment b
    says 2 "either --truth" pleach score t --gold a --alignment b
    says 2 "either --truth" pleach score t --gold a
}
@test "two files from one stream" {
    says 2 "standard input" pleach score - --truth -
    says 2 "standard input" pleach score t --truth - --gold -
}
@test "no such file" { result; says 3 "none.tsv" pleach score t.json --truth none.tsv; }
@test "an empty truth" { result; : >e.tsv; says 1 "e.tsv: The file is empty" pleach score t.json --truth e.tsv; }
@test "a truth of headers" {
    result
    printf 'id\tpath\tname\tgold\n' >e.tsv
    says 1 "e.tsv:1: There is no row" pleach score t.json --truth e.tsv
}
@test "a truth without a column" {
    result
    printf 'id\tpath\tname\n' >e.tsv
    says 1 'e.tsv:1: The header lacks the column "gold"' pleach score t.json --truth e.tsv
}
@test "a short row" {
    result
    printf 'a\tb\n' >>truth.tsv
    says 1 "truth.tsv:8: This row has 2 cells" pleach score t.json --truth truth.tsv
}
@test "a result of another kind" {
    result
    says 1 "pets.jsonl" pleach score pets.jsonl --truth truth.tsv
    echo hello >hello.txt
    says 1 "hello.txt:1:1: This is not JSON" pleach score hello.txt --truth truth.tsv
}

# The figures of a small independent script, on shared data.
@test "the same figures as an independent script" {
    [[ -r $DATA/samples/toy96_truth.tsv ]] || skip "toy96 is not there: set PLEACH_DATA"
    command -v python3 >/dev/null || skip "python3 is not installed"
    pleach grow "$DATA/samples/toy96.jsonl" -q --solver rap --assignments t.tsv -o t.json
    cat >score.py <<'END'
import csv, sys
from itertools import combinations
at = {(r["id"], r["path"]): r[sys.argv[2]]
      for r in csv.DictReader(open("t.tsv"), delimiter="\t")}
rows = list(csv.DictReader(open(sys.argv[1]), delimiter="\t"))
both = given = gold = 0
for a, b in combinations(rows, 2):
    g = a["gold"] == b["gold"]
    c = at[a["id"], a["path"]] == at[b["id"], b["path"]]
    both, given, gold = both + (g and c), given + c, gold + g
p, r = both / given, both / gold
print("%.4f %.4f %.4f" % (p, r, 2 * p * r / (p + r)))
END
    python3 score.py "$DATA/samples/toy96_truth.tsv" concept >expected
    python3 score.py "$DATA/samples/toy96_truth.tsv" cluster >by_cluster
    run -1 cmp -s expected by_cluster
    pleach score t.json --truth "$DATA/samples/toy96_truth.tsv" |
        awk '$1 == "given" { print $3, $4, $5 }' | diff expected -
    pleach score t.json --truth "$DATA/samples/toy96_truth.tsv" --by-cluster |
        awk '$1 == "given" { print $3, $4, $5 }' | diff by_cluster -
}

@test "the truth of another corpus is refused" {
    result
    sed '2,$s/^/other-/' truth.tsv >foreign.tsv
    says 1 "None of its nodes is in the result" pleach score t.json --truth foreign.tsv
}

@test "a truth whose ids are the same by chance" {
    pleach grow pets.jsonl -q -o pets.json
    printf 'id\tpath\tname\tgold\na\t.\tCars\t1\na\t0\tTrucks\t2\nb\t.\tpet\t1\n' >other.tsv
    says 1 "2 of 3 nodes have other names in the result" pleach score pets.json --truth other.tsv
}
