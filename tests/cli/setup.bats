#!/usr/bin/env bats
# The scripts around the build: bootstrap, check-layers, make help.
load common

BOOTSTRAP=$PLEACH_SOURCE/scripts/bootstrap

# fake NAME BODY: a command of that name, first in the PATH.
fake() {
    mkdir -p bin
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
}

with_fakes() { PATH=$PWD/bin:$PATH "$@"; }
without_sudo() {
    for tool in sh env ls cat; do
        [[ -e bin/$tool ]] || ln -s "$(command -v $tool)" "bin/$tool"
    done
    PATH=$PWD/bin "$@"
}

@test "bootstrap has nothing to do on a machine that builds" {
    command -v dpkg-query >/dev/null || skip "this is not Debian"
    fake apt-get 'echo "apt-get was called: $*"; exit 1'
    run -0 with_fakes "$BOOTSTRAP" test
    [[ -z $output ]]
}

@test "bootstrap installs what is missing, as root" {
    fake dpkg-query 'echo "cmake installed"; echo "bats not-installed"; exit 1'
    fake id 'echo 0'
    fake apt-get 'echo "$*" >>calls'
    run -0 with_fakes "$BOOTSTRAP" test
    grep -q "^install .*build-essential.* bats" calls
    run ! grep -qw cmake calls
}

@test "bootstrap fetches the lists when the first try fails" {
    fake dpkg-query 'exit 1'
    fake id 'echo 0'
    fake apt-get 'echo "$1" >>calls; [ "$1" = update ] || grep -q update calls'
    run -0 with_fakes "$BOOTSTRAP" build
    [[ $(tail -2 calls) == $'update\ninstall' ]]
}

@test "bootstrap uses sudo when it is not root" {
    fake dpkg-query 'exit 1'
    fake id 'echo 1000'
    fake apt-get 'echo "apt-get $*" >>calls'
    fake sudo 'echo "sudo $*" >>calls; exec "$@"'
    run -0 with_fakes "$BOOTSTRAP" build
    grep -q '^sudo env .*apt-get install' calls
}

@test "bootstrap without root and sudo: one sentence, exit 3" {
    fake dpkg-query 'exit 1'
    fake id 'echo 1000'
    fake apt-get 'exit 1'
    run --separate-stderr -3 without_sudo "$BOOTSTRAP" build
    [[ $stderr == *"not root, and there is no sudo."*"libjansson-dev"* ]]
    [[ ${#stderr_lines[@]} == 1 ]]
}

@test "bootstrap when sudo refuses: exit 3" {
    fake dpkg-query 'exit 1'
    fake id 'echo 1000'
    fake sudo 'exit 1'
    fake apt-get 'exit 1'
    run --separate-stderr -3 with_fakes "$BOOTSTRAP" build
    [[ $stderr == *"sudo does not let you"*"cmake"* ]]
}

@test "bootstrap when apt-get fails: exit 3 and the packages" {
    fake dpkg-query 'exit 1'
    fake id 'echo 0'
    fake apt-get 'exit 100'
    run --separate-stderr -3 with_fakes "$BOOTSTRAP" build
    [[ $stderr == *"Please install these packages"*"build-essential"* ]]
}

@test "bootstrap knows its sets" { says 2 'no set "moon"' "$BOOTSTRAP" moon; }

# layer FILE LINE...: a project of one file is refused for its last line.
layer() {
    local file=$1 number
    shift
    mkdir -p src/{base,corpus,affinity,solve,taxonomy} cli include "$(dirname "$file")"
    printf '%s\n' "$@" >"$file"
    number=$#
    run -1 "$PLEACH_SOURCE/scripts/check-layers" .
    echo "$output"
    [[ ${#lines[@]} == 1 && $output == "$file:$number: "* ]]
    head -n -1 "$file" >rest && mv rest "$file"
    run -0 "$PLEACH_SOURCE/scripts/check-layers" .
}

@test "MPI without its headers is left out, and the rest is built" {
    command -v cmake >/dev/null || skip "there is no cmake"
    mkdir -p bin
    cat >bin/mpicc <<'END'
#!/bin/sh
# What a launcher's package has by itself: a wrapper that names empty folders.
case "$1" in
-showme:compile) echo "-I/nowhere/openmpi/include" ;;
-showme:link) echo "-L/nowhere/openmpi/lib -lmpi" ;;
-showme:incdirs) echo "/nowhere/openmpi/include" ;;
-showme:libdirs) echo "/nowhere/openmpi/lib" ;;
-showme*) echo "" ;;
*) exec cc -I/nowhere/openmpi/include "$@" ;;
esac
END
    chmod +x bin/mpicc
    run -0 cmake --log-level=NOTICE -S "$PLEACH_SOURCE" -B built -DPLEACH_TESTS=OFF \
        -DMPI_C_COMPILER="$PWD/bin/mpicc"
    [[ $output == *"pleach-mpi is not built"* ]]
    run -0 cmake --build built --target help
    [[ $output == *pleach-command* && $output != *pleach-mpi* ]]
}

