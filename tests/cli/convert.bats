#!/usr/bin/env bats
# Trees from one format to another, and back.
load common

# forest SEED: random trees with odd names, tags and further names; every
# sibling has a name of its own.
forest() {
    python3 - "$1" >forest.jsonl <<'PYTHON'
import json, random, sys
random.seed(int(sys.argv[1]))
words = ['Birds', 'sea gulls', "it's", 'a "b"', 'x, y; z', '1. first', '- dash', '# hash', '*star*', '[link](x)', 'under_score',
         'back\\slash', 'colon:', 'AT&T', '&amp;', '<b>', 'Caf\u00e9', '\u6771\u4eac', '\U0001f426 bird', '(round)', 'null', '12', '=1',
         '`tick`', '~tilde~', '100%', 'a/b', 'q?', "''", '{brace}', 'end#', '**bold**: more', '---', 'a | b', "O'Neil, Ann", 'key: value', 'this - that', '1.2 one', 'so  # then']
def tree(depth, name):
    node = {'name': name}
    if random.random() < .4:
        node['tags'] = {random.choice('abcdefgh') * random.randint(1, 4): random.choice([1, 2, 0.5]) for _ in range(3)}
    if random.random() < .3:
        node['altLabels'] = sorted({'also ' + w for w in random.sample(['one', "two's", '"three"', 'vier \u00fc'], 2)})
    if depth < 6 and (depth == 0 or random.random() < .5):
        names = random.sample(words, random.randint(1, 5))
        node['children'] = [tree(depth + 1, name) for name in names]
    return node
for k in range(8):
    print(json.dumps({'owner': random.choice(['ann', 'bob "b"', 'C, D']), 'id': 'tree %d' % k, **tree(0, 'Top %d of %s' % (k, random.choice(words)))}))
PYTHON
}

# strip FILE PART...: the trees of JSON Lines without the parts.
strip() {
    python3 - "$@" <<'PYTHON'
import json, sys
def strip(node, top=True):
    if 'inner-ids' in sys.argv[2:] and not top:
        node.pop('id', None)
    if 'counts' in sys.argv[2:] and 'tags' in node:
        node['tags'] = {tag: 1 for tag in node['tags']}
    for key in 'tags', 'altLabels':
        if key in node and isinstance(node[key], list):
            node[key] = sorted(node[key])
        if key in node and isinstance(node[key], dict):
            node[key] = dict(sorted(node[key].items()))
    for part in sys.argv[2:]:
        node.pop(part, None)
    node['children'] = [strip(child, False) for child in node.get('children', [])]
    return dict(sorted(node.items()))
for line in open(sys.argv[1]):
    print(json.dumps(strip(json.loads(line)), ensure_ascii=False))
PYTHON
}

# returns FORMAT ENDING PART...: what is written in the format and read again is
# the same, but for the parts.
returns() {
    local ending=$2
    pleach convert forest.jsonl -q -o "there.$ending" --format "$1"
    shift 2
    pleach convert "there.$ending" -q -o back.jsonl
    cmp <(strip forest.jsonl "$@") <(strip back.jsonl "$@")
    rm back.jsonl
}

@test "there and back again: every format that pleach reads and writes" {
    for seed in 1 2 3 4 5; do
        forest $seed
        returns jsonl jsonl
        returns nested json
        returns yaml yaml
        returns edges csv inner-ids
        returns markdown md tags altLabels owner id
        returns opml opml counts altLabels owner id
        returns skos ttl counts owner id carries
    done
}

@test "paths: all but a name's >, and the order of owners" {
    forest 6
    sed -i 's/"owner": "bob[^,]*"/"owner": "bob"/; s/<b>/b/g' forest.jsonl
    returns paths csv id
    echo '{"name": "a > b", "children": ["c"]}' >p.jsonl
    run --separate-stderr -0 pleach convert p.jsonl --format paths
    [[ $output == *"a › b > c"* && $stderr == *"1 text was changed"* ]]
}

