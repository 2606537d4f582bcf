"""From Python's own things to a taxonomy and back."""
import json
import multiprocessing
import os
import pathlib
import pickle
import subprocess
import sys
import threading
import time
import warnings

import networkx
import pandas
import pytest

import pleach
from pleach._calls import ffi

EXAMPLES = pathlib.Path(os.environ.get("PLEACH_SOURCE", pathlib.Path(__file__).parents[3])) / "examples"
SAPLINGS = [{"owner": "ada", "name": "Animals", "children": ["Birds", "Dogs"]},
            {"owner": "ben", "name": "animal", "children": [{"name": "bird", "tags": {"wing": 2}}]},
            {"owner": "cleo", "name": "Birds", "children": ["Heron"]}]
TREE = "Animals (2)\n├── Birds (3)\n│   └── Heron (1)\n└── Dogs (1)"


def edges():
    return pandas.DataFrame([("ada", "Animals", "Birds"), ("ada", "Animals", "Dogs"), ("ben", "animal", "bird"),
                             ("cleo", "Birds", "Heron")], columns=["owner", "parent", "child"])


def graph(owner, *pairs):
    made = networkx.DiGraph(owner=owner)
    made.add_edges_from(pairs)
    return made


def test_sources_of_all_kinds_give_one_tree(tmp_path):
    lines = "".join(json.dumps(one) + "\n" for one in SAPLINGS)
    file = tmp_path / "saplings.jsonl"
    file.write_text(lines)
    graphs = [graph("ada", ("Animals", "Birds"), ("Animals", "Dogs")), graph("ben", ("animal", "bird")),
              graph("cleo", ("Birds", "Heron"))]
    nested = [{"Animals": {"Birds": [], "Dogs": []}}, {"animal": ["bird"]}, {"Birds": ["Heron"]}]
    frame = pandas.DataFrame({"owner": list("aabc"), "path": ["Animals > Birds", "Animals > Dogs", "animal > bird",
                                                              "Birds > Heron"]})
    for source in (SAPLINGS, tuple(SAPLINGS), iter(SAPLINGS), str(file), file, [file], lines.encode(), edges(), frame, graphs,
                   nested):
        assert str(pleach.grow(source)) == TREE


def test_walking():
    taxonomy = pleach.grow(SAPLINGS)
    assert len(taxonomy) == 4 and [cluster.name for cluster in taxonomy.roots] == ["Animals"]
    birds, = taxonomy.find("BIRD")
    assert birds.path == ("Animals", "Birds") and birds.parent is taxonomy[0] and birds.depth == 1
    assert [child.name for child in taxonomy[0].children] == ["Birds", "Dogs"] and not taxonomy[3].children
    assert [below.name for below in taxonomy[0].below] == ["Birds", "Heron", "Dogs"]
    assert {(member.owner, member.name, member.role) for member in birds.members} == {
        ("ada", "Birds", "leaf"), ("ben", "bird", "leaf"), ("cleo", "Birds", "root")}
    assert birds.exemplar.name in ("Birds", "bird") and birds.people == 3 and birds.in_favour == 2
    assert birds.tags() == {"wing": 2.0} and birds.tags(0) == {} and birds.concept is birds
    assert taxonomy.report["clusters"] == 4 and taxonomy.report["level_clusters"] == [1, 2, 1]


def test_converting(tmp_path):
    taxonomy = pleach.grow(SAPLINGS)
    assert taxonomy.to_dict()[0]["children"][0]["children"][0]["name"] == "Heron"
    frame = taxonomy.to_pandas()
    assert list(frame["path"]) == ["Animals", "Animals > Birds", "Animals > Birds > Heron", "Animals > Dogs"]
    assert frame["parent"].isna().sum() == 1 and len(taxonomy.to_pandas(members=True)) == 7
    drawn = taxonomy.to_networkx()
    assert networkx.is_arborescence(drawn) and drawn.nodes[1]["name"] == "Birds"
    assert [cluster.path for cluster in pleach.grow(drawn)] == [cluster.path for cluster in taxonomy]
    for name in ("t.json", "t.html", "t.dot"):
        taxonomy.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    loaded = pleach.load(tmp_path / "t.json")
    assert str(loaded) == TREE and loaded.find("heron")[0].path == ("Animals", "Birds", "Heron")
    assert loaded.write("json") == taxonomy.write("json") == (tmp_path / "t.json").read_bytes()
    assert "Heron" in taxonomy.explain("Heron")
    for one in (taxonomy, loaded):
        assert one._repr_html_().startswith("<iframe srcdoc=\"") and "Heron" in one._repr_html_()
        assert "<script" not in one._repr_html_()  # all of the page is inside the attribute