@test "check-layers accepts the project" { "$PLEACH_SOURCE/scripts/check-layers"; }
@test "a room before includes one after" {
    layer src/corpus/a.c '#include <stdio.h>' '#include "base/b.h"' '#include "affinity/a.h"'
}
@test "base includes a room" { layer src/base/a.h '#include "pleach.h"' '#  include "corpus/a.h"'; }
@test "angle brackets hide nothing" { layer src/solve/a.c '#include <omp.h>' '#include <taxonomy/a.h>'; }
@test "the command includes a room" {
    mkdir -p cli && touch cli/own.h
    layer cli/a.c '#include "pleach.h"' '#include "own.h"' '#include "base/a.h"'
}
@test "the command climbs" { layer cli/a.c '#include "pleach.h"' '#include "../src/base/a.h"'; }
@test "a second conductor" { layer src/other.c '#include <stdio.h>' '#include "corpus/a.h"'; }
@test "an unknown room" { layer src/attic/a.c '#include <stdio.h>' '#include "base/a.h"'; }
@test "the laboratory includes what is not lent" {
    layer lab/a.c '#include "pleach_lab.h"' '#include "base/a.h"' '#include "read/tsv_rows.h"' '#include "rap/a.h"'
}
@test "the public header stands alone" { layer include/pleach.h '#include <stdio.h>' '#include "base/a.h"'; }

@test "modules that include each other in a circle" {
    mkdir -p src/base
    printf '#include "base/b.h"\n' >src/base/a.h
    printf '#include "base/c.h"\n' >src/base/b.c
    printf '#include "base/a.h"\n' >src/base/c.h
    run -1 "$PLEACH_SOURCE/scripts/check-layers" .
    [[ $output == *"src/base/a: part of a circle of includes"* && ${#lines[@]} == 3 ]]
}

# mentions FILE LINE NAME: with LINE at its end, FILE names what is not there.
mentions() {
    mkdir -p src/base docs && touch src/base/here.c
    printf 'Read `here.c`, `base/here.c` and src/base/her*.c.\n' >docs/a.md
    printf 'int a; /* see here.c\n and base/here.c */ char *b = "gone.c";\n' >src/base/here.h
    run -0 "$PLEACH_SOURCE/scripts/check-mentions" .
    printf '%s\n' "$2" >>"$1"
    run -1 "$PLEACH_SOURCE/scripts/check-mentions" .
    [[ $output == "$1:"*": there is no $3" && ${#lines[@]} == 1 ]]
}

@test "check-mentions accepts the project" { "$PLEACH_SOURCE/scripts/check-mentions"; }
@test "a document names a file that is gone" { mentions docs/a.md 'in `base/gone.c`' base/gone.c; }
@test "a document names a folder that is gone" { mentions docs/a.md 'below src/attic/' src/attic; }
@test "a pattern that nothing matches" { mentions docs/a.md 'all of `base/x*.c`' 'base/x*.c'; }
@test "a comment names a file that is gone" { mentions src/base/here.h '/* as in gone.h */' gone.h; }

# A project of one source and one test, in one row.
tested() {
    mkdir -p src/base tests/unit cli mpi
    touch src/base/a.c src/base/a.h tests/unit/a.c
    printf '| module | tests |\n|---|---|\n| `base/*.c` | `unit/a` |\n' >tests/README.md
    "$PLEACH_SOURCE/scripts/check-tested" .
}

@test "check-tested accepts the project" { "$PLEACH_SOURCE/scripts/check-tested"; }
@test "a source without a row" {
    tested
    mkdir src/corpus && touch src/corpus/b.c
    run -1 "$PLEACH_SOURCE/scripts/check-tested" .
    [[ $output == *"src/corpus/b.c is in no row" && ${#lines[@]} == 1 ]]
}
@test "a row without its test" {
    tested
    rm tests/unit/a.c
    run -1 "$PLEACH_SOURCE/scripts/check-tested" .
    [[ $output == *"there is no unit/a" ]]
}

@test "lint knows its parts" { says 2 'no part "moon"' "$PLEACH_SOURCE/scripts/lint" moon; }

@test "figures of a small project" {
    command -v python3 >/dev/null || skip "there is no python3"
    mkdir -p src/base
    printf '#include "base/b.h"\nint pl_a(int x);\n' >src/base/a.h
    printf '#include "base/a.h"\n' >src/base/b.h
    printf 'static int sum(int x)\n{\n    assert(x);\n    return x; /* } */\n}\n' >src/base/a.c
    { cat src/base/a.c; printf '\nint pl_a(int x)\n{\n'; printf '    x;%.0s\n' {1..16}; echo '}'; } >src/base/b.c
    run -0 "$PLEACH_SOURCE/scripts/figures" .
    [[ $output == *"files, lines"*"4, "*"functions "*" 3"*"0 % of 1"*"circles of includes "*" 2"* ]]
    [[ $output == *"50.0 % (sum 2)"*"1 of 1"*"not built"* ]]
    run -0 "$PLEACH_SOURCE/scripts/figures" --list .
    [[ $output == *"no comment: src/base/b.c:7: pl_a, "*"displaced: src/base/b.c: pl_a is declared in src/base/a.h"* ]]
}

@test "make help lists the targets" {
    run -0 make -C "$PLEACH_SOURCE" --no-print-directory help
    for target in build demo test lint sanitize install dist site bench results fuzz figures coverage clean; do
        [[ $output == *"make $target "* ]]
    done
}
