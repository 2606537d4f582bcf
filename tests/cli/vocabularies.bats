#!/usr/bin/env bats
# Vocabularies keep what makes them theirs: addresses, several parents, languages, notes.
load common

vocabularies() {
    cat >a.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix a: <http://a.org/> .
a:arts a skos:Concept ; skos:prefLabel "Arts"@en, "Kunst"@de .
a:music a skos:Concept ; skos:prefLabel "Music"@en, "Musik"@de ; skos:broader a:arts ; skos:scopeNote "Use for \"sound\" art"@en .
a:jazz a skos:Concept ; skos:prefLabel "Jazz"@en ; skos:broader a:music ; skos:altLabel "Jazz music"@en ; skos:related a:theatre .
a:opera a skos:Concept ; skos:prefLabel "Operas"@en ; skos:broader a:music, a:theatre .
a:aria skos:prefLabel "Arias"@en ; skos:broader a:opera .
a:theatre a skos:Concept ; skos:prefLabel "Theatre"@en ; skos:broader a:arts ; skos:narrower a:mime .
a:mime skos:prefLabel "Mime"@en .
a:film skos:prefLabel "Motion pictures"@en ; skos:altLabel "Films"@en, "Movies"@en ; skos:broader a:arts .
a:west skos:prefLabel "Western films"@en ; skos:broader a:film .
TURTLE
    cat >b.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix b: <http://b.org/terms#> .
b:1 a skos:Concept ; skos:prefLabel "Performing arts"@en .
b:2 a skos:Concept ; skos:prefLabel "Music"@en ; skos:broader b:1 .
b:3 skos:prefLabel "Theater"@en ; skos:altLabel "Theatre"@en; skos:broader b:1 .
b:4 skos:prefLabel "Opera"@en ; skos:broader b:2 .
b:5 skos:prefLabel "Movies"@en ; skos:broader b:1 .
b:6 skos:prefLabel "Westerns"@en ; skos:broader b:5 .
b:8 skos:prefLabel "Jazz"@en ; skos:broader b:2 .
TURTLE
}

# triples FILE: what a vocabulary says, without the scheme.
triples() {
    $python - "$1" <<'PYTHON'
import sys, rdflib
from rdflib.namespace import SKOS, RDF
graph = rdflib.Graph().parse(sys.argv[1], format='turtle')
narrower = {(o, SKOS.broader, s) for s, o in graph.subject_objects(SKOS.narrower)}
for s, p, o in sorted(set(graph) | narrower):
    if p not in (RDF.type, SKOS.inScheme, SKOS.topConceptOf, SKOS.hasTopConcept, SKOS.narrower) and str(s) != 'urn:pleach':
        print(s, p, o.n3())
PYTHON
}

@test "converting SKOS to SKOS says the same" {
    need_python rdflib
    vocabularies
    for file in a b; do
        pleach convert $file.ttl -q -o out.ttl
        diff <(triples $file.ttl) <(triples out.ttl)
        pleach convert out.ttl -q -o again.ttl
        cmp out.ttl again.ttl
    done
}

@test "addresses and several parents go through JSON Lines, YAML and tables" {
    vocabularies
    pleach convert a.ttl -q -o plain.ttl
    for ending in jsonl yaml csv json; do
        run --separate-stderr -0 pleach convert a.ttl -o there.$ending
        [[ $ending == json* || $stderr == *"2 labels in other languages"*"2 notes or links"* ]]
        pleach convert there.$ending -q -o back.ttl
        diff <(grep -E '^<|broader' plain.ttl | sort) <(grep -E '^<|broader' back.ttl | sort)
    done
    grep -A3 '^<http://a.org/opera>' back.ttl | grep 'broader <http://a.org/music>, <http://a.org/theatre>'
}

@test "a merged vocabulary leads to the sources' own concepts" {
    vocabularies
    pleach grow a.ttl b.ttl -q -o m.ttl -o m.json
    grep -F 'skos:exactMatch <http://a.org/jazz>, <http://b.org/terms#8>' m.ttl
    grep -F 'skos:exactMatch <http://a.org/film>, <http://b.org/terms#5>' m.ttl
    # Names that only share a word are close: one of them is the concept's.
    grep -E 'skos:closeMatch <http://(a.org/arts|b.org/terms#1)>' m.ttl
    cmp <(pleach convert m.json -q --format skos | grep exactMatch | grep jazz) <(grep exactMatch m.ttl | grep jazz)
    pleach check m.json
}

