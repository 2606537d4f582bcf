"""Affinity propagation, plain and relational, with the manners of scikit-learn's estimators."""
from __future__ import annotations

import json
import warnings
from numbers import Integral, Real

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import euclidean_distances, pairwise_distances_argmin
from sklearn.utils.validation import check_array, check_is_fitted

from ._calls import Listener, Options, call, ffi, lib
from .growing import Made

LEAST = 2.0**-20  # what the least similarity becomes: above 0, since 0 is no pair


class AffinityPropagation(ClusterMixin, BaseEstimator):
    """Affinity propagation, as scikit-learn's class of that name, by pleach's solver.

    affinity: "euclidean" (minus the squared distance), "precomputed" (a matrix, of float32 or float64, which is not copied;
    of a sparse one, which must be symmetric, pairs that are not stored cannot be together), or a function of two rows.
    preference: a number, or one for each point; None: the median of the similarities. damping: at least 0.5 and below 1;
    "auto" begins with 0.5 and damps more where the messages swing. Where they have not settled, there is a warning.
    """

    _solver = "ap"

    def __init__(self, *, damping=0.5, max_iter=200, convergence_iter=15, preference=None, affinity="euclidean", threads=None):
        self.damping = damping
        self.max_iter = max_iter
        self.convergence_iter = convergence_iter
        self.preference = preference
        self.affinity = affinity
        self.threads = threads

    def _more_tags(self):
        return {"pairwise": self.affinity == "precomputed",
                "_xfail_checks": {"check_clustering": "gives points where precomputed similarities are wanted"}
                if self.affinity == "precomputed" else {}}

    def fit(self, X, y=None):
        """Clusters the points, or those that a matrix of similarities is about."""
        return self._fit(X, None)

    def predict(self, X):
        """The cluster of the most similar exemplar, for each new point. With precomputed similarities a row says how similar
        a new point is to each of those that were fitted; one that is not stored is none."""
        check_is_fitted(self)
        points = self._validate_data(X, reset=False, accept_sparse="csr", dtype=np.float64)
        if self.affinity == "euclidean":
            return pairwise_distances_argmin(points, self.cluster_centers_)
        rows = points.toarray() if sparse.issparse(points) else points
        if self.affinity == "precomputed":
            near = rows[:, self.cluster_centers_indices_]
        else:
            near = np.array([[self.affinity(row, center) for center in self.cluster_centers_] for row in rows])
        return near.argmax(axis=1)

    # -------------------------------------------------------------- inside

    def _fit(self, X, parents):
        self._check_options()
        points = self._validate_data(X, accept_sparse="csr", dtype=[np.float64, np.float32])
        if parents is None and self._solver == "ap" and not (sparse.issparse(points) and self.affinity == "precomputed"):
            exemplar, report = self._fit_matrix(points)
        else:
            exemplar, report = self._fit_pairs(points, parents)
        self.cluster_centers_indices_, self.labels_ = np.unique(exemplar, return_inverse=True)
        self.n_iter_, self.converged_ = report["iterations"], report["converged"]
        if self.affinity == "precomputed":
            self.affinity_matrix_ = points
        else:
            self.cluster_centers_ = points[self.cluster_centers_indices_].copy()
        if not self.converged_:
            warnings.warn(f"The messages have not settled within {self.n_iter_} iterations: the clusters are what they say by "
                          'now. A higher damping, damping="auto" or a higher max_iter may help.', ConvergenceWarning)
        return self

    def _fit_matrix(self, points):
        """All pairs have a similarity: the messages run over the matrix where it lies."""
        matrix = self._matrix(points)
        outside = matrix[~np.eye(len(matrix), dtype=bool)]
        preference = self._preferences(outside, len(matrix))
        if is_uniform(outside, preference):
            exemplar, report = choose_any(matrix[0, -1], preference)
        else:
            exemplar, report = propagate_matrix(matrix, preference, 0 if self.damping == "auto" else self.damping,
                                                self.max_iter, self.convergence_iter, self.threads)
        own = exemplar == np.arange(len(exemplar))
        self.net_similarity_ = preference[own].sum() + matrix[~own, exemplar[~own]].sum(dtype=float)
        return exemplar, report

    def _fit_pairs(self, points, parents):
        """Some pairs have a similarity, or points have parents: nodes of a corpus, clustered by one of its solvers."""
        a, b, s, count = self._pairs(points)
        if not np.isfinite(s).all():
            raise ValueError("Similarities must be finite numbers; some are NaN or infinite, or points are too far apart.")
        preference = self._preferences(s, count)
        with np.errstate(over="ignore"):
            spread = np.ptp(np.concatenate([s, preference]))
        if not np.isfinite(spread):
            raise ValueError("Similarities and preferences are too far apart for numbers of double precision.")
        s, preference, factor, offset = fit_range(s, preference)
        if parents is None and all_alike(s, preference):
            exemplar, report = choose_any(s[0], preference)
        else:
            exemplar, report = propagate(a, b, s, preference, parents, self._solver,
                                         damping=0.9 if self.damping == "auto" else self.damping,
                                         max_iterations=self.max_iter, window=self.convergence_iter, threads=self.threads)
            if parents is None:
                exemplar = refine(exemplar, similarity_rows(a, b, s, preference))
        self.net_similarity_ = (net_similarity(exemplar, a, b, s, preference) - offset * count) / factor
        return exemplar, report

    def _check_options(self):
        def need(fine, name, words):
            if not fine:
                raise ValueError(f"{name} must be {words}; it is {getattr(self, name)!r}.")

        need(self.damping == "auto" or isinstance(self.damping, Real) and 0.5 <= self.damping < 1, "damping",
             'at least 0.5 and below 1, or "auto"')
        need(isinstance(self.max_iter, Integral) and self.max_iter > 0, "max_iter", "a whole number above 0")
        need(isinstance(self.convergence_iter, Integral) and self.convergence_iter > 0, "convergence_iter",
             "a whole number above 0")
        need(callable(self.affinity) or self.affinity in ("euclidean", "precomputed"), "affinity",
             '"euclidean", "precomputed" or a function of two rows')

    def _matrix(self, points):
        """The similarities of all pairs, as a matrix that C can read."""
        if self.affinity == "precomputed":
            if points.shape[0] != points.shape[1]:
                raise ValueError(f"Precomputed similarities must be a square matrix, dense or sparse; this one is {points.shape}.")
            return np.ascontiguousarray(points)
        if self.affinity == "euclidean":
            return np.negative(euclidean_distances(points, squared=True))
        rows = points.toarray() if sparse.issparse(points) else points
        return np.array([[self.affinity(one, other) for other in rows] for one in rows], dtype=float)

    def _pairs(self, points):
        """Each pair of points once, with its similarity, and how many points there are."""
        count = points.shape[0]
        if self.affinity == "precomputed":
            if points.shape[0] != points.shape[1]:
                raise ValueError(f"Precomputed similarities must be a square matrix, dense or sparse; this one is {points.shape}.")
            if sparse.issparse(points):
                return (*sparse_pairs(points), count)
            if not np.allclose(points, points.T, rtol=1e-6, atol=1e-12):
                raise ValueError("Precomputed similarities must be symmetric.")
        a, b = np.triu_indices(count, 1)
        if self.affinity == "precomputed":
            s = points[a, b]
        elif self.affinity == "euclidean":
            s = -euclidean_distances(points, squared=True)[a, b]
        else:
            rows = points.toarray() if sparse.issparse(points) else points
            s = np.array([self.affinity(rows[i], rows[j]) for i, j in zip(a, b)], dtype=float)
        return a, b, s, count

    def _preferences(self, s, count):
        if self.preference is None:
            with np.errstate(over="ignore"):
                usual = float(np.median(s)) if len(s) else 0.0
            if np.isinf(usual) and np.isfinite(s).all():
                raise ValueError("Similarities are too far apart for numbers of double precision.")
            return np.full(count, usual)
        each = np.asarray(self.preference, dtype=float)
        if each.ndim > 1 or (each.ndim == 1 and len(each) != count) or not np.isfinite(each).all():
            raise ValueError(f"preference must be a number or {count} of them, one for each point.")
        return np.broadcast_to(each, count).astype(float)


