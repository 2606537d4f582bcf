#!/usr/bin/env bats
# pleach-mpi: the same bytes on any number of processes, and a clean end.
load common

setup_file() {
    # For this test only: it may run as root and on fewer processors than
    # there are ranks.
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
    export OMP_WAIT_POLICY=passive
}

needs_mpi() {
    [[ -n ${PLEACH_MPI:-} ]] || skip "pleach-mpi is not built: MPI is missing"
    command -v mpirun >/dev/null || skip "there is no mpirun"
}

spread() { # RANKS OPTION...
    local ranks=$1
    shift
    timeout 120 mpirun -n "$ranks" "$PLEACH_MPI" grow "$@"
}

# same RANKS INPUT OPTION...: every kind of output, byte for byte.
same() {
    local ranks=$1 input=$2 file
    shift 2
    pleach grow "$input" -q -o one.json -o one.txt --assignments one.tsv "$@"
    spread "$ranks" "$input" -q -o many.json -o many.txt \
        --assignments many.tsv "$@"
    for file in json txt tsv; do
        cmp one.$file many.$file
    done
}

# Up to the end; further below some iterations are enough to compare.
@test "two ranks, every solver" {
    needs_mpi
    for solver in ap rap joint; do
        # shellcheck disable=SC2086 # an option of its own
        same 2 "$ANIMALS" --solver $solver
    done
}

@test "one, three and four ranks" {
    needs_mpi
    for ranks in 1 3 4; do
        same $ranks "$ANIMALS" --solver rap --max-iterations 60
        same $ranks "$ANIMALS" --solver joint --max-iterations 60
    done
}

@test "more ranks than blocks" {
    needs_mpi
    same 5 pets.jsonl --solver rap
    same 5 pets.jsonl --solver joint
}

@test "plain messages are passed several at a time" {
    needs_mpi
    for solver in ap joint consensus; do
        pleach grow "$ANIMALS" -q -o one.json --solver $solver
        spread 2 "$ANIMALS" -q -o many.json --solver $solver
        cmp one.json many.json
    done
}

@test "similarities within a name, and across names" {
    needs_mpi
    for similarity in tags:2 context:4 "0.3*concept:2 + 0.7*tags:2"; do
        same 2 "$ANIMALS" --solver rap --similarity "$similarity" --max-iterations 40
        same 2 "$ANIMALS" --solver ap --similarity "$similarity" --max-iterations 40
    done
}

@test "other inputs, seeds, preferences and bounds" {
    needs_mpi
    same 2 "$PLEACH_SOURCE/examples/shops.csv" --solver rap
    same 2 "$PLEACH_SOURCE/examples/folders.paths" --solver rap
    same 2 "$ANIMALS" --solver rap --max-iterations 40 --seed animal
    same 2 "$ANIMALS" --solver rap --max-iterations 40 --preference 0.5
    same 2 "$ANIMALS" --solver rap --max-iterations 40 --preference 0.2
    same 2 "$ANIMALS" --solver ap --max-iterations 40 --bound fast
}

@test "several inputs, cut or whole, plain or compressed" {
    needs_mpi
    gzip -c "$ANIMALS" >animals.jsonl.gz
    sed 's/$/\r/' pets.jsonl >dos.jsonl
    printf '\xef\xbb\xbf' >marked.jsonl
    head -c -1 pets.jsonl >>marked.jsonl
    same 3 "$ANIMALS" dos.jsonl marked.jsonl --solver rap --max-iterations 40
    same 4 dos.jsonl "$PLEACH_SOURCE/examples/shops.csv" animals.jsonl.gz \
        marked.jsonl --solver rap --max-iterations 40
}

@test "what is odd about the input is said as by one process" {
    needs_mpi
    for k in 1 2 3 4 5 6 7 8 9; do
        cat pets.jsonl
        echo "{\"name\": \"?$((k % 4))!\"}"
        echo '{"name": '
        echo "{\"id\": \"i$((k % 3))\", \"name\": \"+\"}"
    done >odd.jsonl
    pleach grow odd.jsonl --skip-bad --solver rap -o one.json 2>one
    spread 3 odd.jsonl --skip-bad --solver rap -o many.json 2>many
    cmp one.json many.json
    grep -q 'left out' one
    diff <(grep odd.jsonl one) <(grep odd.jsonl many)
    diff <(grep 'left out' one) <(grep 'left out' many)
}

