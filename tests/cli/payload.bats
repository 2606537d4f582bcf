#!/usr/bin/env bats
# What people put in and pleach does not compare comes out again.
load common

bookmarks() {
    cat >ann.html <<'HTML'
<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://news.example/" ADD_DATE="1700000000" ICON="data:image/png;base64,xx">News &amp; more</A>
        <DT><H3>Dev</H3>
        <DL><p>
            <DT><A HREF="https://c.example/ref?a=1&amp;b=2" TAGS="c,ref">Reference "C"</A>
            <DD>A good page
            <DT><A HREF="https://git.example/">Git</A>
        </DL><p>
    </DL><p>
    <DT><H3>Recipes</H3>
    <DL><p>
        <DT><A HREF="https://soup.example/">Soup</A>
    </DL><p>
</DL><p>
HTML
    sed -e 's/Dev/Programming/; s/soup.example/stew.example/' ann.html >bob.html
    cp ann.html carl.html
}

# links FILE: folder, address and title of each link, by another parser.
links() {
    python3 - "$1" <<'PYTHON'
import html.parser, sys
class Folders(html.parser.HTMLParser):
    path, folder, link, text = [], None, None, ''
    def handle_starttag(self, tag, attributes):
        if tag == 'dl':
            self.path.append(self.folder)
        self.text = '' if tag in ('h1', 'h3', 'a') else self.text
        self.link = dict(attributes) if tag == 'a' else self.link
    def handle_data(self, data):
        self.text += data
    def handle_endtag(self, tag):
        if tag in ('h1', 'h3'):
            self.folder = self.text
        if tag == 'dl':
            self.path.pop()
        if tag == 'a':
            print(' > '.join(self.path), self.link.get('href'), self.text, self.link.get('add_date'), self.link.get('tags'), 'icon' in self.link)
Folders().feed(open(sys.argv[1]).read())
PYTHON
}

@test "links of two browsers are merged with their folders, each once" {
    bookmarks
    pleach grow ann.html bob.html carl.html -q -o both.bookmarks.html -o both.json
    links both.bookmarks.html | sort >links
    cat >wanted <<'END'
Bookmarks > Bookmarks bar > Dev https://c.example/ref?a=1&b=2 Reference "C" None c,ref False
Bookmarks > Bookmarks bar > Dev https://git.example/ Git None None False
Bookmarks > Recipes https://soup.example/ Soup None None False
Bookmarks > Recipes https://stew.example/ Soup None None False
Bookmarks > Bookmarks bar https://news.example/ News & more 1700000000 None False
END
    # What was in the toolbar goes there again.
    [[ $(grep -c '<DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>' both.bookmarks.html) == 1 ]]
    diff <(LC_ALL=C sort links) <(LC_ALL=C sort wanted)
    grep -q '<DD>A good page' both.bookmarks.html
    pleach check both.json
    # A result that was written has them too, and reading it again loses none.
    pleach convert both.json -q -o again.bookmarks.html
    cmp both.bookmarks.html again.bookmarks.html
    pleach grow both.bookmarks.html -q -o once.bookmarks.html
    cmp both.bookmarks.html once.bookmarks.html
}

@test "folders that hold the same pages are one, though their names differ" {
    bookmarks
    pleach grow ann.html bob.html -q --format paths >paths
    [[ $(grep -cE 'Dev|Programming' paths) == 1 ]]
}

@test "copies of a link give it the tags and notes that they have" {
    local head='<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<H1>Bookmarks</H1>\n<DL><p>\n<DT><H3>Fish</H3>\n<DL><p>\n'
    local tail='<DT><A HREF="https://b.example/">B</A>\n</DL><p>\n</DL><p>\n' link='<DT><A HREF="https://a.example/"'
    printf "$head$link>Carp</A>\n$tail" >a.html
    printf "$head$link TAGS=\"tench,carp\" ADD_DATE=\"5\">Other</A>\n<DD>one note\n$tail" >b.html
    printf "$head$link TAGS=\"carp, pike\" ADD_DATE=\"6\">Carp</A>\n<DD>two notes\n$tail" >c.html
    pleach grow a.html b.html c.html -q -o all.bookmarks.html -o all.json
    [[ $(links all.bookmarks.html) == $'Bookmarks > Fish https://a.example/ Other 5 tench,carp,pike False\nBookmarks > Fish https://b.example/ B None None False' ]]
    [[ $(grep -c '<DD>' all.bookmarks.html) == 1 ]]
    grep -q '<DD>one note / two notes$' all.bookmarks.html
    pleach check all.json
    # What is the same adds nothing.
    pleach grow b.html b.html all.bookmarks.html -q -o again.bookmarks.html
    grep -q 'TAGS="tench,carp,pike"' again.bookmarks.html
}

