// Addresses of the page: #c123 a cluster, #t123 a tree, #forest, #measures; #2.c123 in the second result.

const ADDRESS = /^#(?:(\d+)\.)?([ct])(-?\d+)$/;

export function clusterAddress(forest, i) {
  return `#${forest.at ? `${forest.at + 1}.` : ""}c${forest.id(i)}`;
}

export function treeAddress(forest, root) {
  return `#${forest.at ? `${forest.at + 1}.` : ""}t${forest.id(root)}`;
}

/** What an address asks for; null where there is no such thing. */
export function readAddress(hash, forests, views = []) {
  if (["forest", "measures", "tree", ...views].includes(hash.slice(1))) return { view: hash.slice(1) };
  const parts = ADDRESS.exec(hash);
  if (!parts) return null;
  const forest = forests[parts[1] ? Number(parts[1]) - 1 : 0];
  const cluster = forest && forest.byId.get(Number(parts[3]));
  if (cluster === undefined) return null;
  return { view: "tree", forest, cluster, panel: parts[2] === "c" };
}

/** Goes to an address; the browser's history remembers the way. */
export function go(address) {
  if (location.hash === address) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = address;
}