class RelationalAffinityPropagation(AffinityPropagation):
    """Affinity propagation of points that are nodes of trees: the leaves of one cluster have their parents in one cluster,
    and no cluster is above itself, so that the clusters form a forest.

    fit(X, parents): parents[i] is the number of the parent of point i, or -1. solver: "rap", the paper's messages, or
    "joint", which is slower and finds better answers. parents_ says the cluster above each cluster, or -1.
    """

    def __init__(self, *, solver="rap", damping=0.9, max_iter=2000, convergence_iter=100, preference=None,
                 affinity="precomputed", threads=None):
        super().__init__(damping=damping, max_iter=max_iter, convergence_iter=convergence_iter, preference=preference,
                         affinity=affinity, threads=threads)
        self.solver = solver

    def fit(self, X, y=None, *, parents=None):
        """Clusters points that are nodes of trees. Without parents they are all roots, and nothing is relational."""
        if self.solver not in ("rap", "joint"):
            raise ValueError(f'solver must be "rap" or "joint"; it is {self.solver!r}.')
        self._solver = self.solver
        if parents is None:
            warnings.warn("There are no parents, so this is affinity propagation without relations: give "
                          "fit(X, parents=...) the number of each point's parent, or -1.")
        self._fit(X, None if parents is None else check_parents(parents, X))
        self.parents_ = np.full(len(self.cluster_centers_indices_), -1)
        if parents is not None:
            parents = np.asarray(parents)
            below = np.flatnonzero(parents >= 0)
            self.parents_[self.labels_[below]] = self.labels_[parents[below]]
        return self

    def fit_predict(self, X, y=None, *, parents=None):
        return self.fit(X, parents=parents).labels_


