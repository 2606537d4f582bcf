"""Where the C library of this package is, and how it is made.

The sources stand two folders up in the project's tree, and in `library` in an
sdist. PLEACH_BUILD names a folder where they are built already."""
import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# What an sdist takes along: enough to build the shared library.
PARTS = ["CMakeLists.txt", "LICENSE", "include", "src", "lab", "cli/report", "bench", "scripts", "docs/man", "viewer/dist"]


def sources():
    for folder in (HERE.parent.parent, HERE / "library"):
        if (folder / "include" / "pleach.h").exists():
            return folder
    raise SystemExit("The sources of the C library are not there: build from pleach's tree or from an sdist.")


def copy_sources(to):
    for part in PARTS:
        here, there = sources() / part, pathlib.Path(to) / part
        there.parent.mkdir(parents=True, exist_ok=True)
        if here.is_dir():
            shutil.copytree(here, there, dirs_exist_ok=True)
        else:
            shutil.copy2(here, there)


def build(folder):
    """Builds the shared library in a folder, unless PLEACH_BUILD has it; its path, by its soname."""
    if "PLEACH_BUILD" in os.environ:
        folder = pathlib.Path(os.environ["PLEACH_BUILD"])
    else:
        folder = pathlib.Path(folder).resolve()
        subprocess.run(["cmake", "--log-level=NOTICE", "-S", sources(), "-B", folder, "-DPLEACH_TESTS=OFF",
                        "-DPLEACH_MPI=OFF"], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "pleach_shared", "-j", str(os.cpu_count())], check=True)
    found = sorted(folder.glob("libpleach.so.*"), key=lambda path: len(path.name))
    if not found:
        raise SystemExit(f"There is no libpleach.so in {folder}.")
    return found[0]
