#!/usr/bin/env bats
# Good input in every form gives the same forest.
load common

# same COMMAND...: prints the same tree as pets.jsonl does.
same() {
    run -0 --separate-stderr "$@"
    diff <(pleach grow pets.jsonl --quiet) <(echo "$output")
}

@test "standard input by -" { same pleach grow - --quiet <pets.jsonl; }
@test "standard input by default" { same pleach grow --quiet <pets.jsonl; }
@test "gzip" { gzip pets.jsonl -c >p.jsonl.gz && same pleach grow p.jsonl.gz -q; }
@test "zstd" { zstd -q pets.jsonl -o p.jsonl.zst && same pleach grow p.jsonl.zst -q; }
@test "gzip on standard input" { same pleach grow -q < <(gzip -c pets.jsonl); }
@test "a format by name" { cp pets.jsonl p && same pleach grow p --input-format jsonl -q; }
@test "a format by look" { cp pets.jsonl p && same pleach grow p -q; }
@test "JSON Lines under the name of a document" { cp pets.jsonl p.json && same pleach grow p.json -q; }
@test "JSON Lines whose first is longer than what is looked at" {
    python3 -c "
print('{\"name\": \"a\", \"children\": [' + ', '.join('\"leaf %d\"' % k for k in range(30000)) + ']}')
print('{\"name\": \"b\", \"children\": [\"leaf 7\"]}')" >p.jsonl
    pleach grow p.jsonl -q -o named.tsv --format paths
    pleach grow - -q -o plain.tsv --format paths <p.jsonl
    cmp named.tsv plain.tsv
}
@test "no newline at the end" { same pleach grow -q <<<"$(cat pets.jsonl)"; }
@test "carriage returns" { sed 's/$/\r/' pets.jsonl >p.jsonl && same pleach grow p.jsonl -q; }
@test "a byte order mark" {
    printf '\xef\xbb\xbf' | cat - pets.jsonl >p.jsonl
    same pleach grow p.jsonl -q
}
@test "several files" {
    head -2 pets.jsonl >1.jsonl
    tail -2 pets.jsonl >2.jsonl
    same pleach grow 2.jsonl 1.jsonl -q
}

@test "CSV" {
    cat >p.csv <<'END'
owner,parent,child,tags
ann,Pets,Birds,parrot:2;cage:1
ann,Pets,Dogs,puppy:4
bob,pet,bird,parrot;cage
bob,pet,dog,puppy
cat,Wildlife,Birds,eagle:3;sky
cat,Wildlife,Bears,den
dan,wildlife,bird,eagle;sky:2
dan,wildlife,bear,den
END
    same pleach grow p.csv -q
    tr , '\t' <p.csv >p.tsv
    same pleach grow p.tsv -q
}

@test "path lists in three spellings" {
    printf 'Animals > Pets > Birds\nAnimals > Pets > Dogs\n' >a.txt
    sed 's, > ,/,g' a.txt >b.txt
    sed 's, > ,|,g' a.txt >c.txt
    for file in a.txt b.txt c.txt; do
        pleach grow $file --input-format paths -q >$file.out
    done
    [[ $(cat a.txt.out) == *Animals*Pets*Birds* ]]
    diff a.txt.out b.txt.out
    diff a.txt.out c.txt.out
}

@test "a seed takes only what lies around it" {
    run -0 pleach grow pets.jsonl --seed Pets -q
    [[ $output == *Dogs* || $output == *dog* ]]
    [[ $output != *ear* ]]
}

@test "--hops 0 takes the seed's own saplings only" {
    printf '%s\n' '{"id": "e", "name": "dogs", "children": [{"name": "Poodle"}]}' >>pets.jsonl
    [[ $(pleach grow pets.jsonl --seed pets -q) == *Poodle* ]]
    [[ $(pleach grow pets.jsonl --seed pets --hops 0 -q) != *Poodle* ]]
}

# ------------------------------------------------- formats of other programs

# Every example of docs/formats.md says the same.
@test "all examples of formats.md give the same tree" {
    awk '/^````?example / { file = $2; end = $1; sub("example", "", end); next }
        file != "" && $0 == end { file = ""; next }
        file != "" { print > file }' "$PLEACH_SOURCE/docs/formats.md"
    pleach grow nested.json -q >expected
    [[ $(cat expected) == *Animals*Cats*Tabby*Dogs* ]]
    [[ $(ls -- *.* | grep -cv pets) -ge 17 ]]
    for file in $(ls -- *.* | grep -v pets); do
        run -0 --separate-stderr pleach grow "$file" -q
        diff expected <(echo "$output") || { echo "in $file" && return 1; }
    done
}

@test "a folder, without links and hidden files" {
    mkdir -p Animals/Cats/Tabby Animals/Dogs/.git Animals/.hidden
    touch Animals/Cats/purring_kitten.jpg
    ln -s / Animals/Dogs/everything
    run -0 --separate-stderr pleach grow dir:Animals -q
    diff <(echo "$output") <(echo '{"name": "Animals", "children": [{"name": "Cats",
        "children": ["Tabby"]}, "Dogs"]}' | pleach grow - --input-format json -q)
    says 3 "could not be read" pleach grow dir:nothing
}

@test "folders whose names are no UTF-8 are counted" {
    mkdir -p Animals/Cats $'Animals/caf\xe9/Tabby' $'Animals/Cats/\xff' 2>/dev/null || skip "names are text here"
    run -0 --separate-stderr pleach convert dir:Animals -o a.jsonl
    [[ $stderr == *'warning: dir:Animals: Names of files or folders that are not UTF-8: 2, such as "caf\xE9". They are left out, with all that is below them.'* ]]
}

@test "a database" {
    command -v sqlite3 || skip "sqlite3 is not installed"
    sqlite3 a.db "create table t(id, name, parent_id);
        insert into t values (1, 'Pets', null), (2, 'Dogs', 1)"
    run -0 --separate-stderr pleach grow 'sqlite:a.db?query=SELECT%20*%20FROM t' -q
    [[ $output == *Pets*Dogs* ]]
    says 2 "There are: t." pleach grow sqlite:a.db
    says 1 "no such table" pleach grow 'sqlite:a.db?query=SELECT * FROM u'
    run -1 pleach grow 'sqlite:a.db?query=DELETE FROM t'
    [[ $(sqlite3 a.db 'select count(*) from t') == 2 ]]
    for query in "VACUUM INTO 'copy.db'" "ATTACH 'copy.db' AS c" "PRAGMA journal_mode = WAL"; do
        says 1 "authoriz" pleach grow "sqlite:a.db?query=$query"
    done
    [[ ! -e copy.db ]]
}

