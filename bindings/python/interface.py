"""Tells cffi of everything in the public headers, by preprocessing them.

Nothing is declared twice, so a function or field that a header gets is there
in Python too."""
import os
import re
import subprocess
import tempfile

import cffi

import library

# Macros that are no declarations; cffi asks the compiler for their values.
NUMBERS = ["PLEACH_NO_CLUSTER", "PLEACH_NO_HOPS", "PLEACH_ALL_CANDIDATES", "PLEACH_PATH_BYTES",
           "PLEACH_VERSION_MAJOR", "PLEACH_VERSION_MINOR", "PLEACH_VERSION_PATCH"]
# What the command prints of figures is printed here by the same code.
REPORTS = ["cli/report/json.c", "cli/report/score.c", "src/base/terminal_text.c", "src/base/json_write.c"]
RENDER = """
#include <stdio.h>
#include <pleach_curate.h>
#include <pleach_lab.h>
#include <report/report.h>
static size_t pleach_python_render(char **text, report_writer *write, const void *figures)
{
    size_t size = 0;
    FILE *to = open_memstream(text, &size);
    if (to == NULL)
        return 0;
    write(figures, to);
    return fclose(to) == 0 ? size : 0;
}
"""
REPORT_TYPES = """
typedef void report_writer(const void *figures, FILE *to);
typedef struct report_score { const pleach_score_options *how; const pleach_score_figures *figures; } report_score;
void report_score_json(const void *figures, FILE *to);
size_t pleach_python_render(char **text, report_writer *write, const void *figures);
void free(void *);
"""
CALLBACKS = """
extern "Python" bool pleach_python_progress(void *, const pleach_progress *);
extern "Python" void pleach_python_warn(void *, const pleach_error *);
extern "Python" void pleach_python_note(void *, const pleach_error *);
extern "Python" bool pleach_python_write(void *, const void *, size_t);
"""


def declarations():
    with tempfile.TemporaryDirectory() as empty:
        # cffi knows the standard types by itself.
        for name in ("stdbool.h", "stddef.h", "stdint.h", "stdio.h"):
            open(os.path.join(empty, name), "w").close()
        text = subprocess.run([os.environ.get("CC", "cc").split()[0], "-E", "-P", "-nostdinc", "-I", empty, "-U__GNUC__",
                               "-I", str(library.sources() / "include"), "-include", "pleach_curate.h",
                               str(library.sources() / "include" / "pleach_lab.h")],
                              check=True, capture_output=True, text=True).stdout
    return re.sub(r"^#.*$", "", text, flags=re.M)


def describe(shared):
    """The module to compile, linked with the given shared library, which lies beside it once installed."""
    ffi = cffi.FFI()
    ffi.cdef(declarations() + CALLBACKS + REPORT_TYPES + "".join(f"#define {name} ...\n" for name in NUMBERS))
    folder = library.sources()
    ffi.set_source("pleach._pleach", "#include <stdlib.h>" + RENDER, include_dirs=[str(folder / part) for part in ("include", "cli", "src")],
                   sources=[str(folder / name) for name in REPORTS], libraries=["utf8proc"],
                   extra_link_args=[str(shared), "-Wl,-rpath,$ORIGIN"], py_limited_api=True)
    return ffi
