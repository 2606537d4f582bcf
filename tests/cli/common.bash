# common.bash: what the tests of the command share.
# PLEACH names the command under test, PLEACH_SOURCE the project's folder.
bats_require_minimum_version 1.5.0

PLEACH_SOURCE=${PLEACH_SOURCE:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)}
PLEACH=${PLEACH:-$PLEACH_SOURCE/build/pleach}
ANIMALS=$PLEACH_SOURCE/examples/animals.jsonl
# What is installed here must not change what tests see.
export PLEACH_WORDNET=

# Every test has a folder of its own, with a small corpus in it.
setup() {
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || return
    unset NO_COLOR
    cat >pets.jsonl <<'END'
{"owner": "ann", "id": "a", "name": "Pets", "children": [{"name": "Birds", "tags": {"parrot": 2, "cage": 1}}, {"name": "Dogs", "tags": {"puppy": 4}}]}
{"owner": "bob", "id": "b", "name": "pet", "children": [{"name": "bird", "tags": ["parrot", "cage"]}, {"name": "dog", "tags": ["puppy"]}]}
{"owner": "cat", "id": "c", "name": "Wildlife", "children": [{"name": "Birds", "tags": {"eagle": 3, "sky": 1}}, {"name": "Bears", "tags": ["den"]}]}
{"owner": "dan", "id": "d", "name": "wildlife", "children": [{"name": "bird", "tags": {"eagle": 1, "sky": 2}}, {"name": "bear", "tags": ["den"]}]}
END
}

pleach() {
    "$PLEACH" "$@"
}

# says CODE SENTENCE COMMAND...: the exit code, part of standard error, and
# nothing on standard output. Leaves no new file behind.
says() {
    local code=$1 sentence=$2 before
    shift 2
    before=$(ls -A)
    run --separate-stderr "-$code" "$@"
    if [[ $stderr != *"$sentence"* ]]; then
        echo "expected: $sentence"
        echo "on standard error: $stderr"
        return 1
    fi
    [[ -z $output && $(ls -A) == "$before" ]]
}

# Limits on memory cannot be tried where a sanitizer takes its own.
need_plain_memory() {
    [[ -z ${PLEACH_SANITIZED:-} ]] || skip "sanitizers take memory of their own"
}

# need PROGRAM, or need_python MODULE: the test is skipped, and says so, where
# it is not there. Debian's own python3 has the modules of Debian's packages.
need() { command -v "$1" >/dev/null || skip "$1 is not installed"; }
need_python() {
    for python in python3 /usr/bin/python3; do
        $python -c "import $1" 2>/dev/null && return
    done
    skip "Python's $1 is not installed"
}

# endless_corpus NODES: one name block so large that its messages take long.
endless_corpus() {
    awk -v nodes="$1" 'BEGIN { for (k = 0; k < nodes; k++)
        printf "{\"id\": \"%d\", \"name\": \"top %d\", \"children\": " \
               "[{\"name\": \"same\", \"tags\": [\"t\"]}]}\n", k, k }' \
        >endless.jsonl
}

# bad_line TEXT [FILE]: a corpus whose second line is TEXT.
bad_line() {
    { head -1 pets.jsonl && printf '%b\n' "$1"; } >"${2:-bad.jsonl}"
}

# golden NAME: compares standard input with tests/golden/NAME.
# PLEACH_REFRESH_GOLDEN=1 writes the file instead.
golden() {
    local file=$PLEACH_SOURCE/tests/golden/$1
    if [[ ${PLEACH_REFRESH_GOLDEN:-} == 1 ]]; then
        cat >"$file"
    else
        diff -u "$file" -
    fi
}

# together A B [OPTION...]: how many clusters of runs.jsonl hold both names.
together() {
    local a=$1 b=$2
    shift 2
    pleach grow runs.jsonl -q --format assignments "$@" >assigned.tsv || return
    awk -F'\t' -v a="$a" -v b="$b" 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
        $at["name"] == a { one[$at["cluster"]] } $at["name"] == b { two[$at["cluster"]] }
        END { for (c in one) n += c in two; print n + 0 }' assigned.tsv
}
