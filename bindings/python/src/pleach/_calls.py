"""Calling the library: options in, statuses to exceptions, what it says to Python's own channels."""
from __future__ import annotations

import csv
import logging
import os
import re
import warnings
from typing import Any, Callable, NamedTuple, Optional

from ._pleach import ffi, lib

logger = logging.getLogger("pleach")


class Error(Exception):
    """What the library says is wrong: a sentence, and the place if there is one; of a data frame that is `row`, a label of
    its index, and `column`, a name."""

    def __init__(self, sentence: str, file: str = "", line: int = 0, column: Any = 0, row: Any = None):
        place = ":".join(str(part) for part in (file, line, column) if part) if file else ""
        if row is not None:
            place = f"{file}, row {row!r}" + (f", column {column!r}" if column != 0 else "")
        super().__init__(f"{place}: {sentence}" if place else sentence)
        self.sentence, self.file, self.line, self.column, self.row = sentence, file, line, column, row


class DataError(Error, ValueError):
    """The input is not what it should be."""


class UsageError(Error, ValueError):
    """An option or argument is not what it should be."""


class FileError(Error, OSError):
    """A file could not be read or written."""


class Cancelled(Error):
    """A progress function asked to stop, by returning False."""


class Warning(UserWarning):
    """Something odd in the input that was accepted."""


KINDS = {lib.PLEACH_BAD_DATA: DataError, lib.PLEACH_BAD_USAGE: UsageError, lib.PLEACH_IO: FileError,
         lib.PLEACH_CANCELLED: Cancelled}


class Progress(NamedTuple):
    """How far long work is. `total` is 0 where it is not known."""

    stage: str
    done: int
    total: int
    iteration: int
    net_similarity: float


def text(pointer) -> Optional[str]:
    return None if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def c_text(value) -> bytes:
    """A text or path for C, where a text ends at its first NUL."""
    made = os.fsencode(value)
    if b"\0" in made:
        raise ValueError(f"{value!r} holds a NUL character, which no name or option can.")
    return made


def version() -> str:
    """The version of the library that runs."""
    return text(lib.pleach_version()) or ""


# ---------------------------------------------------------------- listening


class Listener:
    """Hears what the library says while it works. An exception in it, also the one of Ctrl-C, stops the work."""

    def __init__(self, progress: Optional[Callable[[Progress], Any]] = None):
        self.progress, self.raised, self.warned, self.frames = progress, None, [], {}
        self.handle = ffi.new_handle(self)
        self.struct = ffi.new("pleach_listener *", {
            "progress": lib.pleach_python_progress, "warn": lib.pleach_python_warn, "note": lib.pleach_python_note,
            "context": self.handle})

    def hear(self, progress) -> bool:
        if self.raised is not None:
            return False
        if self.progress is None:
            return True
        return self.progress(Progress(text(progress.stage) or "", progress.done, progress.total, progress.iteration,
                                      progress.net_similarity)) is not False


def keep_exception(_kind, exception, traceback):
    """What a callback raised is raised again when the library has returned."""
    ffi.from_handle(traceback.tb_frame.f_locals["context"]).raised = exception


@ffi.def_extern(error=False, onerror=keep_exception)
def pleach_python_progress(context, progress):
    return ffi.from_handle(context).hear(progress)


@ffi.def_extern(onerror=keep_exception)
def pleach_python_warn(context, warning):
    ffi.from_handle(context).warned.append(error_of(warning, Error))


@ffi.def_extern(onerror=keep_exception)
def pleach_python_note(context, note):
    logger.info("%s", error_of(note, Error))


# ------------------------------------------------------------------- bytes


class Sink:
    """Collects what the library writes."""

    def __init__(self):
        self.pieces, self.raised = [], None
        self.handle = ffi.new_handle(self)
        self.struct = ffi.new("pleach_sink *", {"write": lib.pleach_python_write, "context": self.handle})

    def bytes(self) -> bytes:
        return b"".join(self.pieces)


@ffi.def_extern(error=False, onerror=keep_exception)
def pleach_python_write(context, data, size):
    ffi.from_handle(context).pieces.append(ffi.buffer(data, size)[:])
    return True


def render(writer: str, figures) -> str:
    """What the command would print of figures."""
    made = ffi.new("char **")
    size = lib.pleach_python_render(made, ffi.addressof(lib, writer), figures)
    try:
        return ffi.buffer(made[0], size)[:].decode()
    finally:
        lib.free(made[0])


class Inputs:
    """An array of files and bytes, kept alive. Each is a path or a name with bytes, and the data frame that they are of;
    a listener places what it hears in that."""

    def __init__(self, sources, listener: Optional[Listener] = None):
        self.count = len(sources)
        if listener is not None:
            listener.frames = {source[0]: source[1:] for source in sources if isinstance(source, tuple) and len(source) > 2}
        self.pointer = ffi.new("pleach_input[]", max(1, self.count))
        self.kept = []
        for place, source in zip(self.pointer, sources):
            name, data = source[:2] if isinstance(source, tuple) else (os.fspath(source), None)
            self.kept.append(ffi.new("char[]", c_text(name)))
            place.name = self.kept[-1]
            if data is not None:
                self.kept.append(ffi.from_buffer(data or b"\0"))
                place.bytes, place.size = self.kept[-1], len(data)