# ------------------------------------------------------------- inside


def is_uniform(outside, preference):
    """Whether nothing tells one point from another: then messages only pass ties around. `outside` is off the diagonal."""
    return len(outside) > 0 and np.isfinite(outside[0]) and (outside == outside[0]).all() and (preference == preference[0]).all()


def choose_any(similarity, preference):
    warnings.warn("All points are equally similar to each other: which one is an exemplar is arbitrary.")
    count = len(preference)
    exemplar = np.arange(count) if preference[0] >= similarity else np.zeros(count, dtype=int)
    return exemplar, {"iterations": 0, "converged": True}


def propagate_matrix(matrix, preference, damping, max_iterations, window, threads):
    """The exemplar of each point, and the report."""
    count, listener = len(matrix), Listener()
    answer, flags = ffi.new("pleach_matrix_answer *"), np.zeros(count, dtype=np.uint8)
    given = Options("pleach_matrix", similarity=ffi.cast("void *", matrix.ctypes.data), count=count,
                    preference=ffi.from_buffer("double[]", preference), single=matrix.dtype == np.float32)
    how = Options("pleach_matrix_options", damping=damping, max_iterations=max_iterations, window=window, threads=threads,
                  listener=listener.struct)
    call(lib.pleach_matrix_propagate, ffi.from_buffer("uint8_t[]", flags), answer, given, how, heard=listener)
    chosen = np.flatnonzero(flags)
    if len(chosen) == 0:  # the messages agree on nobody: whoever all are most similar to
        worth = matrix.sum(axis=0, dtype=float) - matrix.diagonal() + preference
        chosen = np.array([worth.argmax()])
    return refine_matrix(chosen, matrix, preference), {"iterations": answer.iterations, "converged": answer.converged}


def refine_matrix(chosen, matrix, preference):
    """As refine, of all pairs."""
    for last in (False, True):
        label = matrix[:, chosen].argmax(axis=1)
        label[chosen] = np.arange(len(chosen))
        if last:
            return chosen[label]
        for k in range(len(chosen)):
            inside = np.flatnonzero(label == k)
            block = matrix[np.ix_(inside, inside)].astype(float)
            np.fill_diagonal(block, preference[inside])
            chosen[k] = inside[block.sum(axis=0).argmax()]


def sparse_pairs(matrix):
    upper, lower = sparse.triu(matrix, 1).tocoo(), sparse.tril(matrix, -1).T.tocoo()
    if upper.nnz != lower.nnz or (abs(upper.tocsr() - lower.tocsr()) > 1e-6 * abs(upper.tocsr()).max()).nnz > 0:
        raise ValueError("Precomputed similarities must be symmetric.")
    return upper.row, upper.col, upper.data.astype(float)


def fit_range(s, preference):
    """Each point adds exactly one similarity or preference, so moving and stretching all of them alike changes no answer.
    The library wants similarities in (0, 1] and preferences above 0."""
    everything = np.concatenate([s, preference])
    low, high = everything.min(), max(s.max(initial=-np.inf), everything.min())
    factor = (1 - LEAST) / (high - low) if high > low else 1.0
    offset = LEAST - low * factor
    preference = np.minimum(preference * factor + offset, 1e6)
    return np.clip(s * factor + offset, LEAST, 1), np.maximum(preference, LEAST), factor, offset


def all_alike(s, preference):
    """Whether every pair is known and nothing tells one point from another: then messages only pass ties around."""
    count = len(preference)
    return (len(s) > 0 and len(s) == count * (count - 1) // 2 and (s == s[0]).all() and
            (preference == preference[0]).all())


def similarity_rows(a, b, s, preference):
    """All that is known as a symmetric sparse matrix, with the preferences on the diagonal."""
    count = len(preference)
    upper = sparse.coo_matrix((s, (a, b)), shape=(count, count))
    return (upper + upper.T + sparse.diags(preference)).tocsc()


