#!/usr/bin/env bats
# serve: a project on a page; what is asked, decided, refused and kept.
load common

setup_file() {
    pleach serve --help | grep -q PROJECT || return
    run pleach serve
    [[ $output != *"built without its server"* ]] || skip "this pleach has no server"
}

zoo() {
    cat >zoo.jsonl <<'END_ZOO'
{"id":"a1","owner":"ann","name":"pet","children":[{"name":"bird"},{"name":"cat"}]}
{"id":"b1","owner":"bob","name":"wildlife","children":[{"name":"bird"},{"name":"deer"}]}
{"id":"d1","owner":"dee","name":"Tiere","children":[{"name":"Vögel"},{"name":"misc"}]}
END_ZOO
}

# open PROJECT [WORD...]: starts a server; AT is its address, SERVER its id.
open() {
    : >address
    "$PLEACH" serve "$@" --port 0 >address 2>log 3>&- &
    SERVER=$!
    for _ in $(seq 200); do
        [[ ! -s address ]] || break
        kill -0 "$SERVER" 2>/dev/null || break
        sleep 0.05
    done
    AT=$(cat address)
    [[ $AT == http://127.0.0.1:*/????????????????????????????????/ ]]
}

shut() {
    [[ -z ${SERVER:-} ]] || kill "$SERVER" 2>/dev/null || true
    local code=0
    wait "${SERVER:-}" 2>/dev/null || code=$?
    SERVER=
    return $code
}

teardown() { [[ -z ${SERVER:-} ]] || shut || true; }

# One that should be refused must not serve for ever.
pleach() { timeout 30 "$PLEACH" "$@"; }

# get PATH [CURL-WORD...], post PATH BODY [CURL-WORD...]: the answer and, on a
# line of its own, the status.
get() { curl -s -m 60 -w '\n%{http_code}' "${@:2}" "$AT$1"; }
post() { curl -s -m 60 -w '\n%{http_code}' --data-binary "$2" "${@:3}" "$AT$1"; }

# field NAME: of the JSON on standard input.
field() { grep -o "\"$1\":[^,}]*" | head -1 | sed 's/^[^:]*: *//; s/"//g'; }

# decide REVISION KIND A [B]: tries, leaves the preview's id in PREVIEW.
decide() {
    run post api/try "{\"revision\": $1, \"decisions\": [{\"kind\": \"$2\", \"a\": \"$3\", \"b\": \"${4:-}\"}]}"
    PREVIEW=$(field preview <<<"$output")
}

keep() { run post api/keep "{\"preview\": \"$PREVIEW\", \"who\": \"${1:-ann}\"}"; }

@test "a new project: page, state, taxonomy; and again the next day" {
    zoo
    open zoo.db zoo.jsonl --solver rap --similarity name
    run get ""
    [[ $output == "<!doctype html>"*'"label":"zoo.db"'*'"live":{"revision":1,'*200 ]]
    [[ $output != *__PLEACH_DATA__* ]]
    run get api/state
    [[ $output == '{"revision":1,"can_undo":false,"can_redo":false,"inputs":[{"id":1,"name":"zoo.jsonl","bytes":'*'"hierarchies":3}],"decisions":0,'*'"options":{"similarity":"name","solver":"rap"}}'*200 ]]
    get api/taxonomy | sed '$d' >taxonomy.json
    shut
    [[ ! -e zoo.db-journal ]]
    pleach grow zoo.jsonl -q --solver rap --similarity name --bound none -o grown.json
    run pleach diff grown.json taxonomy.json
    [[ $output == "Nothing changed"* ]]
    open zoo.db
    get api/taxonomy | sed '$d' | cmp taxonomy.json
}

@test "a tree made to measure stays so, whatever is decided" {
    zoo
    open zoo.db zoo.jsonl --shape levels=1
    get api/taxonomy | sed '$d' >first.json
    pleach check first.json
    grep -q '"shape": "levels=1"' first.json
    run ! grep -q '"depth": 1' first.json
    decide 1 same bird Vögel
    keep
    shut
    open zoo.db
    get api/taxonomy | sed '$d' >second.json
    pleach check second.json
    grep -q '"shape": "levels=1"' second.json
    run get api/state
    [[ $output == *'"shape":"levels=1"'*200 ]]
    # Both sides of the decision are one, and stay where people had them.
    run get "api/export?format=edges"
    [[ $output == *"Vögel"* || $output == *bird* ]]
}

@test "without inputs: an empty page that takes files" {
    zoo
    open new.db
    run get api/state
    [[ $output == *'"inputs":[],"decisions":0,"clusters":0,"trees":0'* ]]
    run get api/taxonomy
    [[ $output == *'"clusters": []'* ]]
    run get api/review
    [[ $output == '{"total":0,"worth":0,"questions":[]}'* ]]
    run get "api/export?format=skos"
    [[ $output == *"bring an input"*422 ]]
    run post api/try '{"revision": 1, "decisions": [{"kind": "top", "a": "x"}]}'
    [[ $output == *"bring an input"*422 ]]
    run curl -s --data-binary @zoo.jsonl "${AT}api/inputs?name=zoo.jsonl&who=ann"
    [[ $output == *'"revision":2,"can_undo":true'*'"hierarchies":3'* ]]
    run post api/undo '{"revision": 2}'
    [[ $output == *'"revision":3,"can_undo":false,"can_redo":true,"inputs":[]'*200 ]]
    run post api/redo '{"revision": 3}'
    [[ $output == *'"revision":4,'*'"clusters":'[1-9]*200 ]]
}

@test "try shows the difference and keeps nothing; keep does" {
    zoo
    open zoo.db zoo.jsonl
    decide 1 same bird Vögel
    [[ $output == *'"summary":{"kept":'*'"merged":1,'*'"changes":[{"change":"merged"'*'"taxonomy":{'*200 ]]
    run get api/state
    [[ $output == *'"revision":1,'*'"decisions":0'* ]]
    keep
    [[ $output == *'"revision":2,"can_undo":true'*'"decisions":1'*200 ]]
    keep
    [[ $output == *"gone; try it again"*404 ]]
    run get api/decisions
    [[ $output == '{"decisions":[{"id":1,"kind":"same","a":"bird","b":"Vögel","who":"ann","when":"20'*'Z"}]}'* ]]
    run get "api/export?format=decisions"
    [[ $output == same$'\t'bird$'\t'Vögel$'\t'ann$'\t'20*Z* ]]
    kill -9 "$SERVER"
    shut || true
    open zoo.db
    run get api/history
    [[ $output == '{"steps":[{"step":2,"revision":2,"when":"20'*'"who":"ann","what":"decide","text":"same bird | Vögel","undone":false},{"step":1'*'"what":"start"'* ]]
}

@test "undo gives back what was, redo what had been; both are steps" {
    zoo
    open zoo.db zoo.jsonl
    get api/taxonomy >first
    decide 1 same bird Vögel && keep
    get api/taxonomy >second
    run post api/undo '{"revision": 2, "who": "bob"}'
    [[ $output == *'"revision":3,"can_undo":false,"can_redo":true'*200 ]]
    cmp first <(get api/taxonomy)
    run post api/undo '{"revision": 3}'
    [[ $output == *"nothing to undo"*422 ]]
    run post api/redo '{"revision": 3}'
    [[ $output == *'"revision":4,"can_undo":true,"can_redo":false'*200 ]]
    cmp second <(get api/taxonomy)
    run get api/history
    [[ $output == *'"what":"redo"'*'"who":"bob","what":"undo","text":"same bird | Vögel"'*'"what":"decide"'* ]]
}

@test "taking a decision out undoes what it did" {
    zoo
    open zoo.db zoo.jsonl
    decide 1 same bird Vögel && keep
    decide 2 under deer pet && keep
    run post api/try '{"revision": 3, "remove": [1]}'
    [[ $output == *'"split":1,'*200 ]]
    PREVIEW=$(field preview <<<"$output")
    keep
    run get "api/export?format=decisions"
    [[ $output == under$'\t'deer$'\t'pet* && $output != *same* ]]
    run post api/try '{"revision": 4, "remove": [1]}'
    [[ $output == *"not there any more"*422 ]]
    run get api/history
    [[ $output == *'"text":"no longer same bird | Vögel"'* ]]
}

@test "two people: who comes late is told so, and sees what the other did" {
    zoo
    open zoo.db zoo.jsonl
    decide 1 same bird Vögel
    mine=$PREVIEW
    decide 1 under deer pet
    (curl -s -m 30 "${AT}api/changes?after=1" >seen) 3>&- &
    sleep 0.3
    keep bob
    [[ $output == *'"revision":2'*200 ]]
    wait $!
    [[ $(cat seen) == '{"revision":2,'* ]]
    PREVIEW=$mine
    keep
    [[ $output == *"Somebody else was faster"*'"revision":2'*409 ]]
    decide 1 drop misc
    [[ $output == *'"revision":2'*409 ]]
    run post api/undo '{"revision": 1}'
    [[ $output == *409 ]]
    run get "api/changes?after=1"
    [[ $output == '{"revision":2,'*200 ]]
}

@test "contradictions are shown with the lines, and nothing is done" {
    zoo
    open zoo.db zoo.jsonl
    decide 1 same bird Vögel && keep
    decide 2 different bird Vögel
    [[ $output == *"cannot all hold"*'"lines":[{"line":1,"id":1,"text":"same\tbird\tVögel\tann\t'*'{"line":2,"id":2,"text":"different\tbird'*422 ]]
    decide 2 unknown bird Vögel
    [[ $output == *"is no decision"*422 ]]
    decide 2 top 'a thing that nobody has'
    [[ $output == *'"warnings":["The decision top a thing that nobody has does nothing'*200 ]]
    run get api/state
    [[ $output == *'"revision":2,'*'"decisions":1'* ]]
}

@test "an id is never given to something else, also after undoing" {
    zoo
    sed s/wildlife/pet/ zoo.jsonl >pets.jsonl # so that birds are one
    open zoo.db pets.jsonl
    decide 1 different b1:0 a1:0 && keep
    first=$(get api/taxonomy | grep -o '^  {"id": [0-9]*' | sort -t' ' -k4 -n | tail -1)
    post api/undo '{"revision": 2}' >/dev/null
    get api/taxonomy >undone
    run grep -F "$first," undone
    [[ -z $output ]]
    post "api/inputs?name=more.txt" $'fish\n  trout\n' >/dev/null
    get api/taxonomy >after
    run grep -F "$first," after
    [[ -z $output ]]
    grep -q '"name": "trout"' after
}

@test "keep-branch freezes what is shown" {
    zoo
    open zoo.db zoo.jsonl
    decide 1 under deer pet && keep
    decide 2 keep-branch pet && keep
    [[ $output == *200 ]]
    decide 3 under deer wildlife
    [[ $output == *"cannot all hold"*422 ]]
}

@test "review, explain, and each format" {
    for who in a b c d; do
        echo "{\"id\":\"$who\",\"owner\":\"$who\",\"name\":\"pet\",\"children\":[{\"name\":\"cat\"},{\"name\":\"cats\"},{\"name\":\"fish\"}]}"
        echo "{\"id\":\"w$who\",\"owner\":\"w$who\",\"name\":\"food\",\"children\":[{\"name\":\"fish\"},{\"name\":\"kat\"}]}"
    done >in.jsonl
    open p.db in.jsonl
    run get "api/review?limit=1"
    [[ $output == '{"total":'[1-9]*',"questions":[{'*200 ]]
    run get "api/review?about=nothing"
    [[ $output == *400 ]]
    run get "api/review?limit=x"
    [[ $output == *400 ]]
    run get "api/explain?cluster=0"
    [[ $output == '{"text":"#0 '*200 ]]
    run get "api/explain?cluster=999"
    [[ $output == *422 ]]
    run get "api/explain?cluster=../etc"
    [[ $output == *400 ]]
    for format in $(pleach grow --help | sed -n '/^Formats/,$s/^  \([a-z]*\) .*/\1/p'); do
        run get "api/export?format=$format" -o "out.$format" -D headers
        [[ $output == *200 && -s out.$format ]]
        grep -qi '^content-disposition: attachment; filename="taxonomy\.' headers
    done
    pleach grow in.jsonl -q -o grown.ttl -o grown.txt
    cmp grown.ttl out.skos
    cmp grown.txt out.text
    pleach check out.json in.jsonl
    run get "api/export?format=nothing"
    [[ $output == *'no format \"nothing\". Known are decisions, text, json, html, '*404 ]]
}

@test "inputs: taken in, replaced, taken out, refused" {
    zoo
    open zoo.db zoo.jsonl
    run post "api/inputs?name=..%2F..%2Fetc%2Fmore.csv" $'id,name,parent_id\n1,fish,\n2,trout,1\n'
    [[ $output == *'"name":"more.csv"'*200 ]]
    run post "api/inputs?name=more.csv" $'id,name,parent_id\n1,fish,\n2,carp,1\n3,pike,1\n'
    [[ $output == *'"revision":3'*'{"id":3,"name":"more.csv"'*200 && $output != *'"id":2'* ]]
    run post "api/inputs?name=bad.jsonl" '{"name": '
    [[ $output == *"bad.jsonl, line 1: "*422 ]]
    run post "api/inputs?name=bomb.jsonl" "@-" < <(head -c 3000000 /dev/zero | gzip)
    [[ $output == *422 ]]
    run post "api/inputs?name=empty.csv" ""
    [[ $output == *"empty"*422 ]]
    run post "api/inputs" "x"
    [[ $output == *"name=FILE"*400 ]]
    run post "api/inputs?name=%2F" "x"
    [[ $output == *400 ]]
    run post "api/inputs?name=%3Cscript%3E.md" $'# <script>alert(1)</script>\n\n- </script>\n'
    [[ $output == *200 ]]
    run get ""
    [[ $output != *"<script>alert(1)"* ]]
    run post api/inputs/remove '{"id": 3, "revision": 4}'
    [[ $output == *'"revision":5'*200 && $output != *more.csv* ]]
    run post api/inputs/remove '{"id": 3, "revision": 5}'
    [[ $output == *"not there any more"*422 ]]
    run post api/undo '{"revision": 5}'
    [[ $output == *'"name":"more.csv"'*200 ]]
}

@test "strangers are refused, logged without the token, and the server lives" {
    zoo
    open zoo.db zoo.jsonl
    token=$(cut -d/ -f4 address)
    root=${AT%"$token"/}
    for path in "" "/" "api/state" "0123456789abcdef0123456789abcdef/api/state" "%2e%2e/$token/api/state" "$token"; do
        run curl -s -w '%{http_code}' --path-as-is "$root$path"
        [[ $output == *'"error"'*403 ]]
    done
    run get api/state -H 'Host: evil.example'
    [[ $output == *"another host"*403 ]]
    run get api/state -H 'Host: evil.example:7532'
    [[ $output == *403 ]]
    run get api/state -H 'Origin: http://evil.example'
    [[ $output == *"foreign page"*403 ]]
    run post api/undo '{"revision": 1}' -H 'Origin: null'
    [[ $output == *403 ]]
    run get api/state -H "Origin: ${root%/}"
    [[ $output == *200 ]]
    run get api/../../etc/passwd --path-as-is
    [[ $output == *404 ]]
    run get api/undo
    [[ $output == *405 ]]
    run post api/state '{}'
    [[ $output == *405 ]]
    run get api/state -X DELETE
    [[ $output == *405 ]]
    grep -q "warning: Refused a GET: It names another host than this server (403)" log
    run ! grep -q "$token" log
    run get api/state
    [[ $output == *200 ]]
}

@test "bodies that are too large or no JSON" {
    zoo
    open zoo.db zoo.jsonl
    head -c 2000000 /dev/zero | tr '\0' x >large
    run post api/try @large
    [[ $output == *"too large"*413 ]]
    run post api/try @large -H 'Transfer-Encoding: chunked'
    [[ $output == *"too large"*413 ]]
    for text in '' '{' '[]' '{"revision": "1"}' '{"revision": 1}' '{"revision": 1, "decisions": 3}' \
        '{"revision": 1, "decisions": [{"kind": "top", "a": "x\ntop\ty"}]}' $'\xff\xfe' '{"a": 1, "a": 2}'; do
        run post api/try "$text"
        [[ $output == '{"error":'*400 ]]
    done
    head -c 100000 /dev/zero | tr '\0' '[' >deep
    run post api/try @deep
    [[ $output == *400 ]]
    run post 'api/inputs?name=zoo.jsonl%00x' '{"name": "a"}'
    [[ $output == *"holds a NUL"*400 ]]
    run get api/state
    [[ $output == *'"revision":1'*200 ]]
}

@test "headers keep the page to itself" {
    zoo
    open zoo.db zoo.jsonl
    curl -s -D headers -o page "$AT"
    for line in 'X-Content-Type-Options: nosniff' 'Referrer-Policy: no-referrer' 'Cache-Control: no-store' \
        "Content-Security-Policy: frame-ancestors 'none'" 'Content-Type: text/html; charset=utf-8'; do
        grep -qi "^$line" headers
    done
    grep -q 'http-equiv="Content-Security-Policy" content="default-src' page
}

@test "what is no project is refused and not changed" {
    zoo
    says 1 "This is not a project of pleach" pleach serve zoo.jsonl
    open zoo.db zoo.jsonl
    says 3 "open already" pleach serve zoo.db --port 0
    shut
    cp zoo.db newer.db
    sqlite3 newer.db 'PRAGMA user_version = 9'
    sum=$(md5sum newer.db)
    says 1 "Use a newer pleach" pleach serve newer.db
    [[ $(md5sum newer.db) == "$sum" ]]
    { head -c 4096 zoo.db && head -c 4096 /dev/urandom && tail -c +8193 zoo.db; } >broken.db
    sum=$(md5sum broken.db)
    says 1 "damaged" pleach serve broken.db
    [[ $(md5sum broken.db) == "$sum" ]]
    head -c 16384 zoo.db >cut.db
    says 1 "damaged" pleach serve cut.db
    cp zoo.db sums.db
    sqlite3 sums.db 'UPDATE result SET packed = zeroblob(length(packed))'
    says 1 "does not have its sum" pleach serve sums.db
    for forged in 'CREATE TRIGGER t AFTER INSERT ON step BEGIN DELETE FROM input; END' 'DROP TABLE change' \
        'DROP VIEW input_in_force; CREATE VIEW input_in_force AS WITH RECURSIVE n(id) AS
         (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id name, 1 size, 1 hierarchies, 1 packed FROM n'; do
        cp zoo.db forged.db
        sqlite3 forged.db "$forged"
        says 1 "other tables" timeout 60 "$PLEACH" serve forged.db
    done
    says 3 "unable to open" pleach serve no/such/folder.db
}

@test "usage: options and inputs belong to a new project; addresses; ports" {
    zoo
    says 2 "Which project?" pleach serve
    says 2 "takes an address in numbers" pleach serve x.db --listen nowhere
    says 3 "could not be opened" pleach serve x.db nothing.jsonl
    bad_line x
    says 1 "bad.jsonl:2" pleach serve x.db bad.jsonl
    says 2 "similarity" pleach serve x.db zoo.jsonl --similarity nonsense
    [[ ! -e x.db ]]
    open zoo.db zoo.jsonl
    port=${AT#http://127.0.0.1:}
    says 1 "Port ${port%%/*} is taken; try --port " pleach serve other.db --port "${port%%/*}"
    shut
    says 2 "leave --solver out" pleach serve zoo.db --solver ap
    says 2 "drop zoo.jsonl onto its page" pleach serve zoo.db zoo.jsonl
}

@test "Ctrl-C ends cleanly, also while somebody waits" {
    zoo
    open zoo.db zoo.jsonl
    (curl -s -m 30 "${AT}api/changes?after=1" >seen) 3>&- &
    sleep 0.2
    kill -INT "$SERVER"
    wait "$SERVER"
    SERVER=
    run pleach convert "sqlite:zoo.db?query=SELECT id, name FROM input"
    [[ $output == *zoo.jsonl* ]]
}

@test "no output is written over a project" {
    zoo
    open zoo.db zoo.jsonl
    decide 1 same cat deer
    keep
    says 2 '"zoo.db" is a project with its decisions' pleach grow zoo.jsonl -q -o zoo.db
    ln -s zoo.db other.sqlite
    says 2 "name another file" pleach convert zoo.jsonl -q -o other.sqlite
    shut
    open zoo.db
    run get api/state
    [[ $output == *'"decisions":1,'* ]]
    # Other databases are.
    pleach grow zoo.jsonl -q -o result.db
    pleach grow zoo.jsonl -q -o result.db
}

# breaks HOW: a library of YAML that does so instead of reading.
breaks() {
    need cc
    [[ -z ${PLEACH_SANITIZED:-} ]] || skip "sanitizers want to be loaded first"
    printf '#include <stdlib.h>\n#include <string.h>\nint yaml_parser_initialize(void *p)\n{\n(void)p;\n%s\nreturn 0;\n}\n' \
        "$1" >breaks.c
    cc -shared -fPIC -O0 -o breaks.so breaks.c
    export LD_PRELOAD=$PWD/breaks.so
}

# lives WHY: an upload of YAML is refused with these words, and nothing else is
# harmed.
lives() {
    run post "api/inputs?name=pets.yaml" $'Pets:\n  - Dogs\n'
    echo "$output"
    [[ $output == *"pets.yaml"*"$1"*422 ]]
    run get api/state
    [[ $output == *'"revision":1'*200 && $output != *pets.yaml* ]]
    run post "api/inputs?name=more.txt" $'top\n  leaf\n'
    [[ $output == *'"revision":2'*'more.txt'*200 ]]
    unset LD_PRELOAD
    shut
    open zoo.db
    run get api/state
    [[ $output == *'"revision":2'*200 ]]
}

@test "a library that aborts at an upload does not end the server" {
    zoo
    breaks 'abort();'
    open zoo.db zoo.jsonl
    lives "broke off"
}

@test "nor does one that writes where it must not" {
    zoo
    breaks 'memset(p, 1, (size_t)1 << 40);'
    open zoo.db zoo.jsonl
    lives "broke off"
}

@test "nor one that takes all memory" {
    zoo
    breaks 'for (void *at; (at = malloc(1 << 20)) != NULL;) memset(at, 1, 1 << 20);'
    open zoo.db zoo.jsonl
    lives "more memory than the server gives"
}

@test "nor one that never ends" {
    zoo
    breaks 'for (volatile int k = 0;; k++);'
    open zoo.db zoo.jsonl
    lives "takes longer"
}

@test "what reads an upload writes no file and asks no network" {
    zoo
    breaks 'extern int open(const char *, int, ...), socket(int, int, int), fork(void), kill(int, int);
        extern int getppid(void);
        if (open("written", 0101, 0600) >= 0 || socket(2, 1, 0) >= 0 || fork() >= 0 || kill(getppid(), 0) == 0) return 0;
        abort();'
    [[ $(uname -sm) == "Linux x86_64" || $(uname -sm) == "Linux aarch64" ]] || skip "calls are not limited here"
    open zoo.db zoo.jsonl
    lives "broke off"
    [[ ! -e written ]]
}

@test "the server itself calls no library that reads files" {
    zoo
    breaks 'extern long read(int, void *, size_t);
        extern int open(const char *, int, ...), close(int);
        char words[256] = {0};
        int file = open("/proc/self/cmdline", 0);
        if (file < 0 || read(file, words, 255) <= 0 || strcmp(words + strlen(words) + 1, "serve") == 0) abort();
        close(file);
        extern void *dlsym(void *, const char *);
        return ((int (*)(void *))dlsym((void *)-1L, "yaml_parser_initialize"))(p);'
    open zoo.db zoo.jsonl
    run post "api/inputs?name=pets.yaml" $'Pets:\n  - Dogs\n'
    [[ $output == *'"revision":2'*'pets.yaml'*200 ]]
    decide 2 same Dogs cat
    keep
    [[ $output == *'"revision":3'*200 ]]
}

@test "a project remembers its synonyms, by their whole paths" {
    zoo
    local folder=$PWD
    mkdir elsewhere
    printf 'bird\tVögel\n' >groups.tsv
    printf 'pet\tTiere\n' >more.tsv
    open zoo.db zoo.jsonl --synonyms none --synonyms groups.tsv --synonyms more.tsv
    run get api/state
    [[ $output == *"\"synonyms\":\"none\",\"synonyms 2\":\"$PWD/groups.tsv\",\"synonyms 3\":\"$PWD/more.tsv\""* ]]
    shut
    cd elsewhere
    open ../zoo.db
    run get api/taxonomy
    [[ $output == *"with synonyms:\\\"$folder/groups.tsv\\\" and synonyms:\\\"$folder/more.tsv\\\""* ]]
    shut
    run -2 --separate-stderr pleach serve ../zoo.db --synonyms none --port 0
    [[ $stderr == *"has its options; leave --synonyms out"* ]]
}

@test "a project that is gone or another one takes nothing, and says so" {
    zoo
    open zoo.db zoo.jsonl
    mv zoo.db away.db
    run post api/undo '{"revision": 1}'
    decide 1 same bird Vögel
    keep
    [[ $output == *"moved, deleted or replaced"*503 ]]
    run get api/state
    [[ $output == *'"revision":1,'*'"decisions":0'*200 ]]
    cp away.db zoo.db
    decide 1 same bird Vögel
    keep
    [[ $output == *"moved, deleted or replaced"*503 ]]
    mv away.db zoo.db
    decide 1 same bird Vögel
    keep
    [[ $output == *'"revision":2,'*200 ]]
    rm zoo.db
    decide 2 different cat deer
    keep
    [[ $output == *"moved, deleted or replaced"*503 ]]
}

@test "a forged project's option is no pipe that is waited for" {
    need sqlite3
    zoo
    open zoo.db zoo.jsonl
    shut
    mkfifo pipe
    sqlite3 zoo.db "INSERT INTO option VALUES ('synonyms', '$PWD/pipe')"
    run --separate-stderr -1 pleach serve zoo.db --port 0
    [[ $stderr == *"no ordinary file"* ]]
}

@test "addresses with a NUL, and with thousands of arguments" {
    zoo
    open zoo.db zoo.jsonl
    run get "api/state%00/x"
    [[ $output == *"holds a NUL"*400 ]]
    run get "api/review?about=same%00x"
    [[ $output == *"holds a NUL"*400 ]]
    run get "api/state?$(printf 'a%d=1&' $(seq 100))"
    [[ $output == *"too many arguments"*400 ]]
    # The library has no room for them, and hangs up.
    run get "api/state?$(printf 'a&%.0s' $(seq 2500))"
    [[ $output != *200 ]]
    run get api/state
    [[ $output == *200 ]]
}

# A command that knows what two names mean, and how often it was called.
answerer() {
    cat >answerer <<'END'
#!/bin/sh
echo >>calls
tail -n 1 | python3 -c '
import json, sys
question = json.load(sys.stdin)
same = [n["n"] for n in question.get("names", []) if n["name"] in ("bird", "Vögel")]
print(json.dumps({"id": question["id"], "parent": None} if question["kind"] == "place" else {"id": question["id"], "groups": [same]}))'
END
    chmod +x answerer
}

# rests: waits until nobody is asked any more.
rests() {
    for _ in $(seq 200); do
        run get 'api/asking?known=-'
        [[ $output == *'"running":true'* ]] || return 0
        sleep 0.05
    done
    return 1
}

@test "asking: answers wait in the project, are forgotten, and are not asked again" {
    zoo && answerer
    open zoo.db zoo.jsonl --ask-with ./answerer --budget 2
    run post api/asking/start '{}'
    [[ $output == '{"can_ask":true,"running":true,'*200 ]]
    rests
    [[ $output == *'"running":false'*'"asked":2'*'"left":0'*'"failed":false'*'"answers":[{"id":1,"question":{'* ]]
    [[ $(wc -l <calls) == 2 ]]
    run get api/state
    [[ $output == *'"revision":1'*'"decisions":0'* ]]
    run post api/asking/forget '{"id": 1, "group": 0}'
    [[ $output == *'"groups":[[]]'*'"unsure":['*200 ]]
    run post api/asking/forget '{"id": 1, "group": 7}'
    [[ $output == *404 ]]
    run post api/asking/forget '{"id": 99}'
    [[ $output == *404 ]]
    shut
    open zoo.db --ask-with ./answerer --budget 2
    run get api/asking
    [[ $output == *'"running":false'*'"asked":0'*'"unsure":['* ]]
    post api/asking/start '{}' >/dev/null
    rests
    [[ $(wc -l <calls) == 2 ]]
}

@test "asking: without a command nobody is asked, and none comes from a request" {
    zoo
    open zoo.db zoo.jsonl
    run post api/asking/start '{"command": "touch hurt", "ask-with": "touch hurt"}'
    [[ $output == *"Nobody is there to ask: start the server with --ask-with"*422 ]]
    run get api/asking
    [[ $output == '{"can_ask":false,"running":false,'* ]]
    [[ ! -e hurt ]]
}

@test "asking: a command that never ends blocks nobody and ends with the server" {
    zoo
    open zoo.db zoo.jsonl --ask-with 'echo $$ >pid; exec sleep 1000'
    post api/asking/start '{}' >/dev/null
    until [[ -s pid ]]; do sleep 0.05; done
    decide 1 same bird Vögel
    keep
    [[ $output == *'"revision":2'* ]]
    shut
    run ! kill -0 "$(cat pid)"
}

@test "asking: a project of the version before gets its table, and keeps the rest" {
    zoo
    open zoo.db zoo.jsonl
    decide 1 same bird Vögel
    keep
    shut
    sqlite3 zoo.db 'DROP TABLE answer; PRAGMA user_version = 1'
    open zoo.db
    run get api/state
    [[ $output == *'"revision":2'*'"decisions":1'* ]]
    run get api/asking
    [[ $output == *'"answers":[]'*200 ]]
    shut
    [[ $(sqlite3 zoo.db 'PRAGMA user_version') == 2 ]]
}

@test "decisions, answers and vectors are taken when a project is made" {
    zoo
    printf 'same\tbird\tVögel\tann\t2026-01-02\nunder\tbird\twildlife\n' >decided.tsv
    open zoo.db zoo.jsonl --decisions decided.tsv
    run get api/decisions
    [[ $output == *'"kind":"same","a":"bird","b":"Vögel","who":"ann","when":"2026-01-02"}'*'"kind":"under"'* ]]
    get api/taxonomy | sed '$d' >taxonomy.json
    run post api/undo '{"revision": 2, "who": "ann"}'
    [[ $output == *'"decisions":0'*200 ]]
    shut
    pleach grow zoo.jsonl -q --decisions decided.tsv -o grown.json
    run pleach diff grown.json taxonomy.json
    [[ $output == "Nothing changed"* ]]
    says 2 "leave --decisions out" pleach serve zoo.db --decisions decided.tsv --port 0
    printf 'same\tbird\n' >wrong.tsv
    says 1 "wrong.tsv:1:" pleach serve other.db zoo.jsonl --decisions wrong.tsv --port 0
    [[ ! -e other.db ]]

    cp "$BATS_TEST_DIRNAME/../../examples/support.jsonl" "$BATS_TEST_DIRNAME/../../examples/support-"* .
    local what
    for what in vectors:support-vectors.tsv answers:support-answers.jsonl; do
        open "${what%:*}.db" support.jsonl "--${what%:*}" "${what#*:}"
        run get api/state
        [[ $output == *"\"options\":{\"${what%:*}\":\"/"*"/${what#*:}\"}"* ]]
        shut
        (mkdir -p elsewhere && cd elsewhere && open "../${what%:*}.db" && get api/taxonomy | sed '$d' >../served.json && shut)
        pleach grow support.jsonl -q "--${what%:*}" "${what#*:}" -o grown.json
        run pleach diff grown.json served.json
        [[ $output == "Nothing changed"* ]]
    done
}