# Turtle written by rdflib and Raptor, XML by xmllint, YAML by PyYAML.
@test "a database whose views never end, or sort what they make up" {
    need sqlite3
    sqlite3 a.db "CREATE VIEW endless AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n)
                      SELECT 'a' AS parent, 'b' AS child FROM n WHERE k < 0;
                  CREATE VIEW sorted AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n)
                      SELECT hex(randomblob(200000)) AS parent, 'b' AS child FROM n ORDER BY 1;
                  CREATE VIEW large AS SELECT hex(zeroblob(90000000)) AS parent, 'b' AS child"
    for view in endless sorted; do
        says 1 "too many steps or too much memory" timeout 120 "$PLEACH" grow "sqlite:a.db?query=SELECT * FROM $view"
    done
    says 1 "too big" pleach grow 'sqlite:a.db?query=SELECT * FROM large'
}

@test "RDF that other programs wrote" {
    command -v rapper || skip "rapper is not installed"
    sed -n '/^```example animals.ttl/,/^```$/p' "$PLEACH_SOURCE/docs/formats.md" |
        sed 1d | sed '$d' >a.ttl
    pleach grow a.ttl -q >expected
    rapper -q -i turtle -o ntriples a.ttl >a.nt
    rapper -q -i turtle -o rdfxml-abbrev a.ttl >a.rdf
    rapper -q -i turtle -o turtle a.ttl >b.ttl
    for file in a.nt a.rdf b.ttl; do diff expected <(pleach grow $file -q); done
    need_python rdflib
    $python -c 'import rdflib
g = rdflib.Graph().parse("a.ttl"); g.serialize("c.ttl"); g.serialize("c.xml", "xml")
g.serialize("c.jsonld", "json-ld"); g.serialize("d.json", "json-ld", auto_compact=True)
skos = "http://www.w3.org/2004/02/skos/core#"
g.serialize("e.json", "json-ld", context={"@vocab": skos, "broader": {"@type": "@id"}, "prefLabel": {"@container": "@language"}})'
    grep -q '"Tiere"' e.json
    for file in c.ttl c.xml c.jsonld d.json e.json; do diff expected <(pleach grow $file -q); done
}

@test "YAML that PyYAML wrote" {
    need_python yaml
    $python -c 'import yaml
same = ["Tabby", "Siamese"]
print(yaml.dump([{"name": "Cats", "children": same}, {"name": "Pets", "children": same}]))' >a.yaml
    grep -q "\*id001" a.yaml
    run -0 --separate-stderr pleach grow a.yaml -q
    [[ $output == *Siamese*Tabby* ]]
}

@test "OPML that xmllint wrote, and what tree prints" {
    command -v xmllint && command -v tree || skip "xmllint or tree is not installed"
    echo '<opml><body><outline text="A"><outline text="B"/></outline></body></opml>' |
        xmllint --format --encode UTF-16 - | iconv -f UTF-16 -t UTF-8 |
        sed 's/UTF-16/UTF-8/' >a.opml
    mkdir -p A/B
    tree A >tree.txt
    tree --charset ascii A >ascii.txt
    pleach grow a.opml -q >expected
    for file in tree.txt ascii.txt dir:A; do diff expected <(pleach grow $file -q); done
}

@test "what was taken for what is said in one line" {
    echo '[{"title": "A", "topics": ["B"]}]' >a.json
    run -0 --separate-stderr pleach grow a.json
    [[ $stderr == 'pleach: a.json: Read as nested JSON: names from "title" and texts in lists, children from "topics".' ]]
}

# What each node carries, as "NAME PROPERTY=TEXT ...".
carried() {
    pleach convert "$@" -q | python3 -c '
import json, sys
def show(node):
    carries = node.get("carries", {})
    said = [v["property"] + "=" + v["text"] for v in carries.get("values", [])]
    said += ["+" + ",".join(k + "=" + i[k] for k in i) for i in carries.get("items", [])]
    if said:
        print(node["name"], *said)
    for child in node.get("children", []):
        show(child)
for line in sys.stdin:
    show(json.loads(line))'
}

@test "fields that nothing is made of are carried" {
    echo '[{"title": "A", "url": "u", "links": ["v", "w"], "topics": [{"title": "B", "url": "x", "vector": [1, 2], "new": true}]}]' >a.json
    [[ $(carried a.json) == $'A url=u links=v links=w\nB url=x vector=1, 2 new=true' ]]
    echo '{"A": {"B": "text"}, "C": {"D": {"name": "E", "a": {"b": 1, "c": ["x", {"d": "y"}]}, "definition": "z"}}}' >a.json
    [[ $(carried a.json) == $'B value=text\nE a.b=1 a.c=x a.c.d=y skos:definition=z' ]]
    echo '[{"name": "B", "parent": "A", "links": ["u", "v"], "ok": false, "description": "z"}]' >a.json
    [[ $(carried a.json) == 'B skos:definition=z links=u; v ok=false' ]]
    printf '%s\n' '{"name": "A", "children": ["b"], "items": ["c", "d"], "n": {"p": [1, 2]}, "x": null, "y": true}' >a.jsonl
    [[ $(carried a.jsonl) == 'A items=c items=d n.p=1, 2 y=true' ]]
    run -0 --separate-stderr pleach convert a.jsonl
    [[ $stderr == *'a.jsonl:1: The field "items" is not known, and what it holds is carried along.'* ]]
    printf 'A:\n  name: A\n  size: {w: 3}\n  topics: [B]\n' >a.yaml
    [[ $(carried a.yaml) == 'A size.w=3' ]]
    # What is about the whole document is told.
    run -0 --separate-stderr pleach convert --input-format json - <<<'{"$schema": "x", "A": ["b"]}'
    [[ $stderr == *'Fields about no node, which are left out: 1.'* ]]
}

