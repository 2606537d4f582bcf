#!/usr/bin/env bats
# --checkpoint and --resume: the same bytes after any kill, or a clear refusal.
load common

setup_file() {
    export OMP_WAIT_POLICY=passive
}

# Starts a run that only a signal ends, as $pid; it has a checkpoint soon.
start() {
    "$PLEACH" grow "${input:-endless.jsonl}" --solver rap \
        --max-iterations 1000000 -o out.json --checkpoint state "$@" \
        >out 2>err 3>&- &
    pid=$!
}

wait_for() { # FILE
    for _ in $(seq 200); do
        [[ -e $1 ]] && return
        sleep 0.05
    done
    return 1
}

ends_with() {
    local code=0
    wait "$pid" || code=$?
    [[ $code == "$1" ]]
}

# A checkpoint of rap on some.jsonl: killed, long before it has finished.
half_done() {
    awk 'BEGIN { for (k = 0; k < 1000; k++)
        printf "{\"id\": \"%d\", \"name\": \"top %d\", \"children\": " \
               "[{\"name\": \"same\", \"tags\": [\"t\", \"u%d\"]}]}\n", k, k, k % 7 }' \
        >some.jsonl
    input=some.jsonl start --checkpoint-every 1ms --similarity tags:2 "$@"
    wait_for state/pleach.checkpoint
    kill -9 "$pid"
    ends_with 137
    rm -f out err .pleach-*
}

again() { # OPTION...
    "$PLEACH" grow some.jsonl --solver rap --max-iterations 1000000 \
        --similarity tags:2 -o out.json --checkpoint state "$@"
}

@test "killed at six random moments and resumed: the same bytes" {
    PLEACH_MPI="" PLEACH="$PLEACH" run -0 "$PLEACH_SOURCE/bench/kills" 6 kills
    [[ ${lines[-1]} == "6 kills,"*"the same bytes." ]]
}

@test "without a kill: the same bytes, and nothing is left" {
    for solver in ap rap joint; do
        pleach grow "$ANIMALS" -q --solver $solver -o plain.json
        pleach grow "$ANIMALS" -q --solver $solver -o kept.json \
            --checkpoint state --checkpoint-every 20ms
        cmp plain.json kept.json
        [[ -z $(ls -A state) ]]
    done
}

@test "SIGTERM keeps the state, exit 130; on other threads it goes on" {
    endless_corpus 1500
    pleach grow endless.jsonl --solver rap --max-iterations 60 -q -o whole.json
    start --max-iterations 60 --checkpoint-every 1h --threads 2
    sleep 0.4
    kill -TERM "$pid" || true
    if ends_with 130; then
        [[ $(cat err) == *"--resume goes on from it"* && ! -e out.json ]]
        [[ $(ls -A state) == pleach.checkpoint ]]
    fi
    pleach grow endless.jsonl --solver rap --max-iterations 60 -q -o out.json \
        --checkpoint state --resume --threads 1
    cmp whole.json out.json
    [[ -z $(ls -A state) ]]
}

@test "--resume with nothing there begins, and says so" {
    run --separate-stderr -0 pleach grow pets.jsonl -o out.json \
        --checkpoint state --resume
    [[ $stderr == *"There is no checkpoint in state yet"* && -e out.json ]]
}

@test "a checkpoint is not overwritten by a run that does not resume" {
    half_done
    before=$(cksum state/pleach.checkpoint)
    says 1 "Go on from it with --resume, or remove the file" again
    [[ $(cksum state/pleach.checkpoint) == "$before" ]]
}

@test "a torn or foreign file is refused" {
    half_done
    cp state/pleach.checkpoint whole
    truncate -s -1 state/pleach.checkpoint
    says 1 "damaged: it ends too early. Remove the file" again --resume
    head -c 5000 whole >state/pleach.checkpoint
    says 1 "damaged" again --resume
    cp whole state/pleach.checkpoint
    printf 'x' | dd of=state/pleach.checkpoint bs=1 seek=3000 conv=notrunc \
        status=none
    says 1 "damaged: a checksum does not match" again --resume
    echo "something else altogether, of some length" >state/pleach.checkpoint
    says 1 "This is not a checkpoint" again --resume
    echo hello >state/pleach.checkpoint
    says 1 "This is not a checkpoint" again --resume
    : >state/pleach.checkpoint
    says 1 "damaged" again --resume
    rm state/pleach.checkpoint
    ln -s pleach.checkpoint state/pleach.checkpoint
    says 3 "pleach.checkpoint" again --resume
}

@test "other options are refused by name" {
    half_done
    says 1 "the damping was 0.9 and is now 0.8" again --resume --damping 0.8
    says 1 "the solver was rap and is now ap" again --resume --solver ap
    says 1 "the most iterations was 1000000 and is now 7" \
        again --resume --max-iterations 7
    says 1 "the similarity was" again --resume --similarity name
    says 1 "The checkpoint is of" again --resume --preference 0.3
}

@test "another corpus is refused" {
    half_done
    sed -i 's/u3/u4/' some.jsonl
    says 1 "The checkpoint is of" again --resume
    cat pets.jsonl >>some.jsonl
    says 1 "the number of nodes was" again --resume
}

@test "a folder that cannot be: exit 3 at once" {
    echo >plain
    says 3 "plain" pleach grow pets.jsonl --checkpoint plain
    says 3 "the folder that it is to be in does not exist" \
        pleach grow pets.jsonl --checkpoint gone/state
}