def test_checking_and_scoring(tmp_path):
    source = EXAMPLES / "animals.jsonl"
    taxonomy = pleach.grow(source)
    assert pleach.check(taxonomy, source)["input_nodes"] > 0
    with pytest.raises(pleach.DataError):
        pleach.check(taxonomy, SAPLINGS)
    members = [member for cluster in taxonomy.clusters for member in cluster.members]
    truth = tmp_path / "truth.tsv"
    truth.write_text("id\tpath\tname\tgold\n" + "".join(f"{one.id}\t{one.path}\t{one.name}\tanimal\n"
                                                      for one in members if one.role == "root"))
    gold = EXAMPLES / "animals-taxonomy.tsv"
    assert pleach.score(taxonomy, truth=truth)["given"]["pairs"]["precision"] == 1
    assert pleach.score(taxonomy, truth=truth, gold=gold)["mends"]["given"]["merges"] > 0
    for wrong in ({}, {"gold": gold}):
        with pytest.raises(ValueError, match="needs a truth"):
            pleach.score(taxonomy, **wrong)


def test_every_option_of_the_library_is_a_keyword():
    given = set(pleach.grow.__kwdefaults__)
    inside = {"room", "listener", "exchange", "own", "synonym_count", "least_id"}
    for kind in ("pleach_read_options", "pleach_affinity_options", "pleach_clusters_options"):
        assert {name for name, _ in ffi.typeof(kind).fields} - inside <= given
    assert set(pleach.Cluster.__annotations__) >= {name for name, _ in ffi.typeof("pleach_cluster").fields} - {
        "room", "concept", "parent", "child_count", "end", "exemplar", "also_count", "also_under", "also_people"}


@pytest.mark.parametrize("options", [{"similarity": "0.5*tags:2 + 0.5*context:2"}, {"solver": "votes"}, {"solver": "rap"},
                                     {"solver": "joint"}, {"preference": 0.01}, {"threads": 1},
                                     {"preference": 0.5, "bound": "fast", "solver": "rap"},
                                     {"seed": "animal", "hops": 0}, {"language": "none"}])
def test_options_reach_the_library(options):
    taxonomy = pleach.grow(SAPLINGS, **options)
    assert len(taxonomy) > 0
    for name, value in options.items():
        if name in ("solver", "seed", "language", "similarity"):
            assert taxonomy.report[name] == value


def test_arguments_that_cannot_be():
    for call in (lambda: pleach.grow("a\0b"), lambda: pleach.grow({"a": ["b"]}, similarity="name\0x"),
                 lambda: pleach.grow({"a": ["b"]}).save("a\0.csv"), lambda: pleach.grow({"a": ["b"]}).explain("a\0b")):
        with pytest.raises(ValueError, match="NUL"):
            call()
    with pytest.raises(TypeError, match="previous cannot be 'x': give a taxonomy"):
        pleach.grow({"a": ["b"]}, previous="x")
    for wrong in (5, [5], [("same", 5, "b")]):
        with pytest.raises(TypeError, match="decisions cannot be .*give a file"):
            pleach.grow({"a": ["b"]}, decisions=wrong)


def test_several_parents():
    source = [{"owner": f"{where} {k}", "name": where, "children": ["tomato"]} for where in ("fruit", "vegetable")
              for k in range(6)] + [{"owner": "z", "name": "food", "children": ["fruit", "vegetable"]}]
    tomatoes = pleach.grow(source, parents=2).find("tomato")
    for tomato in tomatoes:
        edges = tomato.taxonomy.to_networkx().in_edges(tomato.number, data="further")
        assert {up for up, _, further in edges if further} == {parent.number for parent in tomato.also_under}
    above = {cluster.name for tomato in tomatoes for cluster in (tomato.parent, *tomato.also_under)}
    assert above == {"fruit", "vegetable"}
    assert not any(cluster.also_under for cluster in pleach.grow(source))