@test "lists beside children are attributes, and no categories" {
    echo '{"categories": [{"name": "Pets", "children": [{"name": "Dogs", "return_reasons": ["too big", "loud"]}], "return_reasons": ["ill"]}]}' >a.json
    [[ $(carried a.json) == $'Pets return_reasons=ill\nDogs return_reasons=too big return_reasons=loud' ]]
    [[ $(pleach convert a.json -q --format paths | wc -l) == 3 ]]
    # Where nothing is called children, any list of names is one.
    echo '{"title": "Food", "sections": [{"heading": "Fruit", "points": ["Apple"]}]}' >a.json
    [[ $(pleach convert a.json -q --format paths) == *"Food > Fruit > Apple"* ]]
    echo '[{"category": "Food", "subcategory": "Fruit", "items": ["Apple"], "reasons": ["rotten"]}]' >a.json
    [[ $(pleach convert a.json -q --format paths) != *rotten* && $(carried a.json) == *reasons=rotten* ]]
}

@test "records that list others by their ids are joined to them" {
    local all='{"id": "c0", "name": "Shop", "KEY": [{"id": "c1", "name": "TV"}, {"id": "c2", "name": "Audio"}]},
{"id": "c1", "name": "TV", "url": "u", "path": [{"id": "c0", "name": "Shop"}], "KEY": [{"id": "c3", "name": "LED"}]},
{"id": "c2", "name": "Audio", "KEY": []}, {"id": "c3", "name": "LED", "KEY": []}'
    for key in subCategories children items; do
        echo "[${all//KEY/$key}]" >a.json
        echo "{\"total\": 4, \"categories\": [${all//KEY/$key}]}" >b.json
        for file in a.json b.json; do
            [[ $(pleach convert $file -q --format paths | cut -d, -f1 | tr -d '\n') == \
                'path"Shop""Shop > TV""Shop > TV > LED""Shop > Audio"' ]]
            [[ $(pleach convert $file -q) == '{"owner": "'$file'", "id": "c0", '*'"id": "c1", "name": "TV", "carries"'*'"id": "c3"'* ]]
            [[ $(carried $file) == 'TV url=u' ]]
        done
    done
    # An id that leads to no record is a node of its own; circles are told.
    echo '[{"id": 1, "name": "A", "children": [{"id": 2, "name": "B"}, {"id": 9, "name": "Z"}]}, {"id": 2, "name": "B", "children": [{"id": 1, "name": "A"}]}]' >a.json
    run -0 --separate-stderr pleach convert a.json --format paths
    [[ $output == *"A > Z"* && $stderr == *"lead in a circle"* ]]
}

@test "a context elsewhere is not fetched, and that is said" {
    echo '{"@context": "https://example.org/skos", "id": "http://e/1", "prefLabel": "A", "narrower": {"id": "http://e/2", "prefLabel": "B"}}' >a.json
    run -0 --separate-stderr pleach grow a.json
    [[ $output == *A*B* && $stderr == *'The context "https://example.org/skos" is not fetched: its words are taken'* ]]
    sed -i 's/prefLabel/wort/g; s/narrower/unter/' a.json
    says 1 'is not fetched, and without it no SKOS concept is known' pleach grow a.json
}

@test "a context that begins anew inside of a node ends with it" {
    cat >a.jsonld <<'EOF'
{"@context": {"called": "http://www.w3.org/2004/02/skos/core#prefLabel"}, "@graph": [
{"@id": "http://e/1", "called": "A", "narrower": {"@context": [null, {"title": "http://www.w3.org/2004/02/skos/core#prefLabel"}],
    "@id": "http://e/2", "title": "B", "called": "no name here"}},
{"@id": "http://e/3", "called": "C", "broader": {"@id": "http://e/1"}}]}
EOF
    run -0 --separate-stderr pleach convert -q a.jsonld --format jsonl -o -
    [[ $output == *'"name": "A"'*'"name": "B"'*'"name": "C"'* && $output != *'no name'* ]]
}

# The columns are those of ESCO's release 1.2; relations had no labels before.
@test "tables of ESCO are joined by their addresses, in any order" {
    printf 'conceptType,conceptUri,skillType,reuseLevel,preferredLabel,altLabels,hiddenLabels,status,modifiedDate,scopeNote,definition,inScheme,description\n%s\n%s\n' \
        'KnowledgeSkillCompetence,http://e/s1,knowledge,sector-specific,navigation,"piloting ships
sea navigation",,released,2023,,,x,The science of moving' 'KnowledgeSkillCompetence,http://e/s2,skill,cross-sector,welding,,,released,2023,,,x,' >skills_en.csv
    printf 'conceptType,conceptUri,conceptLabel,broaderType,broaderUri,broaderLabel\n%s\n%s\n%s\n' \
        KnowledgeSkillCompetence,http://e/s1,navigation,SkillGroup,http://e/S1.1,steering \
        KnowledgeSkillCompetence,http://e/s2,welding,SkillGroup,http://e/S1.10,joining \
        KnowledgeSkillCompetence,http://e/s2,welding,SkillGroup,http://e/S1.1,steering >broaderRelationsSkillPillar_en.csv
    printf 'Level 0 URI,Level 0 preferred term,Level 1 URI,Level 1 preferred term,Level 2 URI,Level 2 preferred term,Description\n%s\n%s\n' \
        http://e/S,skills,http://e/S1,machines,http://e/S1.1,steering,vessels http://e/S,skills,http://e/S1,machines,http://e/S1.10,joining, >skillsHierarchy_en.csv
    printf 'conceptType,conceptUri,iscoGroup,preferredLabel,altLabels,description,code\n%s\n' \
        Occupation,http://e/o1,3152,pilot,,,3152.3 >occupations_en.csv
    printf 'conceptType,conceptUri,code,preferredLabel,status,altLabels,inScheme,description\n%s\n%s\n' \
        ISCOGroup,http://e/C315,315,controllers,released,,x, ISCOGroup,http://e/C3152,3152,officers,released,,x, >ISCOGroups_en.csv
    sed 's/,navigation,.*/,nautique,,,released,2023,,,x,/; /^sea/d' skills_en.csv >skills_fr.csv
    pleach convert skills_en.csv broader*.csv skillsH*.csv occ*.csv ISCO*.csv skills_fr.csv -q >a.jsonl
    python3 - <<'PYTHON'
import json
trees = [json.loads(line) for line in open('a.jsonl')]
def names(node):
    return [node['name'], *map(names, node.get('children', []))]
assert sorted(map(names, trees)) == [
    ['controllers', ['officers', ['pilot']]],
    ['skills', ['machines', ['steering', ['navigation'], ['welding']], ['joining', ['welding']]]]], trees
assert all(tree['owner'] == 'ESCO' for tree in trees)
ship = next(tree for tree in trees if tree['name'] == 'skills')['children'][0]['children'][0]['children'][0]
assert sorted(ship['altLabels']) == ['nautique', 'piloting ships', 'sea navigation'], ship
PYTHON
    pleach grow ISCO*.csv occ*.csv skillsH*.csv broader*.csv skills_en.csv -q >there
    pleach grow skills_en.csv occ*.csv broader*.csv ISCO*.csv skillsH*.csv -q >back
    cmp there back
    # Without the labels of relations somebody else has to have the names.
    cut -d , -f 1,2,4,5 broaderRelationsSkillPillar_en.csv >relations.csv
    says 1 "addresses but no names" pleach convert relations.csv
    run -0 --separate-stderr pleach convert relations.csv skills_en.csv --format paths
    [[ $output == *navigation* && $stderr == *"leads nowhere"* ]]
}

