// The workbench without a browser: how decisions are written, what changed, and who is asked what.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compareForests, inWords, marksOf, summarise } from "../src/model/changes.js";
import { Forest } from "../src/model/forest.js";
import { get, Gone, listen, post, Refused } from "../src/work/client.js";
import { claimsOf, decisionsOf } from "../src/work/claims.js";
import { readChoices } from "../src/work/choices.js";
import { foresee } from "../src/work/foresee.js";
import * as say from "../src/work/operands.js";

const node = (id, path, name, role = "leaf") => ({ owner: id, id, path, role, name });

/** Animals > (Pets > Bird, Wild > (Bird, Vögel as "Aves")); the second Bird has the first one's name. */
function zoo() {
  const clusters = [
    { id: 1, parent: null, name: "Animals", members: [node("a", ".", "Animals", "root")] },
    { id: 2, parent: 1, name: "Pets", members: [node("a", "0", "Pets")] },
    { id: 3, parent: 1, name: "Wild", members: [node("a", "1", "Wild")] },
    { id: 4, parent: 2, name: "Bird", key: "bird", members: [node("a", "0/0", "Bird"), node("b", "0/0", "Birds")] },
    { id: 5, parent: 3, name: "Bird", key: "bird", members: [node("c", "1/0", "Bird")] },
    { id: 6, parent: 3, name: "Aves", key: "vogel", members: [node("d", "2", "Vögel"), node("e", "2", "Oiseau")] },
  ];
  for (const cluster of clusters) {
    cluster.spellings = {};
    for (const { name } of cluster.members) cluster.spellings[name] = (cluster.spellings[name] || 0) + 1;
    const { id, path, role } = cluster.members[0];
    cluster.exemplar = { id, path, role };
  }
  return { format: "pleach-taxonomy/1", clusters };
}
const forest = (taxonomy = zoo()) => new Forest("zoo", taxonomy, 0);

test("a name is written as it is, or quoted where it would be something else", () => {
  assert.equal(say.nameOperand("Birds"), "Birds");
  assert.equal(say.nameOperand("bird under glass"), '"bird under glass"');
  assert.equal(say.nameOperand("a:0/1"), '"a:0/1"');
  assert.equal(say.nameOperand("time: 3 pm"), "time: 3 pm");
  assert.equal(say.nameOperand('the "best"'), '"the ""best"""');
  assert.equal(say.nameOperand("#1"), '"#1"');
  assert.equal(say.nameOperand("tab\tand\nline "), "tab and line");
});

test("a cluster is written by its name where no other has it, else by a node", () => {
  const f = forest();
  assert.equal(say.clusterOperand(f, 1), "Pets");
  assert.equal(say.clusterOperand(f, 3), "a:0/0");
  assert.equal(say.clusterOperand(f, 4), "c:1/0");
  assert.equal(say.clusterOperand(f, 5), "Vögel"); // "Aves" is a label: no node is called so
});

test("acts become decisions", () => {
  const f = forest();
  assert.deepEqual(say.same(f, [1, 2, 4]), [
    { kind: "same", a: "Pets", b: "Wild" },
    { kind: "same", a: "Pets", b: "c:1/0" },
  ]);
  assert.equal(say.different(f, [1, 2, 4]).length, 3);
  assert.deepEqual(say.under(f, [3], 2), [{ kind: "under", a: "a:0/0", b: "Wild" }]);
  assert.deepEqual(say.notUnder(f, [0, 1]), [{ kind: "not-under", a: "Pets", b: "Animals" }]);
  assert.deepEqual(say.top(f, [1]), [{ kind: "top", a: "Pets" }]);
  assert.deepEqual(say.freeze(f, [1]), [{ kind: "keep-branch", a: "Pets" }]);
  assert.deepEqual(say.rename(f, 1, ' the "pets" '), [{ kind: "name", a: "Pets", b: '"the ""pets"""' }]);
  assert.deepEqual(say.drop(f, [5]), [{ kind: "drop", a: "Vögel" }, { kind: "drop", a: "Oiseau" }]);
  assert.deepEqual(say.drop(f, [3]), [{ kind: "drop", a: "a:0/0" }, { kind: "drop", a: "b:0/0" }]);
});