def test_synonyms_and_vectors(tmp_path):
    source = [{"owner": "ada", "name": "Animals", "children": ["Hound"]}, {"owner": "ben", "name": "Animals", "children": ["Dog"]}]
    assert len(pleach.grow(source)) == 3
    groups = tmp_path / "groups.tsv"
    groups.write_text("hound\tdog\n")
    for given in (groups, str(groups), [groups]):
        assert len(pleach.grow(source, synonyms=given)) == 2
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("hound 1 0 0\ndog 1 0 0\nanimals 0 1 0\n")
    assert len(pleach.grow(source, vectors=vectors)) <= 3
    with pytest.raises(pleach.Error):
        pleach.grow(source, synonyms=tmp_path / "not there.tsv")


def test_the_dictionary_that_is_installed(tmp_path, monkeypatch):
    source = [{"owner": "ada", "name": "Animals", "children": ["Hound"]}, {"owner": "ben", "name": "Animals", "children": ["Dog"]}]
    (tmp_path / "data.noun").write_text("00000001 04 n 02 hound 0 dog 1 000 | a friend\n")
    assert len(pleach.grow(source)) == 3
    monkeypatch.setenv("PLEACH_WORDNET", str(tmp_path))
    grown = pleach.grow(source)
    assert len(grown) == 2
    assert f'with synonyms:"{tmp_path}"' in grown.report["similarity"]
    assert len(pleach.grow(source, synonyms="none")) == 3
    assert len(pleach.grow(source, language="german")) == 3


def test_a_loaded_one_is_saved_in_any_format(tmp_path):
    loaded = pleach.load(pleach.grow(SAPLINGS).write("json"))
    for name in ("a.json", "a.html", "a.ttl", "a.csv", "a.md", "a.dot", "a.mmd"):
        loaded.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 10
    assert sorted(os.listdir(tmp_path)) == ["a.csv", "a.dot", "a.html", "a.json", "a.md", "a.mmd", "a.ttl"]
    with pytest.raises(pleach.Error):
        loaded.save(tmp_path / "a.nonsense")


def test_large_bytes_live_as_long_as_the_call():
    name = "x" * 200
    many = [{"owner": str(k), "name": f"{name} {k}", "children": [f"{name} {k + 1}", f"{name} {k + 2}"]} for k in range(3000)]
    taxonomy = pleach.grow(many, similarity="name")
    assert pleach.check(taxonomy, many)["members"] == 9000
    assert "x" in taxonomy.explain(taxonomy[0])


def test_decisions(tmp_path):
    lines = [("under", "Heron", "Dogs"), ("name", "Dogs", "Hounds")]
    file = tmp_path / "decisions.tsv"
    file.write_text("".join("\t".join(line) + "\n" for line in lines))
    for given in (lines, file, str(file)):
        decided = pleach.grow(SAPLINGS, decisions=given)
        assert decided.find("heron")[0].path == ("Animals", "Hounds", "Heron")
    kept = pleach.grow(SAPLINGS, previous=decided, decisions=[("keep-branch", "Hounds")])
    assert len(kept) > 0
    with pytest.raises(pleach.DataError, match="decisions:1"):
        pleach.grow(SAPLINGS, decisions=[("marry", "a", "b")])


ITSELF = {"name": "a", "children": []}
ITSELF["children"].append(ITSELF)
BOTTOMLESS = {"name": "a"}
for _ in range(5000):
    BOTTOMLESS = {"name": "a", "children": [BOTTOMLESS]}


@pytest.mark.parametrize("source, kind, words", [
    ([{"name": "a", "children": 7}], pleach.DataError, "hierarchies.jsonl:1"),
    ([{"name": "a"}, {"name": "b", "children": [{}]}], pleach.DataError, "hierarchies.jsonl:2"),
    ("no such file.jsonl", pleach.FileError, "no such file"),
    (b"\x00\x01\x02 nothing of the kind", pleach.DataError, ""),
    ([], pleach.UsageError, "no input"),
    (7, TypeError, "int"),
    ([7], TypeError, "hierarchy 1"),
    ([{"name": "a", "tags": {"x": object()}}], TypeError, "object"),
    ([{"name": "a", "tags": {"x": float("nan")}}], ValueError, "hierarchy 1: NaN"),
    ([{"name": float("inf"), "children": ["b"]}], ValueError, "hierarchy 1: NaN"),
    (ITSELF, ValueError, "contains itself"),
    (BOTTOMLESS, ValueError, "too deep"),
    (graph("ada", (1, 3), (2, 3)), ValueError, "several parents"),
    (graph("ada", (1, 2), (2, 1)), ValueError, "circle"),
    (graph("ada", (0, 1), (2, 3), (3, 2)), ValueError, "circle"),
])
def test_bad_sources(source, kind, words):
    with pytest.raises(kind, match=words):
        pleach.grow(source)


