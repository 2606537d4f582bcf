"""From hierarchies to a taxonomy: reading, comparing, clustering and growing in one call."""
from __future__ import annotations

import json
import os
import time
from typing import Any, Callable, Optional, Sequence, Union

from ._calls import DataError, Inputs, Listener, Options, Progress, Sink, UsageError, c_text, call, ffi, lib, text
from .inputs import answer_lines, inputs_of_all, is_frame
from .taxonomy import Taxonomy

Number = Union[float, str]
Path = Union[str, "os.PathLike[str]"]
Decisions = Union[str, "os.PathLike[str]", Sequence[Sequence[str]]]


def grow(*sources: Any, format: Optional[str] = None, columns: Optional[str] = None,
         label_language: Optional[str] = None, language: Optional[str] = None, skip_bad: bool = False,
         max_input: Optional[int] = None, decisions: Optional[Decisions] = None, previous: Optional[Taxonomy] = None,
         max_memory: Optional[int] = None, synonyms: Union[Path, Sequence[Path], None] = None, vectors: Optional[Path] = None,
         similarity: Optional[str] = None, preference: Optional[Number] = None, seed: Optional[str] = None,
         hops: Optional[int] = None, candidates: Optional[int] = None, crowd: Optional[int] = None,
         solver: Optional[str] = None, bound: Optional[str] = None, damping: Optional[float] = None,
         max_iterations: Optional[int] = None, window: Optional[int] = None,
         parents: Optional[int] = None,
         root: Optional[str] = None, shape: Optional[str] = None, min_people: Optional[int] = None, answers: Any = None, ask: Optional[Callable[[str], str]] = None,
         budget: Optional[int] = None, threads: Optional[int] = None,
         progress: Optional[Callable[[Progress], Any]] = None) -> Taxonomy:
    """Weaves hierarchies into one taxonomy.

    Each of `sources` is a file name or several; a dict or a list of dicts, each a hierarchy of somebody's, with "name"
    and "children" and perhaps "owner", "id" and "tags", or nested in any shape; a data frame with columns such as owner,
    parent and child, or path, or level1, level2; a directed networkx graph or several, with edges from parent to child.

    The options are those of the command `pleach grow`, and None stands for their defaults. `decisions` is a file
    (docs/decisions.md) or a list of such lines as tuples, ("same", "bird", "Vögel"); `previous` is a taxonomy
    from before: what did not change keeps its ids, names and places. `synonyms` are files of names that mean the same,
    beside the WordNet that is installed, or "none", and `vectors` one of vectors of names (docs/similarity.md). `ask` gets questions
    as texts and returns answers, as the command of `pleach ask` does (docs/llm.md), `budget` of them at most; `answers` is the file
    that has answers, and gets new ones, or a data frame of `ask` whose column answer is filled in. `progress` is called now and
    then with a Progress; returning False stops the work, as Ctrl-C does.

    >>> print(grow({"Animals": {"Birds": ["Heron"], "Dogs": []}}))
    Animals (1)
    ├── Birds (1)
    │   └── Heron (1)
    └── Dogs (1)
    """
    listener = Listener(progress)
    heard = {"listener": listener.struct}
    reading = Options("pleach_read_options", format=format, columns=columns, label_language=label_language,
                      language=language, skip_bad=skip_bad, max_input=max_input, **heard)
    if previous is not None and not isinstance(previous, Taxonomy):
        raise TypeError(f"The option previous cannot be {previous!r}: give a taxonomy, such as pleach.load reads from a file.")
    made = Made(previous)
    made.decide(decisions)
    if answers is not None or ask is not None:
        made.read_answers(answers, ask is not None)
    comparing = Options("pleach_affinity_options", similarity=similarity, preference=preference_of(preference), seed=seed,
                        hops=hops_of(hops), candidates=candidates, crowd=crowd, threads=threads, max_memory=max_memory, vectors=vectors, decisions=made.decisions[0], answers=made.answers[0],
                        previous=ffi.NULL if previous is None else previous._pointer, **heard)
    add_synonyms(comparing, reading, [synonyms] if isinstance(synonyms, (str, os.PathLike)) else list(synonyms or ()))
    finding = Options("pleach_clusters_options", solver=solver, bound=bound, damping=damping,
                      max_iterations=max_iterations, window=window,
                      parents=parents, root=root,
                      shape=shape, min_people=min_people, threads=threads,
                      **heard)
    call(lib.pleach_options_check, reading, comparing, finding)
    inputs = Inputs(inputs_of_all(sources), listener)
    call(lib.pleach_corpus_read, made.corpus, inputs, inputs.count, reading, heard=listener)
    if ask is not None:
        made.ask_all(ask, answers, budget, lambda: made.grow(comparing, finding, listener))
    made.grow(comparing, finding, listener)
    return Taxonomy(made)


