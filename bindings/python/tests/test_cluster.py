"""The estimators, beside scikit-learn's and under its own checks."""
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.cluster import AffinityPropagation as Theirs
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from pleach import AffinityPropagation, RelationalAffinityPropagation


@parametrize_with_checks([AffinityPropagation(), AffinityPropagation(affinity="precomputed"),
                          RelationalAffinityPropagation(), RelationalAffinityPropagation(affinity="euclidean")])
@pytest.mark.filterwarnings("ignore")
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def similarities(X, preference=None):
    s = -((X[:, None] - X[None]) ** 2).sum(-1)
    np.fill_diagonal(s, np.median(s[np.triu_indices(len(X), 1)]) if preference is None else preference)
    return s


def worth(s, model):
    exemplar = model.cluster_centers_indices_[model.labels_]
    return s[np.arange(len(s)), exemplar].sum()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [20, 200, 500])
def test_as_good_as_theirs(count, seed):
    X, _ = make_blobs(count, centers=5, random_state=seed)
    s = similarities(X)
    ours = AffinityPropagation(damping=0.8, max_iter=1000, convergence_iter=50).fit(X)
    theirs = Theirs(damping=0.8, max_iter=1000, random_state=0).fit(X)
    assert worth(s, ours) > worth(s, theirs) - 0.05 * abs(worth(s, theirs))
    assert ours.net_similarity_ == pytest.approx(worth(s, ours))
    assert len(ours.cluster_centers_indices_) < count / 3


def test_precomputed_sparse_and_own_functions_agree():
    X, truth = make_blobs(60, centers=3, cluster_std=0.4, random_state=3)
    s = similarities(X)
    by_points = AffinityPropagation(preference=-50).fit(X)
    others = [AffinityPropagation(preference=-50, affinity="precomputed").fit(s),
              AffinityPropagation(preference=-50, affinity="precomputed").fit(sparse.csr_matrix(s)),
              AffinityPropagation(preference=[-50] * 60, affinity=lambda a, b: -((a - b) ** 2).sum()).fit(X)]
    assert adjusted_rand_score(truth, by_points.labels_) == 1
    for other in others:
        assert (other.labels_ == by_points.labels_).all()
    assert (by_points.predict(X) == by_points.labels_).all()
    np.fill_diagonal(s, 0)  # a point is most similar to itself
    assert (others[0].predict(s) == by_points.labels_).all()


@pytest.mark.parametrize("seed", range(6))
def test_exactly_theirs_where_both_settle(seed):
    generator = np.random.RandomState(seed)
    s = similarities(generator.rand(150, 2))
    ours = AffinityPropagation(damping=0.9, max_iter=2000, affinity="precomputed", preference=np.median(s)).fit(s)
    theirs = Theirs(damping=0.9, max_iter=2000, affinity="precomputed", preference=np.median(s), random_state=0).fit(s)
    assert ours.converged_ and (ours.labels_ == theirs.labels_).all()
    for threads in 1, 3:
        again = AffinityPropagation(damping=0.9, max_iter=2000, affinity="precomputed", preference=np.median(s),
                                    threads=threads).fit(s)
        assert (again.labels_ == ours.labels_).all() and again.n_iter_ == ours.n_iter_


def test_float32_is_not_copied_and_damping_adapts():
    X, truth = make_blobs(300, centers=3, cluster_std=0.4, random_state=3)
    s = similarities(X).astype(np.float32)
    model = AffinityPropagation(preference=-50, affinity="precomputed", damping="auto", max_iter=1000).fit(s)
    assert adjusted_rand_score(truth, model.labels_) == 1 and model.converged_
    assert np.shares_memory(model.affinity_matrix_, s) and model.affinity_matrix_.dtype == np.float32
    with pytest.raises(ValueError, match="damping"):
        AffinityPropagation(damping="automatic").fit(X)


def test_relational_without_parents_says_so():
    with pytest.warns(UserWarning, match="no parents"):
        RelationalAffinityPropagation(preference=0.1).fit(relational())


def test_preferences_of_single_points():
    X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
    each = np.full(6, -100.0)
    each[[0, 5]] = -0.1
    assert list(AffinityPropagation(preference=each).fit(X).cluster_centers_indices_) == [0, 5]


def test_always_an_answer():
    X, _ = make_blobs(100, centers=5, random_state=1)
    with pytest.warns(ConvergenceWarning):
        ours = AffinityPropagation(max_iter=2, damping=0.9).fit(X)
    assert set(ours.labels_) == set(range(len(ours.cluster_centers_indices_))) and -1 not in ours.labels_
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert set(Theirs(max_iter=2, damping=0.9, random_state=0).fit(X).labels_) == {-1}