test("a name or a node is split off, by nodes where names cannot tell them apart", () => {
  const f = forest();
  assert.deepEqual(say.splitName(f, 5, "Oiseau"), [{ kind: "different", a: "Oiseau", b: "Vögel" }]);
  assert.deepEqual(say.splitName(f, 5, "Vögel"), [{ kind: "different", a: "d:2", b: "e:2" }]);
  assert.deepEqual(say.splitName(f, 3, "Birds"), [{ kind: "different", a: "b:0/0", b: "a:0/0" }]);
  assert.equal(say.splitName(f, 1, "Pets"), null);
  assert.deepEqual(say.splitNode(f, 5, f.members(5)[0]), [{ kind: "different", a: "d:2", b: "e:2" }]);
  assert.equal(say.splitNode(f, 1, f.members(1)[0]), null);
});

test("lines of a review are read, and lead to clusters and words", () => {
  const f = forest();
  assert.deepEqual(say.readLine("under\tbird\tpet"), { kind: "under", a: "bird", b: "pet" });
  assert.deepEqual(say.readLine("top\tbird"), { kind: "top", a: "bird" });
  assert.deepEqual(say.readLines("different\tbird\tpet\ntop\tbird"), [
    { kind: "different", a: "bird", b: "pet" },
    { kind: "top", a: "bird" },
  ]);
  assert.deepEqual(say.clustersOf(f, "bird"), [3, 4]);
  assert.deepEqual(say.clustersOf(f, '"VOGEL"'), [5]);
  assert.deepEqual(say.clustersOf(f, "c:1/0"), [4]);
  assert.deepEqual(say.clustersOf(f, "bird under pet"), [3, 4]);
  assert.deepEqual(say.clustersOf(f, ""), []);
  assert.equal(say.operandName(f, "d:2"), "Aves");
  assert.equal(say.operandName(f, '"a ""b"""'), 'a "b"');
  assert.deepEqual(say.inPlainWords({ kind: "top", a: "x" }), [["x"], " stands on top"]);
  assert.deepEqual(say.inPlainWords({ kind: "new", a: "x", b: "y" }), ["new ", ["x"], " | ", ["y"]]);
});

test("what changed between two results", () => {
  const later = zoo();
  const by = (id) => later.clusters.find((cluster) => cluster.id === id);
  by(3).name = "Wildlife"; // renamed
  by(4).members.push(...by(5).members); // merged
  by(4).parent = 3; // moved
  const [gone, left] = by(6).members;
  by(6).members = [gone]; // split
  later.clusters = later.clusters.filter(({ id }) => id !== 5 && id !== 2); // pets gone
  later.clusters.push({ id: 9, parent: 3, name: "Oiseau", members: [left] });
  later.clusters.push({ id: 10, parent: null, name: "New", members: [node("z", ".", "New", "root")] });
  const [before, after] = [forest(), forest(later)];
  const changes = compareForests(before, after);
  const summary = summarise(changes);
  assert.deepEqual(summary, { added: 1, gone: 1, split: 1, merged: 1, moved: 1, renamed: 1 });
  const marks = marksOf(changes, after, "after");
  assert.equal(marks.get(after.byId.get(10)), "added");
  assert.equal(marks.get(after.byId.get(9)), "split");
  assert.equal(marks.get(after.byId.get(4)), "merged"); // tells more than that it moved
  assert.equal(marksOf(changes, before, "before").get(before.byId.get(2)), "gone");
  assert.deepEqual(
    inWords(summary).map(({ text }) => text),
    ["1 concept added", "1 concept gone", "1 concept split off", "1 concept merged", "1 concept moved", "1 concept renamed"],
  );
  assert.deepEqual(compareForests(before, forest()), []);
  assert.deepEqual(inWords({ kept: 5, moved: 0 }), []);
});

/** Puts a server in the place of the network's. */
function answering(t, answer) {
  const known = globalThis.fetch;
  globalThis.fetch = answer;
  t.after(() => (globalThis.fetch = known));
}

