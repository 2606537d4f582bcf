#!/usr/bin/env bats
# Bad input: a sentence with file, line and column, exit 1, nothing written.
load common

# refuses FILE PLACE: exit 1 and "pleach: PLACE: sentence", no output file.
refuses() {
    local before
    before=$(ls -A)
    run --separate-stderr -1 pleach grow "$1" -o out.json --report out.report
    echo "standard error: $stderr"
    [[ $stderr =~ ^"pleach: "$2": "[A-Z\"].*\.$ ]]
    [[ -z $output && $(ls -A) == "$before" ]]
}

LINE_2='bad\.jsonl:2:[0-9]+'

@test "malformed JSON" { bad_line '{"name": "x", }' && refuses bad.jsonl 'bad\.jsonl:2:15'; }
@test "a trailing comma is called that" {
    for text in '{"name": "x", }' '{"name": "x", "children": ["y" , ]}' '{"A": ["b",],}' '[{"name": "x"},]' '{"@id": "x",}'; do
        printf '%s\n' "$text" >bad.json
        refuses bad.json 'bad\.json:1:[0-9]+'
        [[ $stderr == *"there is a trailing comma"* ]]
    done
}
@test "JSON cut off" { bad_line '{"name": "x"' && refuses bad.jsonl "$LINE_2"; }
@test "not an object" { bad_line '[1, 2]' && refuses bad.jsonl "$LINE_2"; }
@test "a missing name" { bad_line '{"children": []}' && refuses bad.jsonl "$LINE_2"; }
@test "an empty name" { bad_line '{"name": ""}' && refuses bad.jsonl "$LINE_2"; }
@test "a name that is a number" { bad_line '{"name": 7}' && refuses bad.jsonl "$LINE_2"; }
@test "a NUL byte" { bad_line '{"name": "a\0b"}' && refuses bad.jsonl "$LINE_2"; }
@test "an escaped NUL" { bad_line '{"name": "a\\u0000b"}' && refuses bad.jsonl "$LINE_2"; }
@test "invalid UTF-8" { bad_line '{"name": "a\xffb"}' && refuses bad.jsonl "$LINE_2"; }
@test "a negative count" { bad_line '{"name": "x", "tags":{"t": -1}}' && refuses bad.jsonl "$LINE_2"; }
@test "a count that is not finite" { bad_line '{"name": "x", "tags":{"t": 1e999}}' && refuses bad.jsonl "$LINE_2"; }
@test "a count that is a word" { bad_line '{"name": "x", "tags":{"t": "many"}}' && refuses bad.jsonl "$LINE_2"; }

@test "a NUL in the key of an unknown field" {
    bad_line '{"name": "x", "other": {"a\\u0000": 1}}'
    refuses bad.jsonl "$LINE_2"
}
@test "a NUL in an unknown field" { bad_line '{"name": "x", "other": ["a\\u0000"]}' && refuses bad.jsonl "$LINE_2"; }
@test "a number of an unknown field beyond all doubles" { bad_line '{"name": "x", "other": [1e999]}' && refuses bad.jsonl "$LINE_2"; }

@test "nesting deeper than 64" {
    awk 'BEGIN {
        for (k = 0; k < 70; k++) printf "{\"name\": \"n\", \"children\": ["
        for (k = 0; k < 70; k++) printf "]}"
        print "" }' >bad.jsonl
    refuses bad.jsonl 'bad\.jsonl:1:[0-9]+'
}

@test "a line longer than 64 MiB" {
    { printf '{"name": "' && head -c 68000000 /dev/zero | tr '\0' x &&
        echo '"}'; } >bad.jsonl
    refuses bad.jsonl 'bad\.jsonl:1(:[0-9]+)?'
}

@test "an empty file" { : >bad.jsonl && refuses bad.jsonl 'bad\.jsonl(:[0-9]+){0,2}'; }
@test "only blank lines" { printf '\n\n' >bad.jsonl && refuses bad.jsonl 'bad\.jsonl(:[0-9]+){0,2}'; }
@test "a directory" { mkdir bad.jsonl && refuses bad.jsonl 'bad\.jsonl'; }
@test "a compressed file cut off" {
    gzip -c pets.jsonl | head -c 60 >bad.jsonl.gz
    refuses bad.jsonl.gz 'bad\.jsonl\.gz(:[0-9]+){0,2}'
}

@test "a CSV row that is too short" {
    printf 'owner,parent,child\nann,Pets\n' >bad.csv
    refuses bad.csv 'bad\.csv:2:[0-9]+'
}

# ------------------------------------------------- formats of other programs

@test "entities that blow up, in OPML and in RDF" {
    {
        echo '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">'
        for pair in ab bc cd de ef fg gh hi; do
            printf '<!ENTITY %s "%s">\n' "${pair:1}" "$(printf '&%.0s'"${pair:0:1};" {1..10})"
        done
    } >head
    { cat head && echo ']><opml><body><outline text="&i;"/></body></opml>'; } >bad.opml
    refuses bad.opml 'bad\.opml(:[0-9]+)?'
    { cat head && echo ']><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:s="http://www.w3.org/2004/02/skos/core#"><s:Concept rdf:about="http://x/y">
        <s:prefLabel>&i;</s:prefLabel></s:Concept></rdf:RDF>'; } >bad.rdf
    refuses bad.rdf 'bad\.rdf(:[0-9]+)?'
}

@test "entities that are elsewhere" {
    echo secret >secret
    echo '<!DOCTYPE opml [<!ENTITY a SYSTEM "secret">]><opml><body><outline text="a">&a;</outline></body></opml>' >bad.opml
    refuses bad.opml 'bad\.opml'
    echo '<!DOCTYPE x [<!ENTITY a SYSTEM "secret">]><rdf:RDF
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&a;</rdf:RDF>' >bad.rdf
    refuses bad.rdf 'bad\.rdf:1:[0-9]+'
}

# The library behind the reader counts their bytes in 8 bits.
@test "language tags longer than 255 bytes, in every notation of RDF" {
    label=http://www.w3.org/2000/01/rdf-schema#label
    head='<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:r="http://www.w3.org/2000/01/rdf-schema#"'
    for size in 256 600 5000; do
        tag=$(head -c $size /dev/zero | tr '\0' b)
        printf '<http://x/a> <%s> "A"@%s .\n' "$label" "$tag" >bad.nt
        refuses bad.nt 'bad\.nt:1:[0-9]+'
        printf '@prefix r: <%s> .\n\n<http://x/a> r: """A""" @%s .\n' "$label" "$tag" >bad.ttl
        refuses bad.ttl 'bad\.ttl:3:[0-9]+'
        printf '%s>\n<r:Class rdf:about="http://x/a"><r:label xml:lang="%s">A</r:label></r:Class></rdf:RDF>\n' "$head" "$tag" >bad.rdf
        refuses bad.rdf 'bad\.rdf:3:[0-9]+'
        printf '%s\nxml:lang="%s"><r:Class rdf:about="http://x/a"><r:label>A</r:label></r:Class></rdf:RDF>\n' "$head" "$tag" >bad.rdf
        refuses bad.rdf 'bad\.rdf:3:[0-9]+'
        # Text is handed on in pieces of 1 MiB: across the first one's end.
        { printf '#%01048450d\n' 0 && cat bad.nt; } >long.nt
        refuses long.nt 'long\.nt:2:[0-9]+'
        printf '%s>\n<!--%01048320d-->\n<r:Class rdf:about="http://x/a" xml:lang="%s"><r:label>A</r:label></r:Class></rdf:RDF>\n' "$head" 0 "$tag" >long.rdf
        refuses long.rdf 'long\.rdf:4:[0-9]+'
    done
}

@test "deep documents of every kind" {
    deep() { head -c "$1" /dev/zero | sed "s/\x00/$2/g"; }
    deep 100000 '[' >bad.json && refuses bad.json 'bad\.json:1:[0-9]+'
    deep 100000 '[' >bad.yaml && refuses bad.yaml 'bad\.yaml:1:[0-9]+'
    { echo '<opml><body>' && deep 9999 '<outline text="a">'; } >bad.opml && refuses bad.opml 'bad\.opml:[0-9]+'
}

@test "what was never a hierarchy" {
    printf 'Dear all, it went well.\nSee you, bye.\n' >letter
    printf '<html><body>a > b</body></html>\n' >page.html
    printf 'PK\003\004\000' >sheet.xlsx
    for file in letter page.html; do refuses $file "$file:1"; done
    refuses sheet.xlsx sheet.xlsx
}

@test "a circle in a vocabulary is a warning" {
    printf '%s\n' '@prefix s: <http://www.w3.org/2004/02/skos/core#> .' \
        '<http://x/a> s:prefLabel "A" ; s:broader <http://x/b> .' \
        '<http://x/b> s:prefLabel "B" ; s:broader <http://x/a> .' >a.ttl
    run --separate-stderr -0 pleach grow a.ttl
    [[ $stderr == *"1 node was its own ancestor"*"a.ttl:2: Parents lead in a circle"* ]]
}

@test "standard input is called by a name" {
    run --separate-stderr -1 pleach grow - <<<'{"name": }'
    [[ $stderr =~ ^"pleach: ".+":1:10: " ]]
}

@test "a missing file is not bad data: exit 3" {
    says 3 "missing.jsonl" pleach grow missing.jsonl -o out.json
}

@test "a seed that nobody named" {
    says 1 "mouse" pleach grow pets.jsonl --seed mouse -o out.json
}

@test "the first bad file stops all" {
    bad_line '{"name": }'
    says 1 "bad.jsonl:2:10" pleach grow pets.jsonl bad.jsonl -o out.json
}

@test "control characters reach no terminal" {
    printf '{"name": }\n' >$'e\033[31mvil.jsonl'
    run --separate-stderr -1 pleach grow $'e\033[31mvil.jsonl'
    [[ $stderr == *'e\x1B[31mvil.jsonl:1:10: '* && $stderr != *$'\033'* ]]
}

# ------------------------------------------------------- accepted after all

@test "--skip-bad goes on and counts" {
    bad_line '{"name": }'
    bad_line '{"name": ""}' worse.jsonl
    run --separate-stderr -0 pleach grow pets.jsonl bad.jsonl worse.jsonl --skip-bad
    [[ $stderr == *"2 malformed lines were left out"* ]]
    [[ $stderr == *"bad.jsonl:2:10: "* ]]
    [[ $output == *Pets* ]]
}

@test "--skip-bad keeps a document with trailing commas, whatever its shape" {
    for text in '{"A": {"b": ["c",], "d": []},}' '[{"name": "A", "children": [{"name": "b", "children": ["c",]}, "d",],},]'; do
        echo "$text" >bad.json
        run --separate-stderr -1 pleach convert bad.json
        [[ $stderr == *"trailing comma"* ]]
        run --separate-stderr -0 pleach convert bad.json --skip-bad --format paths
        [[ $(cut -d, -f1 <<<"$output" | tr -d '\n') == 'path"A""A > b""A > b > c""A > d"' ]]
        [[ $stderr == *"1 malformed line was left out"*"bad.json:1:"*"trailing comma"* ]]
    done
}

@test "--skip-bad does without any input or code block that cannot be read" {
    printf 'a;b;c\n1;2\n' >bad.csv
    printf '<opml><body><outline text="x"></body>' >bad.opml
    for file in bad.csv bad.opml; do
        run --separate-stderr -1 pleach convert pets.jsonl $file
        run --separate-stderr -0 pleach convert pets.jsonl $file --skip-bad
        [[ $stderr == *"1 malformed line was left out"*"$file:"* ]]
        diff <(pleach convert pets.jsonl -q) <(echo "$output")
    done
    printf 'See:\n```json\n{"A": ["b" "c"]}\n```\nand\n```json\n{"D": ["e"]}\n```\n' >bad.md
    run --separate-stderr -0 pleach convert bad.md --skip-bad --format paths
    [[ $output == *"D > e"* && $stderr == *"bad.md:3:12: "* ]]
}

@test "--skip-bad with nothing left is bad data" {
    printf '{"name": }\n' >bad.jsonl
    run --separate-stderr -1 pleach grow bad.jsonl --skip-bad
}

@test "--quiet keeps warnings to itself" {
    bad_line '{"name": }'
    run --separate-stderr -0 pleach grow bad.jsonl --skip-bad --quiet
    [[ -z $stderr ]]
}

@test "a duplicate id is a warning" {
    run --separate-stderr -0 pleach grow pets.jsonl pets.jsonl
    [[ $stderr == *"share an id with another one"*'"a"'* ]]
}

@test "a hierarchy without leaves is a warning" {
    bad_line '{"name": "Alone"}'
    run --separate-stderr -0 pleach grow bad.jsonl
    [[ $stderr == *"1 hierarchy is a single node"*"bad.jsonl:2"* ]]
}

@test "a name that normalises to nothing is a warning" {
    bad_line '{"name": "!!!", "children": [{"name": "x"}]}'
    run --separate-stderr -0 pleach grow bad.jsonl
    [[ $stderr == *"1 name has no letter or digit"*"bad.jsonl:2"*'"!!!"'* ]]
}

@test "unknown fields are no error" {
    bad_line '{"name": "x", "color": "red", "deep": {"a": [1, {}]}, "children": []}'
    run -0 pleach grow bad.jsonl --quiet
}

@test "a similarity that has nothing to compare is a warning" {
    printf '{"id": "a", "name": "x", "children": [{"name": "y"}]}\n' >bare.jsonl
    run --separate-stderr -0 pleach grow bare.jsonl --similarity tags
    [[ $stderr == *"compares tags, but no node has any"* ]]
    run --separate-stderr -0 pleach grow bare.jsonl --similarity tags --quiet
    [[ -z $stderr ]]
}

@test "a row that is longer than the first is told with its line" {
    printf 'Level 1,Level 2\nA,B\nA,B,C,D\n' >long.csv
    says 1 "long.csv:3:5: The row has more fields" pleach grow long.csv
    [[ $(pleach grow long.csv -q --skip-bad --format paths | wc -l) == 3 ]]
    printf 'id,name,parent_id\n1,A,\n2,B,1,x\n' >long.csv
    says 1 "long.csv:3:" pleach grow long.csv
    # Spreadsheets end rows with separators.
    printf 'Level 1,Level 2\nA,B,,\n' >long.csv
    pleach grow long.csv -q
}

@test "what other libraries say ends with one full stop" {
    printf '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n:a skos:prefLabel "A" .\n' >x.ttl
    run --separate-stderr -1 pleach grow x.ttl
    [[ $stderr == *"not declared." ]]
    [[ $stderr != *".." ]]
}

@test "a result is no input" {
    echo '{"name":"a","children":[{"name":"b"}]}' >in.jsonl
    pleach grow in.jsonl -q -o out.json
    says 1 "out.json:1: This is a result of pleach" pleach grow in.jsonl out.json
    says 1 "This is a result of pleach" bash -c '"$PLEACH" grow - <out.json'
    pleach convert out.json -q --format paths
}
