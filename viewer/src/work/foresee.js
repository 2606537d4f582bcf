// What a decision does at least, shown while a large project is solved: two become one, something hangs elsewhere.

import { clustersOf } from "./operands.js";

const LARGE = 5000; // concepts from which on somebody would wait

/** A taxonomy with the plain effect of these decisions; null: it is better to wait for the server. */
export function foresee(forest, decisions) {
  if (forest.count < LARGE) return null;
  const changed = new Map(); // by place: the concept as it will be; null: it is gone
  const now = (i) => changed.get(i) ?? forest.clusters[i];
  const set = (i, what) => changed.set(i, { ...now(i), ...what });
  const acts = {
    same: (i, j) => {
      const [one, other] = [now(i), now(j)];
      set(i, { size: forest.size(i) + forest.size(j), members: [...(one.members || []), ...(other.members || [])] });
      if (one.parent === other.id) set(i, { parent: other.parent });
      for (const child of forest.children(j)) if (child !== i) set(child, { parent: one.id });
      changed.set(j, null);
    },
    under: (i, j) => !forest.pathTo(j).includes(i) && set(i, { parent: now(j).id }),
    top: (i) => set(i, { parent: null }),
  };
  for (const { kind, a, b } of decisions) {
    const [one, other] = [clustersOf(forest, a), b === undefined ? [] : clustersOf(forest, b)];
    const plain = acts[kind] && one.length === 1 && other.length === (b === undefined ? 0 : 1) && one[0] !== other[0];
    if (!plain || changed.get(one[0]) === null || changed.get(other[0]) === null) return null;
    acts[kind](one[0], other[0]);
  }
  const clusters = forest.clusters.map((cluster, i) => (changed.has(i) ? changed.get(i) : cluster)).filter(Boolean);
  return { ...forest.taxonomy, clusters };
}