@test "codes between dots are whole numbers" {
    printf 'code,label\n1,A\n1.1,B\n1.10,C\n1.10.2,D\n' >c.csv
    [[ $(pleach convert c.csv -q) == *'"A", "children": [{"id": "1.1", "name": "B"}, {"id": "1.10", "name": "C", "children": [{"id": "1.10.2", "name": "D"}]}]'* ]]
}

@test "tables of ids without names are refused" {
    printf 'id,parent_id\n1,\n2,1\n' >relations.csv
    says 1 "but no names" pleach convert relations.csv
}

@test "what a choice was taken for is said by all who read" {
    echo '{"Animals": {"Cats": ["Tabby"]}}' >n.json
    echo '{"Animals": {"Cats": ["Tabby"]}}' >m.json
    for command in grow convert validate; do
        run --separate-stderr -0 pleach $command n.json m.json
        [[ $stderr == *"n.json: Read as nested JSON"* ]]
    done
}

@test "RDF/XML of more than 10 MB" {
    python3 - >large.rdf <<'PYTHON'
print('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://www.w3.org/2004/02/skos/core#">')
for number in range(30000):
    print(f'<s:Concept rdf:about="http://example.org/vocabulary/concept/{number}"><s:prefLabel>Name {number}</s:prefLabel>'
          f'<s:definition>{"word " * 50}</s:definition>'
          f'<s:broader rdf:resource="http://example.org/vocabulary/concept/{number // 10}"/></s:Concept>')
print('</rdf:RDF>')
PYTHON
    [[ $(stat -c %s large.rdf) -gt 10000000 ]]
    pleach convert large.rdf -q --format edges | tail -n +2 >rows
    [[ $(wc -l <rows) == 30000 ]]
}

@test "folders that browsers make are passed through" {
    cat >chrome.html <<'HTML'
<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><H3>Cooking</H3>
        <DL><p>
            <DT><H3>Other bookmarks</H3>
            <DL><p>
            </DL><p>
        </DL><p>
    </DL><p>
    <DT><H3>Other bookmarks</H3>
    <DL><p>
        <DT><H3>Bread</H3>
        <DL><p>
        </DL><p>
    </DL><p>
</DL><p>
HTML
    # One of that name that somebody made themselves stays.
    diff <(pleach convert chrome.html -q --format paths | cut -d, -f1) - <<'TEXT'
path
"Bookmarks"
"Bookmarks > Cooking"
"Bookmarks > Cooking > Other bookmarks"
"Bookmarks > Bread"
TEXT
}

