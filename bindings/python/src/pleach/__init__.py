"""Weaves many small hierarchies, made by many people, into a few consistent taxonomies.

    >>> import pleach
    >>> taxonomy = pleach.grow([
    ...     {"owner": "ada", "name": "Animals", "children": ["Birds", "Dogs"]},
    ...     {"owner": "ben", "name": "animal", "children": ["bird"]},
    ...     {"owner": "cleo", "name": "Birds", "children": ["Heron"]}])
    >>> print(taxonomy)
    Animals (2)
    ├── Birds (3)
    │   └── Heron (1)
    └── Dogs (1)
"""
from ._calls import Cancelled, DataError, Error, FileError, Progress, UsageError, Warning, version
from .growing import ask, grow, load, names, shape
from .measuring import check, score
from .taxonomy import Cluster, Member, Taxonomy

__version__ = version()
__all__ = ["grow", "load", "names", "ask", "shape", "check", "score", "Taxonomy", "Cluster", "Member", "Progress", "Error", "DataError",
           "UsageError", "FileError", "Cancelled", "Warning", "AffinityPropagation", "RelationalAffinityPropagation"]


def __getattr__(name):
    # These need numpy and scikit-learn, the rest does not.
    if name in ("AffinityPropagation", "RelationalAffinityPropagation"):
        from . import cluster

        return getattr(cluster, name)
    raise AttributeError(f"module 'pleach' has no attribute {name!r}")