@test "what is said of a folder defines it, icons and lines are counted" {
    cat >folders.html <<'HTML'
<!DOCTYPE NETSCAPE-Bookmark-file-1>
<H1>Bookmarks</H1>
<DL><p>
<DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks Toolbar</H3>
<DD>Add bookmarks to this folder to see them on the toolbar
<DL><p>
<DT><H3>Fish</H3>
<DD>Who lives &amp; swims
<DL><p>
<DT><A HREF="https://a.example/" ICON="data:image/png;base64,xx">A</A>
<HR>
<DT><A HREF="https://b.example/" ICON_URI="https://b.example/i" ICON="data:image/png;base64,xx">B</A>
</DL><p>
</DL><p>
</DL><p>
HTML
    run -0 --separate-stderr pleach convert folders.html -o folders.jsonl
    [[ $stderr == *'Icons of links: 2, lines between links: 1. These are left out.'* ]]
    grep -q '"property": "skos:definition", "text": "Who lives & swims"' folders.jsonl
    run ! grep -q 'Add bookmarks' folders.jsonl
}

@test "links outside of any folder are kept" {
    printf '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://a.example/">A</A>\n</DL><p>\n' >bare.html
    pleach grow bare.html -q -o bare.bookmarks.html
    [[ $(links bare.bookmarks.html) == "Bookmarks https://a.example/ A None None False" ]]
}

@test "feeds and unknown attributes of OPML come out again" {
    cat >feeds.opml <<'XML'
<opml version="2.0"><body><outline text="Reading" _note="mine">
  <outline text="Tech"><outline text="A &amp; B" type="rss" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/" version="RSS2"/>
    <outline text="Plain" xmlUrl="https://p.example/feed"/></outline>
  <outline text="Home" type="link" url="https://home.example/"/>
  <outline text="Odd" xmlUrl="https://odd.example/"><outline text="Below"/></outline>
</outline></body></opml>
XML
    pleach grow feeds.opml -q -o out.opml
    python3 - >got <<'PYTHON'
import xml.etree.ElementTree as tree
def walk(node, path):
    for child in node.findall('outline'):
        print(path, sorted((k, v) for k, v in child.attrib.items() if k != 'category'))
        walk(child, path + '/' + child.get('text'))
walk(tree.parse('out.opml').getroot().find('body'), '')
PYTHON
    grep -F "('_note', 'mine')" got
    grep -F "/Reading/Tech [('htmlUrl', 'https://a.example/'), ('text', 'A & B'), ('type', 'rss'), ('version', 'RSS2'), ('xmlUrl', 'https://a.example/feed')]" got
    grep -F "/Reading/Tech [('text', 'Plain'), ('type', 'rss'), ('xmlUrl', 'https://p.example/feed')]" got
    grep -F "/Reading [('text', 'Home'), ('type', 'link'), ('url', 'https://home.example/')]" got
    grep -F "/Reading/Odd [('text', 'Below')]" got
    [[ $(pleach grow feeds.opml -q --format paths | grep -c 'A & B') == 0 ]]
}

@test "unknown fields of JSON Lines come out again, and so does what was carried" {
    cat >shop.jsonl <<'JSON'
{"owner": "x", "name": "Shoes", "gtin": 4012345, "children": [{"name": "Boots", "season": "winter", "carries": {"values": [{"property": "a:b", "text": "z", "language": "en"}], "items": [{"address": "u", "n": "1"}]}}, "Sandals"]}
JSON
    pleach convert shop.jsonl -q -o out.jsonl
    python3 - <<'PYTHON'
import json
shoes = json.loads(open('out.jsonl').read())
assert shoes['carries'] == {'values': [{'property': 'gtin', 'text': '4012345'}]}, shoes
boots = shoes['children'][0]['carries']
assert boots['items'] == [{'address': 'u', 'n': '1'}], boots
assert {'property': 'a:b', 'text': 'z', 'language': 'en'} in boots['values'], boots
assert {'property': 'season', 'text': 'winter'} in boots['values'], boots
assert 'carries' not in shoes['children'][1]
PYTHON
    pleach convert out.jsonl -q -o again.jsonl
    cmp out.jsonl again.jsonl
    says 1 "escaped NUL" pleach convert -o x.jsonl <(sed 's/"values": \[{/"values": [{"property": "\\u0000",/' out.jsonl) --input-format jsonl
    run -0 pleach grow shop.jsonl -o shop.md
    [[ $output == *"no place for"*"1 item"* || $output == *"3 notes or links"* ]]
}

