#!/usr/bin/env bats
# What is installed beside the command: manual pages, completions, packages.
load common

BUILD=$(dirname "$PLEACH")
MAN=$PLEACH_SOURCE/docs/man

commands() { "$PLEACH" --help | awk '/^  [a-z]/ { print $1 }'; }

@test "find_package(pleach) is enough for a project of one's own" {
    [[ -e $BUILD/libpleach.so ]] || skip "there is no shared library here"
    ! nm -D "$BUILD/libpleach.so" | grep -q __asan_init || skip "not with sanitizers"
    cmake --install "$BUILD" --prefix "$PWD/there" >/dev/null
    mkdir project
    cp "$PLEACH_SOURCE/examples/grow.c" project/
    printf '%s\n' 'cmake_minimum_required(VERSION 3.22)' 'project(mine C)' 'find_package(pleach 0.2 REQUIRED)' \
        'add_executable(mine grow.c)' 'target_link_libraries(mine pleach::pleach)' >project/CMakeLists.txt
    cmake -S project -B mine -DCMAKE_PREFIX_PATH="$PWD/there" >/dev/null
    cmake --build mine >/dev/null
    cmp <(mine/mine "$PLEACH_SOURCE/examples/shops.csv") <("$PLEACH" grow "$PLEACH_SOURCE/examples/shops.csv")
    sed -i 's/0\.2 REQ/0.0 REQ/' project/CMakeLists.txt
    run cmake -S project -B other -DCMAKE_PREFIX_PATH="$PWD/there"
    [[ $status -ne 0 && $output == *"0.0"* ]]
    # Completions and manual pages have come along.
    for file in bash-completion/completions/pleach zsh/vendor-completions/_pleach fish/vendor_completions.d/pleach.fish \
        man/man1/pleach.1 man/man3/libpleach.3 man/man5/pleach-formats.5; do
        [[ -s there/share/$file ]]
    done
}

@test "the manual of the library names every function" {
    grep -ohE '\bpleach_[a-z_]+\(' "$PLEACH_SOURCE"/include/pleach*.h | tr -d '(' | sort -u |
        grep -xvE 'pleach_(status|node|cluster)' >declared
    [[ $(wc -l <declared) -gt 40 ]]
    grep -oE 'pleach_[a-z_]+' "$MAN/libpleach.3" | sort -u >named
    diff /dev/null <(comm -23 declared named)
}

@test "programs and the library are hardened" {
    nm -D "$PLEACH" | grep -q __asan_init && skip "not with sanitizers"
    grep -q '^CMAKE_BUILD_TYPE:STRING=Debug' "$BUILD/CMakeCache.txt" && skip "not where one looks for faults"
    for file in "$PLEACH" "$BUILD/libpleach.so"; do
        [[ -e $file ]] || continue
        readelf -hW "$file" | grep -qE 'Type: +DYN'        # loaded anywhere
        readelf -lW "$file" | grep -q GNU_RELRO            # tables of addresses ...
        readelf -dW "$file" | grep -qE 'BIND_NOW|Flags:.* NOW' # ... are read-only once it runs
        readelf -lW "$file" | grep -qE 'GNU_STACK .* RW +0x' # no code on the stack
        readelf -sW "$file" | grep -q __stack_chk_fail
        readelf -sW "$file" | grep -qE '__(mem|str|v?snprintf|fprintf|printf)[a-z]*_chk'
    done
}

@test "the manual of formats names all that are read and written" {
    "$PLEACH" grow --help-all >help
    awk '/--input-format/ { on = 1 } on { print } on && /default/ { exit }' help | tr ',:' '\n' |
        grep -oE '^ *[a-z]+$' | tr -d ' ' >names
    awk '/^Formats:/ { on = 1; next } on { print $1 }' help >>names
    [[ $(wc -l <names) -gt 30 ]]
    while read -r name; do
        grep -qE "^\.It Cm (.* )?$name( |$)" "$MAN/pleach-formats.5" || { echo "$name is not there"; false; }
    done <names
}

