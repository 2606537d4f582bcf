// The model of the page, without a browser: `npm run unit` in viewer/.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matchBranches } from "../src/model/branches.js";
import { problemOf, readData } from "../src/model/data.js";
import { areaUnder, Forest } from "../src/model/forest.js";
import { indentedList, printLines, walk } from "../src/model/outline.js";
import { whereAre } from "../src/model/same.js";
import { SCORES, SearchIndex } from "../src/model/search-index.js";
import { count, fileName, fold, num, oneLine, percent, shorten, xml } from "../src/model/text.js";
import { alsoUnder } from "../src/model/voices.js";
import { namesakes, peopleOnEdge, places, rivals, votesFor } from "../src/model/votes.js";
import { clusterAddress, readAddress, treeAddress } from "../src/parts/route.js";

const leaf = (owner, id, path = "/x") => ({ owner, id, path, role: "leaf" });
const root = (owner, id) => ({ owner, id, path: "/", role: "root" });

/** Animals > (Pets > Birds, Wildlife > Birds); a tree of its own: Tools. */
function animals() {
  return {
    format: "pleach-taxonomy/1",
    clusters: [
      { id: 10, parent: null, name: "Animals", members: [root("ann", "a")] },
      { id: 11, parent: 10, name: "Pets", members: [leaf("ann", "a", "/0"), leaf("bob", "b", "/0")] },
      { id: 12, parent: 10, name: "Wildlife", members: [leaf("ann", "a", "/1")], tags: { forest: 2 } },
      { id: 13, parent: 11, name: "Birds", key: "bird", members: [leaf("ann", "c"), leaf("ann", "d")], concept: 13 },
      {
        id: 14,
        parent: 12,
        name: "Bird",
        key: "bird",
        concept: 13,
        members: [leaf("cat", "e"), leaf("", "f")],
        spellings: { "Vögel": 1 },
      },
      { id: 15, parent: null, name: " ", size: 7 },
    ],
    conflicts: [{ from: 13, cluster: 13, parent: 12, id: "e", path: "/x", owner: "cat", cost: 0.5 }],
  };
}
const forest = (at = 0) => new Forest("one", animals(), at);

test("a forest in flat arrays", () => {
  const f = forest();
  assert.equal(f.mended, 0);
  assert.deepEqual([...f.parent], [-1, 0, 0, 1, 2, -1]);
  assert.deepEqual([...f.depth], [0, 1, 1, 2, 2, 0]);
  assert.deepEqual([...f.below], [4, 1, 1, 0, 0, 0]);
  assert.deepEqual([...f.branch], [-1, 0, 1, 0, 1, -1]);
  assert.deepEqual(f.pathTo(4), [0, 2, 4]);
  assert.deepEqual(f.trees.map((tree) => [tree.root, tree.clusters, tree.members]), [[0, 5, 8], [5, 1, 7]]);
  assert.equal(f.name(5), "(no name)");
  assert.deepEqual(f.levels(), { clusters: [2, 2, 2], instances: [8, 3, 4] });
  assert.equal(areaUnder([1, 3, 4]), 5.5);
  assert.equal(areaUnder([1]), 0);
});

test("links that lead nowhere, to themselves or in a circle are left out", () => {
  const clusters = [
    { id: 1, parent: 99 },
    { id: 2, parent: 2 },
    { id: 3, parent: 4 },
    { id: 4, parent: 3 },
    { id: 5, parent: 4 },
  ];
  const f = new Forest("broken", { clusters }, 0);
  assert.equal(f.mended, 3);
  assert.equal(f.trees.reduce((sum, tree) => sum + tree.clusters, 0), 5);
  for (let i = 0; i < f.count; i++) assert.ok(f.pathTo(i).length <= f.count);
});

test("a chain as long as it likes", () => {
  const clusters = Array.from({ length: 50000 }, (_, id) => ({ id, parent: id ? id - 1 : null }));
  const f = new Forest("deep", { clusters }, 0);
  assert.equal(f.depth[49999], 49999);
  assert.equal(f.below[0], 49999);
});

test("why a file cannot be shown", () => {
  const format = "pleach-taxonomy/1";
  assert.equal(problemOf(animals()), null);
  assert.match(problemOf(null), /no taxonomy/);
  assert.match(problemOf({ format: "x" }), /not a pleach taxonomy/);
  assert.match(problemOf({ format: "pleach-taxonomy/2" }), /newer/);
  assert.match(problemOf({ format }), /no list/);
  assert.match(problemOf({ format, clusters: [7] }), /not an object/);
  assert.match(problemOf({ format, clusters: [{ id: 1.5 }] }), /without a number/);
  assert.match(problemOf({ format, clusters: [{ id: 1 }, { id: 1 }] }), /two clusters/);
  assert.match(readData("[{").problems[0], /cut off/);
  assert.match(readData("[]").problems[0], /without a taxonomy/);
  assert.equal(readData(JSON.stringify(animals())).results.length, 1);
  const two = readData(JSON.stringify([{ label: "a", taxonomy: animals() }, { taxonomy: 3 }]));
  assert.deepEqual([two.results.length, two.problems], [1, ["result 2 holds no taxonomy."]]);
});