def refine(exemplar, rows):
    """Everyone joins the most similar exemplar, the best member of each cluster becomes its exemplar, and everyone chooses
    once more: the last step of affinity propagation as it is usually run."""
    chosen = np.unique(exemplar)
    for last in (False, True):
        to = rows[:, chosen].toarray()
        to[to == 0] = -np.inf  # no pair
        label = to.argmax(axis=1)
        label[chosen] = np.arange(len(chosen))
        if last:
            return chosen[label]
        for k in range(len(chosen)):
            inside = np.flatnonzero(label == k)
            block = rows[inside][:, inside].toarray()
            worth = np.where((block > 0).all(axis=0), block.sum(axis=0), -np.inf)
            chosen[k] = inside[worth.argmax()]
        chosen = np.unique(chosen)


def net_similarity(exemplar, a, b, s, preference):
    own = exemplar == np.arange(len(exemplar))
    joined = s[(exemplar[a] == b)].sum() + s[(exemplar[b] == a)].sum()
    return preference[own].sum() + joined


def check_parents(parents, X):
    parents = np.asarray(parents)
    count = X.shape[0] if hasattr(X, "shape") else len(X)
    if parents.shape != (count,) or parents.dtype.kind not in "iu" or (parents >= count).any() or (parents < -1).any():
        raise ValueError(f"parents must be {count} whole numbers from -1 to {count - 1}.")
    leaf = parents >= 0
    if (leaf[parents[leaf]]).any():
        raise ValueError(f"Point {np.flatnonzero(leaf)[leaf[parents[leaf]]][0]} has a parent that has a parent itself: "
                         "cut deeper trees into roots with leaves.")
    return parents


def build_corpus(made, count, parents):
    """Points as nodes without anything in common but what the caller says: the corpus' number of each point."""
    tops = range(count) if parents is None else np.flatnonzero(parents < 0)
    below = {int(top): [] for top in tops}
    if parents is not None:
        for leaf in np.flatnonzero(parents >= 0):
            below[int(parents[leaf])].append(str(leaf))
    text = "\n".join(json.dumps({"owner": "p", "id": str(top), "name": str(top), "children": leaves})
                     for top, leaves in below.items()).encode()
    content, name = ffi.from_buffer(text), ffi.new("char[]", b"points.jsonl")
    points = ffi.new("pleach_input *", {"name": name, "bytes": content, "size": len(text)})
    call(lib.pleach_corpus_read, made.corpus, points, 1, Options("pleach_read_options", language="none"))
    found = ffi.new("pleach_node *")
    number = np.empty(count, dtype=np.uint32)
    for k in range(count):
        call(lib.pleach_corpus_node, found, made.corpus[0], k)
        number[int(ffi.string(found.name))] = k
    return number


def propagate(a, b, s, preference, parents, solver, **finding):
    """The exemplar of each point, and the report."""
    made, listener = Made(), Listener()
    count = len(preference)
    number = build_corpus(made, count, parents)
    pairs = np.empty(len(s), dtype=[("a", np.uint32), ("b", np.uint32), ("similarity", np.float32)])
    pairs["a"], pairs["b"], pairs["similarity"] = number[a], number[b], s
    each = np.empty(count)
    each[number] = preference
    own = ffi.new("pleach_own_similarity *", {
        "pairs": ffi.from_buffer("pleach_pair[]", pairs) if len(pairs) else ffi.NULL, "pair_count": len(pairs),
        "preferences": ffi.from_buffer("double[]", each)})
    comparing = Options("pleach_affinity_options", own=own, candidates=lib.PLEACH_ALL_CANDIDATES,
                        threads=finding["threads"], listener=listener.struct)
    call(lib.pleach_affinity_compare, made.affinity, made.corpus[0], comparing, heard=listener)
    found = Options("pleach_clusters_options", solver=solver, bound="none", listener=listener.struct,
                    **finding)
    call(lib.pleach_clusters_find, made.clusters, made.affinity[0], found, heard=listener)
    call(lib.pleach_taxonomy_grow, made.taxonomy, made.clusters[0])
    report = lib.pleach_taxonomy_report(made.taxonomy[0])
    exemplar = exemplars(made.taxonomy[0], count)
    return exemplar, {"iterations": report.iterations, "converged": report.converged}


def exemplars(taxonomy, count):
    """Read off the clusters, whose members are named by their points."""
    exemplar = np.empty(count, dtype=int)
    cluster, member = ffi.new("pleach_cluster *"), ffi.new("pleach_member *")
    for c in range(lib.pleach_taxonomy_clusters(taxonomy)):
        call(lib.pleach_taxonomy_cluster, cluster, taxonomy, c)
        points = []
        for k in range(cluster.size):
            call(lib.pleach_taxonomy_member, member, taxonomy, c, k)
            points.append(int(ffi.string(member.node.name)))
        exemplar[points] = points[cluster.exemplar]
    return exemplar
