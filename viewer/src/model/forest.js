// One result as a forest: parents, children and trees in flat arrays, indexed by place in the file.

/** Area under the level counts: trapezoids of step 1. */
export function areaUnder(levels) {
  let area = 0;
  for (let d = 1; d < levels.length; d++) area += (levels[d - 1] + levels[d]) / 2;
  return area;
}

export class Forest {
  constructor(label, taxonomy, at) {
    this.label = label;
    this.at = at; // which result of the page: 0, 1, ...
    this.taxonomy = taxonomy;
    this.report = taxonomy.report && typeof taxonomy.report === "object" ? taxonomy.report : {};
    this.clusters = taxonomy.clusters;
    this.count = this.clusters.length;
    this.mended = 0; // links of a broken file that had to be left out
    this.byId = new Map();
    this.clusters.forEach((cluster, i) => this.byId.set(cluster.id, i));
    this.readParents();
    this.plant();
  }

  readParents() {
    this.parent = new Int32Array(this.count).fill(-1);
    for (let i = 0; i < this.count; i++) {
      const id = this.clusters[i].parent;
      if (id === null || id === undefined) continue;
      const parent = this.byId.get(id);
      if (parent === undefined || parent === i) this.mended++;
      else this.parent[i] = parent;
    }
  }

  listChildren() {
    const start = new Int32Array(this.count + 1);
    for (let i = 0; i < this.count; i++) if (this.parent[i] >= 0) start[this.parent[i] + 1]++;
    for (let i = 0; i < this.count; i++) start[i + 1] += start[i];
    const fill = start.slice();
    const list = new Int32Array(start[this.count]);
    for (let i = 0; i < this.count; i++) if (this.parent[i] >= 0) list[fill[this.parent[i]]++] = i;
    this.childStart = start;
    this.childList = list;
  }

  /** Walks every tree from its root; what no root reaches is a loop, cut at its first cluster. */
  plant() {
    this.root = new Int32Array(this.count).fill(-1);
    this.depth = new Int32Array(this.count);
    this.branch = new Int32Array(this.count).fill(-1); // rank of the branch off the root
    this.below = new Int32Array(this.count); // clusters below, itself not counted
    this.trees = [];
    this.listChildren();
    for (let i = 0; i < this.count; i++) if (this.parent[i] < 0) this.growTree(i);
    for (let i = 0; i < this.count; i++) {
      if (this.root[i] >= 0) continue;
      this.parent[i] = -1;
      this.mended++;
      this.listChildren();
      this.growTree(i);
    }
    this.trees.sort((a, b) => b.clusters - a.clusters || b.members - a.members || a.root - b.root);
    this.trees.forEach((tree, rank) => (tree.rank = rank));
    this.treeOf = new Map(this.trees.map((tree) => [tree.root, tree]));
  }

  growTree(root) {
    const tree = { root, clusters: 0, members: 0, levels: [], instances: [], aut: 0, similarity: 0, largest: 1 };
    const order = [root];
    this.root[root] = root;
    for (let at = 0; at < order.length; at++) {
      const i = order[at];
      const depth = this.depth[i];
      tree.levels[depth] = (tree.levels[depth] || 0) + 1;
      tree.instances[depth] = (tree.instances[depth] || 0) + this.size(i);
      tree.members += this.size(i);
      tree.largest = Math.max(tree.largest, this.size(i));
      tree.similarity += this.clusters[i].net_similarity || 0;
      for (let c = this.childStart[i]; c < this.childStart[i + 1]; c++) {
        const child = this.childList[c];
        if (this.root[child] >= 0) continue;
        this.root[child] = root;
        this.depth[child] = depth + 1;
        this.branch[child] = depth === 0 ? c - this.childStart[i] : this.branch[i];
        order.push(child);
      }
    }
    for (let at = order.length - 1; at > 0; at--) this.below[this.parent[order[at]]] += this.below[order[at]] + 1;
    tree.clusters = order.length;
    tree.aut = areaUnder(tree.levels);
    tree.depth = tree.levels.length - 1 + (this.clusters[root].depth || 0);
    this.trees.push(tree);
  }

  id(i) {
    return this.clusters[i].id;
  }

  name(i) {
    const name = this.clusters[i].name;
    return name === undefined || name === null || /^\s*$/.test(name) ? "(no name)" : String(name);
  }

  key(i) {
    const key = this.clusters[i].key;
    return typeof key === "string" ? key : this.name(i).toLowerCase();
  }

  size(i) {
    const cluster = this.clusters[i];
    if (typeof cluster.size === "number") return cluster.size;
    return Array.isArray(cluster.members) ? cluster.members.length : 1;
  }

  members(i) {
    const members = this.clusters[i].members;
    return Array.isArray(members) ? members : [];
  }

  /** Entries of the files: what stands inside of a hierarchy is listed twice, as a root and as a leaf, and counts once. */
  entries(i) {
    const { entries } = this.clusters[i];
    if (typeof entries === "number") return entries;
    const members = this.members(i);
    return members.length ? new Set(members.map(({ id, path }) => `${id}\u0000${path}`)).size : this.size(i);
  }

  children(i) {
    return this.childList.subarray(this.childStart[i], this.childStart[i + 1]);
  }

  childCount(i) {
    return this.childStart[i + 1] - this.childStart[i];
  }

  tree(i) {
    return this.treeOf.get(this.root[i]);
  }

  /** Clusters from the root down to `i`, itself last. */
  pathTo(i) {
    const path = [];
    for (let at = i; at >= 0; at = this.parent[at]) path.push(at);
    return path.reverse();
  }

  isSeed(tree) {
    const term = this.report.seed && this.report.seed.term;
    if (typeof term !== "string") return false;
    const wanted = term.toLowerCase();
    return this.key(tree.root) === wanted || this.name(tree.root).toLowerCase() === wanted;
  }

  /** Clusters and instances per depth of the whole forest: the report's, or counted here. */
  levels() {
    const given = this.report.levels;
    if (given && Array.isArray(given.clusters) && Array.isArray(given.instances)) return given;
    const clusters = [];
    const instances = [];
    for (const tree of this.trees) {
      tree.levels.forEach((n, d) => (clusters[d] = (clusters[d] || 0) + n));
      tree.instances.forEach((n, d) => (instances[d] = (instances[d] || 0) + n));
    }
    return { clusters, instances };
  }
}