def test_one_point_and_equal_points():
    assert list(AffinityPropagation().fit([[1.0, 2.0]]).labels_) == [0]
    assert len(set(AffinityPropagation(preference=-1).fit([[1.0], [1.0], [1.0]]).labels_)) == 1
    alike = -np.ones((4, 4))
    for affinities in alike, sparse.csr_matrix(alike):
        for preference, clusters in (None, 4), (-2, 1), (0, 4):
            with pytest.warns(UserWarning, match="equally similar"):
                model = AffinityPropagation(affinity="precomputed", preference=preference).fit(affinities)
            theirs = Theirs(affinity="precomputed", preference=preference, random_state=0)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                assert len(set(model.labels_)) == clusters == len(set(theirs.fit(alike).labels_))


@pytest.mark.parametrize("options, words", [({"damping": 0.4}, "damping"), ({"max_iter": 0}, "max_iter"),
                                            ({"affinity": "cosine"}, "affinity"), ({"preference": [1, 2]}, "preference"),
                                            ({"convergence_iter": 1.5}, "convergence_iter")])
def test_bad_options(options, words):
    with pytest.raises(ValueError, match=words):
        AffinityPropagation(**options).fit([[0.0], [1.0], [2.0]])


def test_bad_matrices():
    for wrong, words in (([[0, 1.0]], "square"), ([[0, np.nan], [2.0, 0]], "NaN"),
                         (sparse.csr_matrix([[0, 1.0], [0, 0]]), "symmetric")):
        with pytest.raises(ValueError, match=words):
            AffinityPropagation(affinity="precomputed").fit(wrong)


# Two trees of one root and two leaves each: animal > cat, dog and tool > cat, saw.
PARENTS = [-1, 0, 0, -1, 3, 3]


def relational():
    s = np.zeros((6, 6))
    s[1, 4] = s[4, 1] = 1.0  # both are called cat
    return sparse.csr_matrix(s)


def test_relational_keeps_a_name_under_two_parents_apart():
    # Alone the two cats are one; their parents are not, so as leaves they must not be.
    plain = AffinityPropagation(preference=0.1, affinity="precomputed").fit(relational())
    assert plain.labels_[1] == plain.labels_[4]
    for solver in ("rap", "joint"):
        found = RelationalAffinityPropagation(solver=solver, preference=0.1).fit(relational(), parents=PARENTS)
        assert found.labels_[1] != found.labels_[4]
        assert all(found.parents_[found.labels_[k]] == found.labels_[PARENTS[k]] for k in (1, 2, 4, 5))
        assert found.parents_[found.labels_[0]] == -1


def test_relational_merges_when_the_parents_do():
    s = relational().tolil()
    s[0, 3] = s[3, 0] = 1.0
    found = RelationalAffinityPropagation(preference=0.1).fit(s.tocsr(), parents=PARENTS)
    assert found.labels_[1] == found.labels_[4] and found.labels_[0] == found.labels_[3]
    assert len(found.parents_) == 4 and sorted(found.parents_).count(-1) == 1


@pytest.mark.parametrize("parents", [[-1, 0], [-1, 0, 0, -1, 3, 9], [-1, 0, 0, -1, 3, 4], [-1, 0, 0, -1, 3, 0.5]])
def test_bad_parents(parents):
    with pytest.raises(ValueError, match="parent"):
        RelationalAffinityPropagation().fit(relational(), parents=parents)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_similarities_that_are_no_numbers(wrong):
    s = np.full((4, 4), 0.5)
    s[1, 2] = s[2, 1] = wrong
    for matrix in (s, sparse.csr_matrix(s)):
        for estimator in (AffinityPropagation(affinity="precomputed"), RelationalAffinityPropagation()):
            with pytest.raises(ValueError):
                estimator.fit(matrix)
    points = np.arange(8.0).reshape(4, 2)
    with pytest.raises(ValueError, match="finite"):
        AffinityPropagation(affinity=lambda a, b: wrong).fit(points)
    with pytest.raises(ValueError, match="finite|too far"):
        AffinityPropagation().fit(points * 1e200)
    with pytest.raises(ValueError, match="too far"):
        AffinityPropagation(affinity=lambda a, b: 1.6e308 * (1 if a[0] + b[0] > 6 else -1)).fit(points)