@test "outputs that show tags, and more of them than one" {
    needs_mpi
    pleach grow "$ANIMALS" -q --solver rap --max-iterations 50 \
        -o one.html -o one.json
    spread 3 "$ANIMALS" -q --solver rap --max-iterations 50 \
        -o many.html -o many.json
    cmp one.html many.html
    cmp one.json many.json
    pleach grow "$ANIMALS" -q --solver rap --max-iterations 40 -o one.dot
    spread 2 "$ANIMALS" -q --solver rap --max-iterations 40 -o many.dot
    cmp one.dot many.dot
}

@test "threads inside each rank" {
    needs_mpi
    same 2 "$ANIMALS" --solver rap --max-iterations 60 --threads 2
}

@test "a sampled corpus, larger than the examples" {
    needs_mpi
    "$PLEACH_SOURCE/scripts/sample" "$PLEACH_SOURCE/examples/animals-taxonomy.tsv" \
        --users 300 -o sampled.jsonl
    same 2 sampled.jsonl --solver rap --max-iterations 60
    same 3 sampled.jsonl --solver joint --max-iterations 50
}

@test "the tree on standard output, said once" {
    needs_mpi
    pleach grow pets.jsonl --solver rap >one 2>/dev/null
    spread 3 pets.jsonl --solver rap >many 2>talk
    cmp one many
    [[ ! -s talk ]]
}

@test "help and version, once" {
    needs_mpi
    [[ $(mpirun -n 2 "$PLEACH_MPI" --version | wc -l) == 1 ]]
    [[ $(mpirun -n 2 "$PLEACH_MPI" grow --help | grep -c '^Usage:') == 1 ]]
}

@test "decisions and what was before" {
    needs_mpi
    printf '%s\t%s\t%s\n' same Birds Fish under cat Zoo \
        different "Lions under Zoo" "Lions under Mammals" \
        name Dogs Hounds same "nothing here" Birds >decided.tsv
    printf 'top\tReptiles\ndrop\tmisc\n' >>decided.tsv
    head -60 "$ANIMALS" >part.jsonl
    pleach grow part.jsonl -q -o before.json
    for solver in rap joint consensus votes; do
        same 2 "$ANIMALS" --solver $solver --max-iterations 60 --decisions decided.tsv
    done
    same 3 "$ANIMALS" --decisions decided.tsv --previous before.json
    same 2 "$ANIMALS" --solver joint --max-iterations 60 --previous before.json
}

# --------------------------------------------------------------- faults --

# What mpirun itself adds is not ours.
ours() { grep '^pleach: ' || true; }

@test "bad data: one sentence, exit 1" {
    needs_mpi
    bad_line '{"name": '
    run --separate-stderr -1 spread 2 bad.jsonl -o out.json
    [[ $(ours <<<"$stderr" | wc -l) == 1 && $stderr == *"bad.jsonl:2"* ]]
    [[ ! -e out.json ]]
}

@test "bad data far from the start: the first line that is bad" {
    needs_mpi
    for _ in 1 2 3 4 5 6 7 8; do cat pets.jsonl; done >bad.jsonl
    good=$(wc -l <bad.jsonl)
    echo '{"name": ' >>bad.jsonl
    echo '{"nome": ' >>bad.jsonl
    cat pets.jsonl pets.jsonl >>bad.jsonl
    echo '{"name": ' >>bad.jsonl
    run --separate-stderr -1 spread 4 bad.jsonl -o out.json
    [[ $(ours <<<"$stderr" | wc -l) == 1 ]]
    [[ $stderr == *"bad.jsonl:$((good + 1)):"* ]]
}

@test "decisions that cannot all hold: one sentence, exit 1" {
    needs_mpi
    printf '%s\tbird\tdog\n' same different >decided.tsv
    run --separate-stderr -1 spread 3 pets.jsonl --decisions decided.tsv \
        -o out.json
    [[ $(ours <<<"$stderr" | wc -l) == 1 && $stderr == *"cannot all hold"* ]]
    [[ ! -e out.json ]]
}