@test "one concept below two parents is one node" {
    vocabularies
    pleach grow a.ttl b.ttl -q --parents 2 -o m.ttl -o m.json
    grep -B 6 -F 'skos:exactMatch <http://a.org/opera>' m.ttl | grep -E 'skos:broader <urn:pleach:music>, <urn:pleach:theat(er|re)>'
    [[ $(grep -ci '^<urn:pleach:.*opera' m.ttl) == 1 ]]
    [[ $(pleach grow a.ttl b.ttl -q --format paths | grep -ci ',opera') == 1 ]]
    pleach check m.json
    need_python rdflib
    $python "$BATS_TEST_DIRNAME/skos_rules" --languages m.ttl
}

@test "the same name by two ids below two parents stays two" {
    printf '{"name": "zoo", "children": [{"name": "pet", "children": [{"name": "bird", "id": "x:1"}, {"name": "cat", "id": "x:2"}]}, {"name": "meat", "children": [{"name": "bird", "id": "x:3"}, {"name": "beef"}]}]}\n' >two.jsonl
    sed 's/x:3/x:1/' two.jsonl >one.jsonl
    [[ $(pleach grow two.jsonl -q --format paths | grep -c ',bird') == 2 ]]
    [[ $(pleach grow one.jsonl -q --format paths | grep -c ',bird') == 1 ]]
}

@test "SSSOM names the sources' own concepts" {
    vocabularies
    pleach grow a.ttl b.ttl -q -o m.sssom.tsv
    grep -qx '#  ns1: http://a.org/' m.sssom.tsv
    grep -qx '#  ns2: http://b.org/terms#' m.sssom.tsv
    grep -q $'^ns1:jazz\tJazz\tskos:exactMatch\tns2:8\tJazz\tsemapv:LexicalMatching' m.sssom.tsv
    # "Movies" is a further name of the other.
    grep -E $'^ns[12]:(film|5)\t.*skos:exactMatch.*semapv:LexicalMatching' m.sssom.tsv
    grep -E $'\tskos:closeMatch\t.*semapv:CompositeMatching' m.sssom.tsv
    run ! grep -q '^node:' m.sssom.tsv
    printf '[Term]\nid: GO:0001\nname: Jazz\n\n[Term]\nid: GO:0002\nname: Bebop\nis_a: GO:0001\n' >c.obo
    pleach crosswalk c.obo a.ttl -q --from c.obo -o c.sssom.tsv
    grep -qx '#  GO: http://purl.obolibrary.org/obo/GO_' c.sssom.tsv
    grep -q $'^GO:0001\tJazz\tskos:exactMatch\t' c.sssom.tsv
}

# The prefixes of a file that names its nodes by the addresses NAMESPACE1 ...
prefixes() {
    printf '{"owner": "x", "name": "Top", "children": [' >u.jsonl
    printf '{"name": "Cat", "id": "%s1"}, ' "$@" >>u.jsonl
    printf '{"name": "Dog"}]}\n{"owner": "y", "name": "Top", "children": ["Cat", "Dog"]}\n' >>u.jsonl
    pleach grow u.jsonl -q -o u.sssom.tsv
    $python - "$@" <<'PYTHON'
import sys, yaml
lines = [line[1:] for line in open('u.sssom.tsv') if line.startswith('#')]
prefixes = yaml.safe_load(''.join(lines))['curie_map']
assert set(sys.argv[1:]) < set(prefixes.values()), prefixes
assert all(isinstance(prefix, str) for prefix in prefixes), prefixes
assert prefixes['skos'] == 'http://www.w3.org/2004/02/skos/core#' and len(prefixes) == 4 + len(sys.argv[1:]), prefixes
print(*sorted(prefixes))
PYTHON
}

@test "the header of SSSOM is YAML, whatever the addresses" {
    need_python yaml
    obo=http://purl.obolibrary.org/obo/
    [[ $(prefixes urn:isbn: ${obo}GO_ ${obo}skos_ ${obo}Node_ ${obo}NO_) == "GO node ns2 ns3 ns4 ns5 semapv skos source" ]]
}

