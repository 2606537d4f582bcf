#!/usr/bin/env bats
# Workbooks, read by zipfile and ElementTree.
load common

# sheets FILE: prints the rows of each sheet as JSON, texts as they were.
sheets() {
    python3 - "$1" <<'PYTHON'
import json, re, sys, zipfile
import xml.etree.ElementTree as tree
main = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
def text_of(cell):
    text = "".join(t.text or "" for t in cell.iter(main + "t"))
    return re.sub("_x([0-9A-F]{4})_", lambda m: chr(int(m[1], 16)), text)
def value_of(cell):
    assert cell.find(main + "f") is None
    return text_of(cell) if cell.get("t") == "inlineStr" else float(cell.find(main + "v").text)
names = [s.get("name") for s in tree.fromstring(book.read("xl/workbook.xml")).iter(main + "sheet")]
found = {}
for number, name in enumerate(names, 1):
    rows = []
    for row in tree.fromstring(book.read("xl/worksheets/sheet%d.xml" % number)).iter(main + "row"):
        cells = {}
        for cell in row:
            letters = re.match("[A-Z]+", cell.get("r"))[0]
            column = 0
            for letter in letters:
                column = column * 26 + ord(letter) - 64
            cells[column - 1] = value_of(cell)
        rows.append([cells.get(k, "") for k in range(max(cells) + 1)])
    found[name] = rows
print(json.dumps(found))
PYTHON
}

@test "the tree and the entries" {
    cat >in.jsonl <<'JSON'
{"owner": "ann", "name": "Bank", "children": [{"name": "Cards", "children": ["Lost card", "PIN"]}, {"name": "Loans", "price": "=1+1", "id": "l7"}]}
{"owner": "bob", "name": "Bank", "children": [{"name": "Cards", "children": ["Lost card"]}, "Loans"]}
{"owner": "eve", "name": "Bank", "children": ["Cards", {"name": "Loans", "children": ["Lost card"]}]}
JSON
    pleach grow in.jsonl -q -o t.json -o t.xlsx -o t.nodes.csv
    sheets t.xlsx >sheets.json
    python3 - <<'PYTHON'
import csv, json
sheets = json.load(open("sheets.json"))
assert list(sheets) == ["Tree", "Entries"]
tree = sheets["Tree"]
assert tree[0] == ["Level 1", "Level 2", "Level 3", "People", "Entries", "Confidence", "Look at", "Id"]
rows = {tuple(t for t in row[:3] if t): row[3:] for row in tree[1:]}
clusters = json.load(open("t.json"))["clusters"]
assert len(rows) == len(clusters)
assert rows["Bank", "Cards"][:2] == [3, 3]
assert rows["Bank",][2] == 1, rows["Bank",]
lost = rows["Bank", "Cards", "Lost card"]
assert lost[0] == 3 and abs(lost[2] - 2 / 3) < 1e-9 and lost[3] == "1 person has it below Bank > Loans", lost
assert {row[-1] for row in rows.values()} == {c["id"] for c in clusters}
entries = list(csv.reader(open("t.nodes.csv", newline="")))
def plain(row):
    row = [str(int(cell)) if isinstance(cell, float) else cell for cell in row]
    return row + [""] * (len(entries[0]) - len(row))
assert [plain(row) for row in sheets["Entries"]] == entries
assert "=1+1" in sum(sheets["Entries"], []) and "price" in entries[0] and "l7" in sum(entries, [])
PYTHON
    pleach convert t.json -q -o u.xlsx
    cmp t.xlsx u.xlsx
    # Doubles would make another number of a large id.
    sed 's/"id": 0,/"id": 9007199254740993,/; s/\("parent\|"concept\)": 0\b/\1": 9007199254740993/g' t.json >large.json
    pleach convert large.json -q -o large.xlsx
    sheets large.xlsx | grep -q '"9007199254740993"'
    # The tree is read back as a table of levels.
    pleach convert t.xlsx -q --format paths | cut -d , -f 1-2 >back
    diff back <(pleach convert t.json -q --format paths | cut -d , -f 1-2)
    sleep 2
    pleach grow in.jsonl -q -o v.xlsx
    cmp t.xlsx v.xlsx
}

@test "odd names come back from a workbook, and long ones are cut and told" {
    python3 - <<'PYTHON'
import json
names = ["=1+1", "+A1", "@SUM(A1)", "-2", "_x0041_", "a\u0001b", "a\tb", "<&>\"'", "x\ufffey", "\U0001F600" * 20000, "l" * 40000]
json.dump({"owner": "o", "name": "Top", "children": names}, open("odd.jsonl", "w"))
PYTHON
    run -0 pleach grow odd.jsonl -o odd.xlsx
    [[ $output == *"room for 32767 characters"*"texts were cut"* ]]
    sheets odd.xlsx >sheets.json
    python3 - <<'PYTHON'
import json
found = {row[3] for row in json.load(open("sheets.json"))["Entries"][1:]}
for name in ["=1+1", "+A1", "@SUM(A1)", "-2", "_x0041_", "a\u0001b", "a\tb", "<&>\"'", "x\ufffdy"]:
    assert name in found, (name, sorted(map(len, found)))
assert "\U0001F600" * 16383 in found and "l" * 32767 in found
PYTHON
}

@test "an empty file is called that" { : >e.xlsx; says 1 "e.xlsx: The file is empty." pleach grow e.xlsx; }

@test "a disk that fills up while the workbook is made" {
    seq 1 4000 | awk '{ print "Everything,Number " $1 }' >numbers.csv
    pleach grow numbers.csv -q -o whole.xlsx
    unzip -l whole.xlsx | awk '/sheet1.xml/ { exit $1 < 300000 }'
    for kilobytes in 40 80 120 160 200; do
        rm -f part.xlsx
        run -3 bash -c "trap '' XFSZ; ulimit -f $kilobytes; exec \"\$0\" grow numbers.csv -q -o part.xlsx" "$PLEACH"
        [[ ! -e part.xlsx ]]
    done
}