@test "bad usage: one sentence, exit 2" {
    needs_mpi
    run --separate-stderr -2 spread 2 pets.jsonl --solver guess -o out.json
    [[ $(ours <<<"$stderr" | wc -l) == 1 && $stderr == *"guess"* ]]
    run --separate-stderr -2 spread 2 - -o out.json
    [[ $stderr == *"not standard input"* && ! -e out.json ]]
}

@test "an input that one rank cannot read: one sentence, exit 3" {
    needs_mpi
    run --separate-stderr -3 mpirun \
        -n 1 "$PLEACH_MPI" grow pets.jsonl -o out.json : \
        -n 1 "$PLEACH_MPI" grow gone.jsonl -o out.json
    [[ $(ours <<<"$stderr" | wc -l) == 1 ]]
    [[ $stderr == *"gone.jsonl"*"Rank 1 of 2"* ]]
    [[ $(ls -A) == pets.jsonl ]]
}

@test "an output that only the first one looks at: one sentence, exit 2" {
    needs_mpi
    run --separate-stderr -2 spread 3 pets.jsonl -o out.xyz
    [[ $(ours <<<"$stderr" | wc -l) == 1 && $stderr == *"out.xyz"* ]]
    [[ $stderr != *"Rank"* && $(ls -A) == pets.jsonl ]]
}

@test "an option that only one rank has: one sentence, exit 2" {
    needs_mpi
    run --separate-stderr -2 mpirun \
        -n 2 "$PLEACH_MPI" grow pets.jsonl -o out.json : \
        -n 1 "$PLEACH_MPI" grow pets.jsonl -o out.json --damping 7
    [[ $(ours <<<"$stderr" | wc -l) == 1 ]]
    [[ $stderr == *"--damping"*"Rank 2 of 3"* && $(ls -A) == pets.jsonl ]]
}

# Found while nodes are compared, where nobody waits for the others.
@test "what all ranks find missing at once: one sentence, exit 3" {
    needs_mpi
    run --separate-stderr -3 spread 3 pets.jsonl -o out.json \
        --synonyms gone.tsv --solver rap
    [[ $(ours <<<"$stderr" | wc -l) == 1 && $stderr == *"gone.tsv"* ]]
    [[ $(ls -A) == pets.jsonl ]]
}

@test "what one rank finds missing in the middle: one sentence, exit 3" {
    needs_mpi
    printf 'Birds\tFowl\n' >there.tsv
    run --separate-stderr -3 timeout 60 mpirun \
        -n 2 "$PLEACH_MPI" grow pets.jsonl -o out.json --solver rap \
        --synonyms there.tsv : \
        -n 1 "$PLEACH_MPI" grow pets.jsonl -o out.json --solver rap \
        --synonyms gone.tsv
    [[ $(ours <<<"$stderr" | wc -l) == 1 ]]
    [[ $stderr == *"gone.tsv"*"Rank 2 of 3"* && ! -e out.json ]]
}

@test "a full disk: one sentence, exit 3" {
    needs_mpi
    [[ -w /dev/full ]] || skip "there is no /dev/full"
    run --separate-stderr -3 spread 2 pets.jsonl -o /dev/full --format json
    [[ $(ours <<<"$stderr" | wc -l) == 1 && $stderr == *"/dev/full"* ]]
}

@test "a disk that is full in the middle of a file: nothing is left" {
    needs_mpi
    cat >cramped <<'END'
#!/bin/bash
trap '' XFSZ
ulimit -f 1
exec "$PLEACH_MPI" "$@"
END
    chmod +x cramped
    before=$(ls -A)
    run --separate-stderr -3 timeout 60 mpirun \
        -n 1 ./cramped grow "$ANIMALS" -o out.json --solver rap : \
        -n 1 "$PLEACH_MPI" grow "$ANIMALS" -o out.json --solver rap
    [[ $(ours <<<"$stderr" | wc -l) == 1 ]]
    [[ $stderr == *"out.json"*"Rank 0 of 2"* && $(ls -A) == "$before" ]]
}

@test "a folder that is not there: exit 3 at once" {
    needs_mpi
    run --separate-stderr -3 spread 2 pets.jsonl -o gone/out.json
    [[ $(ours <<<"$stderr" | wc -l) == 1 && $stderr == *"gone"* ]]
}