@test "vocabularies keep languages, definitions, relations and foreign properties when merged" {
    need_python rdflib
    cat >a.ttl <<'TTL'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix x: <http://x.example/> .
<http://a.example/vessel> a skos:Concept ; skos:prefLabel "Vessels"@en, "Gefäße"@de ; skos:definition "Something to keep things in."@en .
<http://a.example/jug> a skos:Concept ; skos:broader <http://a.example/vessel> ; skos:prefLabel "Jugs"@en, "Krüge"@de ; skos:hiddenLabel "juggs"@en ;
    skos:notation "J1" ; skos:related <http://a.example/bowl> ; x:licence <http://x.example/cc0> ; skos:exactMatch <http://wd.example/Q1> .
<http://a.example/bowl> a skos:Concept ; skos:broader <http://a.example/vessel> ; skos:prefLabel "Bowls"@en .
TTL
    cat >b.ttl <<'TTL'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://b.example/1> a skos:Concept ; skos:prefLabel "Vessels"@en, "Récipients"@fr .
<http://b.example/2> a skos:Concept ; skos:broader <http://b.example/1> ; skos:prefLabel "Jugs"@en ; skos:definition "For milk."@en .
TTL
    pleach grow a.ttl b.ttl -q -o m.ttl -o m.json
    pleach convert m.json -q -o n.ttl
    for file in m n; do
        $python - $file.ttl <<'PYTHON'
import rdflib, sys
from rdflib.namespace import SKOS
graph = rdflib.Graph().parse(sys.argv[1])
def concept(label):
    (found,) = graph.subjects(SKOS.prefLabel, rdflib.Literal(label, 'en'))
    return found
vessel, jug, bowl = concept('Vessels'), concept('Jugs'), concept('Bowls')
assert {(l.language, str(l)) for l in graph.objects(vessel, SKOS.prefLabel)} == {('en', 'Vessels'), ('de', 'Gefäße'), ('fr', 'Récipients')}
assert rdflib.Literal('Something to keep things in.', 'en') in graph.objects(vessel, SKOS.definition)
assert rdflib.Literal('For milk.', 'en') in graph.objects(jug, SKOS.definition)
assert [str(l) for l in graph.objects(jug, SKOS.hiddenLabel)] == ['juggs']
assert not list(graph.objects(jug, SKOS.altLabel))
assert [str(l) for l in graph.objects(jug, SKOS.notation)] == ['J1']
assert list(graph.objects(jug, SKOS.related)) == [bowl]
assert (jug, rdflib.URIRef('http://x.example/licence'), rdflib.URIRef('http://x.example/cc0')) in graph
assert {str(m) for m in graph.objects(jug, SKOS.exactMatch)} == {'http://a.example/jug', 'http://b.example/2', 'http://wd.example/Q1'}
assert not list(graph.objects(jug, rdflib.URIRef('http://www.w3.org/ns/dcat#keyword')))
PYTHON
    done
}

@test "folders of a disk become a plan that moves each file, and nothing but a plan" {
    mkdir -p "ann/Holiday photos" ann/Work "bob/Holiday pictures" bob/work
    echo 1 >"ann/Holiday photos/it's a beach.jpg"
    echo 2 >ann/Work/plan.txt
    echo 3 >"bob/Holiday pictures/sun.jpg"
    echo 4 >bob/work/plan.txt
    printf 'same\tHoliday photos\tHoliday pictures\n' >known.tsv
    pleach grow dir:ann dir:bob --decisions known.tsv -q -o plan.moves.sh -o plan.moves.tsv
    [[ $(grep -c $'\t' plan.moves.tsv) == 5 ]]
    grep -F $'ann/Holiday photos/it\'s a beach.jpg\t' plan.moves.tsv
    run -0 sh plan.moves.sh
    [[ $output == *"mv -n -- "*"stays: "* && -e ann/Work/plan.txt && -e bob/work/plan.txt ]]
    sh plan.moves.sh --do
    # Two files of one name: the second stays where it is.
    [[ $(find . -name plan.txt | wc -l) == 2 && $(find . -name '*.jpg' | wc -l) == 2 ]]
    beach=$(find . -name "it's a beach.jpg") sun=$(find . -name sun.jpg)
    [[ $(dirname "$beach") == $(dirname "$sun") ]]
}