def names(*sources: Any, format: Optional[str] = None, columns: Optional[str] = None, language: Optional[str] = None):
    """The names in hierarchies, those that most nodes have first: a data frame with columns name and count, to be given
    vectors, for instance (docs/llm.md).

    >>> names({"Animals": ["Birds", "birds"]}).to_dict("list")
    {'name': ['Birds', 'Animals'], 'count': [2, 1]}
    """
    import pandas

    made, sink, listener = Made(), Sink(), Listener()
    reading = Options("pleach_read_options", format=format, columns=columns, language=language, listener=listener.struct)
    inputs = Inputs(inputs_of_all(sources), listener)
    call(lib.pleach_corpus_read, made.corpus, inputs, inputs.count, reading, heard=listener)
    call(lib.pleach_names_write, made.corpus[0], sink.struct, True, heard=sink)
    rows = [json.loads(line) for line in sink.bytes().decode().splitlines()]
    return pandas.DataFrame(rows, columns=["name", "count"])


def ask(*sources: Any, most: int = 20, **options):
    """What a model, or a person, should be asked about hierarchies: a data frame with columns kind, question, prompt (what to
    show), saves (corrections) and answer. Fill in what was said, and give the frame to `grow(..., answers=frame)`. Options
    are those of `grow`; with `answers` from before, what comes next is asked.

    >>> questions = ask({"Desk": ["Refunds", "Login"]}, {"Desk": ["Money back", "Cards"]}, most=1)
    >>> list(questions["kind"]), questions["prompt"][0].splitlines()[-1] == questions["question"][0]
    (['same'], True)
    """
    import pandas

    grown = grow(*sources, **options)
    known, prompts, count = Made(), ffi.new("pleach_prompts **"), ffi.new("size_t *")
    known.read_answers(options.get("answers"), False)
    call(lib.pleach_prompts_choose, prompts, grown._pointer, known.answers[0], lib.PLEACH_REVIEW_ALL, most)
    kept = ffi.gc(prompts[0], lib.pleach_prompts_free)
    first = lib.pleach_prompts_list(kept, count)
    rows = [(text(asked.kind), text(asked.request), text(asked.text), asked.saves, None)
            for asked in (first[k] for k in range(count[0]))]
    return pandas.DataFrame(rows, columns=["kind", "question", "prompt", "saves", "answer"])


def shape(*sources: Any, tops: Any = None, levels: Any = None, children: Any = None, **options) -> Taxonomy:
    """As `grow`, with so many tops, levels and children of each: a number, or a pair of the least and the most.

    >>> len(shape({"Animals": {"Birds": ["Heron"], "Dogs": []}, "Plants": ["Oak"]}, tops=1, root="Things").roots)
    1
    """
    wanted = {"tops": tops, "levels": levels, "children": children}
    ranges = [f"{name}={value[0]}..{value[1]}" if isinstance(value, (tuple, list)) else f"{name}={value}"
              for name, value in wanted.items() if value is not None]
    if not ranges:
        raise TypeError("Say how many tops, levels or children there may be.")
    return grow(*sources, shape=",".join(ranges), **options)


def load(path: Union[str, "os.PathLike[str]", bytes]) -> Taxonomy:
    """Reads a taxonomy that was saved as JSON, from a file or from its bytes."""
    if not isinstance(path, bytes):
        with open(path, "rb") as file:
            path, name = file.read(), os.fspath(path)
    else:
        name = "bytes"
    made = Made()
    call(lib.pleach_taxonomy_load, made.taxonomy, Inputs([(name, path)]))
    return Taxonomy(made, path)


def add_synonyms(comparing: Options, reading: Options, files: list) -> None:
    """Beside these files, the WordNet that is installed, as the command has it."""
    def give():
        comparing.set("synonyms", files)
        comparing.set("synonym_count", len(files))
    give()
    folder = os.environ.get("PLEACH_WORDNET")
    named = ffi.NULL if folder is None else ffi.new("char[]", c_text(folder))
    usual = lib.pleach_usual_synonyms(reading.pointer, comparing.pointer, named)
    if usual != ffi.NULL:
        files.append(os.fsdecode(ffi.string(usual)))
        give()


def number_in(value: Number) -> Optional[float]:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def preference_of(value: Optional[Number]) -> Optional[float]:
    """A number above 0; None and "auto": the library's."""
    if value is None or value == "auto":
        return None
    number = number_in(value)
    if not number:
        raise UsageError(f"preference must be a number above 0 or 'auto'; it is {value!r}.")
    return number


