"""treesets.py: the sets with a truth and a gold taxonomy, grown and scored."""

import json
import pathlib
import re
import subprocess

import measuring as m

# Name, and folder and beginning of the files' names.
GIVEN = [("toy96", "samples/toy96"),
         ("wn_animal_5k", "samples/wn_animal_5k"),
         ("desktop", "desktop/desktop"),
         ("skills", "skills/skills")]


def all_sets():
    """(title, [(name, beginning of the files' names)]) of those that weights
    are fitted on, of the four from elsewhere, and of those held out."""
    root = pathlib.Path(__file__).resolve().parents[2]
    folder = m.KEPT / "tree-sets"
    subprocess.run([root / "scripts/tree-sets", folder], check=True)
    made, held = ([(path.stem, str(path)[:-len(".jsonl")]) for path in sorted(where.glob("*.jsonl"))]
                  for where in (folder, folder / "held"))
    given = [(name, str(m.data_file(files + ".jsonl"))[:-len(".jsonl")]) for name, files in GIVEN]
    return [("those above", made), ("these four", given), ("those held out", held)]


def parts(files):
    return (pathlib.Path(f"{files}{end}") for end in (".jsonl", "_truth.tsv", "_gold.tsv"))


def grow(files, *options, decisions="", also=()):
    """The file of a result, made of the files in `also` as well. Where decisions contradict each other, as names may
    mean more than was asked about, the last of them is taken out."""
    corpus, _, _ = parts(files)
    words = ["grow", corpus, "--quiet", "--bound", "none", "--format", "json",
             *m.without_source(files), *options]
    result = m.KEPT / "trees-result.json"
    while decisions:
        decided = m.KEPT / "decided.tsv"
        decided.write_text(decisions)
        answer = m.run(words + ["--decisions", decided], [corpus, decided], may_fail=True)
        if "refused" not in answer:
            result.write_text(answer["stdout"])
            return result
        wrong = re.search(r"decided.tsv:(\d+):", answer["refused"])
        if wrong is None:
            m.stop(answer["refused"])
        lines = decisions.splitlines(keepends=True)
        del lines[int(wrong[1]) - 1]
        decisions = "".join(lines)
    result.write_text(m.run(words, [corpus, *also])["stdout"])
    return result


def score(files, result):
    _, truth, gold = parts(files)
    answer = m.run(["score", result, "--truth", truth, "--gold", gold, "--json"], [result, truth, gold])
    return json.loads(answer["stdout"])


def mends_of(scored, by="given"):
    """Corrections in all, not per 100 concepts."""
    part = scored["mends"][by]
    return sum(part[key] for key in ("splits", "merges", "moves")) * scored["concepts"] / 100
