// The same input node in several results: one with the same hierarchy, path and role.

export function nodeKey(member) {
  return `${member.id}\u0000${member.path}\u0000${member.role}`;
}

/** Where each input node of a result ended: identity -> cluster; built at the first use. */
function clusterOfNode(forest) {
  if (!forest.byNode) {
    forest.byNode = new Map();
    for (let i = 0; i < forest.count; i++) {
      for (const member of forest.members(i)) forest.byNode.set(nodeKey(member), i);
    }
  }
  return forest.byNode;
}

/** The cluster of the node with this key; undefined: there is none. */
export function whereIs(forest, key) {
  return clusterOfNode(forest).get(key);
}

/** Clusters of `forest` that hold some of these members, most first: `[{cluster, shared}]`. */
export function whereAre(forest, members) {
  const index = clusterOfNode(forest);
  const shared = new Map();
  for (const member of members) {
    const cluster = index.get(nodeKey(member));
    if (cluster !== undefined) shared.set(cluster, (shared.get(cluster) || 0) + 1);
  }
  return [...shared]
    .map(([cluster, n]) => ({ cluster, shared: n }))
    .sort((a, b) => b.shared - a.shared || a.cluster - b.cluster);
}