test("the client tells a refusal from silence", async (t) => {
  const said = [];
  answering(t, async (address, options) => {
    said.push([address, options.method || "GET"]);
    if (address.includes("silent")) throw new TypeError("no network");
    if (address.includes("cut")) return new Response('{"half', { status: 200 });
    if (address.includes("late")) return Response.json({ error: "Somebody was faster.", revision: 9 }, { status: 409 });
    return Response.json({ fine: true });
  });
  assert.deepEqual(await get("state", { a: "b c" }), { fine: true });
  assert.deepEqual(await post("try", {}), { fine: true });
  assert.deepEqual(said, [["api/state?a=b+c", "GET"], ["api/try", "POST"]]);
  await assert.rejects(get("silent"), Gone);
  await assert.rejects(get("cut"), Gone);
  await assert.rejects(post("late", {}), (error) => error instanceof Refused && error.status === 409 && error.said.revision === 9);
});

test("listening: changes come in, an outage is told once, and afterwards the state is asked for", async (t) => {
  const log = [];
  let calls = 0;
  await new Promise((done) => {
    answering(t, async (address) => {
      log.push(address);
      calls++;
      if (calls === 1) return Response.json({ revision: 2 });
      if (calls === 2 || calls === 3) throw new TypeError("gone");
      if (calls === 4) return Response.json({ revision: 2 });
      done();
      return new Promise(() => {});
    });
    let revision = 1;
    listen({
      revision: () => revision,
      changed: async (state) => {
        log.push(`changed ${state.revision}`);
        revision = state.revision;
      },
      lost: () => log.push("lost"),
      found: () => log.push("found"),
    });
  });
  assert.deepEqual(log, [
    "api/changes?after=1",
    "changed 2",
    "api/changes?after=2",
    "lost",
    "api/state",
    "api/state",
    "found",
    "api/changes?after=2",
  ]);
});

const asked = (id, names, groups, more = {}) => ({
  id,
  question: { kind: "same", names: names.map(([name, ...seen], at) => ({ n: at + 1, name, seen })) },
  answer: { groups, ...more },
});
const WILD = ["Vögel", "Animals > Wild > Vögel"];
const PETS = ["Bird", "Animals > Pets > Bird"];
const OTHER = ["Bird", "Animals > Wild > Bird"];

test("an answer becomes a claim where it is not so yet, by the place where a name was seen", () => {
  const [claim, ...others] = claimsOf(forest(), [asked(1, [WILD, OTHER, PETS], [[1, 2], [3]])]);
  assert.deepEqual(others, []);
  assert.deepEqual(claim.clusters, [4, 5]);
  assert.deepEqual(decisionsOf(forest(), claim), say.same(forest(), [4, 5]));
  assert.deepEqual(claim.sources, [{ id: 1, group: 0 }]);
  assert.deepEqual(claimsOf(forest(), [asked(1, [WILD, ["Oiseau"]], [[1, 2]])]), [], "they are one already");
});

test("what most answers contradict is no claim, and a part of another is none", () => {
  const yes = asked(1, [WILD, OTHER], [[1, 2]]);
  const no = asked(2, [WILD, OTHER], [[1], [2]]);
  assert.equal(claimsOf(forest(), [yes, no]).length, 0);
  assert.equal(claimsOf(forest(), [yes, no, asked(3, [WILD, OTHER], [[2, 1]])])[0].said, 2);
  const three = claimsOf(forest(), [yes, asked(4, [WILD, OTHER, PETS], [[1, 2, 3]])]);
  assert.deepEqual(three.map(({ clusters }) => clusters), [[3, 4, 5]]);
});