@test "a vocabulary of one language joins one that has it beside others" {
    cat >a.ttl <<'TTL'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://a.example/1> a skos:Concept ; skos:prefLabel "Vessels"@en, "Gefäße"@de .
<http://a.example/2> a skos:Concept ; skos:broader <http://a.example/1> ; skos:prefLabel "Jugs"@en, "Krüge"@de .
<http://a.example/3> a skos:Concept ; skos:broader <http://a.example/1> ; skos:prefLabel "Bowls"@en, "Schalen"@de .
TTL
    cat >b.ttl <<'TTL'
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://b.example/1> a skos:Concept ; skos:prefLabel "Gefäße"@de .
<http://b.example/2> a skos:Concept ; skos:broader <http://b.example/1> ; skos:prefLabel "Krüge"@de .
<http://b.example/3> a skos:Concept ; skos:broader <http://b.example/1> ; skos:prefLabel "Schalen"@de .
TTL
    [[ $(pleach grow a.ttl b.ttl -q --format paths | tail -n +2 | wc -l) == 3 ]]
}

@test "tables of nodes and databases have what nodes carry" {
    cat >shop.jsonl <<'JSON'
{"owner": "x", "name": "Shoes", "path": "p1", "gtin": 4012345, "children": [{"name": "Boots", "id": "b7", "season": "winter", "carries": {"values": [{"property": "a:b", "text": "z", "language": "en"}, {"property": "a:b", "text": "=1+1", "language": "en"}, {"property": "see", "address": "http://x.example/"}], "items": [{"address": "u,\"", "n": "1", "title": "T"}, {"address": "v"}]}, "children": ["Ankle"]}, "Sandals"]}
JSON
    bookmarks
    pleach grow shop.jsonl ann.html -q -o t.json -o t.nodes.csv -o t.sqlite
    pleach convert t.json -q -o u.nodes.csv -o u.sqlite
    cmp t.nodes.csv u.nodes.csv
    pleach check t.json | grep -q 'clusters.members: similarity, carries'
    python3 - <<'PYTHON'
import csv, json, sqlite3
truth = {}
def flat(carries):
    for value in carries.get("values", []):
        kind = "address" if "address" in value else "text"
        yield kind, None, value["property"], value.get(kind), value.get("language")
    for number, item in enumerate(carries.get("items", []), 1):
        for key, text in item.items():
            yield "item", number, key, text, None
for cluster in json.load(open("t.json"))["clusters"]:
    for member in cluster["members"]:
        if "carries" in member:
            truth[member["owner"], member["id"], member["path"]] = list(flat(member["carries"]))
assert len(truth) == 5, truth
for name in "t.sqlite", "u.sqlite":
    found = {}
    for row in sqlite3.connect(name).execute(
            "SELECT owner, hierarchy, path, kind, item, key, value, language "
            "FROM carried JOIN nodes ON nodes.id = node ORDER BY carried.rowid"):
        found.setdefault(row[:3], []).append(row[3:])
    assert found == truth, (found, truth)
    ids = sqlite3.connect(name).execute("SELECT name, source_id FROM nodes WHERE source_id IS NOT NULL")
    assert list(ids) == [("Boots", "b7")]
rows = {row["name"]: row for row in csv.DictReader(open("t.nodes.csv", newline=""))}
assert rows["Shoes"]["gtin"] == "4012345" and rows["Shoes"]["path (input)"] == "p1"
boots = rows["Boots"]
assert (boots["source_id"], boots["season"], boots["a:b@en"], boots["see"]) == ("b7", "winter", "z\n=1+1", "http://x.example/"), boots
assert boots["items"] == 'T <u,"> (n: 1)\n<v>', boots
assert rows["Dev"]["items"].split("\n")[1] == "Git <https://git.example/>", rows["Dev"]
assert rows["Sandals"]["items"] == "" == rows["Sandals"]["source_id"]
PYTHON
}

@test "titles of columns are no properties of RDF" {
    printf 'name,parent,Note: internal,dc:title,skos:note> <x\nBoots,Shoes,hello,x,y\n' >odd.csv
    pleach convert odd.csv -q -o odd.ttl
    pleach convert odd.ttl -q >back.jsonl
    grep -q '"name": "Boots"' back.jsonl
    run ! grep -qE 'Note:|dc:title|> <x' odd.ttl
}

@test "SKOS tells how many values of columns it has no property for" {
    printf 'id,name,parent_id,price\n1,Shop,,\n2,Tea,1,3\n3,Coffee,1,4\n' >shop.csv
    run --separate-stderr -0 pleach convert shop.csv -o shop.ttl
    [[ $stderr == *"skos has no place for"*"2 values of columns or keys: they are left out."* ]]
    run ! grep -q price shop.ttl
}