@test "what a format has no place for is said" {
    run --separate-stderr -0 pleach convert pets.jsonl -o p.md
    [[ $stderr == *"markdown has no place for tags, owners, ids"* ]]
    run --separate-stderr -0 pleach convert pets.jsonl -o p.opml
    [[ $stderr == *"opml has no place for counts of tags, owners, ids"* ]]
    run --separate-stderr -0 pleach convert pets.jsonl -o p.yaml
    [[ -z $stderr ]]
}

@test "what a format has no place for of a taxonomy is said, by grow only of parents" {
    for who in a b c d e; do
        [[ $who < d ]] && places=(Pets Bird Wild Deer) || places=(Wild Birds Pets Cat)
        printf '{"owner": "%s", "name": "Top", "children": [{"name": "%s", "children": [{"name": "%s", "tags": ["t"]}]},
            {"name": "%s", "children": [{"name": "%s"}]}]}' $who "${places[@]}" | tr -d '\n'
        echo
    done >both.jsonl
    pleach grow both.jsonl -q --parents 3 -o t.json
    run --separate-stderr -0 pleach convert t.json -o t.md
    [[ $stderr == *"markdown has no place for tags, further names, further parents"* ]]
    run --separate-stderr -0 pleach convert t.json -o t.csv
    [[ -z $stderr ]]
    run --separate-stderr -0 pleach grow both.jsonl --parents 3 -o t.yaml -o t.mmd
    [[ $stderr == *"yaml has no place for further parents: "* && $stderr != *"mermaid has no place"* ]]
    run --separate-stderr -0 pleach grow both.jsonl -o t.md
    [[ $stderr != *"no place"* ]]
}

@test "SKOS has addresses for ids" {
    run --separate-stderr -0 pleach convert pets.jsonl -o p.ttl
    [[ $stderr == *"skos has no place for counts of tags, owners: "* ]]
    grep -q "<urn:pleach:a> a skos:Concept" p.ttl
}

@test "ids that begin anew with each hierarchy" {
    printf '%s\n' '{"name": "Animals", "children": [{"id": "1", "name": "Cat"}]}' \
        '{"name": "Tools", "children": [{"id": "1", "name": "Hammer"}, {"id": "2", "name": "Saw"}]}' \
        '{"name": "Shed", "children": [{"id": "2", "name": "Saw"}]}' >r.jsonl
    pleach convert r.jsonl -q --format skos >r.ttl
    grep -A3 -F '<urn:pleach:1> a skos:Concept' r.ttl | grep -F '"Cat"'
    grep -A3 -F '<urn:pleach:tools.hammer> a skos:Concept' r.ttl | grep -F '"Hammer"'
    [[ $(grep -cF '<urn:pleach:2> a skos:Concept' r.ttl) == 1 ]]
    pleach convert r.jsonl -q --format edges >r.csv
    [[ $(grep -c '^1,' r.csv) == 1 ]]
    grep '^tools.hammer,Hammer,' r.csv
}

@test "ids that nothing could be numbered behind" {
    pleach grow pets.jsonl -q -o t.json
    for id in -1 4611686018427387904 9223372036854775807; do
        sed "s/{\"id\": 0,/{\"id\": $id,/" t.json >u.json
        says 1 "has the id $id: ids are from 0 to 4611686018427387903" pleach convert u.json -o u.csv
    done
}

@test "names that some formats cannot hold" {
    printf '%s\n' '{"name": "bell\u0007", "children": ["tab\there", "line\nfeed"]}' >c.jsonl
    for format in opml markdown mermaid; do
        run --separate-stderr -0 pleach convert c.jsonl --format $format
        [[ $stderr == *" changed."* ]]
    done
    [[ $(pleach convert c.jsonl -q) == *'"bell\u0007"'* ]]
}

@test "names that look like numbers of a list stay names in Markdown" {
    printf '%s\n' '{"name": "(1) x", "children": ["2. y", "3) z", "(4) w"]}' >n.jsonl
    pleach convert n.jsonl -q -o n.md
    [[ $(pleach convert n.md -q) == *'"(1) x"'*'"2. y"'*'"3) z"'*'"(4) w"'* ]]
}

