// Places the open part of one tree: rows downwards, one column per depth.

import { hierarchy, tree } from "d3-hierarchy";
import { labelWidth, LABEL_MAX } from "./label.js";

export const ROW = 27;
const INDENT = 22; // of a level where the pane is too narrow for columns
const LEAD = 9; // rows that a root stands below its first child at most, so that both are seen of a tall tree
const GAP = 74; // between the end of the longest label of a column and the next column

const EXACT = 3000; // up to this many nodes, names are measured; above, their letters are counted

const tidy = tree()
  .nodeSize([1, 1])
  .separation((a, b) => (a.parent === b.parent ? 1 : 1.25));

/** The radius of a cluster's disc: its area follows the members. */
export function radius(size, largest) {
  return 3.5 + 8 * Math.sqrt(Math.max(0, size - 1) / Math.max(8, largest - 1));
}

export function edgeWidth(people) {
  return Math.min(9, 1 + 0.9 * (Math.sqrt(Math.max(1, people)) - 1) * 1.6);
}

/**
 * Layout of what is open below `root`: nodes in reading order, each with px, py (its place),
 * and top, bottom, right (the space its open branch takes).
 */
export function layOut(forest, root, open, narrow = false) {
  const top = tidy(hierarchy(root, (i) => (open.has(i) ? forest.children(i) : null)));
  const widths = [];
  const nodes = [];
  const at = new Map();
  top.eachBefore((node) => {
    at.set(node.data, nodes.length);
    nodes.push(node);
  });
  const exact = nodes.length < EXACT;
  for (const node of nodes) {
    const name = forest.name(node.data);
    const width = Math.min(LABEL_MAX, exact ? labelWidth(name) : 7 * name.length);
    widths[node.depth] = Math.max(widths[node.depth] || 40, width);
  }
  const columns = [0];
  for (let depth = 1; depth < widths.length; depth++) columns[depth] = columns[depth - 1] + widths[depth - 1] + GAP;
  for (const node of nodes) {
    node.px = columns[node.depth];
    node.py = node.x * ROW;
  }
  if (narrow) indent(nodes);
  else nodes[0].py = Math.min(nodes[0].py, (nodes[1] || nodes[0]).py + LEAD * ROW);
  for (let k = nodes.length - 1; k >= 0; k--) measureBranch(nodes[k]);
  const last = widths.length - 1;
  return {
    nodes,
    at,
    narrow,
    top: nodes[0].top,
    bottom: nodes[0].bottom,
    width: narrow ? widths.reduce((most, w, d) => Math.max(most, d * INDENT + w), 0) + 50 : columns[last] + widths[last] + 50,
    columns,
    widths,
  };
}

/** Where there is no room for columns: one row for each node, children below and a little to the right. */
function indent(nodes) {
  nodes.forEach((node, row) => {
    node.px = node.depth * INDENT;
    node.py = row * ROW;
  });
}

function measureBranch(node) {
  node.top = node.bottom = node.py;
  node.right = node.px;
  for (const child of node.children || []) {
    node.top = Math.min(node.top, child.top);
    node.bottom = Math.max(node.bottom, child.bottom);
    node.right = Math.max(node.right, child.right);
  }
}

/** Opens a tree level by level as long as about `rows` rows are not filled. */
export function openSome(forest, root, rows) {
  const open = new Set();
  let level = [root];
  let shown = 1;
  while (level.length) {
    const next = [];
    for (const i of level) {
      const children = forest.childCount(i);
      if (!children || (shown + children - 1 > rows && i !== root)) continue;
      open.add(i);
      shown += children - 1;
      for (const child of forest.children(i)) next.push(child);
    }
    level = next;
  }
  return open;
}