@test "ids of tables, paths and records stay with their nodes" {
    printf 'id,name,parent_id\n17,Animals,\n21,Cats,17\n' >t.csv
    pleach convert t.csv -q --format edges | grep -qx '21,Cats,17,Animals,t.csv'
    printf '1 - Animals\n4 - Animals > Cats\n' >g.txt
    pleach convert g.txt -q --format jsonl | grep -qF '{"id": "4", "name": "Cats"}'
    pleach crosswalk t.csv g.txt -q --from t.csv | grep -q '^t.csv,.*,Cats,.*,21,4,=,1$'
}

@test "hostile ids and languages do not break the output" {
    need rapper
    printf '{"name": "a", "id": "http://x.org/<bad>", "children": [{"name": "b", "id": "http://x.org/a b"}, {"name": "c", "id": "http://x.org/1"}, {"name": "d", "children": [{"name": "c", "id": "http://x.org/1"}]}, {"name": "loop", "id": "http://x.org/2", "children": [{"name": "ring", "id": "http://x.org/3", "children": [{"name": "loop", "id": "http://x.org/2"}]}]}]}\n' >h.jsonl
    pleach convert h.jsonl -q -o h.ttl
    rapper -q -c -i turtle h.ttl
    [[ $(grep -c '^<http://x.org/2>' h.ttl) == 1 ]]
    # The first tree's top is below another one.
    printf '{"name": "x", "id": "http://x.org/1", "children": ["z"]}\n{"name": "y", "children": [{"name": "x", "id": "http://x.org/1"}]}\n' >t.jsonl
    pleach convert t.jsonl -q -o t.ttl
    rapper -q -c -i turtle t.ttl
    grep -qF 'skos:hasTopConcept <urn:pleach:y> .' t.ttl
    pleach grow h.jsonl -q -o g.ttl -o g.sssom.tsv -o g.json
    rapper -q -c -i turtle g.ttl
    pleach check g.json
    printf '{"@context": {"@vocab": "http://www.w3.org/2004/02/skos/core#"}, "@graph": [{"@id": "http://x.org/a", "prefLabel": {"@value": "A", "@language": "e n> ."}, "narrower": {"@id": "http://x.org/b", "prefLabel": "B"}}]}\n' >h.jsonld
    pleach convert h.jsonld -q -o h.ttl
    rapper -q -c -i turtle h.ttl
    need_python rdflib
    $python "$BATS_TEST_DIRNAME/skos_rules" h.ttl --shared-labels --languages
}

# Vocabularies a and b that match each other, under names that share nothing.
matched() {
    cat >a.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix a: <http://a.org/> .
@prefix b: <http://b.org/> .
a:v a skos:Concept ; skos:prefLabel "Vessels"@en .
a:p a skos:Concept ; skos:prefLabel "Pitchers"@en ; skos:broader a:v ; skos:exactMatch b:j .
a:q a skos:Concept ; skos:prefLabel "Ewers"@en ; skos:broader a:v ; owl:sameAs b:j .
a:c a skos:Concept ; skos:prefLabel "Cups"@en ; skos:broader a:v ; skos:exactMatch a:v, a:c .
a:m a skos:Concept ; skos:prefLabel "Mugs"@en ; skos:broader a:v ; skos:exactMatch b:m, <http://wd/Q1> .
TURTLE
    cat >b.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix b: <http://b.org/> .
b:v a skos:Concept ; skos:prefLabel "Containers"@en ; skos:exactMatch <http://a.org/v> .
b:j a skos:Concept ; skos:prefLabel "Jugs"@en ; skos:broader b:v .
b:m a skos:Concept ; skos:prefLabel "Beakers"@en ; skos:broader b:v .
TURTLE
}

@test "truths and numbers of JSON-LD keep their types" {
    printf '%s\n' '{"@id": "http://x.org/a", "@type": "skos:Concept", "skos:prefLabel": "A", "http://x.org/old": false, "http://x.org/rank": 3, "http://x.org/new": {"@value": true}}' >t.jsonld
    pleach convert t.jsonld -q --format skos -o t.ttl
    grep -q '<http://x.org/old> "false"^^<http://www.w3.org/2001/XMLSchema#boolean>' t.ttl
    grep -q '<http://x.org/new> "true"^^<http://www.w3.org/2001/XMLSchema#boolean>' t.ttl
    grep -q '<http://x.org/rank> "3"^^<http://www.w3.org/2001/XMLSchema#integer>' t.ttl
}