# ------------------------------------------------------------------- calls


worked_in: set = set()  # the processes that used threads, this one or one that it was forked from


def note_process() -> None:
    """Says once that a forked process has lost its threads, which the library does without."""
    if worked_in and os.getpid() not in worked_in:
        warnings.warn("This process was forked from one in which pleach had worked, so it works without further threads. "
                      'Start processes by "spawn" or "forkserver" to have them.', Warning, stacklevel=4)
    worked_in.add(os.getpid())


class Options:
    """A struct of options, with what it points to; None leaves the default."""

    def __init__(self, kind: str, **values):
        self.pointer, self.kept = ffi.new(kind + " *"), []
        if "threads" in values:
            note_process()
        for name, value in values.items():
            if value is not None:
                self.set(name, value)

    def set(self, name: str, value):
        kind = dict(ffi.typeof(self.pointer).item.fields)[name].type
        if kind.kind == "enum" and isinstance(value, str):
            value = number_of(name, kind, value)
        try:
            setattr(self.pointer, name, self.keep(value))
        except (TypeError, OverflowError) as error:
            why = "" if isinstance(value, str) else f": {error}"
            raise UsageError(f"The option {name} cannot be {value!r}{why}.") from None

    def keep(self, value):
        """Texts and lists of texts as C has them."""
        if isinstance(value, (str, os.PathLike)):
            value = ffi.new("char[]", c_text(value))
        elif isinstance(value, list):
            value = ffi.new("char *[]", [self.keep(one) for one in value])
        self.kept.append(value)
        return value


def number_of(name: str, kind, word: str) -> int:
    """The number of a word among those of an enum: rap is PLEACH_SOLVER_RAP."""
    before = len(f"PLEACH_{name}_")
    words = {text[before:].lower(): number for number, text in sorted(kind.elements.items()) if number > 0}
    if word not in words:
        raise UsageError(f"The {name} {word!r} is not known. Known are {', '.join(words)}.")
    return words[word]


def error_of(error, kind):
    return kind(text(error.sentence), os.fsdecode(ffi.string(error.file)), error.line, error.column)


def placed(error: Error, frames: dict) -> Error:
    """An error of a table that was a data frame, in the words of that."""
    sentence = re.sub(r' --columns "?(\S+?)"?(?=[;.]?( |$))', r' columns="\1"', error.sentence)
    sentence = re.sub(r', "\(none \d\)"', "", sentence)
    if error.file not in frames:
        return error if sentence == error.sentence else type(error)(sentence, error.file, error.line, error.column)
    written, frame = frames[error.file]
    name = error.file.removesuffix(".csv")
    row, column = cell_of(written.split(b"\n"), error.line, error.column)
    row -= any(isinstance(each, str) for each in frame.columns)  # of which there is a row
    return type(error)(sentence, "data frame" if name == "input" else f"data frame ({name})",
                       error.line if 0 <= row < len(frame) else 0,
                       frame.columns[column] if 0 <= column < frame.shape[1] and 0 <= row else 0,
                       frame.index[row] if 0 <= row < len(frame) else None)


def cell_of(lines: list, line: int, column: int) -> tuple:
    """Which row and column, counted from 0, a byte of CSV lies in; -1 where there is none."""
    rows = csv.reader(part.decode("utf-8", "replace") for part in lines)
    row, first = -1, 1
    for row, _ in enumerate(rows):
        if line <= rows.line_num:
            break
        first = rows.line_num + 1
    before = lines[first - 1:line - 1] + [lines[line - 1][:max(0, column - 1)]]
    cells = next(csv.reader([b"\n".join(before).decode("utf-8", "replace")]), ())
    return row if line else -1, max(0, len(cells) - 1) if column else -1


def call(function, *arguments, heard: Optional[Listener | Sink] = None, stacklevel: int = 3):
    """Calls a fallible function, which takes an error struct at the end; raises what went wrong. Inputs and options are
    given as such, so that what they point to lives as long as the call."""
    error = ffi.new("pleach_error *")
    status = function(*(getattr(argument, "pointer", argument) for argument in arguments), error)
    if heard is not None and heard.raised is not None:
        raise heard.raised
    frames = getattr(heard, "frames", {})
    for warned in getattr(heard, "warned", ()):
        warnings.warn(str(placed(warned, frames)), Warning, stacklevel=stacklevel)
    if heard is not None and hasattr(heard, "warned"):
        heard.warned = []
    if status == lib.PLEACH_NO_MEMORY:
        raise MemoryError(text(error.sentence))
    if status != lib.PLEACH_OK:
        raise placed(error_of(error, KINDS.get(status, Error)), frames)
