"""knowing.py: somebody who knows the truth, and answers questions by it."""

import collections
import csv


def read_rows(path):
    with open(path, encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE))


def plain(name):
    return " ".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def unquote(text):
    text = text.strip()
    return text[1:-1].replace('""', '"') if text.startswith('"') and text.endswith('"') else text


def split_under(operand):
    """A name and its parent's, split at the last " under " outside of quotes."""
    quoted, at = False, -1
    for k, letter in enumerate(operand):
        quoted ^= letter == '"'
        if not quoted and operand.startswith(" under ", k):
            at = k
    return (unquote(operand), None) if at < 0 else (unquote(operand[:at]), unquote(operand[at + 7:]))


def most_common(counts):
    """The most frequent one, the first in order of those that are equal."""
    return min(counts.items(), key=lambda one: (-one[1], str(one[0])))[0] if counts else None


class Expert:
    """Which concept a node means, and where concepts belong."""

    def __init__(self, truth, gold=None):
        names = {(row["id"], row["path"]): row["name"] for row in read_rows(truth)}
        self.by_node = {(row["id"], row["path"]): row["gold"] for row in read_rows(truth)}
        self.by_name = collections.defaultdict(collections.Counter)
        for (tree, path), concept in self.by_node.items():
            name = plain(names[tree, path])
            self.by_name[name, None][concept] += 1
            above = None if path == "." else names.get((tree, path.rpartition("/")[0] or "."))
            if above is not None:
                self.by_name[name, plain(above)][concept] += 1
        self.parent = {} if gold is None else {row["gold"]: row["parent"] or None for row in read_rows(gold)}
        self.seen = {concept for concept in self.by_node.values() if concept in self.parent}

    def meaning(self, operand):
        """The concept that most nodes of an operand stand for; None: nobody knows."""
        tree, _, path = operand.rpartition(":")
        if (tree, path) in self.by_node:
            return self.by_node[tree, path]
        name, above = split_under(operand)
        return most_common(self.by_name.get((plain(name), None if above is None else plain(above))))

    def above(self, concept):
        """The nearest concept above it that somebody has."""
        up = self.parent.get(concept)
        while up is not None and up not in self.seen:
            up = self.parent.get(up)
        return up

    def answer(self, question):
        """Whether yes is right; None where the truth says nothing."""
        kind, a, b = question["yes"].split("\n")[0].split("\t")
        one, other = self.meaning(a), self.meaning(b)
        if one is None or other is None or (kind == "under" and one not in self.parent):
            return None
        return one == other if kind == "same" else self.above(one) == other

    def corrects(self, question):
        """Whether the right answer changes the result: it was merged in vain,
        is one after all, or hangs elsewhere."""
        right = self.answer(question)
        if right is None:
            return None
        stands = question["kind"] in ("merged", "place")
        return right != stands

    def line(self, question):
        """The decisions that answer it; "" where nobody knows."""
        right = self.answer(question)
        return "" if right is None else question["yes" if right else "no"] + "\n"

    def clusters(self, result):
        """What each cluster of a result means, by id: what most of its nodes do."""
        inside = collections.defaultdict(collections.Counter)
        for cluster in result["clusters"]:
            for node in {(node["id"], node["path"]) for node in cluster["members"]}:
                if node in self.by_node:
                    inside[cluster["id"]][self.by_node[node]] += 1
        return {number: most_common(counts) for number, counts in inside.items()}