@test "what is said of a scheme with an endless address is told, and costs nothing" {
    python3 - >long.nt <<'END'
scheme = '<http://x.org/' + 'a' * 200000 + '>'
print(scheme, '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2004/02/skos/core#ConceptScheme> .')
print('<http://x.org/1> <http://www.w3.org/2004/02/skos/core#prefLabel> "One" .')
print('<http://x.org/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2004/02/skos/core#Concept> .')
for k in range(300):
    print(f'{scheme} <http://purl.org/dc/terms/title> "title {k}" .')
END
    run pleach convert long.nt -o long.jsonl
    [ "$status" -eq 0 ]
    [[ "$output" == *'its address is too long'* ]]
    [ "$(wc -c <long.jsonl)" -lt 2000 ]
}

@test "stated matches are obeyed by all solvers, and contradictions told" {
    matched
    for solver in consensus joint rap ap; do
        run --separate-stderr -0 pleach grow a.ttl b.ttl --solver $solver -o m.json -o m.ttl
        [[ $stderr == *"<http://a.org/c> and <http://a.org/v> are stated to be the same, but one stands below"* ]]
        [[ $stderr == *"<http://a.org/c> is stated to be the same as itself"* ]]
        [[ $stderr == *'Matches make one of 2 concepts that "a.ttl" tells apart'* ]]
        [[ $(pleach grow a.ttl b.ttl -q --solver $solver --format paths | tail -n +2 | wc -l) == 4 ]]
        run -0 pleach check m.json
        [[ $output == *"OK: all 4 stated matches are obeyed."* ]]
    done
    pleach convert m.json -q -o n.ttl
    cmp m.ttl n.ttl
    pleach convert m.json -q -o m.sssom.tsv
    grep -q $'skos:exactMatch.*semapv:UnspecifiedMatching' m.sssom.tsv
    run -0 pleach explain m.json '#1'
    [[ $output == *"stated by a.ttl: <http://a.org/p> is the same as <http://b.org/j> (skos:exactMatch)"* ]]
    # All source concepts are exact, and nothing matches itself.
    for concept in a.org/v a.org/p a.org/q a.org/m b.org/v b.org/j b.org/m wd/Q1; do
        grep -E "exactMatch (.*, )?<http://$concept>" m.ttl
    done
    run ! grep -E 'closeMatch|exactMatch .*<urn:pleach:(pitchers|jugs|ewers|beakers|mugs|cups)>' m.ttl
}

@test "a decision goes before what is stated" {
    matched
    printf 'different\tMugs\tBeakers\n' >d.tsv
    run --separate-stderr -0 pleach grow a.ttl b.ttl --decisions d.tsv -o m.ttl
    [[ $stderr == *"<http://a.org/m> and <http://b.org/m> are the same, but decisions"*"they stay two"* ]]
    grep -F 'skos:exactMatch <urn:pleach:beakers>, <http://wd/Q1>' m.ttl
    pleach grow a.ttl b.ttl -q --decisions d.tsv -o m.json
    run -0 pleach check m.json
    [[ $output == *"Not proved: 1 of 4 stated matches, which decisions may part."* ]]
}

@test "ten thousand matches, to one hub or in a ring, take no square" {
    python3 - <<'PYTHON'
count = 10000
def write(file, rows):
    open(file, 'w').write('@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n' + '\n'.join(rows))
concept = '<http://%s/%s> a skos:Concept ; skos:prefLabel "%s %s"@en ; skos:exactMatch <http://%s/%s> .'
write('hub.ttl', [concept % ('a', k, 'alpha', k, 'b', 'hub') for k in range(count)])
write('one.ttl', ['<http://b/hub> a skos:Concept ; skos:prefLabel "Hub"@en .'])
write('left.ttl', [concept % ('a', k, 'alpha', k, 'b', k) for k in range(count)])
write('right.ttl', [concept % ('b', k, 'beta', k, 'a', (k + 1) % count) for k in range(count)])
PYTHON
    for pair in "hub.ttl one.ttl" "left.ttl right.ttl"; do
        # shellcheck disable=SC2086
        [[ $(timeout 60 "$PLEACH" grow $pair -q --format paths | tail -n +2 | wc -l) == 1 ]]
    done
}

