"""How right a taxonomy is: scored against what is known, and proved against its inputs."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, Optional, Union

from ._calls import Inputs, Options, call, ffi, lib, render
from .inputs import inputs_of
from .taxonomy import Taxonomy

Path = Union[str, "os.PathLike[str]"]


def crossed(taxonomy: Union[Taxonomy, Path]):
    if not isinstance(taxonomy, Taxonomy):
        return taxonomy
    return ("crosswalk.csv", taxonomy.crosswalk_bytes())


def saved(taxonomy: Union[Taxonomy, Path]):
    return ("taxonomy.json", taxonomy.write("json")) if isinstance(taxonomy, Taxonomy) else taxonomy


def score(taxonomy: Union[Taxonomy, Path], *, truth: Optional[Path] = None, gold: Optional[Path] = None,
          alignment: Optional[Path] = None, by_cluster: bool = False) -> Dict[str, Any]:
    """What `pleach score --json` says of a taxonomy, by the truth of its nodes, with a gold taxonomy or without; or of its crosswalk (or the CSV
    of one) by an alignment."""
    if (truth is None) == (alignment is None) or (gold is not None and truth is None):
        raise ValueError("score needs a truth, with a gold taxonomy or without, or an alignment.")
    extra = Inputs([gold]) if gold is not None else None
    against = lib.PLEACH_ALIGNMENT if alignment else lib.PLEACH_TRUTH
    reference = Inputs([alignment or truth])
    how = Options("pleach_score_options", against=against, by_cluster=by_cluster, gold=extra.pointer if extra else None)
    figures = ffi.new("pleach_score_figures **")
    call(lib.pleach_score, figures, Inputs([crossed(taxonomy) if alignment else saved(taxonomy)]), reference, how)
    kept = ffi.gc(figures[0], lib.pleach_score_free)
    return json.loads(render("report_score_json", ffi.new("report_score *", [how.pointer, kept])))


def check(taxonomy: Union[Taxonomy, Path], source: Any) -> Dict[str, int]:
    """Proves that a taxonomy is a forest made of exactly the source's nodes; a DataError names the rule it breaks."""
    result = ffi.new("pleach_check_result *")
    inputs = Inputs(inputs_of(source))
    call(lib.pleach_check, result, Inputs([saved(taxonomy)]), inputs, inputs.count)
    return {name: getattr(result, name) for name in ("clusters", "trees", "members", "discarded", "edges", "input_nodes")}
