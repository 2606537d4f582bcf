"""A taxonomy to walk, ask, show and save."""
from __future__ import annotations

import html
import itertools
import json
import os
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from ._calls import Inputs, Options, Sink, UsageError, c_text, call, ffi, lib, text

PAGE_HEIGHT = 600  # of the page in a notebook, at most ...
PAGE_CLUSTERS = 5000  # ... where it has one: a notebook keeps what it shows


def format_of(path: str) -> str:
    """The format that a file's ending says; of several endings the longest counts."""
    endings: Dict[str, str] = {}
    for k in itertools.count():
        known = lib.pleach_output_format_at(k)
        if known == ffi.NULL:
            break
        for ending in itertools.takewhile(lambda ending: ending != ffi.NULL, known.endings):
            endings[text(ending)] = text(known.name)
    fitting = [ending for ending in endings if path.endswith(ending)]
    if not fitting:
        raise UsageError(f"The ending of {path!r} names no format. Known are {', '.join(endings)}.")
    return endings[max(fitting, key=len)]


class Member:
    """A node of somebody's hierarchy that is part of a cluster."""

    owner: str
    id: str
    name: str
    role: str
    path: str
    similarity: float

    def __init__(self, struct):
        for field in ("owner", "id", "name", "role", "path"):
            setattr(self, field, text(getattr(struct.node, field)))
        self.similarity = struct.similarity

    def __repr__(self) -> str:
        return f"Member({self.owner!r}, {self.id!r}, {self.path!r}, {self.name!r})"


class Cluster:
    """A concept at a place in the forest: what pleach.h says of a pleach_cluster."""

    id: int
    name: str
    key: str
    depth: int
    size: int
    entries: int
    people: int
    edge_people: int
    net_similarity: float
    in_favour: int
    skipping: int
    against: int
    top: int
    decided: int
    reason: Optional[str]
    shaped: Optional[str]
    covers: float

    def __init__(self, taxonomy: Taxonomy, number: int, struct):
        self.taxonomy, self.number = taxonomy, number
        self._struct = {field: getattr(struct, field) for field in ("concept", "parent", "child_count", "end", "exemplar")}
        self._also = {struct.also_under[k]: struct.also_people[k] for k in range(struct.also_count)}
        for field in Cluster.__annotations__:
            value = getattr(struct, field)
            setattr(self, field, text(value) if isinstance(value, ffi.CData) else value)

    def __repr__(self) -> str:
        return f"Cluster({self.number}, {self.name!r})"

    @property
    def parent(self) -> Optional[Cluster]:
        number = self._struct["parent"]
        return None if number == lib.PLEACH_NO_CLUSTER else self.taxonomy[number]

    @property
    def also_under(self) -> Dict[Cluster, int]:
        """Further parents, where `parents` allows some, and how many people put it there."""
        return {self.taxonomy[number]: people for number, people in self._also.items()}

    @property
    def children(self) -> List[Cluster]:
        found, number = [], self.number + 1
        while number < self._struct["end"]:
            found.append(self.taxonomy[number])
            number = found[-1]._struct["end"]
        return found

    @property
    def below(self) -> List[Cluster]:
        """All clusters below this one, depth first."""
        return self.taxonomy.clusters[self.number + 1:self._struct["end"]]

    @property
    def path(self) -> Tuple[str, ...]:
        """The names from the root of its tree down to it."""
        names, at = [], self
        while at is not None:
            names.append(at.name)
            at = at.parent
        return tuple(reversed(names))

    @property
    def concept(self) -> Cluster:
        """The largest cluster that means the same, which may be this one."""
        return self.taxonomy[self._struct["concept"]]

    @property
    def members(self) -> List[Member]:
        member = ffi.new("pleach_member *")
        found = []
        for k in range(self.size):
            call(lib.pleach_taxonomy_member, member, self.taxonomy._pointer, self.number, k)
            found.append(Member(member))
        return found

    @property
    def exemplar(self) -> Optional[Member]:
        """The member that stands for all. A root that nobody has is without one."""
        if self.size == 0:
            return None
        member = ffi.new("pleach_member *")
        call(lib.pleach_taxonomy_member, member, self.taxonomy._pointer, self.number, self._struct["exemplar"])
        return Member(member)

    def tags(self, most: int = 10) -> Dict[str, float]:
        """The most frequent tags of its members, with their counts."""
        found, count = ffi.new("pleach_tag[]", max(1, most)), ffi.new("size_t *", most)
        call(lib.pleach_taxonomy_tags, found, count, self.taxonomy._pointer, self.number)
        return {text(found[k].text): found[k].count for k in range(count[0])}


