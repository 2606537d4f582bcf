"""What people have in Python, as inputs that the library reads: files, dicts, data frames, graphs."""
from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, List, Tuple, Union

from ._calls import UsageError

Source = Union[str, "os.PathLike[str]", Tuple[str, bytes], Tuple[str, bytes, Any]]


def to_json(value: Any, name: str) -> bytes:
    def plain(other):
        if hasattr(other, "item"):  # a number of numpy's
            return other.item()
        raise TypeError(f"{name}: {type(other).__name__} cannot be part of a hierarchy; use dicts, lists, texts and numbers.")

    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=plain).encode("utf-8", "surrogatepass")
    except RecursionError:
        raise ValueError(f"{name}: The hierarchy is nested too deep.") from None
    except ValueError as error:
        said = "The hierarchy contains itself" if "Circular" in str(error) else "NaN and infinity are neither names nor counts"
        raise ValueError(f"{name}: {said}.") from None


def is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def is_graph(value: Any) -> bool:
    return hasattr(value, "adjacency") and hasattr(value, "is_directed")


def is_frame(value: Any) -> bool:
    return hasattr(value, "to_csv") and hasattr(value, "columns")


def names_node(value: Any) -> bool:
    """A node of the main format, which may say its owner; other maps are nested in any shape."""
    return isinstance(value, Mapping) and isinstance(value.get("name"), str)


def graph_trees(graph: Any, label: str) -> List[dict]:
    """The trees of a directed graph with edges from parent to child, without recursion."""
    if not graph.is_directed():
        raise TypeError(f"{label}: The graph is not directed, so nothing says what is below what. Use networkx.DiGraph.")
    several = [node for node, count in graph.in_degree() if count > 1]
    if several:
        raise ValueError(f"{label}: {several[0]!r} has several parents; each hierarchy must be a tree.")
    made = {node: {"name": str(data.get("name", node)), "children": [],
                   **{key: data[key] for key in ("tags", "altLabels") if key in data}}
            for node, data in graph.nodes(data=True)}
    for parent, child in graph.edges():
        made[parent]["children"].append(made[child])
    tops = [made[node] for node, count in graph.in_degree() if count == 0]
    below, seen = list(tops), 0
    while below:
        below.extend(below.pop()["children"])
        seen += 1
    if seen < len(made):
        raise ValueError(f"{label}: some edges lead round in a circle; each hierarchy must be a tree.")
    return tops


def frame_csv(frame: Any) -> bytes:
    """A data frame as CSV. Ids that became floats because one is missing are whole numbers again. Columns with names are
    never taken for a first row: a table so wide has to have a header that is understood."""
    frame = frame.copy()
    for number in range(frame.shape[1]):
        column = frame.iloc[:, number]
        if column.dtype.kind == "f" and (column.dropna() % 1 == 0).all():
            frame.isetitem(number, column.astype("Int64"))
    named = any(isinstance(name, str) for name in frame.columns)
    for number in range(frame.shape[1] if named else 5, 5):
        frame[f"(none {number})"] = None
    return frame.to_csv(index=False, header=named).encode()


def answer_lines(frame: Any) -> bytes:
    """The answers in a data frame as a file of them has them: columns `question`, as `ask` gives it, and `answer`, what a
    model said; rows without one are left out."""
    made = b""
    for label, question, answer in zip(frame.index, frame["question"], frame["answer"]):
        if isinstance(answer, str):
            try:
                answer = json.loads(answer[answer.index("{"):answer.rindex("}") + 1])
            except ValueError:
                raise UsageError(f"data frame, row {label!r}, column 'answer': There is no JSON object in {answer!r}.") from None
        if isinstance(answer, Mapping):
            made += to_json({"question": json.loads(question), "answer": answer}, "answers") + b"\n"
    return made


def in_memory(value: Any, label: str) -> List[Source]:
    """One object, which is somebody's: `label` names its owner where it names none itself."""
    if isinstance(value, bytes):
        return [(label, value)]
    if is_frame(value):
        return [(label + ".csv", frame_csv(value), value)]
    if is_graph(value):
        owner = str(value.graph.get("owner", label))
        return [(label + ".json", to_json([{"owner": owner, **tree} for tree in graph_trees(value, label)], label))]
    if names_node(value):
        return [(label + ".jsonl", to_json({"owner": label, **value}, label) + b"\n")]
    if isinstance(value, (Mapping, list)):
        return [(label + ".json", to_json(value, label))]
    raise TypeError(f"{label}: {type(value).__name__} is nothing that hierarchies can be read from. Give file names, dicts, "
                    "data frames or directed graphs.")


def node_lines(values: list) -> bytes:
    """Nodes of the main format in one input, so that line K of a message is the K-th of the list."""
    return b"".join(to_json({"owner": f"hierarchy {number}", **value}, f"hierarchy {number}") + b"\n"
                    for number, value in enumerate(values, 1))


def inputs_of(source: Any) -> List[Source]:
    """Whatever `grow` takes, as paths and as names with bytes."""
    if is_path(source):
        return [source]
    if isinstance(source, (bytes, Mapping)) or is_frame(source) or is_graph(source):
        return in_memory(source, "input")
    if not isinstance(source, Iterable):
        return in_memory(source, "input")
    values = list(source)
    if values and all(map(names_node, values)):
        return [("hierarchies.jsonl", node_lines(values))]
    found: List[Source] = []
    for number, value in enumerate(values, 1):
        found += [value] if is_path(value) else in_memory(value, f"hierarchy {number}")
    return found


def inputs_of_all(sources: Sequence[Any]) -> List[Source]:
    """Several sources, each of any kind."""
    if not sources:
        raise TypeError("There is nothing to read: give file names, dicts, data frames or graphs.")
    if len(sources) == 1:
        return inputs_of(sources[0])
    return inputs_of([each for source in sources for each in (source if isinstance(source, (list, tuple)) else [source])])
