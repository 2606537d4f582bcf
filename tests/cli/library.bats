#!/usr/bin/env bats
# What other programs get: exported names, sizes, installed files, documents.
load common

BUILD=$(dirname "$PLEACH")
INTERFACE=$PLEACH_SOURCE/tests/golden/interface.txt

needs_shared() {
    [[ -e $BUILD/libpleach.so ]] || skip "there is no shared library here"
    ! nm -D "$BUILD/libpleach.so" | grep -q __asan_init || skip "not with sanitizers"
    command -v cc >/dev/null || skip "there is no compiler"
}

exported() { nm -D --defined-only "$BUILD/libpleach.so" | awk '{ print $3 }' | LC_ALL=C sort; }

# declared: the functions of the public headers.
declared() {
    cat "$PLEACH_SOURCE"/include/*.h | tr '\n' ' ' | sed 's|/\*|\n/*|g; s|\*/|*/\n|g' | sed '/^\/\*/d' |
        tr '\n' ' ' | grep -oE '[ *]pleach_[a-z_]+\([^()*]' | grep -oE 'pleach_[a-z_]+' | LC_ALL=C sort -u
}

# sizes HEADERS: the size of every struct that callers make or get a list of.
sizes() {
    local to
    to=$(mktemp -d -p .)
    { echo '#include <stdio.h>'; printf '#include "%s"\n' pleach_curate.h pleach_lab.h pleach_parallel.h; echo 'int main(void) {'
      cat "$1"/pleach*.h | grep -oE '^} pleach_[a-z_]+;' | grep -oE 'pleach_[a-z_]+' | LC_ALL=C sort |
        grep -vxE 'pleach_(progress|iteration|comparison_progress|corpus_facts|validation_figures|score_figures)' |
        sed 's/.*/printf("sizeof & %zu\\n", sizeof(&));/'
      echo '}'; } >"$to/sizes.c"
    cc -std=c11 -I"$1" "$to/sizes.c" -o "$to/sizes" && "$to/sizes"
}

@test "exports what the headers declare, and nothing else" {
    needs_shared
    [[ $(declared | wc -l) -gt 50 ]]
    diff <(declared) <(exported)
}

@test "nothing that programs rely on is gone or has another size" {
    needs_shared
    [[ $(uname -m) == x86_64 ]] || skip "sizes are those of x86_64"
    { exported | sed 's/^/function /'; sizes "$PLEACH_SOURCE/include"; } >now
    [[ ${PLEACH_REFRESH_GOLDEN:-} == 1 ]] && cp now "$INTERFACE"
    # New lines are fine; see docs/versioning.md about lost and changed ones.
    LC_ALL=C sort now | LC_ALL=C comm -13 - <(LC_ALL=C sort "$INTERFACE") >lost
    diff /dev/null lost
}

@test "what is installed is enough to build programs, and the command needs none of it" {
    needs_shared
    cmake --install "$BUILD" --prefix "$PWD/there" >/dev/null
    readelf -d there/lib*/libpleach.so* there/lib*/*/libpleach.so* 2>/dev/null | grep -q "SONAME.*libpleach.so.0.2"
    PKG_CONFIG_PATH=$(dirname "$(find there -name pleach.pc)")
    export PKG_CONFIG_PATH
    library=$(dirname "$(find there -name libpleach.so)")
    read -ra flags < <(pkg-config --cflags --libs pleach)
    cc "$PLEACH_SOURCE/examples/grow.c" "${flags[@]}" -o shared
    LD_LIBRARY_PATH=$library ./shared pets.jsonl >shared.txt
    mv there/bin/pleach . && rm -r there
    ./pleach grow pets.jsonl -q | cmp - shared.txt
}

@test "the header is C++ too, and says its version" {
    needs_shared
    command -v c++ >/dev/null || skip "there is no C++ compiler"
    printf '%s\n' '#include "pleach_curate.h"' '#include "pleach_lab.h"' '#include "pleach_parallel.h"' '#include <cstdio>' \
        'int main() { std::puts(pleach_version()); }' >main.cc
    c++ -Wall -Wextra -Werror -I"$PLEACH_SOURCE/include" main.cc -o main "$BUILD/libpleach.so" -Wl,-rpath,"$BUILD"
    [[ "pleach $(./main)" == "$(pleach --version | head -1)" ]]
    [[ $(./main) == $(sed -n 's/^project(pleach VERSION \([0-9.]*\).*/\1/p' "$PLEACH_SOURCE/CMakeLists.txt") ]]
}

@test "code in docs/library.md is code of the examples" {
    cat "$PLEACH_SOURCE"/examples/*.c >all.c
    awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$PLEACH_SOURCE/docs/library.md" >shown
    [[ $(wc -l <shown) -gt 10 ]]
    while IFS= read -r line; do
        grep -qxF -- "$line" all.c || { echo "no example has: $line"; return 1; }
    done <shown
}