@test "several inputs keep their order and owners" {
    printf '# B\n- b\n' >2.md
    printf 'A\n  a\n' >1.txt
    [[ $(pleach convert 2.md 1.txt -q | tr '\n' ' ') == \
        '{"owner": "2.md", "name": "B", "children": [{"name": "b"}]} {"owner": "1.txt", "name": "A", "children": [{"name": "a"}]} ' ]]
}

@test "a taxonomy is converted as what it is" {
    pleach grow pets.jsonl -q -o t.json -o t.ttl -o t.csv -o t.nodes.csv -o t.sqlite
    pleach convert t.json -q -o u.ttl -o u.csv -o u.nodes.csv -o u.sqlite
    for ending in ttl csv nodes.csv; do
        cmp t.$ending u.$ending
    done
    [[ $(sqlite3 u.sqlite "SELECT count(*) FROM clusters") == 5 ]]
    says 2 "loaded" pleach convert t.json -o u.txt
    says 2 '"pleach view t.json -o u.html" makes a page of a result.' pleach convert t.json -o u.html
}

@test "a root with many children takes seconds, not minutes" {
    python3 - >wide.json <<'PYTHON'
import json
def cluster(k):
    node = {'owner': 'ann', 'id': 'a', 'path': str(k - 1) if k else '.', 'role': 'leaf' if k else 'root'}
    return {'id': k, 'name': 'n%d' % k, 'parent': 0 if k else None, 'depth': int(k > 0), 'size': 1, 'net_similarity': 0,
            'exemplar': node, 'members': [{**node, 'name': 'n%d' % k, 'similarity': 0}]}
print(json.dumps({'format': 'pleach-taxonomy/1', 'report': {}, 'clusters': [cluster(k) for k in range(100000)], 'discarded': []}))
PYTHON
    ulimit -t 10
    pleach convert wide.json -q -o wide.nodes.csv
    [[ $(tail -1 wide.nodes.csv) == *",n99999,n0 > n99999" ]]
}

@test "100,000 concepts of SKOS take seconds, in Turtle and in JSON-LD" {
    need_plain_memory
    python3 - <<'PYTHON'
import json
with open('a.ttl', 'w') as file:
    file.write('@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix : <http://e.org/> .\n')
    for k in range(100000):
        file.write(':c%d a skos:Concept ; skos:prefLabel "concept %d"@en, "Begriff %d"@de ; skos:altLabel "thing %d"' % (k, k, k, k))
        file.write(' ; skos:broader :c%d .\n' % ((k - 1) // 8) if k else ' .\n')
context = {'@vocab': 'http://www.w3.org/2004/02/skos/core#', '@base': 'http://e.org/', 'prefLabel': {'@container': '@language'}}
graph = [{'@id': 'c%d' % k, '@type': 'Concept', 'prefLabel': {'en': 'concept %d' % k, 'de': 'Begriff %d' % k}, 'altLabel': 'thing %d' % k,
          **({'broader': {'@id': 'c%d' % ((k - 1) // 8)}} if k else {})} for k in range(100000)]
json.dump({'@context': context, '@graph': graph}, open('a.jsonld', 'w'))
PYTHON
    for file in a.ttl a.jsonld; do
        (ulimit -t 5 && ulimit -v 1048576 && "$PLEACH" convert $file -q -o back.ttl)
        [[ $(grep -c "a skos:Concept ;" back.ttl) == 100000 ]]
    done
}

@test "what cannot be converted" {
    says 2 "for what was grown" pleach convert pets.jsonl -o p.txt
    says 2 "names no format. Known are .json, .dot, .gv, .ttl, .csv, .paths.csv, .opml, " pleach convert pets.jsonl -o p.xyz
    says 2 'no output format "foo". Known are json, dot, skos, edges, paths, opml, ' pleach convert pets.jsonl --format foo
    says 1 "" pleach convert - -o p.md < <(printf '{"name": ')
    says 2 "is an input" pleach convert pets.jsonl -o pets.jsonl
    says 3 "does not exist" pleach convert pets.jsonl -o missing/p.md
}
