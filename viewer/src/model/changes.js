// What differs between two results, in the shape that `pleach diff --json` writes, and which clusters it concerns.

import { nodeKey, whereIs } from "./same.js";
import { count } from "./text.js";

/** Kinds of changes, the most telling first: a cluster with several is coloured by the first. */
export const KINDS = ["added", "gone", "split", "merged", "moved", "renamed", "further", "members", "grew", "shrank"];

const WORDS = {
  added: (n) => `${count(n, "concept")} added`,
  gone: (n) => `${count(n, "concept")} gone`,
  split: (n) => `${count(n, "concept")} split off`,
  merged: (n) => `${count(n, "concept")} merged`,
  moved: (n) => `${count(n, "concept")} moved`,
  renamed: (n) => `${count(n, "concept")} renamed`,
  further: (n) => `${count(n, "concept")} with other further parents`,
  members: (n) => `${count(n, "entry", "entries")} went elsewhere`,
  grew: (n) => `${count(n, "entry", "entries")} joined`,
  shrank: (n) => `${count(n, "entry", "entries")} left`,
};

/** What a cluster that changed is called where a screen reader reads the tree. */
export const CHANGED = {
  added: "new",
  gone: "gone",
  split: "split off",
  merged: "merged",
  moved: "moved",
  renamed: "renamed",
  further: "other further parents",
  members: "entries went elsewhere",
  grew: "more entries",
  shrank: "fewer entries",
};

/** What a summary (kind -> number) says, most telling first: `[{kind, text}]`. */
export function inWords(summary) {
  return KINDS.filter((kind) => summary && summary[kind] > 0).map((kind) => ({
    kind,
    text: WORDS[kind](summary[kind]),
  }));
}

/** For each cluster the one of the other result that has most of its nodes, the first of equals; -1: none has any. */
function findHeirs(before, after) {
  const heir = new Int32Array(before.count).fill(-1);
  const origin = new Int32Array(after.count).fill(-1);
  const most = new Int32Array(after.count);
  const overlaps = [];
  for (let b = 0; b < before.count; b++) {
    const shared = new Map();
    for (const member of before.members(b)) {
      const a = whereIs(after, nodeKey(member));
      if (a !== undefined) shared.set(a, (shared.get(a) || 0) + 1);
    }
    let best = 0;
    for (const [a, nodes] of [...shared].sort(([one], [other]) => one - other)) {
      overlaps.push({ before: b, after: a, nodes });
      if (nodes > best) {
        best = nodes;
        heir[b] = a;
      }
      if (nodes > most[a]) {
        most[a] = nodes;
        origin[a] = b;
      }
    }
  }
  matchBare(heir, before, after);
  matchBare(origin, after, before);
  return { heir, origin, overlaps };
}

const isGroup = (forest, i) => forest.clusters[i].shaped === "group";

/**
 * What has no nodes to know it by: the root that nobody has, and groups that a shape made, each the one that most of
 * its children are in by now.
 */
function matchBare(became, from, to) {
  const groups = from.clusters.map((_, i) => i).filter((i) => isGroup(from, i));
  const [root, other] = [from, to].map((forest) =>
    forest.clusters.findIndex((_, i) => forest.size(i) === 0 && !isGroup(forest, i)),
  );
  if (root >= 0 && other >= 0) became[root] = other;
  for (const i of groups.sort((a, b) => from.depth[b] - from.depth[a])) {
    const homes = new Map();
    for (const child of from.children(i)) {
      const home = became[child] < 0 ? -1 : to.parent[became[child]];
      if (home >= 0 && isGroup(to, home)) homes.set(home, (homes.get(home) || 0) + 1);
    }
    const [best] = [...homes].sort(([one, a], [other, b]) => b - a || one - other);
    if (best) [became[i]] = best;
  }
}

function sameParent(old, now, { heir, origin }) {
  if (old < 0 || now < 0) return old === now;
  return heir[old] === now || origin[now] === old;
}

/** The changes from one result to another: `[{change, before: {id, name, parent}, after, nodes}]`. */
export function compareForests(before, after) {
  const found = findHeirs(before, after);
  const { heir, origin, overlaps } = found;
  const changes = [];
  const about = (forest, i) =>
    i < 0 ? null : { id: forest.id(i), name: forest.name(i), parent: forest.parent[i] < 0 ? null : forest.id(forest.parent[i]) };
  const add = (change, b, a, nodes) =>
    changes.push({ change, before: about(before, b), after: about(after, a), nodes });
  for (let a = 0; a < after.count; a++) {
    const b = origin[a];
    if (b < 0) add("added", -1, a, after.size(a));
    else if (heir[b] !== a) add("split", b, a, after.size(a));
    else {
      if (!sameParent(before.parent[b], after.parent[a], found)) add("moved", b, a, after.size(a));
      if (before.name(b) !== after.name(a)) add("renamed", b, a, after.size(a));
    }
  }
  for (let b = 0; b < before.count; b++) {
    if (heir[b] < 0) add("gone", b, -1, before.size(b));
    else if (origin[heir[b]] !== b) add("merged", b, heir[b], before.size(b));
  }
  for (const o of overlaps)
    if (heir[o.before] !== o.after && origin[o.after] !== o.before) add("members", o.before, o.after, o.nodes);
  return changes.sort((one, other) => KINDS.indexOf(one.change) - KINDS.indexOf(other.change));
}

/** How many changes there are of each kind; nodes where the change is one of nodes. */
export function summarise(changes) {
  const summary = {};
  for (const { change, nodes } of changes)
    summary[change] = (summary[change] || 0) + (["members", "grew", "shrank"].includes(change) ? nodes : 1);
  return summary;
}

/** The clusters of a result that changes concern, with the kind that tells most: Map(cluster -> kind). */
export function marksOf(changes, forest, side) {
  const marks = new Map();
  for (const change of changes) {
    const i = change[side] ? forest.byId.get(change[side].id) : undefined;
    if (i === undefined || !KINDS.includes(change.change)) continue;
    const known = marks.get(i);
    if (known === undefined || KINDS.indexOf(change.change) < KINDS.indexOf(known)) marks.set(i, change.change);
  }
  return marks;
}