@test "four vocabularies in three languages become one, with all they said" {
    need_python rdflib
    set=$BATS_TEST_DIRNAME/../../examples/vocabularies
    pleach grow "$set"/*.ttl -q -o m.json -o m.ttl
    $python "$BATS_TEST_DIRNAME/vocabulary_kept" "$set/truth.tsv" m.json m.ttl "$set"/*.ttl
    pleach check m.json
    # What only looks alike in two languages stays two.
    $python - "$set/truth.tsv" <<'PYTHON'
import json, sys
concept = dict(line.rstrip('\n').split('\t')[::-1] for line in open(sys.argv[1]) if line[0] != '#')
for cluster in json.load(open('m.json'))['clusters']:
    means = {concept[member['source_id']] for member in cluster['members']}
    for friends in ('poisons', 'gifts'), ('council', 'rats'), ('bosses', 'cooks'), ('boats', 'boots'):
        assert not means.issuperset(friends), means
PYTHON
}

@test "schemes, collections and datatypes survive, in JSON-LD too" {
    need_python rdflib
    cat >a.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix : <http://a.org/> .
:scheme a skos:ConceptScheme ; dct:license <http://cc0.example/> ; dct:creator "Ann" .
:v a skos:Concept ; skos:prefLabel "Vessels"@en ; dct:extent "12"^^xsd:integer .
:j a skos:Concept ; skos:prefLabel "Jugs"@en ; skos:broader :v .
:b a skos:Concept ; skos:prefLabel "Bowls"@en ; skos:broader :v .
:c a skos:OrderedCollection ; skos:prefLabel "Tour"@en ; skos:altLabel "Walk"@en ; skos:memberList ( :j :b :v ) .
:d a skos:Collection ; skos:member :b, :j .
:p a <http://x.example/Odd> ; dct:title "Odd" .
TURTLE
    $python - <<'PYTHON'
import rdflib
graph = rdflib.Graph().parse('a.ttl')
graph.serialize('a.jsonld', format='json-ld', auto_compact=True)
PYTHON
    for file in a.ttl a.jsonld; do
        run --separate-stderr -0 pleach convert $file -o c.ttl
        [[ $stderr == *"What is said of <http://a.org/p> is passed over"* ]]
        pleach convert c.ttl -q -o again.ttl
        cmp c.ttl again.ttl
        pleach convert $file -q -o c.jsonl
        pleach convert c.jsonl -q -o again.ttl
        cmp c.ttl again.ttl
        $python - <<'PYTHON'
import rdflib
from rdflib.namespace import DCTERMS, SKOS, XSD
graph = rdflib.Graph().parse('c.ttl')
a = rdflib.Namespace('http://a.org/')
assert (a.scheme, DCTERMS.license, rdflib.URIRef('http://cc0.example/')) in graph
assert (a.scheme, DCTERMS.creator, rdflib.Literal('Ann')) in graph
assert (a.v, DCTERMS.extent, rdflib.Literal('12', datatype=XSD.integer)) in graph
assert list(graph.items(graph.value(a.c, SKOS.memberList))) == [a.j, a.b, a.v]
assert set(graph.objects(a.d, SKOS.member)) == {a.b, a.j}
assert (a.c, SKOS.altLabel, rdflib.Literal('Walk', 'en')) in graph
PYTHON
    done
}

@test "a common target, or a closeMatch, speaks for two being one" {
    cat >a.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://a.org/v> a skos:Concept ; skos:prefLabel "Vessels"@en .
<http://a.org/j> a skos:Concept ; skos:prefLabel "Ewers"@en ; skos:broader <http://a.org/v> ; skos:exactMatch <http://wd.org/Q1> .
<http://a.org/b> a skos:Concept ; skos:prefLabel "Basins"@en ; skos:broader <http://a.org/v> ; skos:closeMatch <http://b.org/b> .
TURTLE
    cat >b.ttl <<'TURTLE'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://b.org/v> a skos:Concept ; skos:prefLabel "Vessels"@en .
<http://b.org/j> a skos:Concept ; skos:prefLabel "Schnabelkannen"@de ; skos:broader <http://b.org/v> ; skos:exactMatch <http://wd.org/Q1> .
<http://b.org/b> a skos:Concept ; skos:prefLabel "Lavabos"@fr ; skos:broader <http://b.org/v> .
TURTLE
    pleach grow a.ttl b.ttl -q -o m.ttl
    [[ $(grep -c 'a skos:Concept ;' m.ttl) == 3 ]]
    grep -F 'skos:closeMatch <http://b.org/b>' m.ttl
    [[ $(grep -c 'http://b.org/b>' m.ttl) == 1 ]]
}