test("votes, rivals, namesakes and places", () => {
  const f = forest();
  assert.deepEqual(votesFor(f, 3), { votes: 2, people: 1 });
  assert.deepEqual(votesFor(f, 4), { votes: 2, people: 2 }); // who has no name is one by id
  assert.deepEqual(votesFor(f, 0), { votes: 0, people: 1 });
  assert.equal(peopleOnEdge(f, 4), 2);
  assert.deepEqual(namesakes(f, 3), [4]);
  assert.deepEqual(places(f, 4), [3]);
  assert.deepEqual(places(f, 0), []);
  // The leaf of cat is found twice, as a namesake's and as a conflict, and counts once.
  assert.deepEqual(rivals(f, 3), [{ parent: 2, votes: 2, people: 2, cost: 0.5, clusters: [4] }]);
  assert.deepEqual(rivals(f, 0), []);
});

test("where a cluster hangs as well", () => {
  const clusters = [
    { id: 7, parent: null, name: "a" },
    { id: 8, parent: null, name: "b" },
    { id: 9, parent: 7, name: "c", also_under: [{ parent: 8, people: 2 }, { parent: 99, people: 1 }, null, { parent: 7 }] },
    { id: 10, parent: 7, name: "d", also_under: "nowhere" },
  ];
  const f = new Forest("several", { clusters }, 0);
  assert.deepEqual(alsoUnder(f, 2), [{ parent: 1, people: 2, who: [] }]);
  assert.deepEqual(alsoUnder(f, 3), []);
  assert.deepEqual(alsoUnder(f, 0), []);
});

test("the same nodes in another result", () => {
  const f = forest();
  const members = [leaf("ann", "c"), leaf("cat", "e"), leaf("", "f"), leaf("x", "nowhere")];
  assert.deepEqual(whereAre(f, members), [{ cluster: 4, shared: 2 }, { cluster: 3, shared: 1 }]);
});

test("branches keep their colour", () => {
  const turned = animals();
  [turned.clusters[1], turned.clusters[2]] = [turned.clusters[2], turned.clusters[1]];
  const first = forest();
  const second = new Forest("two", turned, 1);
  matchBranches([first, second]);
  const pets = second.byId.get(11);
  assert.equal(second.branch[pets], first.branch[1]);
  assert.equal(second.branch[second.byId.get(13)], first.branch[3]);
});

test("a branch as a list", () => {
  const f = forest();
  assert.equal(indentedList(f, 0), "Animals\n  Pets\n    Birds\n  Wildlife\n    Bird\n");
  const seen = [];
  walk(f, 0, (i) => seen.push(i), new Set([0]));
  assert.deepEqual(seen, [0, 1, 2]);
  assert.equal(printLines(f, 0, new Set([0])).lines[1].closed, 1);
});

test("search by name, spelling, tag and owner", () => {
  const index = new SearchIndex(forest());
  const found = (query) => index.find(query, 9).hits.map((hit) => [hit.cluster, hit.score]);
  assert.deepEqual(found("bird"), [[4, SCORES.exact], [3, SCORES.start]]);
  assert.deepEqual(found("life"), [[2, SCORES.inside]]);
  assert.deepEqual(found("vogel"), [[4, SCORES.spelling]]);
  assert.deepEqual(found("FOREST"), [[2, SCORES.tag]]);
  assert.deepEqual(found("bob"), [[1, SCORES.owner]]);
  assert.deepEqual(found("bird bob"), []);
  assert.deepEqual(found("  "), []);
  assert.deepEqual(index.find("s", 1), { total: 4, hits: [{ cluster: 1, score: SCORES.inside, by: "name", text: "" }] });
});

test("addresses", () => {
  const forests = [forest(0), forest(1)];
  assert.equal(clusterAddress(forests[0], 3), "#c13");
  assert.equal(treeAddress(forests[1], 0), "#2.t10");
  assert.deepEqual(readAddress("#measures", forests), { view: "measures" });
  assert.deepEqual(readAddress("#2.c13", forests), { view: "tree", forest: forests[1], cluster: 3, panel: true });
  for (const bad of ["", "#c", "#c99", "#3.c13", "#0.c13", "#x13", "#c13x"]) assert.equal(readAddress(bad, forests), null);
});

test("words and numbers", () => {
  assert.deepEqual([num(12345), num(0.123456), num(NaN), num("7")], ["12,345", "0.12346", "–", "–"]);
  assert.deepEqual([count(1, "person", "people"), count(2, "cluster")], ["1 person", "2 clusters"]);
  assert.deepEqual([percent(2, 3), percent(29, 100), percent(1, 1)], ["66.66 %", "29 %", "100 %"]);
  assert.equal(fold("ÀÉß Straße"), "aeß straße");
  assert.equal(oneLine("a\n\tb\u2028c "), "a b c");
  assert.equal(xml('<a & "b">\u0000\ud800'), "&lt;a &amp; &quot;b&quot;&gt;\ufffd\ufffd");
  assert.equal(xml("\u{1f426}"), "\u{1f426}");
  assert.equal(shorten("\u{1f426}".repeat(5), 3), "\u{1f426}\u{1f426}…");
  assert.equal(shorten("abc", 3), "abc");
  assert.deepEqual([fileName("Crème: Brûlée!", ".svg"), fileName("鳥", ".svg")], ["creme-brulee.svg", "tree.svg"]);
});