@test "manual pages have no mistakes" {
    command -v mandoc >/dev/null || skip "there is no mandoc"
    run mandoc -Tlint -Wwarning "$MAN"/*.[135]
    [[ -z $output ]] || { echo "$output"; false; }
}

@test "bash completes commands, options, choices and files" {
    "$PLEACH_SOURCE/scripts/completions" bash "$PLEACH" >completion
    complete_words() { bash -c 'source completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pleach; printf "%s\n" "${COMPREPLY[@]}"' pleach pleach "$@"; }
    touch here.jsonl
    [[ $(complete_words gr) == grow ]]
    for name in $(commands); do [[ $(complete_words "$name") == "$name" ]]; done
    [[ $(complete_words grow --prefe) == --preference ]]
    [[ $(complete_words grow --solver v) == votes ]]
    [[ $(complete_words grow --format mer) == mermaid ]]
    [[ $(complete_words grow here) == here.jsonl ]]
    [[ $(complete_words help scor) == score ]]
    # Every option of every command.
    for name in $(commands); do
        "$PLEACH" "$name" --help-all | sed -n '/^Options:/,$p' | grep -oE '^ +(-[a-zA-Z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort >wanted
        complete_words "$name" -- | sort >offered
        diff wanted offered
    done
}

@test "zsh and fish take their completions" {
    local tried=0
    for shell in zsh fish; do
        "$PLEACH_SOURCE/scripts/completions" $shell "$PLEACH" >completion.$shell
        for name in $(commands); do grep -q "$name" completion.$shell; done
        grep -q -- 'preference' completion.$shell
        command -v $shell >/dev/null || continue
        $shell -n completion.$shell
        tried=1
    done
    if command -v fish >/dev/null; then
        [[ $(fish -c 'source completion.fish; complete -C "pleach grow --solver v"') == votes* ]]
        [[ $(fish -c 'source completion.fish; complete -C "pleach gro"') == grow* ]]
    fi
    ((tried)) || skip "there is neither zsh nor fish"
}

@test "completions know their shells" {
    run "$PLEACH_SOURCE/scripts/completions" tcsh "$PLEACH"
    [[ $status -eq 2 && $output == *'no shell "tcsh"'* ]]
}

@test "packages are of the present version, and the image has the libraries that the command needs" {
    local version
    version=$("$PLEACH" --version | awk '{ print $2 }')
    head -n 1 "$PLEACH_SOURCE/packaging/debian/changelog" | grep -qF "($version)"
    grep -qxF "version = \"$version\"" "$PLEACH_SOURCE/bindings/python/pyproject.toml"
    grep -qxF "version: $version" "$PLEACH_SOURCE/CITATION.cff"
    grep '^## ' "$PLEACH_SOURCE/CHANGELOG.md" | head -n 2 | grep -qF "## $version ("
    grep -qF "\"version\": \"$version\"" "$PLEACH_SOURCE/viewer/package.json"
    grep -q "^Package: libpleach${version%.*}$" "$PLEACH_SOURCE/packaging/debian/control"
    # What is built with is built with everywhere.
    awk '/^build="/ { on = 1 } on { print } on && /"$/ { exit }' "$PLEACH_SOURCE/scripts/bootstrap" |
        grep -oE '(lib|zlib)[a-z0-9]+-dev' | sort -u >needed
    [[ $(wc -l <needed) -gt 8 ]]
    while read -r package; do grep -qF "$package" "$PLEACH_SOURCE/packaging/debian/control"; done <needed
    command -v dpkg-query >/dev/null || skip "not on Debian"
    # The shared library is linked with what the command loads later.
    ldd "$PLEACH" "$BUILD"/libpleach.so | awk '/=> \// { print $3 }' | grep -oE 'lib(jansson|csv|utf8proc|stemmer|xxhash|zstd|raptor2|xml2|yaml|sqlite3)[-0-9.]*' |
        sed 's/[-0-9.]*$//' | sort -u >linked
    [[ -s linked ]]
    while read -r library; do grep -qF "$library" "$PLEACH_SOURCE/packaging/Dockerfile"; done <linked
}

# Building them takes minutes, which only `make deb` does.
@test "packages that were built are without fault for lintian, and run" {
    command -v lintian >/dev/null || skip "there is no lintian"
    compgen -G "$PLEACH_SOURCE/build/deb/*.changes" >/dev/null || skip "make deb has built no packages here"
    run -0 "$PLEACH_SOURCE/scripts/deb" "$PLEACH_SOURCE/build/deb" folder
    [[ $output == *"Pots & Pans"* && $output != *"E: "* && $output != *"W: "* ]]
}

@test "assertions stay on in every kind of build" {
    for kind in Release RelWithDebInfo MinSizeRel; do
        cmake -S "$PLEACH_SOURCE" -B $kind -DCMAKE_BUILD_TYPE=$kind -DPLEACH_TESTS=OFF \
            -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
        grep -q compare_nodes.c $kind/compile_commands.json
        run ! grep -q NDEBUG $kind/compile_commands.json
    done
}

@test "the tarball has what is committed, the same bytes each time" {
    git -C "$PLEACH_SOURCE" rev-parse HEAD >/dev/null 2>&1 || skip "this is no clone"
    "$PLEACH_SOURCE/scripts/dist" one
    (umask 077 && TZ=Asia/Tokyo "$PLEACH_SOURCE/scripts/dist" two)
    diff -r one two
    (cd one && sha256sum --strict -c SHA256SUMS)
    diff <(tar -tzf one/pleach-*.tar.gz | grep -v '/$' | sort) <(git -C "$PLEACH_SOURCE" ls-tree -r -z --name-only HEAD |
        tr '\0' '\n' | sed "s,^,$(basename one/*.tar.gz .tar.gz)/," | sort)
}
