// Branch colours in a comparison: the same branch of the same tree has the same colour in every result.

import { walk } from "./outline.js";

/** Gives the branches of later results the ranks that they have in the first one, found by name. */
export function matchBranches([first, ...others]) {
  const ranks = new Map();
  for (const tree of first.trees) {
    first.children(tree.root).forEach((child, rank) => {
      const name = `${first.key(tree.root)}\u0000${first.key(child)}`;
      if (!ranks.has(name)) ranks.set(name, rank);
    });
  }
  for (const forest of others) {
    for (const tree of forest.trees) recolour(forest, tree, ranks);
  }
}

function recolour(forest, tree, ranks) {
  for (const child of forest.children(tree.root)) {
    const rank = ranks.get(`${forest.key(tree.root)}\u0000${forest.key(child)}`);
    if (rank === undefined || rank === forest.branch[child]) continue;
    walk(forest, child, (i) => (forest.branch[i] = rank));
  }
}