test("places and senses become claims, nonsense does not", () => {
  const place = { id: 1, question: { kind: "place", name: "Vögel", seen: [], parents: [{ n: 1, name: "Pets" }] }, answer: { parent: 1 } };
  assert.deepEqual(decisionsOf(forest(), claimsOf(forest(), [place])[0]), [{ kind: "under", a: "Vögel", b: "Pets" }]);
  const top = { ...place, answer: { parent: 0 } };
  assert.equal(decisionsOf(forest(), claimsOf(forest(), [top])[0])[0].kind, "top");
  for (const parent of [null, 7, "1", -1]) assert.deepEqual(claimsOf(forest(), [{ ...place, answer: { parent } }]), []);
  const uses = [["Animals > Pets > Birds"], ["Zoo > Birds"]].map((seen, at) => ({ n: at + 1, seen }));
  const sense = { id: 2, question: { kind: "sense", name: "Birds", uses }, answer: { groups: [[1], [2]] } };
  assert.deepEqual(decisionsOf(forest(), claimsOf(forest(), [sense])[0]), [{ kind: "different", a: "Birds under Pets", b: "Birds under Zoo" }]);
  for (const bad of [{}, { groups: 3 }, { groups: [[9, 0, "x"], null] }])
    assert.deepEqual(claimsOf(forest(), [{ id: 3, question: { kind: "same" }, answer: bad }, asked(4, [WILD], bad.groups)]), []);
});

/** The zoo among thousands of others. */
function largeZoo() {
  const taxonomy = zoo();
  for (let id = 100; id < 6000; id++) taxonomy.clusters.push({ id, parent: null, name: `thing ${id}`, members: [] });
  return forest(taxonomy);
}

test("what a decision does at least is foreseen in a large project, and in no other", () => {
  assert.equal(foresee(forest(), [{ kind: "top", a: "Pets" }]), null);
  const f = largeZoo();
  const after = (...decisions) => foresee(f, decisions)?.clusters;
  const find = (clusters, id) => clusters.find((one) => one.id === id);
  const merged = after({ kind: "same", a: "Pets", b: "Wild" });
  assert.equal(merged.length, f.count - 1);
  assert.equal(find(merged, 3), undefined);
  assert.deepEqual([4, 5, 6].map((id) => find(merged, id).parent), [2, 2, 2]);
  assert.equal(find(merged, 2).members.length, 2);
  assert.equal(find(after({ kind: "under", a: "Vögel", b: "Pets" }), 6).parent, 2);
  assert.equal(find(after({ kind: "top", a: "Pets" }), 2).parent, null);
  assert.equal(find(after({ kind: "same", a: "Wild", b: "Animals" }), 3).parent, null, "it takes its parent's place");
  assert.equal(f.clusters[1].parent, 1, "what is there stays as it is");
  for (const doubtful of [
    [{ kind: "same", a: "Bird", b: "Pets" }],
    [{ kind: "name", a: "Pets", b: "x" }],
    [{ kind: "same", a: "Pets", b: "nobody" }],
    [{ kind: "same", a: "Pets", b: "Wild" }, { kind: "top", a: "Wild" }],
  ])
    assert.equal(foresee(f, doubtful), null);
});

test("a question is cut into its choices, whatever their names hold", () => {
  const question = 'Which of b is "Part 1: Dune? 1: x" of a? 1: "Series > Part 2: Dune" (60 %) 2: "3: Other" (40 %)';
  const choices = "same\ta:0\tb:0\nsame\ta:0\tb:1";
  const { asked, picks } = readChoices({ question, choices });
  assert.equal(asked, 'Which of b is "Part 1: Dune? 1: x" of a?');
  assert.deepEqual(picks.map(({ label }) => label), ['"Series > Part 2: Dune" (60 %)', '"3: Other" (40 %)']);
  assert.deepEqual(readChoices({ question: "Is it so? 1: yes" }), { asked: "Is it so? 1: yes", picks: [] });
});

test("groups of a shape and a root that nobody has are known by what is below them", () => {
  const shaped = () => {
    const taxonomy = zoo();
    taxonomy.clusters[0] = { id: 1, parent: null, name: "All", size: 0, members: [] };
    taxonomy.clusters[2] = { id: 3, parent: 1, name: "A to B", size: 0, members: [], shaped: "group" };
    return taxonomy;
  };
  assert.deepEqual(compareForests(forest(shaped()), forest(shaped())), []);
  const renamed = shaped();
  renamed.clusters[2].name = "Other";
  assert.deepEqual(
    compareForests(forest(shaped()), forest(renamed)).map(({ change }) => change),
    ["renamed"],
  );
});
