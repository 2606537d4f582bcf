"""measuring.py: runs the command once, and puts figures into tables."""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

PLEACH = os.environ.get("PLEACH", "build/pleach")
DATA = pathlib.Path(os.environ.get("PLEACH_DATA", "../shared/data"))
KEPT = pathlib.Path(os.environ.get("PLEACH_RESULTS", "build/results"))
SOLVERS = ["ap", "rap", "joint"]


def stop(sentence):
    sys.exit(f"results: {sentence}")


def data_file(name):
    path = DATA / name
    if not path.exists():
        stop(f"{path} is missing; set PLEACH_DATA to the measuring data.")
    return path


def example_file(name):
    return pathlib.Path(__file__).resolve().parents[2] / "examples" / name


def fingerprint(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def kept_as(arguments, inputs):
    """The file that holds the answer to exactly this question."""
    question = [fingerprint(PLEACH), [str(a) for a in arguments],
                [fingerprint(path) for path in inputs]]
    text = json.dumps(question).encode()
    return KEPT / f"{hashlib.sha256(text).hexdigest()[:20]}.json"


def without_source(files):
    """What comes from WordNet is not scored with WordNet's help."""
    return ["--synonyms", "none"] if "wn_" in files else []


def run(arguments, inputs, files=(), may_fail=False):
    """Standard output of the command, and the contents of the files it wrote;
    or what it "refused", if it may fail.

    An argument "{name}" for each name in `files` stands for a path. What was
    measured before is not measured again.
    """
    kept = kept_as(arguments, inputs)
    if kept.exists():
        return json.loads(kept.read_text())
    KEPT.mkdir(parents=True, exist_ok=True)
    paths = {name: KEPT / f"new-{os.getpid()}-{name}" for name in files}
    words = [str(a).format(**paths) if "{" in str(a) else str(a)
             for a in arguments]
    print("results:   pleach", *words, file=sys.stderr)
    started = time.monotonic()
    done = subprocess.run([PLEACH, *words], capture_output=True, text=True)
    if done.returncode != 0 and not may_fail:
        stop(f"\"pleach {' '.join(words)}\" ended with {done.returncode}: "
             f"{done.stderr.strip()}")
    answer = {"stdout": done.stdout, "seconds": time.monotonic() - started,
              "files": {n: p.read_text() for n, p in paths.items() if p.exists()}}
    if done.returncode != 0:
        answer["refused"] = done.stderr.strip()
    for path in paths.values():
        path.unlink(missing_ok=True)
    whole = kept.with_suffix(".part")
    whole.write_text(json.dumps(answer))
    whole.rename(kept)
    return answer


def best_tree(tree, report):
    """Of the tree of highest net similarity: its depth, and clusters and
    instances per level."""
    clusters = tree["clusters"]
    top, level, size = {}, {}, {}
    for cluster in clusters:
        parent = cluster["parent"]
        at = cluster["id"]
        top[at] = at if parent is None else top[parent]
        level[at] = 0 if parent is None else level[parent] + 1
        size[at] = len(cluster["members"])
    net = {}
    for cluster in clusters:
        root = top[cluster["id"]]
        net[root] = net.get(root, 0) + cluster["net_similarity"]
    if not net:
        return None
    best = max(net, key=lambda root: (net[root], -root))
    count, instances = {}, {}
    for at in (at for at in top if top[at] == best):
        count[level[at]] = count.get(level[at], 0) + 1
        instances[level[at]] = instances.get(level[at], 0) + size[at]
    return {"depth": max(count),
            "levels": {"clusters": [count[k] for k in sorted(count)],
                       "instances": [instances[k] for k in sorted(instances)]},
            **((report["seed"] or {}).get("best") or {})}


def solve(corpus, solver, seed, *options):
    """The report of one solver on the saplings around a seed."""
    around = [] if seed is None else ["--seed", seed]
    answer = run(["grow", corpus, "--quiet", "--solver", solver, *around,
                  "--report", "{report}", "--format", "json", "-o", "{tree}",
                  *options], [corpus], ["report", "tree"])
    report = json.loads(answer["files"]["report"])
    best = best_tree(json.loads(answer["files"]["tree"]), report)
    if seed is not None and not report["seed"]["trees"]:
        best = None
    return {**report, "seed": seed, "best": best,
            "seed_trees": report["seed"] and report["seed"]["trees"],
            "seconds": report["seconds"]["cluster"]}


def compare(corpus, *options, seeds=(None,)):
    """What each solver makes of the saplings around each seed. A bound holds
    for all answers of one seed."""
    rows = []
    for seed in seeds:
        of_seed = [solve(corpus, solver, seed, *options) for solver in SOLVERS]
        for row in of_seed:
            row["upper_bound"] = of_seed[-1]["upper_bound"]
            bound = row["upper_bound"]
            row["gap"] = None if not bound else max(
                0, (bound - row["net_similarity"]) / bound)
        rows += of_seed
    return rows


def by_solver(rows):
    """{seed: {solver: row}}, seeds in order."""
    table = {}
    for row in rows:
        table.setdefault(row["seed"], {})[row["solver"]] = row
    return table


def explain_rap(rows):
    """How far rap ends below ap, and whether its messages settled."""
    ap, rap = rows["ap"], rows["rap"]
    below = ap["net_similarity"] - rap["net_similarity"]
    text = f"rap ends {below:.2f} below ap. "
    if rap["converged"]:
        return text + (
            f"Its messages settle after {rap['iterations']:,} iterations, on "
            f"{rap['clusters']:,} clusters where ap, repaired, has "
            f"{ap['clusters']:,}. A likely reason is that rap's messages go "
            "from parents to leaves only, so nothing tells parents that their "
            "leaves would merge.")
    return text + (f"Its messages do not settle within {rap['iterations']:,} "
                   "iterations.")


def grow_report(corpus, *options):
    answer = run(["grow", corpus, "--quiet", "--depth", "1", "--report",
                  "{report}", *(() if "--solver" in options else ("--solver", "joint")), *options], [corpus],
                 ["report"])
    return json.loads(answer["files"]["report"])


def score_alignment(result, reference):
    """What "pleach score" says of the crosswalk that a result makes."""
    crossing = KEPT / "new-crosswalk.csv"
    crossing.write_text(run(["crosswalk", result, "--quiet"], [result])["stdout"])
    found = run(["score", crossing, "--alignment", reference, "--json"],
                [crossing, reference])
    return json.loads(found["stdout"])


def table(head, rows, texts=1):
    """A Markdown table; all columns but the first, or `texts`, are
    right-aligned."""
    lines = ["| " + " | ".join(head) + " |",
             "|---" * texts + "|---:" * (len(head) - texts) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |"
              for row in rows]
    print("\n".join(lines) + "\n")


def fixed(value, digits=2):
    return "-" if value is None else f"{value:,.{digits}f}"


def percent(share, digits=1):
    return "-" if share is None else f"{100 * share:.{digits}f} %"


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else None


def enumerate_words(words):
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]