@test "two runs on one folder: the second is refused, the first goes on" {
    endless_corpus 1500
    start --checkpoint-every 50ms
    wait_for state/pleach.checkpoint
    kill -STOP "$pid" # it would end while the second one waits
    says 3 "Another run keeps its checkpoints in this folder" \
        pleach grow pets.jsonl --checkpoint state --resume
    kill -0 "$pid"
    kill -9 "$pid"
    ends_with 137
    # Whoever was killed does not keep others out.
    says 1 "The checkpoint is of another run" \
        pleach grow pets.jsonl --checkpoint state --resume
    rm -f .pleach-*
}

@test "a folder that may not be written: exit 3 at once" {
    [[ $(id -u) == 0 ]] && skip "root may write everywhere"
    mkdir -m 555 locked
    says 3 "could not be written" pleach grow pets.jsonl --checkpoint locked
}

# No file of this process gets larger than so many KiB.
cramped() { # KIB COMMAND...
    (
        trap '' XFSZ
        ulimit -f "$1"
        shift
        exec "$@"
    )
}

@test "a full disk: one warning, and the run goes on" {
    endless_corpus 1500
    pleach grow endless.jsonl --solver rap --max-iterations 20 -q -o whole.txt
    run --separate-stderr -0 cramped 2000 "$PLEACH" grow endless.jsonl \
        --solver rap --max-iterations 20 -o out.txt --checkpoint state \
        --checkpoint-every 1ms
    cmp whole.txt out.txt
    [[ $(grep -c "could not be written" <<<"$stderr") == 1 ]]
    [[ $stderr == *"The run goes on; the last whole checkpoint stays."* ]]
    [[ -z $(ls -A state) ]]
}

@test "a full disk: the last whole checkpoint stays" {
    half_done
    cp state/pleach.checkpoint before
    cramped 1 "$PLEACH" grow some.jsonl --solver rap --similarity tags:2 \
        --max-iterations 1000000 --checkpoint state --checkpoint-every 1ms \
        --resume >out 2>err 3>&- &
    pid=$!
    for _ in $(seq 100); do
        grep -q "could not be written" err && break
        sleep 0.05
    done
    kill -9 "$pid" || true
    wait "$pid" || true
    grep -q "could not be written" err
    cmp before state/pleach.checkpoint
}

# ------------------------------------------------------------ processes --

needs_mpi() {
    [[ -n ${PLEACH_MPI:-} ]] || skip "pleach-mpi is not built: MPI is missing"
    command -v mpirun >/dev/null || skip "there is no mpirun"
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
}

@test "one rank that is killed, resumed by more, fewer or one process" {
    needs_mpi
    PLEACH="$PLEACH" VICTIM=rank SOLVERS=rap EVERY=20ms \
        run -0 "$PLEACH_SOURCE/bench/kills" 2 kills
    [[ ${lines[-1]} == "2 kills,"*"the same bytes." ]]
    PLEACH="$PLEACH" SOLVERS="rap joint" EVERY=50ms \
        run -0 "$PLEACH_SOURCE/bench/kills" 3 kills
    [[ ${lines[-1]} == "3 kills,"*"the same bytes." ]]
}

@test "ranks: the same bytes, and nothing is left" {
    needs_mpi
    for solver in ap joint; do
        pleach grow "$ANIMALS" -q --solver $solver -o plain.json
        timeout 100 mpirun -n 2 "$PLEACH_MPI" grow "$ANIMALS" -q \
            --solver $solver -o kept.json --checkpoint state \
            --checkpoint-every 50ms
        cmp plain.json kept.json
        [[ -z $(ls -A state) ]]
    done
}

# Ends with 1 and a sentence that no second rank repeats. mpirun may end before
# it has handed on what a rank said, so where nothing came it is asked again.
refused_once() { # PATTERN COMMAND...
    local pattern=$1 said
    shift
    for _ in 1 2 3; do
        run --separate-stderr -1 "$@"
        said=$(grep -c "^pleach: .*$pattern" <<<"$stderr") || true
        [[ $said == 0 ]] || break
    done
    echo "$stderr"
    [[ $said == 1 ]]
}

@test "ranks: a checkpoint that does not belong is refused once" {
    needs_mpi
    half_done
    spread=(timeout 100 mpirun -n 3 "$PLEACH_MPI" grow some.jsonl
        --similarity tags:2 --max-iterations 1000000 -o out.json
        --checkpoint state)
    refused_once "was rap and is now ap" "${spread[@]}" --solver ap --resume
    refused_once "with --resume" "${spread[@]}" --solver rap
    truncate -s -1 state/pleach.checkpoint
    refused_once "damaged" "${spread[@]}" --solver rap --resume
    [[ ! -e out.json ]]
}

@test "usage" {
    says 2 "--resume needs a folder" pleach grow pets.jsonl --resume
    says 2 "--checkpoint-every needs a folder" \
        pleach grow pets.jsonl --checkpoint-every 5s
    says 2 "do not go together" \
        pleach grow pets.jsonl --checkpoint state --trace t
    for time in 0s -1s 5x s 1e3 nan ""; do
        says 2 "--checkpoint-every" pleach grow pets.jsonl \
            --checkpoint state --checkpoint-every "$time"
    done
    for time in 90 1.5s 2m 1h 500ms; do
        pleach grow pets.jsonl -q -o out.json --checkpoint state \
            --checkpoint-every $time
    done
    says 2 "--sweep" pleach grow pets.jsonl --sweep damping=0.5..0.9:3 \
        --checkpoint state
}