@pytest.mark.parametrize("options, words", [({"solver": "magic"}, "magic"), ({"damping": 7.0}, "damping"),
                                            ({"hops": -1}, "hops"), ({"threads": "two"}, "threads"),
                                            ({"similarity": "nonsense"}, "nonsense"), ({"preference": -1}, "preference"),
                                            ({"preference": 0}, "preference"), ({"preference": "mean"}, "mean"),
                                            ({"bound": "tight"}, "none, fast, full")])
def test_bad_options(options, words):
    with pytest.raises(pleach.UsageError, match=words):
        pleach.grow(SAPLINGS, **options)


def test_errors_carry_their_place(tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"name": "a", "children": ["b"]}\n{"name": \n')
    with pytest.raises(pleach.DataError) as caught:
        pleach.grow(tmp_path / "bad.jsonl")
    assert caught.value.line == 2 and caught.value.file.endswith("bad.jsonl") and caught.value.sentence in str(caught.value)
    assert len(pleach.grow(tmp_path / "bad.jsonl", skip_bad=True)) == 2


def test_warnings_are_pythons():
    with pytest.warns(pleach.Warning, match="single node"):
        pleach.grow([{"name": "alone"}])


def test_hostile_names():
    hostile = '</script><img src=x onerror=alert(1)>"\u202e\n'
    taxonomy = pleach.grow([{"name": hostile, "children": ["x"]}])
    assert "<img" not in taxonomy._repr_html_()
    with pytest.raises(pleach.DataError):
        pleach.grow([{"name": "\ud800", "children": ["x"]}])


def test_progress_and_cancelling():
    heard = []
    pleach.grow(SAPLINGS, progress=heard.append)
    assert {one.stage for one in heard} & {"read", "compare", "cluster", "grow"}
    with pytest.raises(pleach.Cancelled):
        pleach.grow(SAPLINGS, progress=lambda progress: False)
    with pytest.raises(ZeroDivisionError):
        pleach.grow(SAPLINGS, progress=lambda progress: 1 / 0)


SLOW = [{"owner": str(k), "name": f"top {k % 50}", "children": [f"leaf {(k * 7 + j) % 900}" for j in range(9)]}
        for k in range(3000)]


def test_ctrl_c_stops_the_work():
    code = ("import sys, time, signal, threading, os, pleach, json\n"
            "source = json.load(sys.stdin)\n"
            "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "start = time.time()\n"
            "try:\n"
            "    while time.time() - start < 60: pleach.grow(source, solver='rap', max_iterations=100000, window=100000)\n"
            "except KeyboardInterrupt:\n"
            "    print('stopped', time.time() - start)\n")
    done = subprocess.run([sys.executable, "-c", code], input=json.dumps(SLOW), capture_output=True, text=True, timeout=120)
    assert done.stdout.startswith("stopped"), done.stderr
    assert float(done.stdout.split()[1]) < 10


def test_other_threads_run_meanwhile():
    ticks, done = [0], threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    pleach.grow(SLOW, threads=1)
    during = ticks[0]
    done.set()
    thread.join()
    assert during > 5


def test_many_taxonomies_do_not_leak():
    import resource

    source = json.dumps(SLOW[:100][0]).encode()
    for _ in range(50):
        pleach.grow(source)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(500):
        pleach.grow(source)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20000


def test_frames_as_pandas_makes_them():
    # A missing parent makes floats of all ids.
    ids = pandas.DataFrame({"id": [1, 2, 3], "name": ["A", "B", "C"], "parent_id": [float("nan"), 1, 2]})
    assert [cluster.path for cluster in pleach.grow(ids)] == [("A",), ("A", "B"), ("A", "B", "C")]
    # Names of columns are never nodes.
    with pytest.raises(pleach.DataError, match="columns of this table are not known"):
        pleach.grow(pandas.DataFrame({"x": ["A"], "y": ["B"]}))
    given = pandas.DataFrame({"x": ["A"], "y": ["B"]})
    assert [cluster.name for cluster in pleach.grow(given, columns="parent=x,name=y")] == ["A", "B"]
    assert [cluster.name for cluster in pleach.grow(pandas.DataFrame([["A", "B"]]))] == ["A", "B"]


def test_graphs_that_say_nothing_of_below():
    for source in networkx.Graph([("A", "B")]), [networkx.Graph([("A", "B")])]:
        with pytest.raises(TypeError, match="not directed"):
            pleach.grow(source)


def test_taxonomies_are_pickled():
    taxonomy = pleach.grow(edges())
    again = pickle.loads(pickle.dumps(taxonomy))
    assert again.to_dict() == taxonomy.to_dict() and str(again) == str(taxonomy)
    assert pickle.loads(pickle.dumps(again)).write("json") == taxonomy.write("json")


@pytest.mark.parametrize("sign", ["\n", "\r", "\t", "\0"])
def test_a_decision_is_one_line(sign):
    with pytest.raises(pleach.UsageError, match="Decision 2 has"):
        pleach.grow(edges(), decisions=[("top", "Dogs"), ("same", "Cats", f"Dogs{sign}drop{sign}Birds")])


def grow_many(_number):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        return len(pleach.grow(MANY)), [str(one.message) for one in said]


MANY = [{"owner": f"o{k}", "name": f"top {k % 40}", "children": [f"leaf {k % 97} {n}" for n in range(20)]} for k in range(400)]


def test_a_forked_process_goes_on_alone():
    expected = grow_many(0)[0]
    with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        found = pool.map_async(grow_many, range(2)).get(timeout=120)
    assert [count for count, _ in found] == [expected] * 2
    assert all(any("forked" in sentence for sentence in said) for _, said in found)


def test_ask_gets_questions_and_its_answers_count(tmp_path):
    desks = [{"owner": "a", "name": "Desk", "children": ["Refunds", "Login"]},
             {"owner": "b", "name": "Desk", "children": ["Money back", "Cards"]}]
    asked = []

    def oracle(prompt):
        asked.append(prompt)
        request = json.loads(prompt.rstrip("\n").rsplit("\n", 1)[-1])
        if len(asked) == 1:
            return "I do not know"
        numbers = {one["name"]: one["n"] for one in request["names"]}
        return json.dumps({"id": request["id"], "groups": [[numbers["Refunds"], numbers["Money back"]]]})

    assert len(pleach.grow(desks, synonyms="none")) == 5
    kept = tmp_path / "answers.jsonl"
    made = pleach.grow(desks, synonyms="none", ask=oracle, budget=1, answers=kept)
    assert len(asked) == 2 and asked[0] == asked[1] and len(made) == 4
    assert json.loads(kept.read_text())["command"] == "oracle"
    assert len(pleach.grow(desks, synonyms="none", answers=kept)) == 4
    with pytest.raises(ZeroDivisionError):
        pleach.grow(desks, ask=lambda prompt: 1 / 0)


def test_several_sources_of_several_kinds(tmp_path):
    import pandas

    one = {"owner": "ada", "name": "Animals", "children": ["Birds", "Dogs"]}
    file = tmp_path / "ben.jsonl"
    file.write_text('{"owner": "ben", "name": "animal", "children": [{"name": "bird"}]}\n')
    frame = pandas.DataFrame({"owner": ["cleo"], "parent": ["Birds"], "child": ["Heron"]})
    taxonomy = pleach.grow(one, file, frame)
    assert [cluster.name for cluster in taxonomy] == ["Animals", "Birds", "Heron", "Dogs"]
    assert {member.owner for cluster in taxonomy for member in cluster.members} == {"ada", "ben", "cleo"}
    with pytest.raises(TypeError, match="nothing to read"):
        pleach.grow()


def test_names_review_and_crosswalk_are_frames():
    shops = [{"owner": "a", "name": "Shop", "children": [{"name": "Phones", "children": ["Chargers"]}, "Refunds"]},
             {"owner": "b", "name": "Shop", "children": [{"name": "phones", "children": ["Chargers"]}, "Refund"]}]
    frame = pleach.names(shops)
    assert list(frame.columns) == ["name", "count"] and "Shop" in set(frame["name"])
    taxonomy = pleach.grow(shops)
    questions = taxonomy.review()
    assert list(questions["saves"]) == sorted(questions["saves"], reverse=True)
    for answer in ("yes", "no"):
        for lines in questions[answer]:
            pleach.grow(shops, decisions=lines)
    assert len(taxonomy.review(most=1)) <= 1
    pairs = taxonomy.crosswalk("a", "b")
    assert len(pairs) > 0 and ((pairs["confidence"] >= 0) & (pairs["confidence"] <= 1)).all()
    with pytest.raises(pleach.UsageError):
        taxonomy.crosswalk("nobody")


@pytest.mark.parametrize("frame, place", [
    ({"id": [1, 1], "name": ["A", "B"], "parent_id": [None, ""]}, "data frame, row 'y', column 'id': A row above"),
    ({"owner": ["ö,\nö", "ö,\nö"], "name": ["A", "B"], "id": [1, 1], "parent_id": [None, ""]}, "row 'y', column 'id'"),
    ({"path": ["A > B", None], "x": [1, 2]}, "data frame, row 'y', column 'path': There is no name"),
    ({"a": ["A", "A"], "b": ["B", "C"]}, r'^data frame: .*add columns="parent=a,name=b";'),
])
def test_errors_of_a_frame_speak_of_its_rows_and_columns(frame, place):
    with pytest.raises(pleach.DataError, match=place) as caught:
        pleach.grow(pandas.DataFrame(frame, index=["x", "y"]), skip_bad=False)
    assert "csv" not in str(caught.value)
    assert caught.value.row == ("y" if "row" in place else None)


def test_warnings_of_a_frame_speak_of_its_rows():
    with pytest.warns(pleach.Warning, match=r"data frame \(hierarchy 2\), row 0: This hierarchy has a single node"):
        pleach.grow(edges(), pandas.DataFrame({"path": ["alone"]}))
    with pytest.raises(pleach.UsageError, match='There are "name", "parent".$'):
        pleach.grow(pandas.DataFrame({"name": ["A"], "parent": ["B"]}), columns="name=zzz")


def test_questions_and_answers_are_frames():
    shops = [{"owner": "a", "name": "Shop", "children": ["Phones", "Refunds"]},
             {"owner": "b", "name": "Shop", "children": ["phone", "Money back"]}]
    questions = pleach.ask(shops, synonyms="none", most=1)
    assert list(questions.columns) == ["kind", "question", "prompt", "saves", "answer"] and len(questions) == 1
    numbers = {one["name"]: one["n"] for one in json.loads(questions["question"][0])["names"]}
    same = {"id": 1, "groups": [[numbers["Refunds"], numbers["Money back"]]]}
    assert len(pleach.grow(shops, synonyms="none", answers=questions)) == 4  # nobody has said anything yet
    for said in (same, f"Sure! {json.dumps(same)} I hope this helps."):
        questions["answer"] = [said]
        assert len(pleach.grow(shops, synonyms="none", answers=questions)) == 3
    assert not set(pleach.ask(shops, synonyms="none", answers=questions)["question"]) & set(questions["question"])
    questions["answer"] = ["I cannot tell."]
    with pytest.raises(pleach.UsageError, match="row 0, column 'answer'"):
        pleach.grow(shops, answers=questions)


def test_a_shape_is_asked_for_by_numbers():
    source = [{"owner": "a", "name": f"top {k}", "children": [f"x {k}", f"y {k}"]} for k in range(12)]
    assert len(pleach.grow(source).roots) == 12
    assert len(pleach.shape(source, tops=(2, 4)).roots) <= 4
    with pytest.raises(TypeError, match="how many"):
        pleach.shape(source)


def test_a_notebook_gets_what_fits_into_it():
    small = pleach.grow({"a": ["b"]})
    assert "height: 308px" in small._repr_html_()
    large = pleach.grow([{"owner": "o", "name": f"n{k}", "children": [f"m{k} <b>"]} for k in range(3000)], similarity="name")
    shown = large._repr_html_()
    assert shown.startswith("<pre>") and "&lt;b&gt;" in shown and len(shown) < 5000 and "of 6000 concepts" in shown
