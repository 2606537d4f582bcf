"""Writers of trees in every shape that pleach reads, which share nothing with it.

A tree is a pair (name, [trees]). A writer takes a list of trees and a folder to write into, and returns the input's name
and further arguments. What it cannot write it refuses by CannotSay."""

import csv
import html
import io
import json
import os
import sqlite3
import xml.etree.ElementTree as ET

import rdflib
import yaml
from rdflib.namespace import RDF, RDFS, SKOS


class CannotSay(Exception):
    pass


def walk(trees, above=()):
    for tree in trees:
        yield tree, above
        yield from walk(tree[1], above + (tree,))


def save(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


# -------------------------------------------------------------- JSON, YAML --


def own(tree):
    node = {"name": tree[0]}
    if tree[1]:
        node["children"] = [own(below) for below in tree[1]]
    return node


def titled(tree):
    return {"title": tree[0], "subcategories": [titled(below) for below in tree[1]]}


def mapped(trees):
    made = {}
    for name, below in trees:
        if name in made:
            raise CannotSay("two keys")
        made[name] = mapped(below)
    return made


def mixed(tree):
    return {tree[0]: [mixed(below) for below in tree[1]]} if tree[1] else tree[0]


def documents(trees):
    return {
        "own": [own(tree) for tree in trees],
        "titled": {"taxonomy": [titled(tree) for tree in trees]},
        "map": mapped(trees),
        "mixed": [mixed(tree) for tree in trees],
    }


def json_lines(trees, folder):
    return save(folder, "x.jsonl", "".join(json.dumps(own(tree)) + "\n" for tree in trees)), []


def json_shape(shape):
    return lambda trees, folder: (save(folder, "x.json", json.dumps(documents(trees)[shape], ensure_ascii=False)), [])


def yaml_shape(shape, **style):
    def write(trees, folder):
        text = yaml.safe_dump(documents(trees)[shape], allow_unicode=True, sort_keys=False, **style)
        return save(folder, "x.yaml", text), []

    return write


# ------------------------------------------------------------------ tables --


def table(rows, delimiter):
    to = io.StringIO()
    csv.writer(to, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return to.getvalue()


def id_rows(trees):
    rows, stack = [], [(tree, "") for tree in reversed(trees)]
    while stack:
        (name, below), parent = stack.pop()
        number = str(len(rows) + 1)
        rows.append([number, name, parent])
        stack.extend((tree, number) for tree in reversed(below))
    return rows


def ids(name, delimiter):
    def write(trees, folder):
        return save(folder, name, table([["id", "name", "parent_id"]] + id_rows(trees), delimiter)), []

    return write


def edges(trees, folder):
    """The name of a node is all that is known of it, so it may stand once only."""
    rows = [[above[-1][0], tree[0]] for tree, above in walk(trees) if above]
    seen = [tree[0] for tree, _ in walk(trees)]
    if len(set(seen)) < len(seen):
        raise CannotSay("two nodes of one name")
    return save(folder, "x.csv", table([["parent", "child"]] + rows, ",")), []


def levels(trees, folder):
    depth = max(len(above) + 1 for _, above in walk(trees))
    rows = [["Level %d" % (k + 1) for k in range(depth)]]
    for tree, above in walk(trees):
        if not tree[1]:
            names = [each[0] for each in above] + [tree[0]]
            rows.append(names + [""] * (depth - len(names)))
    return save(folder, "x.csv", table(rows, ",")), []


def path_column(trees, folder):
    rows = [[" > ".join([each[0] for each in above] + [tree[0]])] for tree, above in walk(trees)]
    return save(folder, "x.csv", table([["path"]] + rows, ",")), []


def pipes(trees, folder):
    rows = ["| id | name | parent_id |", "|---|---|---|"]
    for row in id_rows(trees):
        rows.append("| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in row) + " |")
    return save(folder, "x.md", "\n".join(rows) + "\n"), []


def database(trees, folder):
    path = os.path.join(folder, "x.db")
    if os.path.exists(path):
        os.unlink(path)
    to = sqlite3.connect(path)
    to.execute("CREATE TABLE topics (id INTEGER, name TEXT, parent_id INTEGER)")
    to.executemany("INSERT INTO topics VALUES (?, ?, nullif(?, ''))", id_rows(trees))
    to.commit()
    to.close()
    return "sqlite:" + path + "?query=SELECT id, name, parent_id FROM topics", []


# ------------------------------------------------------------------- lines --


def one_line(name):
    """Lines end at line feeds alone; names of this matrix have none."""
    return name


def paths(separator):
    def write(trees, folder):
        lines = [separator.join([each[0] for each in above] + [tree[0]]) for tree, above in walk(trees)]
        return save(folder, "x.paths", "\n".join(lines) + "\n"), []

    return write


PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


def escaped(name):
    return "".join("\\" + sign if sign in PUNCTUATION else sign for sign in name)


def markdown(spell, indent="  ", bullet="- ", head=True):
    def write(trees, folder):
        lines = []
        for tree, above in walk(trees):
            depth = len(above) - head
            lines.append("# " + spell(tree[0]) + "\n" if depth < 0 else indent * depth + bullet + spell(tree[0]))
        return save(folder, "x.md", "\n".join(lines) + "\n"), []

    return write


def headings(spell):
    def write(trees, folder):
        lines = ["#" * (len(above) + 1) + " " + spell(tree[0]) + "\n" for tree, above in walk(trees)]
        return save(folder, "x.md", "\n".join(lines)), []

    return write


def indented(indent):
    def write(trees, folder):
        lines = [indent * len(above) + tree[0] for tree, above in walk(trees)]
        return save(folder, "x.txt", "\n".join(lines) + "\n"), ["--input-format", "indented"]

    return write


def numbered(trees, folder):
    lines = []

    def add(below, number):
        for k, tree in enumerate(below):
            here = number + [str(k + 1)]
            lines.append((".".join(here) + "." if len(here) == 1 else ".".join(here)) + " " + tree[0])
            add(tree[1], here)

    add(trees, [])
    return save(folder, "x.txt", "\n".join(lines) + "\n"), ["--input-format", "numbered"]


def drawn(arms):
    more, last, line, gap = arms

    def write(trees, folder):
        lines = []

        def add(below, before):
            for k, tree in enumerate(below):
                end = k + 1 == len(below)
                lines.append(before + (last if end else more) + tree[0])
                add(tree[1], before + (gap if end else line))

        for tree in trees:
            lines.append(tree[0])
            add(tree[1], "")
        return save(folder, "x.txt", "\n".join(lines) + "\n"), ["--input-format", "tree"]

    return write


# ------------------------------------------------------------------ graphs --


def graph(syntax, ending, extra, classes=False):
    def write(trees, folder):
        made = rdflib.Graph()
        for k, name, parent in id_rows(trees):
            node = rdflib.URIRef("http://example.org/c" + k)
            made.add((node, RDF.type, RDFS.Class if classes else SKOS.Concept))
            label = rdflib.Literal(name) if classes else rdflib.Literal(name, lang="en")
            made.add((node, RDFS.label if classes else SKOS.prefLabel, label))
            if parent:
                above = rdflib.URIRef("http://example.org/c" + parent)
                made.add((node, RDFS.subClassOf if classes else SKOS.broader, above))
        text = made.serialize(format=syntax)
        return save(folder, "x." + ending, text), extra

    return write


def obo(trees, folder):
    """As the guide of OBO has it: signs with a meaning are written behind a backslash."""
    lines = ["format-version: 1.2", ""]
    for k, name, parent in id_rows(trees):
        for sign, written in ("\\", "\\\\"), ("{", "\\{"), ("}", "\\}"), ("!", "\\!"), ("\t", "\\t"), ("\"", "\\\""):
            name = name.replace(sign, written)
        lines += ["[Term]", "id: X:%07d" % int(k), "name: " + name]
        lines += ["is_a: X:%07d ! above" % int(parent)] if parent else []
        lines.append("")
    return save(folder, "x.obo", "\n".join(lines)), []


def opml(attribute, empty=None):
    def write(trees, folder):
        top = ET.Element("opml", version="2.0")
        body = ET.SubElement(top, "body")

        def add(below, to):
            for tree in below:
                if any(ord(sign) < 32 and sign != "\t" for sign in tree[0]):
                    raise CannotSay("a control character")
                names = {empty: ""} if empty else {}
                names[attribute] = tree[0]
                add(tree[1], ET.SubElement(to, "outline", names))

        add(trees, body)
        return save(folder, "x.opml", ET.tostring(top, encoding="utf-8")), []

    return write


def bookmarks(opening):
    def write(trees, folder):
        lines = ["<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<TITLE>Bookmarks</TITLE>", "<H1>All</H1>"]

        def add(below):
            lines.append(opening)
            for tree in below:
                lines.append("<DT><H3>%s</H3>" % html.escape(tree[0]))
                add(tree[1])
            lines.append("</DL><p>")

        add(trees)
        return save(folder, "x.html", "\n".join(lines) + "\n"), ["--input-format", "bookmarks"]

    write.wrapped = "All"
    return write


def folders(trees, folder):
    top = os.path.join(folder, "All")

    def add(below, path):
        os.makedirs(path)
        for name, more in below:
            if "/" in name or name in (".", "..") or len(name.encode()) > 250:
                raise CannotSay("no name of a folder")
            add(more, os.path.join(path, name))

    add(trees, top)
    return "dir:" + top, []


folders.wrapped = "All"

UNICODE_ARMS = ("├── ", "└── ", "│   ", "    ")
ASCII_ARMS = ("|-- ", "`-- ", "|   ", "    ")

# By format, as docs/formats.md calls them, and shape.
SHAPES = {
    "jsonl": json_lines,
    "json own": json_shape("own"),
    "json titled": json_shape("titled"),
    "json map": json_shape("map"),
    "json mixed": json_shape("mixed"),
    "yaml own": yaml_shape("own"),
    "yaml quoted": yaml_shape("own", default_style='"'),
    "yaml map": yaml_shape("map"),
    "yaml mixed": yaml_shape("mixed", width=20),
    "csv ids": ids("x.csv", ","),
    "csv semicolons": ids("x.csv", ";"),
    "tsv ids": ids("x.tsv", "\t"),
    "csv edges": edges,
    "csv levels": levels,
    "csv path": path_column,
    "markdown table": pipes,
    "sqlite": database,
    "paths >": paths(" > "),
    "paths /": paths("/"),
    "paths |": paths("|"),
    "paths ->": paths(" -> "),
    "markdown": markdown(one_line),
    "markdown escaped": markdown(escaped),
    "markdown bullets": markdown(one_line, "    ", "* ", False),
    "markdown headings": headings(one_line),
    "markdown headings escaped": headings(escaped),
    "indented blanks": indented("  "),
    "indented tabs": indented("\t"),
    "numbered": numbered,
    "tree": drawn(UNICODE_ARMS),
    "tree ascii": drawn(ASCII_ARMS),
    "turtle": graph("turtle", "ttl", []),
    "turtle classes": graph("turtle", "ttl", [], True),
    "ntriples": graph("nt", "nt", []),
    "rdfxml": graph("xml", "rdf", ["--input-format", "rdfxml"]),
    "jsonld": graph("json-ld", "jsonld", []),
    "obo": obo,
    "opml text": opml("text"),
    "opml title": opml("title"),
    "opml title beside text": opml("title", "text"),
    "bookmarks": bookmarks("<DL><p>"),
    "bookmarks attributes": bookmarks('<DL class="x"><p>'),
    "dir": folders,
}
