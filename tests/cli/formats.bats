#!/usr/bin/env bats
# What is written for other programs, and that they can read it.
load common

# Names that try to break out of every format.
hostile() {
    python3 - >hostile.jsonl <<'PYTHON'
import json
names = ['a"b', "it's", 'back\\slash\\', '<b>&amp;</b>', ']]>', '-- x', 'tab\there', 'line\nfeed', '\u0007bell',
         'a;b|c,d', '- item', '* star', '1. one', '# head', 'end#', 'colon:', 'key: value', '[x] task', '[a](b)',
         '{curly}', '%41', '$x$', '`code`', '~~~', '---', 'a > b', 'a/b', '\u202eright', 'caf\u00e9 \U0001f426', '\ufffe', '=1+2',
         '@at', '!bang', '?', 'null', 'true', '12', "''", '"', '\\', '&#65;', '_under_', '**bold**: text', "\"; DROP TABLE nodes; --",
         'x' * 3000, '(round)', '[square]', 'a,b', 'https://example.org/#x', '#quot;', '\u2028sep', 'A', 'a']
for owner in 'ann', 'bob':
    print(json.dumps({'owner': owner, 'id': owner + '/"1\u0001"', 'name': 'Root "of" <all>', 'children': [
        {'name': name, 'tags': {name: 2, 'a;b:3': 1}, 'altLabels': [name + ' too;'], 'children': [{'name': name + ' below'}]} for name in names]}))
PYTHON
    pleach grow hostile.jsonl -q "$@"
}

@test "each ending names a format, and --format does" {
    pleach help grow | sed '1,/^Formats:/d' >formats
    [[ $(wc -l <formats) -gt 15 ]]
    while read -r name rest; do
        pleach grow pets.jsonl -q -o plain --format "$name" </dev/null
        [[ -s plain ]]
        for ending in $rest; do
            [[ $ending == .* ]] || break
            pleach grow pets.jsonl -q -o "file$ending"
            [[ $name == report ]] || cmp plain "file$ending"
        done
    done <formats
    says 2 'no output format "nonsense"' pleach grow pets.jsonl --format nonsense
    says 2 "names no format" pleach grow pets.jsonl -o file.nonsense
}

@test "the same bytes for any number of threads and order of the input" {
    tac pets.jsonl >turned.jsonl
    for format in skos sssom edges paths nodes opml markdown nested jsonl yaml mermaid dot sqlite; do
        cmp <(pleach grow pets.jsonl -q --threads 1 --format $format) \
            <(pleach grow turned.jsonl -q --threads 2 --format $format)
    done
}

