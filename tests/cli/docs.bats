#!/usr/bin/env bats
# What the documents show is what the command prints.
load common

run_docs() { PLEACH=$PLEACH "$PLEACH_SOURCE/tests/cli/run_docs" "$@"; }

@test "README.md and docs/*.md show what is printed" {
    shopt -s nullglob
    documents=("$PLEACH_SOURCE"/README.md "$PLEACH_SOURCE"/docs/*.md)
    run_docs "${documents[@]}"
}

@test "the runner tells right from wrong" {
    printf '%s\n' 'Words.' '```console' '$ pleach --version' \
        "$(pleach --version)" '$ pleach check' \
        'pleach: Which taxonomy? "pleach check TAXONOMY.json [INPUT...]" wants a file.' \
        '```' >right.md
    run -0 env -u PLEACH_REFRESH_GOLDEN PLEACH="$PLEACH" "$PLEACH_SOURCE/tests/cli/run_docs" right.md
    [[ $output == *"2 commands"*"0 printed"* ]]
    sed 's/Which/What/' right.md >wrong.md
    run -1 env -u PLEACH_REFRESH_GOLDEN PLEACH="$PLEACH" "$PLEACH_SOURCE/tests/cli/run_docs" wrong.md
    [[ $output == *"wrong.md:5: "* ]]
}

@test "the runner knows ... lines and refreshes" {
    printf '%s\n' '```console' '$ pleach help' 'Usage: pleach COMMAND [OPTION...] [FILE...]' \
        '...' '--strict, 130 interrupted.' '```' >dots.md
    run -0 env PLEACH="$PLEACH" "$PLEACH_SOURCE/tests/cli/run_docs" dots.md
    printf '%s\n' 'a' '```console' '$ pleach --version' 'old' '```' 'b' >old.md
    run -0 env PLEACH_REFRESH_GOLDEN=1 PLEACH="$PLEACH" "$PLEACH_SOURCE/tests/cli/run_docs" old.md
    diff old.md <(printf '%s\n' 'a' '```console' '$ pleach --version' "$(pleach --version)" '```' 'b')
}

site() { "$PLEACH_SOURCE/scripts/site" "$@"; }

# A project of two documents, in place of the real one.
small_project() {
    mkdir -p small/docs
    printf '%s\n' '# Small' '## Where to go next' '* **Use it**: [a guide](docs/guide.md#a-b-c-1), [all](docs/guide.md#top)' \
        >small/README.md
    printf '%s\n' '# Top' '## A `b`: *C*' 'one' '## a b c' 'A zebra.' '[home](../README.md) [list](../shop.csv) <b>' \
        >small/docs/guide.md
    echo 'a,<b>' >small/shop.csv
}

@test "the site has all documents and no dead link" {
    need cmark-gfm
    need mandoc
    run -0 site pages
    for page in "$PLEACH_SOURCE"/docs/*.md "$PLEACH_SOURCE"/docs/experiments/*.md; do
        page=${page#"$PLEACH_SOURCE/"}
        [[ -s pages/${page%.md}.html ]]
        grep -qF "\"${page%.md}.html\"" pages/index.html
    done
    grep -q '<h1>pleach(1)' pages/docs/man/pleach.1.html
    [[ -s pages/docs/pictures/before-after.svg && -s pages/live/bank.html ]]
    site again
    diff -r pages again
}

@test "anchors are GitHub's, and files that are named are shown" {
    need cmark-gfm
    small_project
    site pages small
    grep -q 'href="docs/guide.html#a-b-c-1"' pages/index.html
    grep -q '<h2 id="a-b-c-1">.*a b c' pages/docs/guide.html
    grep -q 'href="../index.html">home' pages/docs/guide.html
    grep -q 'a,&lt;b&gt;' pages/shop.csv.html
    # The search knows the section of each word.
    grep -qF '["docs/guide.html#a-b-c-1", "Top", "a b c", "A zebra.' pages/search-index.js
}

@test "the search finds a section from its words, without a server" {
    need cmark-gfm
    need chromium
    small_project
    site pages small
    echo '<script>onload = () => { const field = document.querySelector("input"); field.focus();
        field.value = "zebra TOP"; field.dispatchEvent(new Event("input")); };</script>' >>pages/docs/guide.html
    timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --virtual-time-budget=2000 \
        --dump-dom "file://$PWD/pages/docs/guide.html" 2>/dev/null >shown
    grep -q '<p role="status">1 section</p>' shown
    grep -qF '<a href="../docs/guide.html#a-b-c-1"><strong>Top: a b c</strong>' shown
    grep -qF '<span>A <mark>zebra</mark>.' shown
}

@test "a dead link is told with its file, and nothing is written" {
    need cmark-gfm
    small_project
    echo '[x](gone.md) [y](#nowhere) ![z](z.png) [out](../../outside.md)' >>small/docs/guide.md
    touch outside.md
    run -1 site pages small
    diff <(echo "$output") - <<'OUT'
docs/guide.md: there is no gone.md
docs/guide.md: there is no z.png
docs/guide.md: there is no ../../outside.md
docs/guide.md: docs/guide.md has no heading for #nowhere
OUT
    [[ ! -e pages ]]
}
