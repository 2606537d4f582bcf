// Who said what a cluster's parent is: the votes that won, and the rival parents that lost.

import { nodeKey } from "./same.js";

/** Votes for the parent of cluster `i`: its leaf members, and the distinct people behind them. */
export function votesFor(forest, i) {
  const owners = new Set();
  let votes = 0;
  for (const member of forest.members(i)) {
    if (member.role !== "leaf") continue;
    votes++;
    owners.add(ownerOf(member));
  }
  if (votes) return { votes, people: owners.size };
  const people = forest.clusters[i].people;
  return { votes: 0, people: typeof people === "number" ? people : Math.min(1, forest.size(i)) };
}

/** The person behind a member; one hierarchy stands for one person where no owner is named. */
function ownerOf(member) {
  return member.owner !== undefined && member.owner !== null && member.owner !== ""
    ? `o${member.owner}`
    : `i${member.id}`;
}

/** People who said that cluster `i` lies under its parent; kept, for edges are drawn often. */
export function peopleOnEdge(forest, i) {
  forest.edgePeople ||= new Int32Array(forest.count).fill(-1);
  if (forest.edgePeople[i] < 0) {
    const counted = forest.clusters[i].edge_people;
    forest.edgePeople[i] = Number.isInteger(counted) && counted > 0 ? counted : votesFor(forest, i).people;
  }
  return forest.edgePeople[i];
}

/** Clusters that have the same normalised name as `i`, itself left out. */
export function namesakes(forest, i) {
  if (!forest.byKey) {
    forest.byKey = new Map();
    for (let at = 0; at < forest.count; at++) {
      const key = forest.key(at);
      const list = forest.byKey.get(key);
      if (list) list.push(at);
      else forest.byKey.set(key, [at]);
    }
  }
  return forest.byKey.get(forest.key(i)).filter((other) => other !== i);
}

function conflictsOf(forest, i) {
  if (!forest.conflictsBy) {
    forest.conflictsBy = new Map();
    for (const conflict of listOf(forest.taxonomy.conflicts)) {
      for (const id of new Set([conflict.from, conflict.cluster])) {
        const list = forest.conflictsBy.get(id);
        if (list) list.push(conflict);
        else forest.conflictsBy.set(id, [conflict]);
      }
    }
  }
  return forest.conflictsBy.get(forest.id(i)) || [];
}

export function listOf(value) {
  return Array.isArray(value) ? value.filter((entry) => entry && typeof entry === "object") : [];
}

/** The cluster that cluster `i`'s concept is called after, by id; its own where the file does not say. */
const conceptOf = (forest, i) => forest.clusters[i].concept ?? forest.clusters[i].id;

/** The other clusters of the same concept, in file order: where else it stands. */
export function places(forest, i) {
  if (!forest.byConcept) {
    forest.byConcept = new Map();
    for (let at = 0; at < forest.count; at++) {
      const concept = conceptOf(forest, at);
      const list = forest.byConcept.get(concept);
      if (list) list.push(at);
      else forest.byConcept.set(concept, [at]);
    }
  }
  return forest.byConcept.get(conceptOf(forest, i)).filter((other) => other !== i);
}

/**
 * Rival parents of cluster `i`, most votes first: `{parent, votes, people, cost, clusters}`.
 * A leaf counts once, however many ways it was found: `seen` holds its identity.
 */
export function rivals(forest, i) {
  const found = new Map();
  const own = forest.parent[i];
  const add = (parent, member, via, cost) => {
    if (parent === undefined || parent < 0 || parent === own || parent === i) return;
    let rival = found.get(parent);
    if (!rival)
      found.set(parent, (rival = { parent, seen: new Set(), owners: new Set(), clusters: new Set(), cost: 0 }));
    rival.seen.add(nodeKey(member));
    rival.owners.add(ownerOf(member));
    if (via !== undefined && via !== i) rival.clusters.add(via);
    rival.cost += cost;
  };
  for (const other of namesakes(forest, i)) {
    for (const member of forest.members(other)) {
      if (member.role === "leaf") add(forest.parent[other], member, other, 0);
    }
  }
  for (const conflict of conflictsOf(forest, i)) {
    const leaf = { id: conflict.id, path: conflict.path, role: "leaf", owner: conflict.owner };
    const cost = typeof conflict.cost === "number" ? conflict.cost : 0;
    add(forest.byId.get(conflict.parent), leaf, forest.byId.get(conflict.cluster), cost);
  }
  return [...found.values()]
    .map((r) => ({
      parent: r.parent,
      votes: r.seen.size,
      people: r.owners.size,
      cost: r.cost,
      clusters: [...r.clusters],
    }))
    .sort((a, b) => b.people - a.people || b.votes - a.votes || a.parent - b.parent);
}
