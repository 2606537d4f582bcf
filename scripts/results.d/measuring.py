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


def compare(corpus, *options, files=()):
    """The rows of "pleach compare", and what run() gives, under the paper's
    constraint: nobody is overruled."""
    answer = run(["compare", corpus, "--quiet", "--json", *options], [corpus], files)
    return json.loads(answer["stdout"])["rows"], answer


def by_solver(rows):
    """{seed: {solver: row}}, seeds in order."""
    table = {}
    for row in rows:
        table.setdefault(row["seed"], {})[row["solver"]] = row
    return table


def trace(corpus, *options):
    """The iterations of "pleach grow --trace" as dictionaries."""
    answer = run(["grow", corpus, "--quiet", "--format", "report",
                  "--trace", "{trace}", *options], [corpus], ["trace"])
    head, *lines = answer["files"]["trace"].splitlines()
    names = head.split("\t")
    return [dict(zip(names, map(float, line.split("\t")))) for line in lines]


def explain_rap(corpus, rows, *options):
    """Why rap ends below ap, from the story of its messages."""
    ap, rap = rows["ap"], rows["rap"]
    steps = trace(corpus, *options, "--solver", "rap", "--threads", "1")
    best = max(step["best"] for step in steps)
    reached = next(step["iteration"] for step in steps if step["best"] == best)
    below = ap["net_similarity"] - rap["net_similarity"]
    text = f"rap ends {below:.2f} below ap. "
    if rap["converged"]:
        flip = max((step["iteration"] for step in steps if step["flipped"]),
                   default=0)
        text += (f"Its messages settle after {len(steps):,} iterations, the "
                 f"last parent changing its choice at {flip:,.0f}, on "
                 f"{rap['clusters']:,} clusters where ap, repaired, has "
                 f"{ap['clusters']:,}. The trace does not say why; a likely "
                 "reason is that rap's messages go from parents to leaves "
                 "only, so nothing tells parents that their leaves would "
                 "merge. ")
    else:
        last = steps[-100:]
        changed = mean(step["changed"] for step in last)
        flipped = mean(step["flipped"] for step in last)
        text += (f"Its messages do not settle: over the last {len(last)} of "
                 f"{len(steps):,} iterations {changed:.1f} nodes change their "
                 f"choice each time, and {flipped:.1f} leaves hear of another "
                 "choice of their parent. ")
    return text + f"Its best answer comes at iteration {reached:,.0f}."


def grow_report(corpus, *options):
    answer = run(["grow", corpus, "--quiet", "--depth", "1", "--report",
                  "{report}", *(() if "--solver" in options else ("--solver", "joint")), *options], [corpus],
                 ["report"])
    return json.loads(answer["files"]["report"])


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