class Taxonomy:
    """A forest of clusters, grown or loaded. Iterating walks it depth first; numbers are the clusters' places there."""

    def __init__(self, made, saved: Optional[bytes] = None):
        self._made, self._saved = made, saved
        self._pointer = made.taxonomy[0]
        self._clusters: Optional[List[Cluster]] = None

    def __reduce__(self):
        """Pickled as the JSON that it is saved as."""
        from .growing import load

        return load, (self.write("json"),)

    # ------------------------------------------------------------- walking

    @property
    def clusters(self) -> List[Cluster]:
        if self._clusters is None:
            struct, found = ffi.new("pleach_cluster *"), []
            for number in range(len(self)):
                call(lib.pleach_taxonomy_cluster, struct, self._pointer, number)
                found.append(Cluster(self, number, struct))
            self._clusters = found
        return self._clusters

    def __len__(self) -> int:
        return lib.pleach_taxonomy_clusters(self._pointer)

    def __getitem__(self, number: int) -> Cluster:
        return self.clusters[number]

    def __iter__(self) -> Iterator[Cluster]:
        return iter(self.clusters)

    @property
    def roots(self) -> List[Cluster]:
        return [cluster for cluster in self if cluster.parent is None]

    def find(self, name: str) -> List[Cluster]:
        """The clusters that are called so, or that somebody calls so; largest first."""
        if not isinstance(name, str):
            raise TypeError(f"A cluster is found by its name, not by {type(name).__name__}; [number] gives one by its number.")
        wanted = name.casefold()
        found = [cluster for cluster in self if wanted in (cluster.name.casefold(), cluster.key) or
                 any(member.name.casefold() == wanted for member in cluster.members)]
        return sorted(found, key=lambda cluster: (cluster.name.casefold() != wanted, -cluster.size))

    @property
    def report(self) -> Dict[str, Any]:
        """What was done and what came of it: the fields of a pleach_report."""
        struct = lib.pleach_taxonomy_report(self._pointer)
        fields = {}
        for name, field in ffi.typeof(struct[0]).fields:
            if field.type.kind == "primitive":
                fields[name] = getattr(struct, name)
            elif field.type.cname == "char *":
                fields[name] = text(getattr(struct, name))
        for name in ("level_clusters", "level_instances"):
            fields[name] = [getattr(struct, name)[k] for k in range(struct.levels)]
        return fields

    # ------------------------------------------------------------- showing

    def __str__(self) -> str:
        lines, ends = [], {}
        for cluster in self:
            parent = cluster.parent
            last = parent is None or cluster._struct["end"] == parent._struct["end"]
            ends[cluster.number] = "" if parent is None else ends[parent.number] + ("    " if last else "│   ")
            branch = "" if parent is None else ends[parent.number] + ("└── " if last else "├── ")
            count = f"{cluster.entries} by {cluster.people}" if 0 < cluster.people < cluster.entries else cluster.entries
            lines.append(f"{branch}{cluster.name} ({count})")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<pleach.Taxonomy of {len(self)} clusters in {len(self.roots)} trees>"

    def _repr_html_(self) -> str:
        """The page that `pleach grow -o page.html` writes, in a frame of a notebook, as high as it needs to be. A large
        taxonomy is shown by its first lines."""
        if len(self) > PAGE_CLUSTERS:
            return (f"<pre>{html.escape(chr(10).join(str(self).splitlines()[:40]))}</pre>"
                    f'<p>The first 40 of {len(self)} concepts. <code>save("taxonomy.html")</code> writes a page of all.</p>')
        height = min(PAGE_HEIGHT, 260 + 24 * len(self))
        return (f'<iframe srcdoc="{html.escape(self.write("html").decode())}" style="width: 100%; height: {height}px; '
                'border: 0" title="taxonomy"></iframe>')

    def explain(self, a: Union[str, int, Cluster], b: Union[str, int, Cluster, None] = None) -> str:
        """Why a cluster is as it is, or why two clusters or nodes are together or not."""
        words = [ffi.NULL if word is None else ffi.new("char[]", c_text(word_of(word))) for word in (a, b)]
        sink = Sink()
        call(lib.pleach_explain, sink.struct, Inputs([("taxonomy", self.write("json"))]), *words, heard=sink)
        return sink.bytes().decode()

    # ------------------------------------------------------- putting right

    def review(self, most: Optional[int] = None):
        """What is doubtful, as a data frame with a row for each question; what saves most corrections comes first. `yes`
        and `no` are decisions for `grow(..., decisions=...)`, as tuples.

        A taxonomy that was loaded is not asked about: it has no corpus."""
        import pandas

        made, count, kinds = ffi.new("pleach_review **"), ffi.new("size_t *"), ffi.typeof("pleach_question_kind").elements
        call(lib.pleach_review_make, made, self._pointer, Options("pleach_review_options", most=most))
        kept = ffi.gc(made[0], lib.pleach_review_free)
        first = lib.pleach_review_questions(kept, count)
        rows = [{"kind": kinds[asked.kind].removeprefix("PLEACH_ASK_").lower(), "question": text(asked.text),
                 "nodes": asked.nodes, "doubt": asked.doubt, "saves": asked.saves,
                 **{answer: [tuple(line.split("\t")) for line in (text(getattr(asked, answer)) or "").splitlines()]
                    for answer in ("yes", "no")}} for asked in (first[k] for k in range(count[0]))]
        return pandas.DataFrame(rows, columns=["kind", "question", "nodes", "doubt", "saves", "yes", "no"])

    def crosswalk_bytes(self, **options) -> bytes:
        """The CSV of `pleach crosswalk`."""
        sink = Sink()
        call(lib.pleach_crosswalk, ffi.NULL, self._pointer, sink.struct,
             Options("pleach_crosswalk_options", **options), heard=sink)
        return sink.bytes()

    def crosswalk(self, source: Optional[str] = None, target: Optional[str] = None, **options):
        """For each node of each source its counterparts in the others, as a data frame with the columns of
        `pleach crosswalk` (docs/formats.md). `source` and `target` are owners; None: each of them. Options are
        `alternatives`, how many candidates where nothing is sure, `one_to_one`, and `to_result`: not to other sources,
        but where each node went in this taxonomy."""
        import io

        import pandas

        return pandas.read_csv(io.BytesIO(self.crosswalk_bytes(**{"from": source}, to=target, **options)),
                               keep_default_na=False, dtype=str).astype({"confidence": float})

    # ---------------------------------------------------------- converting

    def write(self, format: str) -> bytes:
        """As bytes of one of the library's formats: text, json, html, skos, edges, markdown, assignments, ..."""
        sink = Sink()
        if self._saved is not None and format == "json":
            return self._saved  # a loaded one has no corpus, so it is what was loaded ...
        if self._saved is not None and format == "html":
            call(lib.pleach_view, Inputs([("taxonomy", self._saved)]), 1, sink.struct, heard=sink)  # ... or a page of it
        else:
            call(lib.pleach_taxonomy_write, self._pointer, sink.struct, Options("pleach_write_options", format=format),
                 heard=sink)
        return sink.bytes()

    def save(self, path: Union[str, os.PathLike[str]], format: Optional[str] = None) -> None:
        """Writes a file, whole or not at all, in the format that its ending says."""
        c_text(path)
        written = self.write(format or format_of(os.fspath(path)))
        beside = f"{os.path.realpath(path)}.part"
        try:
            with open(beside, "wb") as file:
                file.write(written)
        except OSError:
            if os.path.exists(beside):
                os.remove(beside)
            raise
        os.replace(beside, os.path.realpath(path))

    def to_dict(self) -> List[Dict[str, Any]]:
        """The trees, each a dict of name, size, people and children."""
        made: List[Dict[str, Any]] = []
        for cluster in self:
            made.append({"name": cluster.name, "size": cluster.size, "people": cluster.people, "children": []})
            if cluster.parent is not None:
                made[cluster.parent.number]["children"].append(made[-1])
        return [made[root.number] for root in self.roots]

    def to_pandas(self, members: bool = False):
        """A data frame with a row for each cluster, or for each member."""
        import pandas

        if members:
            rows = [{"cluster": cluster.number, "cluster_name": cluster.name, "path": " > ".join(cluster.path),
                     "owner": member.owner, "id": member.id, "node": member.path, "name": member.name, "role": member.role,
                     "similarity": member.similarity} for cluster in self for member in cluster.members]
        else:
            rows = [{"cluster": cluster.number, "name": cluster.name, "path": " > ".join(cluster.path),
                     "parent": None if cluster.parent is None else cluster.parent.number,
                     **{field: getattr(cluster, field) for field in Cluster.__annotations__ if field != "name"}}
                    for cluster in self]
        frame = pandas.DataFrame(rows)
        return frame if members or frame.empty else frame.astype({"parent": "Int64"})

    def to_networkx(self):
        """A directed graph with edges from parent to child; nodes are numbers, with name, size and people. Edges have people, and
        whether they come from a further parent."""
        import networkx

        graph = networkx.DiGraph()
        for cluster in self:
            graph.add_node(cluster.number, name=cluster.name, size=cluster.size, people=cluster.people)
            if cluster.parent is not None:
                graph.add_edge(cluster.parent.number, cluster.number, people=cluster.in_favour, further=False)
            for parent, people in cluster.also_under.items():
                graph.add_edge(parent.number, cluster.number, people=people, further=True)
        return graph


def word_of(what: Union[str, int, Cluster]) -> str:
    """How explain's words name a cluster."""
    if isinstance(what, Cluster):
        return f"#{what.id}"
    return f"#{what}" if isinstance(what, int) else what