@test "SKOS: rapper reads it" {
    need rapper
    hostile -o h.ttl --base https://example.org/things/
    rapper -q -c -i turtle h.ttl
    rapper -q -i turtle h.ttl | grep -c 'core#prefLabel' >count
    [[ $(cat count) == $(pleach grow hostile.jsonl -q --format edges | python3 -c '
import csv, sys
print(len(list(csv.reader(sys.stdin))) - 1)') ]]
}

skos_rules() { $python "$BATS_TEST_DIRNAME/skos_rules" "$@"; }

# Three people have rooks with birds, two with games, and all of them crows.
several_parents() {
    for k in 1 2 3 4 5; do
        above=birds
        ((k > 3)) && above=games
        printf '{"owner": "p%d", "id": "%d", "name": "%s", "children": [{"name": "rooks"}, {"name": "crows"}]}\n' $k $k $above
    done >rooks.jsonl
    pleach grow rooks.jsonl -q --similarity name --parents 3 "$@"
}

@test "SKOS: the rules of Skosify and qSKOS" {
    need_python rdflib
    hostile -o h.ttl --base https://example.org/things/ --label-language en
    skos_rules h.ttl --language en
    pleach grow "$ANIMALS" -q -o a.ttl
    skos_rules a.ttl --single-parent
    $python - <<'PYTHON'
import rdflib
from rdflib.namespace import RDF, SKOS
graph = rdflib.Graph().parse('a.ttl', format='turtle')
assert all(list(graph.objects(c, rdflib.DCTERMS.source)) for c in graph.subjects(RDF.type, SKOS.Concept))
PYTHON
    several_parents --format skos >p.ttl
    skos_rules p.ttl
    $python -c 'import rdflib
from rdflib.namespace import SKOS
graph = rdflib.Graph().parse("p.ttl", format="turtle")
assert any(len(list(graph.objects(c, SKOS.broader))) > 1 for c in graph.subjects(SKOS.broader))'
}

# breaks RULE LINE...: a vocabulary that is right but for these lines is refused for that rule.
breaks() {
    {
        cat right.ttl
        printf '%s\n' "${@:2}"
    } >broken.ttl
    run -1 skos_rules broken.ttl
    [[ $output == *": $1: "* ]]
}

@test "SKOS: each rule refuses what breaks it" {
    need_python rdflib
    cat >right.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix : <http://example.org/> .
:s a skos:ConceptScheme ; dct:title "T" ; skos:hasTopConcept :a .
:a a skos:Concept ; skos:inScheme :s ; skos:topConceptOf :s ; skos:prefLabel "A" .
:b a skos:Concept ; skos:inScheme :s ; skos:broader :a ; skos:prefLabel "B" .
:c a skos:Concept ; skos:inScheme :s ; skos:broader :b ; skos:prefLabel "C" .
TURTLE
    skos_rules right.ttl --single-parent
    breaks "one preferred label in each language" ':b skos:prefLabel "Bee" .'
    breaks "preferred, alternative and hidden labels are disjoint" ':b skos:altLabel "B" .'
    breaks "no label belongs to two" ':b skos:altLabel "c" .'
    breaks "no label is empty or has blanks around it" ':b skos:altLabel " x" .'
    breaks "a preferred label" ':d a skos:Concept ; skos:inScheme :s ; skos:broader :a .'
    breaks "no circle" ':d a skos:Concept ; skos:inScheme :s ; skos:prefLabel "D" ; skos:broader :e .' \
        ':e a skos:Concept ; skos:inScheme :s ; skos:prefLabel "E" ; skos:broader :d .'
    breaks "tops are those without a parent" ':d a skos:Concept ; skos:inScheme :s ; skos:prefLabel "D" .'
    breaks "nothing is the same as two concepts" ':b skos:exactMatch <http://x.org/1> .' ':c skos:exactMatch <http://x.org/1> .'
    breaks "all concepts are in the scheme" ':d a skos:Concept ; skos:prefLabel "D" ; skos:broader :a .'
    {
        cat right.ttl
        echo ':d a skos:Concept ; skos:inScheme :s ; skos:broader :b ; skos:prefLabel "D" . :e a skos:Concept ; skos:inScheme :s ;'
        echo 'skos:broader :c, :d ; skos:prefLabel "E" .'
    } >two.ttl
    skos_rules two.ttl
    run -1 skos_rules two.ttl --single-parent
    [[ $output == *": one parent at most: "* ]]
}

@test "SKOS: what breaks the rules is put right by converting" {
    need_python rdflib
    cat >odd.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix : <http://example.org/> .
:s a skos:ConceptScheme ; dct:title "T" .
:a a skos:Concept ; skos:inScheme :s ; skos:prefLabel "A" ; skos:altLabel "A", "B" ; skos:broader :c .
:b a skos:Concept ; skos:inScheme :s ; skos:prefLabel "B", "Bee" ; skos:broader :a .
:c a skos:Concept ; skos:inScheme :s ; skos:prefLabel " C " ; skos:broader :b .
:d a skos:Concept ; skos:inScheme :s ; skos:broader :a, :b .
:e a skos:Concept ; skos:inScheme :s ; skos:prefLabel "b"@en ; skos:hiddenLabel "b"@en ; skos:narrower :d .
TURTLE
    for single in "" --single-parent; do
        run -1 skos_rules odd.ttl --shared-labels --languages $single
        [[ $output != *"one scheme"* ]]
    done
    run --separate-stderr -0 pleach convert odd.ttl -o right.ttl
    skos_rules right.ttl --shared-labels --languages
    run -1 skos_rules right.ttl --shared-labels --languages --single-parent
    [[ $output == *": one parent at most: http://example.org/d" ]]
    hostile -o h.ttl
    pleach convert hostile.jsonl -q -o h.ttl
    skos_rules h.ttl --shared-labels --single-parent
    for file in "$ANIMALS" "$BATS_TEST_DIRNAME"/../../examples/cookbook/*.ttl; do
        pleach convert "$file" -q -o one.ttl
        skos_rules one.ttl --shared-labels --languages
    done
}

@test "further parents are in every graph and table" {
    several_parents -o a.json -o a.dot -o a.csv -o a.mmd -o a.sqlite
    python3 - <<'PYTHON'
import csv, json, re, sqlite3
clusters = json.load(open('a.json'))['clusters']
also = {(a['parent'], c['id'], a['people']) for c in clusters for a in c.get('also_under', [])}
edges = {(parent, child) for parent, child, _ in also}
assert edges
def found(file, pattern):
    return {(int(a), int(b)) for a, b in re.findall(pattern, open(file).read())}
assert found('a.dot', r'c(\d+) -> c(\d+) \[style=dashed, constraint=false') == edges
assert found('a.mmd', r'n(\d+) -\.-> n(\d+)\n') == edges
assert set(sqlite3.connect('a.sqlite').execute('SELECT parent, child, people FROM also_under')) == also
rows = list(csv.DictReader(open('a.csv', newline='')))
number = {row['id']: k for k, row in enumerate(rows)}
assert {(number[up], k) for k, row in enumerate(rows) for up in row['also_under'].split(';') if up} == edges
PYTHON
    pleach grow "$ANIMALS" -q -o b.csv
    [[ $(head -1 b.csv) != *also_under* ]]
}

@test "messages do not cut a character in two" {
    pleach grow pets.jsonl -q -o t.json
    for most in 40 60 80; do
        long=$(printf 'x%.0s' $(seq $((most - 1))))$(printf 'é%.0s' $(seq 40))
        for words in "grow pets.jsonl --format skos --base" "grow pets.jsonl --format skos --label-language" \
            "crosswalk t.json --from"; do
            run ! pleach $words "$long"
            [[ $output != *'\xC3'* ]]
        done
    done
    { printf 'drop\t%s\n' "$long" && printf 'name\t%s\tother\n' "$long"; } >d.tsv
    printf '{"owner": "eve", "id": "e", "name": "top", "children": ["%s"]}\n' "$long" >>pets.jsonl
    run ! pleach grow pets.jsonl --decisions d.tsv
    [[ $output == *"contradict each other"* ]]
    [[ $output != *'\xC3'* ]]
}

@test "SKOS: addresses stay when others come" {
    pleach grow pets.jsonl -q --format skos | grep -o '^<[^>]*>' | sort >before
    echo '{"owner": "eve", "name": "Tools", "children": [{"name": "Hammer"}]}' | cat pets.jsonl - >more.jsonl
    pleach grow more.jsonl -q --format skos | grep -o '^<[^>]*>' | sort >after
    [[ -z $(comm -23 before after) && $(comm -13 before after | wc -l) == 2 ]]
    says 2 "no base" pleach grow pets.jsonl --format skos --base 'http://x/<y>'
    says 2 "no base" pleach grow pets.jsonl --format skos --base things
    says 2 "code of a language" pleach grow pets.jsonl --format skos --label-language 'en"'
}

@test "SSSOM: its columns and metadata" {
    need_python yaml
    hostile -o h.sssom.tsv
    pleach grow pets.jsonl -q --solver joint -o p.sssom.tsv --base https://example.org/
    for file in h p; do
        $python - $file.sssom.tsv <<'PYTHON'
import csv, sys, urllib.parse, yaml
lines = open(sys.argv[1], newline='').read().split('\n')
head = [line[1:] for line in lines if line.startswith('#')]
meta = yaml.safe_load('\n'.join(head))
# The slots of the published model, in its order; those that it wants of a set and of a mapping.
assert set(meta) <= {'curie_map', 'mapping_set_id', 'license', 'mapping_tool', 'mapping_tool_version'}
for field in 'license', 'mapping_set_id':
    assert urllib.parse.urlsplit(meta[field]).scheme, field
assert lines[len(head)].split('\t') == ['subject_id', 'subject_label', 'predicate_id', 'object_id', 'object_label',
                                        'mapping_justification', 'subject_source', 'object_source', 'confidence']
rows = list(csv.DictReader(lines[len(head):], delimiter='\t'))
assert rows
for row in rows:
    for field in 'subject_id', 'object_id', 'predicate_id', 'mapping_justification', 'subject_source':
        prefix, rest = row[field].split(':', 1)
        assert prefix in meta['curie_map'] and rest, row
        assert not set(rest) & set(' "<>{}|^`\\:'), rest
    assert row['mapping_justification'].split(':')[1] in ('LexicalMatching', 'CompositeMatching', 'StructuralMatching')
    assert 0 <= float(row['confidence']) <= 1
    assert row['subject_source'] != row['object_source']
PYTHON
    done
    # Pets of two, their birds and dogs, and the same of wildlife.
    [[ $(grep -c ^node: p.sssom.tsv) == 6 ]]
}

@test "CSV: edges join, paths are those of the tree, all nodes are there" {
    hostile -o e.csv -o p.paths.csv -o n.nodes.csv
    python3 - <<'PYTHON'
import csv, json
edges = list(csv.DictReader(open('e.csv', newline='')))
ids = {row['id']: row for row in edges}
assert len(ids) == len(edges)
def path(row):
    return (path(ids[row['parent_id']]) + ' > ' if row['parent_id'] else '') + row['name'].replace('>', '\u203a')
paths = list(csv.DictReader(open('p.paths.csv', newline='')))
assert [path(row) for row in edges] == [row['path'] for row in paths]
assert all(row['parent'] == (ids[row['parent_id']]['name'] if row['parent_id'] else '') for row in edges)
nodes = list(csv.DictReader(open('n.nodes.csv', newline='')))
given = [json.loads(line) for line in open('hostile.jsonl')]
assert len(nodes) == sum(1 + 2 * len(tree['children']) for tree in given)
clusters = {path(row).replace('\u203a', '>') for row in edges}
assert all(row['new_path'] in clusters and row['new_path'].endswith(row['new_name']) for row in nodes)
assert {row['name'] for row in nodes} >= {child['name'] for child in given[0]['children']}
PYTHON
}

@test "OPML: xmllint reads it" {
    need xmllint
    hostile -o h.opml
    xmllint --noout h.opml
}

@test "YAML, nested JSON and JSON Lines hold the same trees" {
    need_python yaml
    hostile -o h.yaml -o h.jsonl
    pleach grow hostile.jsonl -q --format nested >h.json
    $python - <<'PYTHON'
import json, yaml
lines = [json.loads(line) for line in open('h.jsonl')]
assert lines == json.load(open('h.json')) == yaml.safe_load(open('h.yaml'))
assert any(child['name'] == 'x' * 3000 for tree in lines for child in tree.get('children', []))
PYTHON
}

@test "SQLite: a whole database with what JSON has" {
    need sqlite3
    hostile -o h.sqlite -o h.json
    [[ $(sqlite3 h.sqlite "PRAGMA integrity_check; PRAGMA foreign_key_check") == ok ]]
    python3 - <<'PYTHON'
import json, sqlite3
db = sqlite3.connect('h.sqlite')
made = json.load(open('h.json'))
assert list(db.execute('SELECT id, name, parent FROM clusters ORDER BY id')) == \
    [(c['id'], c['name'], c['parent']) for c in made['clusters']]
assert db.execute('SELECT count(*) FROM edges').fetchone()[0] == sum(c['parent'] is not None for c in made['clusters'])
assert dict(db.execute('SELECT field, value FROM report'))['clusters'] == len(made['clusters'])
assert list(db.execute('SELECT in_favour, skipping, against, top FROM voices ORDER BY cluster')) == \
    [tuple(c['voices'][k] for k in ('for', 'skip', 'against', 'top')) for c in made['clusters']]
counted = {(m['owner'], m['id'], m['path'], c['id']) for c in made['clusters'] for m in c['members']
           if m['role'] == 'leaf' or m['path'] == '.'}
assert set(db.execute('SELECT owner, hierarchy, path, cluster FROM members JOIN nodes ON node = nodes.id')) == counted
PYTHON
}

@test "Mermaid: nothing but nodes, edges and entities" {
    hostile -o h.mmd
    [[ $(head -1 h.mmd) == "flowchart LR" ]]
    run ! grep -vE '^(flowchart LR|    n[0-9]+\["([^]["#;<>&`\\*_{}()|~$%:]|#[0-9]+;)*"\]|    n[0-9]+ --> n[0-9]+)$' h.mmd
}

@test "nothing is left behind when one of several cannot be written" {
    says 3 "does not exist" pleach grow pets.jsonl -o a.ttl -o missing/b.sqlite
    says 2 "no base" pleach grow pets.jsonl -o a.csv -o a.ttl --base nonsense
}

@test "help, manual and docs/formats.md name the formats of the one table" {
    run "$PLEACH" grow --input-format none "$PLEACH_SOURCE/examples/shops.csv"
    names=$(sed -n 's/.*There are \(.*\)\./\1/p' <<<"$output" | sed 's/ and /, /; s/, /\n/g')
    [ "$(wc -l <<<"$names")" -gt 15 ]
    help=$("$PLEACH" grow --help | tr '\n' ' ')
    for name in $names; do
        [[ $help =~ [\ ,]$name[\ ,] ]]
        grep -Eq "^\\|.*\`$name\`" "$PLEACH_SOURCE/docs/formats.md"
        grep -Eq "^\\.(It )?Cm .*\\b$name\\b" "$PLEACH_SOURCE/docs/man/pleach.1"
        grep -Eq "^\\.It Cm .*\\b$name\\b" "$PLEACH_SOURCE/docs/man/pleach-formats.5"
    done
}

@test "SKOS: parents in a circle are cut and told" {
    echo '{"name":"A","id":"a","children":[{"name":"B","id":"b","children":[{"name":"A","id":"a"}]}]}' >circle.jsonl
    run --separate-stderr -0 pleach convert circle.jsonl -o circle.ttl
    [[ $stderr == *"skos leaves out 1 parent that leads in a circle."* ]]
    grep -q 'hasTopConcept <urn:pleach:a>' circle.ttl
    [[ $(grep -c 'skos:broader' circle.ttl) == 1 ]]
}