def hops_of(hops: Optional[int]) -> Optional[int]:
    """0 stands for the default in C, so there none has a word of its own."""
    return lib.PLEACH_NO_HOPS if hops == 0 else hops


class Made:
    """The library's objects of one run, freed in reverse order when Python is done with them."""

    def __init__(self, previous: Optional[Taxonomy] = None):
        self.previous = previous
        self.decisions = ffi.new("pleach_decisions **")
        self.answers = ffi.new("pleach_answers **")
        self.corpus = ffi.new("pleach_corpus **")
        self.affinity = ffi.new("pleach_affinity **")
        self.clusters = ffi.new("pleach_clusters **")
        self.taxonomy = ffi.new("pleach_taxonomy **")

    def decide(self, decisions: Optional[Decisions]) -> None:
        """Reads a file of decisions, or a list of them, in which line K is the K-th."""
        if decisions is None:
            return
        if not isinstance(decisions, (str, os.PathLike)):
            try:
                decisions = [tuple(line) for line in decisions]
                lines = "".join("\t".join(line) + "\n" for line in decisions)
            except TypeError:
                raise TypeError(f"The option decisions cannot be {decisions!r}: give a file, or a list of tuples such as "
                                '("same", "bird", "Vögel").') from None
            for number, line in enumerate(decisions, 1):
                broken = [part for part in line if set(part) & set("\t\n\r\0")]
                if broken:
                    raise UsageError(f"Decision {number} has {broken[0]!r}: no name in a decision holds a tab, a line break "
                                     "or a NUL, which would end it.")
            decisions = ("decisions", lines.encode("utf-8", "surrogatepass"))
        call(lib.pleach_decisions_read, self.decisions, Inputs([decisions]))

    def grow(self, comparing: Options, finding: Options, listener: Listener) -> None:
        """From the corpus to a taxonomy, in place of one that was there."""
        self.fell()
        call(lib.pleach_affinity_compare, self.affinity, self.corpus[0], comparing, heard=listener)
        call(lib.pleach_clusters_find, self.clusters, self.affinity[0], finding, heard=listener)
        call(lib.pleach_taxonomy_grow, self.taxonomy, self.clusters[0])

    def fell(self) -> None:
        lib.pleach_taxonomy_free(self.taxonomy[0])
        lib.pleach_clusters_free(self.clusters[0])
        lib.pleach_affinity_free(self.affinity[0])
        self.taxonomy[0], self.clusters[0], self.affinity[0] = ffi.NULL, ffi.NULL, ffi.NULL

    # -------------------------------------------------------------- asking

    def read_answers(self, file: Optional[Path], may_miss: bool) -> None:
        if is_frame(file):
            file, may_miss = ("answers", answer_lines(file)), False
        none = file is None or (may_miss and not os.path.exists(file))
        call(lib.pleach_answers_read, self.answers, ffi.NULL if none else Inputs([file]))

    def ask_all(self, ask: Callable[[str], str], file: Optional[Path], budget: Optional[int],
                grow_again: Callable[[], None]) -> None:
        """Rounds of questions, each chosen by the answers before it; one for ten names if nobody says otherwise."""
        if budget is None:
            budget = (lib.pleach_corpus_get_facts(self.corpus[0]).names + 9) // 10
        while (left := budget - lib.pleach_answers_count(self.answers[0], ffi.NULL)) > 0:
            grow_again()
            prompts, count = ffi.new("pleach_prompts **"), ffi.new("size_t *")
            call(lib.pleach_prompts_choose, prompts, self.taxonomy[0], self.answers[0], lib.PLEACH_REVIEW_ALL, left)
            try:
                first = lib.pleach_prompts_list(prompts[0], count)
                for number in range(count[0]):
                    self.ask_one(ask, first + number, file)
            finally:
                lib.pleach_prompts_free(prompts[0])
            if count[0] == 0:
                return

    def ask_one(self, ask: Callable[[str], str], prompt: Any, file: Optional[Path]) -> None:
        """An answer that does not fit is asked for once more, and then noted as missing."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()).encode()
        who = getattr(ask, "__name__", type(ask).__name__).encode()
        for again in (False, True, None):
            said = ffi.NULL if again is None else str(ask(text(prompt.text))).encode("utf-8", "replace")
            sink = Sink()
            try:
                call(lib.pleach_answers_add, self.answers[0], prompt, said, 0 if again is None else len(said), who, now,
                     sink.struct, heard=sink)
            except DataError:
                continue
            if file is not None and not is_frame(file):
                with open(file, "ab") as to:
                    to.write(sink.bytes())
            return

    def __del__(self):
        self.fell()
        lib.pleach_corpus_free(self.corpus[0])
        lib.pleach_answers_free(self.answers[0])
        lib.pleach_decisions_free(self.decisions[0])