# Three ranks that pass messages without end, as $all, and a file half-written.
endless() {
    "$PLEACH_SOURCE/scripts/sample" "$PLEACH_SOURCE/examples/animals-taxonomy.tsv" \
        --users 500 -o sampled.jsonl
    : >talk
    before=$(ls -A)
    # Names that mean several things: these messages never settle.
    mpirun -n 3 "$PLEACH_MPI" grow sampled.jsonl --max-iterations 100000000 \
        --similarity tags --solver rap -o out.json \
        2>talk 3>&- &
    all=$!
    # They have met once all have worked for a while, however busy the machine is.
    for _ in $(seq 600); do
        [[ $(pgrep -P $all | xargs -r ps -o cputimes= -p | awk '$1 >= 2' | wc -l) == 3 ]] && break
        sleep 0.1
    done
    mapfile -t ranks < <(pgrep -P $all)
    [[ ${#ranks[@]} == 3 ]]
}

# All have ended, soon and with this code; nothing is left.
all_end_with() {
    local code=0 each
    for each in $all "${ranks[@]}"; do
        for _ in $(seq 600); do
            kill -0 "$each" 2>/dev/null || break
            sleep 0.1
        done
        run ! kill -0 "$each"
    done
    wait $all || code=$?
    [[ $code == "$1" && $(ls -A) == "$before" ]]
}

# mpirun has its own code and its own words for this.
@test "a rank that is killed: all end, nothing is left" {
    needs_mpi
    endless
    kill -9 "${ranks[2]}"
    all_end_with 137
    [[ $(ours <talk | wc -l) == 0 ]]
}

@test "a rank that does not listen any more: all end, nothing is left" {
    needs_mpi
    endless
    kill -STOP "${ranks[2]}"
    kill -9 "${ranks[1]}"
    all_end_with 137
}

@test "interrupted: all end, nothing is left" {
    needs_mpi
    endless
    kill -INT $all
    all_end_with 1
    [[ $(ours <talk | wc -l) == 0 ]]
}

@test "what can be read only once is refused" {
    needs_mpi
    mkfifo pipe.jsonl
    run --separate-stderr -2 spread 2 pipe.jsonl -o t.json
    [[ $(ours <<<"$stderr" | wc -l) == 1 && $stderr == *"name a file"* ]]
}

# As many bytes, so that no size tells them apart.
@test "inputs that differ from rank to rank: one sentence, exit 1" {
    needs_mpi
    mkdir other
    sed 's/dog/cow/' pets.jsonl >other/pets.jsonl
    run ! cmp -s pets.jsonl other/pets.jsonl
    before=$(ls -A)
    run --separate-stderr -1 timeout 60 mpirun \
        -n 2 "$PLEACH_MPI" grow pets.jsonl -o out.json : \
        -n 1 "$PLEACH_MPI" grow other/pets.jsonl -o out.json
    [[ $(ours <<<"$stderr" | wc -l) == 1 ]]
    [[ $stderr == *"Rank 2 of 3 read other inputs"* && $(ls -A) == "$before" ]]
}

@test "files of options that differ from rank to rank: one sentence, exit 1" {
    needs_mpi
    printf 'same\tbird\tdog\n' >decided.tsv
    printf 'same\tbird\tcat\n' >others.tsv
    printf 'bird\tfowl\n' >words.tsv
    printf 'bird\tcrow\n' >terms.tsv
    for option in "--decisions decided.tsv others.tsv" "--synonyms words.tsv terms.tsv"; do
        read -r name one other <<<"$option"
        run --separate-stderr -1 timeout 60 mpirun \
            -n 1 "$PLEACH_MPI" grow pets.jsonl -o out.json "$name" "$one" : \
            -n 1 "$PLEACH_MPI" grow pets.jsonl -o out.json "$name" "$other"
        [[ $(ours <<<"$stderr" | wc -l) == 1 ]]
        [[ $stderr == *"The file of $name is not the same"* && ! -e out.json ]]
    done
}

@test "formats of trees, which one process writes" {
    needs_mpi
    pleach grow pets.jsonl -q -o one.opml -o one.skos.ttl
    spread 2 pets.jsonl -q -o many.opml -o many.skos.ttl
    cmp one.opml many.opml
    cmp one.skos.ttl many.skos.ttl
}
