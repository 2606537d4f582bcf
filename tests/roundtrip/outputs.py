"""Readers of what `pleach convert` writes, which share nothing with it: each odd name must come out of each format."""

import csv
import io
import json
import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ET

import rdflib
import yaml
from rdflib.namespace import SKOS

# A reader gives (name, parent's name) of all nodes; "" is above the tops.


def nested(nodes, above=""):
    for node in nodes:
        yield node["name"], above
        yield from nested(node.get("children", []), node["name"])


def json_lines(text):
    return nested(json.loads(line) for line in text.splitlines())


def edges(text):
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    names = {row["id"]: row["name"] for row in rows}
    return ((row["name"], names.get(row["parent_id"], "")) for row in rows)


def outlines(text):
    def below(element, above):
        for each in element.findall("outline"):
            yield each.get("text"), above
            yield from below(each, each.get("text"))

    return below(ET.fromstring(text).find("body"), "")


def skos(text):
    graph = rdflib.Graph().parse(data=text, format="turtle")
    for concept, label in graph.subject_objects(SKOS.prefLabel):
        above = graph.value(concept, SKOS.broader)
        yield str(label), str(graph.value(above, SKOS.prefLabel)) if above else ""


READERS = {
    "jsonl": json_lines,
    "nested": lambda text: nested(json.loads(text)),
    "yaml": lambda text: nested(yaml.safe_load(text)),
    "edges": edges,
    "opml": outlines,
    "skos": skos,
}


def flat(name):
    """What docs/formats.md allows: white space, and characters that XML does not have."""
    return " ".join(re.sub(r"[\x00-\x1f\x85\u2028\ufffd]", " ", name).split())


def try_outputs(pleach, names):
    """What is lost, one line for each."""
    names = [name for name in names if name.strip(" \t\u00a0\u200b\u3000")]
    lost = []
    with tempfile.TemporaryDirectory(prefix="roundtrip") as folder:
        path = os.path.join(folder, "all.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for k, name in enumerate(names):
                node = {"name": name, "children": ["Kid %d" % k]}
                file.write(json.dumps({"name": "Top %d" % k, "owner": "o%d" % k, "children": [node]}) + "\n")
        for form, read in READERS.items():
            done = subprocess.run([pleach, "convert", path, "--format", form], capture_output=True, timeout=300)
            if done.returncode:
                lost.append("%s: exit %d: %s" % (form, done.returncode, done.stderr.decode(errors="replace")[:300]))
                continue
            above = {below: upper for below, upper in read(done.stdout.decode())}
            for k, name in enumerate(names):
                got = above.get("Kid %d" % k, "")
                # In SKOS no label may belong to two concepts: a second one has its parent's behind it.
                if form == "skos":
                    got = re.sub(r" \(Top %d\)$" % k, "", got)
                if flat(got) != flat(name):
                    lost.append("written as %s: %r becomes %r" % (form, name[:60], got[:60]))
    return lost