@test "what a refused table says to add makes it readable" {
    printf 'Category,Make,Big Type\nA,B,C\nA,B,D\n' >levels.csv
    printf 'parent,kid\nA,B\nB,C\nB,D\n' >edges.csv
    for file in levels.csv edges.csv; do
        run -1 --separate-stderr pleach convert $file
        [[ $stderr == *"add --columns "*"; otherwise"* ]]
        local advice=${stderr##*add --columns }
        eval "advice=${advice%%; otherwise*}"
        [[ $(pleach grow $file -q --columns "$advice" --format paths | cut -d, -f1 | tr -d '\n') == \
            'path"A""A > B""A > B > C""A > B > D"' ]]
    done
}

@test "a table of levels tells its levels, each once" {
    printf 'Category,Subcategory,Item\nA,B,C\n' >t.csv
    run -0 --separate-stderr pleach grow t.csv
    [[ $stderr == "pleach: t.csv: Read as a table of levels: level 1 in column 1, level 2 in column 2, level 3 in column 3." ]]
    printf 'user,Category,Subcategory,Item,Tags\nann,A,B,C,x\n' >t.csv
    run -0 --separate-stderr pleach grow t.csv
    [[ $stderr == *"levels: owner in column 1, tags in column 5, level 1 in column 2, level 2 in column 3, level 3 in column 4." ]]
}

@test "columns without a role are carried by their nodes, and told" {
    printf 'Level 1,Level 2,Product,sku,link\nA,B,C,X1,http://e/1\nA,D,,X2,\n' >t.csv
    run -0 --separate-stderr pleach convert t.csv -o t.jsonl
    [[ $stderr == *'level 2 in column 2. Carried along: "Product", "sku", "link".' ]]
    [[ $(carried t.csv) == $'B Product=C sku=X1 link=http://e/1\nD sku=X2' ]]
    pleach convert t.jsonl -q -o again.jsonl
    diff t.jsonl again.jsonl
    sed 's/,/\t/g' t.csv >t.tsv
    [[ $(carried t.tsv) == "$(carried t.csv)" ]]
    printf 'parent,child,a,b,c,d,e,f,g\nA,B,1,2,3,4,5,6,7\n' >t.csv
    run -0 --separate-stderr pleach convert t.csv -o t.jsonl
    [[ $stderr == *'Carried along: "a", "b", "c", "d", "e" and 2 others.' ]]
    [[ $(carried t.csv) == 'B a=1 b=2 c=3 d=4 e=5 f=6 g=7' ]]
    # A second column of one kind, other relatives, and a name of nothing.
    printf 'id,name,name_de,parent_id,\n1,Pets,Haustiere,,x\n2,Dogs,Hunde,1,\n' >t.csv
    [[ $(carried t.csv) == $'Pets name_de=Haustiere column 5=x\nDogs name_de=Hunde' ]]
    printf 'A,B,C\nD,E,F\n' >t.csv
    [[ $(carried t.csv --columns parent=1,name=2) == $'B column 3=C\nE column 3=F' ]]
    printf 'parent,child\nA,B\n' >t.csv
    run -0 --separate-stderr pleach convert t.csv -o t.jsonl
    [[ $stderr == "" ]]
}

@test "a definition is carried, and none of its words is a tag" {
    printf 'name,parent,definition\nCats,Pets,They purr and the air is warm\n' >t.csv
    [[ $(carried t.csv) == 'Cats skos:definition=They purr and the air is warm' ]]
    pleach convert t.csv -q --format skos | grep -q 'skos:definition "They purr'
    printf '[Term]\nid: X:1\nname: Cats\ndef: "They purr" [x]\n' >t.obo
    [[ $(carried t.obo) == 'Cats skos:definition=They purr' ]]
    echo '<u:a> <http://www.w3.org/2004/02/skos/core#definition> "They purr" ; <http://www.w3.org/2004/02/skos/core#prefLabel> "Cats" .' >t.ttl
    for file in t.csv t.obo t.ttl; do
        [[ $(pleach convert $file -q) != *tags* ]]
    done
}

@test "products of a shop's table are items of their categories" {
    printf 'sku,name,categories,price\n1,Ball,"Pets > Dogs, Sale",3.5\n2,Bone,Pets > Dogs,\n' >t.csv
    [[ $(carried t.csv) == $'Dogs +sku=1,title=Ball,price=3.5 +sku=2,title=Bone\nSale +sku=1,title=Ball,price=3.5' ]]
    printf 'path,name\nA > B,B\nA > B > C,C\n' >t.csv
    [[ $(carried t.csv) == "" ]]
}

@test "a role for two columns is refused" {
    printf 'A,B,C\nD,E,F\n' >t.csv
    for columns in name=1,name=2,parent=3 name=1,child=2,parent=3 level1=1,level1=2 level1=1,level2=2,level01=3; do
        run -2 --separate-stderr pleach convert t.csv --columns $columns
        [[ $stderr == *" gives a role to a second column. "* ]]
    done
    run -2 --separate-stderr pleach convert t.csv --columns level1=1,levelx=2
    [[ $stderr == *'"levelx=2" does not say what a column is.'* ]]
    # The numbers of levels count, and not their order.
    run -0 --separate-stderr pleach convert t.csv --columns level3=1,level1=3,level2=2
    [[ $output == *'"name": "C", "children": [{"name": "B", "children": [{"name": "A"'* ]]
}

@test "no column is named that is not there" {
    printf 'ann,pet,cat\nann,pet,dog\n' >t.csv
    run -0 --separate-stderr pleach convert t.csv -o t.jsonl
    [[ $stderr == *"owner in column 1, parent in column 2, name in column 3."* ]]
    echo 'ann,pet,cow,horn' >>t.csv
    run -0 --separate-stderr pleach convert t.csv -o t.jsonl
    [[ $stderr == *"name in column 3, tags in column 4."* ]]
}

@test "a table that may be of levels or of owners is refused" {
    printf 'Wing,Shelf,Big Thing\nA,B,C\nA,B,D\nE,F,G\n' >t.csv
    run -1 --separate-stderr pleach convert t.csv
    [[ $stderr == *'add --columns "level1=Wing,level2=Shelf,level3=Big Thing"; otherwise'* ]]
    [[ $(pleach convert t.csv -q --columns "level1=Wing,level2=Shelf,level3=Big Thing" --format paths | cut -d, -f1 | tr -d '\n') == \
        'path"A""A > B""A > B > C""A > B > D""E""E > F""E > F > G"' ]]
}

@test "a level left out in the middle is told, and the next is below the one before" {
    printf 'Level 1,Level 2,Level 3\nA,B,C\nX,,Y\n,,Z\n' >t.csv
    run -0 --separate-stderr pleach grow t.csv -q --format paths
    run -0 --separate-stderr pleach convert t.csv --format paths
    [[ $(cut -d, -f1 <<<"$output" | tr -d '\n') == 'path"A""A > B""A > B > C""X""X > Y""X > Z"' ]]
    [[ $stderr == *"t.csv:3: Levels left blank before one that is not: 2. That is put below the level before."* ]]
    printf 'Level 1,Level 2\n,B\n' >t.csv
    says 1 "This level is blank" pleach convert t.csv
}

@test "rows whose cells are all empty are passed over and counted" {
    printf 'parent,child,price\nA,B,3\n,,\nA,C,4\n" ",,\n' >edges.csv
    printf ',,\nLevel 1,Level 2,Level 3\n,,\nA,B,\n,C,\n' >levels.csv
    printf 'path,x\nA > B,1\n,\nA > C,2\n,\n' >paths.csv
    printf 'id,name,parent_id\n1,A,\n,,\n2,B,1\n3,C,1\n,,\n' >ids.csv
    printf 'parent\tchild\nA\tB\n""\t\nA\tC\n""\t""\n' >edges.tsv
    for file in edges.csv levels.csv paths.csv ids.csv edges.tsv; do
        run -0 --separate-stderr pleach convert $file --format paths
        [[ $(cut -d, -f1 <<<"$output" | tr -d '\n') == 'path"A""A > B""A > C"' ]]
        [[ $stderr == *"$file: Rows whose cells are all empty, which are passed over: 2."* ]]
    done
    workbooks "book('t.xlsx', A=[['parent', 'child'], ['A', 'B'], [' ', ''], ['', ' '], ['A', 'C']])"
    run -0 --separate-stderr pleach convert t.xlsx --format paths
    [[ $(cut -d, -f1 <<<"$output" | tr -d '\n') == 'path"A""A > B""A > C"' && $stderr == *"passed over: 2."* ]]
}

@test "a first row that may be a header is told, with what to add" {
    for header in Aisle,Thing Rayon,Famille 'Bereich,Big Group'; do
        printf '%s\nDairy,Milk\nDairy,Cheese\n' "$header" >t.csv
        run -0 --separate-stderr pleach grow t.csv --format paths
        [[ $stderr == *"Row 1 is taken as data; if it is a header, add --columns \"parent=${header%,*},name=${header#*,}\"."* ]]
        [[ $(pleach grow t.csv -q --columns "parent=${header%,*},name=${header#*,}" --format paths | cut -d, -f1 | tr -d '\n') == \
            'path"Dairy""Dairy > Cheese""Dairy > Milk"' ]]
    done
    # One whose names come again, or that stands alone, is data.
    for rows in 'A,B\nB,C\n' 'A,B\nA,C\n' 'A,B\n' 'C,B\nA,C\n'; do
        printf "$rows" >t.csv
        run -0 --separate-stderr pleach grow t.csv
        [[ $stderr != *"Row 1"* ]]
    done
    # What cannot be typed is not told to be.
    printf '"a,b","c=d"\nDairy,Milk\n' >t.csv
    run -0 --separate-stderr pleach grow t.csv
    [[ $stderr == *"if it is a header, call its columns parent and child."* ]]
}

@test "parents and children that lead in a circle are told" {
    printf 'parent,child\nA,B\nB,A\nX,Y\n' >t.csv
    run -0 --separate-stderr pleach grow t.csv
    [[ $stderr == *'1 node was its own ancestor'*'t.csv:3: Parents lead in a circle: those of "A", the first of which is "B", come back to it'* ]]
    printf 'parent,child\nA,B\nB,C\nC,D\nX,A\n' >t.csv
    run -0 --separate-stderr pleach grow t.csv
    [[ $stderr != *circle* ]]
}

@test "tables that are not understood, and text in UTF-16, say what to do" {
    printf 'name\nA\nB\n' >t.csv
    says 1 'If it has paths, as in A > B, add --columns "path=1";' pleach convert t.csv
    printf 'a;b;c\n1;2\n' >t.csv
    says 1 'If the first has parents and the second what is below them, add --columns "parent=1,name=2";' pleach convert t.csv
    for code in UTF-16 UTF-16LE UTF-16BE; do
        printf 'parent,child\nA,B\n' | iconv -f UTF-8 -t $code >t.csv
        says 1 "This looks like UTF-16. Convert it to UTF-8: iconv -f $code -t UTF-8 OLD >NEW" pleach convert t.csv
    done
    printf 'parent,child\nA\xff,B\n' >t.csv
    says 1 'The byte 0xFF is not valid UTF-8 here.' pleach convert t.csv
    for command in 'review t.csv' 'explain t.csv A'; do
        says 1 'A result is wanted here, as "pleach grow ... -o tree.json" writes it.' pleach $command
    done
}

@test "lines passed over are named, up to three of them" {
    printf '# A\nprose\n- B\n\n| a | b |\n|---|---|\n| 1 | 2 |\n' >t.md
    run -0 --separate-stderr pleach convert t.md
    [[ $stderr == *'4 lines were passed over'*'t.md:2: This line is no part of a hierarchy, and was passed over. So were lines 5, 6 and others.' ]]
    printf '# A\nprose\n- B\nmore\n' >t.md
    run -0 --separate-stderr pleach convert t.md
    [[ $stderr == *'t.md:2: This line is no part of a hierarchy, and was passed over. So was line 4.' ]]
}

@test "a column that is not there, by name and by number" {
    printf 'a,b\nc,d\n' >t.csv
    says 2 'There is no column "Foo". There are "a", "b".' pleach convert t.csv --columns name=Foo,parent=2
    says 2 'There is no column 7: this table has 2.' pleach convert t.csv --columns name=7,parent=2
    says 2 '"nam=1" does not say what a column is' pleach convert t.csv --columns nam=1,parent=2
}

# workbooks FILE: runs a program, in which `book` saves rows as sheets.
workbooks() {
    need_python openpyxl
    $python - <<PYTHON
import io, openpyxl, struct, zipfile
def book(name, **sheets):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for title, rows in sheets.items():
        sheet = made.create_sheet(title.replace('_', ' & '))
        for row in rows:
            sheet.append(row)
    made.save(name)
    return made
$1
PYTHON
}

@test "spreadsheets are tables: the first sheet, or one by its name" {
    workbooks "
book('t.xlsx', First=[['Level 1', 'Level 2', 'code', 'new'], ['Animals', 'Cats', 1.5, True], [None, 'Dogs & é', 12, False]],
     Edges_more=[[], ['parent', None, 'child'], ['Pets', None, 'Tabby']])"
    run -0 --separate-stderr pleach convert t.xlsx -o t.jsonl
    [[ ${stderr_lines[0]} == 'pleach: t.xlsx: Read the sheet "First". FILE.xlsx#NAME reads another: "Edges & more".' ]]
    [[ $(carried t.xlsx) == $'Cats code=1.5 new=TRUE\nDogs & é code=12 new=FALSE' ]]
    [[ $(pleach convert t.xlsx -q --format paths | cut -d, -f1 | tr -d '\n') == 'path"Animals""Animals > Cats""Animals > Dogs & é"' ]]
    [[ $(pleach convert 't.xlsx#Edges & more' -q --format paths | cut -d, -f1 | tr -d '\n') == 'path"Pets""Pets > Tabby"' ]]
    says 1 'There is no such sheet. There are: "First", "Edges & more".' pleach convert 't.xlsx#Other'
    # From anywhere, by any name; and its result is proved from it.
    cp t.xlsx 'a#b.csv'
    for input in - 'a#b.csv'; do
        [[ $(pleach convert "$input" -q <t.xlsx | cut -d, -f2-) == "$(pleach convert t.xlsx -q | cut -d, -f2-)" ]]
    done
    pleach grow t.xlsx 't.xlsx#Edges & more' -q -o r.json
    pleach check r.json | grep '^OK: all 5 input nodes'
    # Rows and columns that are told by their places, hidden sheets, prefixes.
    workbooks "
made = book('t.xlsx', A=[['x']], B=[])
made['A'].sheet_state = 'hidden'
made['B']['C5'], made['B']['E5'], made['B']['C9'], made['B']['E9'] = 'parent', 'child', 'Pets', 'Cats'
made['B'].merge_cells('C9:D9')
made.save('t.xlsx')"
    [[ $(pleach convert t.xlsx -q) == '{"owner": "t.xlsx", "name": "Pets", "children": [{"name": "Cats"}]}' ]]
    workbooks "book('t.xlsx', A=[['parent', 'child'], ['x', None], [None, 'y'], [], ['z', 'u', 'v']])"
    says 1 't.xlsx:5: The row has more fields' pleach convert t.xlsx
}

@test "spreadsheets that are cut, locked, old, huge or none are refused with a sentence" {
    workbooks "
book('t.xlsx', A=[['parent', 'child'], ['Pets', 'Cats']])
whole = open('t.xlsx', 'rb').read()
open('cut.xlsx', 'wb').write(whole[:-40])
open('wrong.xlsx', 'wb').write(whole.replace(b'PK\x03\x04', b'PK\x03\x05', 1)[:200])
locked = bytearray(whole)
for mark, flags in ((b'PK\x03\x04', 6), (b'PK\x01\x02', 8)):
    at = locked.find(mark)
    while at >= 0:
        locked[at + flags] |= 1
        at = locked.find(mark, at + 4)
open('locked.xlsx', 'wb').write(locked)
old = b'\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' + bytes(2000)
open('old.xls', 'wb').write(old)
open('locked2.xlsx', 'wb').write(old + 'EncryptedPackage'.encode('utf-16-le') + bytes(99))
def change(name, **parts):
    source, made = zipfile.ZipFile('t.xlsx'), zipfile.ZipFile(name, 'w', zipfile.ZIP_DEFLATED)
    for part in source.namelist():
        key = part.split('/')[-1].split('.')[0]
        made.writestr(part, parts.get(key, source.read(part)))
change('bomb.xlsx', sheet1=b'<worksheet><sheetData>' + b'<row><c><v>1</v></c></row>' * 4000000)
change('bomb2.xlsx', sheet1=b'<worksheet>' + b' ' * 300000000)
change('broken.xlsx', sheet1=b'<worksheet><row>')
change('entity.xlsx', sheet1=b'<!DOCTYPE x [<!ENTITY a \"b\">]><worksheet>&a;</worksheet>')
change('deep.xlsx', sheet1=b'<a>' * 100000)
change('wide.xlsx', sheet1=b'<worksheet><row><c r=\"ZZZZ1\"><v>1</v></c></row></worksheet>')
change('none.xlsx', sheet1=b'<worksheet/>')
zipfile.ZipFile('other.zip', 'w').writestr('a.txt', 'A > B')
with zipfile.ZipFile('many.xlsx', 'w') as many:
    for k in range(10001):
        many.writestr(str(k), '')"
    local again='Fetch or save it again.'
    for fault in "cut.xlsx|damaged or cut short. $again" 'wrong.xlsx|' 'locked.xlsx|protected by a password. Save it without one.' \
        'locked2.xlsx|protected by a password.' 'old.xls|of the older kind (.xls). Save it as .xlsx or CSV.' \
        'bomb.xlsx|more than 250 times as large' 'bomb2.xlsx|more than 250 times as large' 'broken.xlsx|sheet1.xml of the spreadsheet is not XML' \
        'entity.xlsx|entities' 'deep.xlsx|is not XML' 'wide.xlsx|more than 16384 columns' 'none.xlsx|The input is empty' \
        'other.zip|no spreadsheet that is known' 'many.xlsx|more than 10000 files'; do
        run -1 --separate-stderr pleach convert "${fault%%|*}"
        [[ $stderr == *"${fault%%|*}"*"${fault#*|}"* ]] || { echo "$fault: $stderr" && false; }
    done
}

@test "children that are nearly called so are told" {
    printf '{"name": "A", "childern": [{"name": "B"}]}\n{"name": "C", "children": ["D"], "note": ["x"]}\n' >t.jsonl
    run -0 --separate-stderr pleach convert t.jsonl
    [[ $stderr == *'t.jsonl:1: The field "childern" is not known, and what it holds is carried along. Did you mean "children"?'* ]]
    printf '{"name": "C", "children": ["D"], "child": "x", "note": ["x"], "childless": true}\n' >t.jsonl
    run -0 --separate-stderr pleach convert t.jsonl
    [[ $stderr != *"not known"* ]]
}

@test "standard input is called so, and not by its sign" {
    says 1 "pleach: standard input:1:1: The input is empty" pleach grow </dev/null
    says 1 "pleach: standard input:1:1: The input is empty" pleach convert - </dev/null
    run -0 --separate-stderr pleach grow < <(printf 'Category,Subcategory\nA,B\n')
    [[ $stderr == "pleach: standard input: Read as a table of levels"* ]]
}

@test "libraries that run out of memory are no end of the input, and no mistake in it" {
    need_plain_memory
    python3 - <<'PYTHON'
with open('b.html', 'w') as out:
    print('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>\n<DL><p>', file=out)
    for k in range(60000):
        print(f'<DT><H3>Folder {k}</H3>\n<DL><p>\n</DL><p>', file=out)
    print('</DL><p>', file=out)
with open('o.opml', 'w') as out:
    print('<opml version="2.0"><body>', file=out)
    for k in range(200000):
        print(f'<outline text="o{k}"/>', file=out)
    print('</body></opml>', file=out)
with open('x.rdf', 'w') as out:
    print('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://www.w3.org/2004/02/skos/core#">', file=out)
    for k in range(60000):
        print(f'<s:Concept rdf:about="http://e/{k}"><s:prefLabel>N {k}</s:prefLabel><s:broader rdf:resource="http://e/{k // 10}"/></s:Concept>', file=out)
    print('</rdf:RDF>', file=out)
with open('t.ttl', 'w') as out:
    print('@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n@prefix : <http://e/> .', file=out)
    for k in range(100000):
        print(f':c{k} s:prefLabel "N {k}" ; s:broader :c{k // 10} .', file=out)
PYTHON
    for try in 'b.html 40M' 'o.opml 80M' 'x.rdf 26M' 'x.rdf 30M' 't.ttl 20M' 't.ttl 22M' 't.ttl 26M' 't.ttl 28M'; do
        says 3 "There is not enough memory for this input" pleach grow ${try% *} --max-memory ${try#* }
        [[ ${#stderr_lines[@]} == 1 ]]
    done
}

@test "files of one name in several folders are several people" {
    mkdir -p a/x b/x
    printf 'parent,child\nPets,Dogs\n' | tee a/x/t.csv b/x/t.csv a/t.csv >u.csv
    run -0 --separate-stderr pleach convert a/x/t.csv b/x/t.csv a/t.csv u.csv a/x/t.csv -q
    [[ $(grep -o '"owner": "[^"]*"' <<<"$output" | cut -d'"' -f4 | tr '\n' ' ') == \
        "a/x/t.csv b/x/t.csv a/t.csv u.csv a/x/t.csv " ]]
    run -0 --separate-stderr pleach convert b/x/t.csv u.csv -q
    [[ $output == *'"owner": "t.csv"'*'"owner": "u.csv"'* ]]
    [[ $(pleach crosswalk a/t.csv a/x/t.csv -q | wc -l) == 5 ]]
    cp pets.jsonl a/x/t.jsonl && echo '{"name": "Pets", "children": ["Cats"]}' | tee b/x/t.jsonl >>a/x/t.jsonl
    pleach grow a/x/t.jsonl b/x/t.jsonl u.csv -q -o o.json
    run -0 pleach check o.json a/x/t.jsonl b/x/t.jsonl u.csv
    run -0 pleach check o.json
}

@test "what is beside blocks of code, and what has no name, is counted" {
    printf '# A\n- b\n- c\n\nSee:\n```json\n{"D": ["E"]}\n```\n' >t.md
    run -0 --separate-stderr pleach convert t.md
    [[ $stderr == *'warning: t.md: Lines of headings and lists beside the code blocks, which are left out: 3.'* ]]
    echo '<opml version="2.0"><body><outline text="A"><outline><outline text="B"/></outline><outline/></outline></body></opml>' >t.opml
    run -0 --separate-stderr pleach convert t.opml
    [[ $stderr == *'warning: t.opml: Outlines without a text that others are below: 1. These are put below the next one above.'* ]]
    printf '| Level 1 | Level 2 |\n|---|---|\n| A | B |\n\n| Sign | Sense |\n|---|---|\n| + | more |\n' >t.md
    run -0 --separate-stderr pleach convert t.md
    [[ $output != *Sense* && $stderr == *'t.md:5: This table is left out, since what its columns are is not known.'* ]]
}

@test "several lists of parents of several lengths" {
    printf '[{"name":"r","broader":["z"],"parents":["y"]},{"name":"x","parents":["a","b","c"],"broader":["a"]}]' >lists.json
    pleach convert lists.json -q >lists.jsonl
    python3 - <<'PYTHON' >many.json
import json
print(json.dumps([{"name": "r", "broader": ["z"], "parents": ["y"]},
                  {"name": "x", "parents": ["p%d" % k for k in range(3000)], "broader": ["a"]}]))
PYTHON
    pleach convert many.json -q >many.jsonl
    [[ $(grep -o '"p2999"\|"a"' many.jsonl | sort -u | wc -l) -ge 1 ]]
    printf '[{"name":"x","parents":["b","c","d"],"broader":["a"]}]' >one.json
    [[ $(pleach convert one.json -q | grep -cE '"name": "[bcd]", "children"') == 3 ]]
}

@test "--columns is for the tables that have them; others go by their header, which is told" {
    printf 'name,parent\nA,\nB,A\n' >plain.csv
    printf 'Kind,Up\nC,A\nA,\n' >odd.csv
    printf 'x,y\nC,A\n' >unknown.csv
    run -0 --separate-stderr pleach grow plain.csv odd.csv --columns name=Kind,parent=Up -o t.json
    [[ $stderr == *'plain.csv: There is no column "Kind". There are "name", "parent". This table is read by its header'* ]]
    [[ $(pleach grow -q plain.csv odd.csv --columns name=Kind,parent=Up) == $'A (2)\n├── B (1)\n└── C (1)' ]]
    says 2 'There is no column "Kind". There are "x", "y".' pleach grow odd.csv unknown.csv --columns name=Kind,parent=Up
    says 2 "No table has the columns" pleach grow plain.csv plain.csv --columns name=Nix,parent=Up
    says 2 'There is no column "Nix"' pleach grow plain.csv --columns name=Nix,parent=Up
}

@test "one bad file of many: the way past it is told" {
    echo "I am sorry, but I cannot help with that." >said.json
    says 1 "--skip-bad does without what cannot be read." pleach grow pets.jsonl said.json
    run -1 --separate-stderr pleach grow said.json
    [[ $stderr != *skip-bad* ]]
    pleach grow -q pets.jsonl said.json --skip-bad | grep -q Pets
}

@test "a category beside its parent is a name" {
    printf 'category,parent\nTeas,\nBlack teas,Teas\n' >one.csv
    printf 'Parent,Category\n,Teas\nTeas,Black teas\n' >two.csv
    for file in one two; do [[ $(pleach grow -q $file.csv) == $'Teas (1)\n└── Black teas (1)' ]]; done
    printf 'category,product\nTeas,Assam\n' >three.csv
    [[ $(pleach grow -q three.csv) == $'Teas (1)\n└── Assam (1)' ]]
}

@test "what describes an item of Markdown is its definition, and a link's address its url" {
    printf '# Shop\n\n- **Refunds**: money back\n- *Returns* - goods\n- [Help](http://e.org/x)\n' >t.md
    pleach convert t.md -q >t.jsonl
    [[ $(cat t.jsonl) == *'"Refunds", "carries": {"values": [{"property": "skos:definition", "text": "money back"}]}'* ]]
    [[ $(cat t.jsonl) == *'"Returns", "carries": {"values": [{"property": "skos:definition", "text": "goods"}]}'* ]]
    [[ $(cat t.jsonl) == *'"Help", "carries": {"values": [{"property": "url", "text": "http://e.org/x"}]}'* ]]
    printf '# Shop\n\n- Refunds: money back\n- Returns: goods\n' >t.md
    printf '# S\n\n- [A](http://e.org/a_(b))\n- [B](http://e.org/b "Title")\n- [C]()\n' >l.md
    [[ $(pleach convert l.md -q) == *'"http://e.org/a_(b)"'*'"http://e.org/b"'*'{"name": "C"}'* ]]
    [[ $(pleach convert t.md -q) == *'"Returns", "carries": {"values": [{"property": "skos:definition", "text": "goods"}]}'* ]]
}
