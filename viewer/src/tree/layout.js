// Places the open part of one tree: rows downwards, one column per depth.

import { hierarchy, tree } from "d3-hierarchy";
import { labelWidth, LABEL_MAX } from "./label.js";

export const ROW = 27;
const INDENT = 22; // of a level where the pane is too narrow for columns
const LEAD = 9; // rows that a root stands below its first child at most, so that both are seen of a tall tree
const GAP = 84; // between the end of the longest label of a column and the next column

const BEHIND = 22; // pixels between names and where edges turn behind them: a disc is at most so wide

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
    const closed = !node.children && forest.below[node.data];
    const count = closed ? 24 + 7 * String(closed).length : 0; // "+12" behind a closed branch
    const width = Math.min(LABEL_MAX, exact ? labelWidth(name) : 7 * name.length) + count;
    node.wide = width;
    widths[node.depth] = Math.max(widths[node.depth] || 40, width);
  }
  const columns = [0];
  for (let depth = 1; depth < widths.length; depth++) columns[depth] = columns[depth - 1] + widths[depth - 1] + GAP;
  for (const node of nodes) {
    node.px = columns[node.depth];
    node.py = node.x * ROW;
  }
  if (narrow) indent(nodes);
  else {
    nodes[0].py = Math.min(nodes[0].py, (nodes[1] || nodes[0]).py + LEAD * ROW);
    findTurns(forest, nodes);
  }
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

/** Edges go up or down only behind the names of their column that stand between a node's children: `turn`, from its disc. */
function findTurns(forest, nodes) {
  const levels = [];
  for (const node of nodes) (levels[node.depth] ||= []).push(node);
  for (const level of levels)
    level.forEach((node, at) => {
      if (!node.children) return;
      const [first, last] = [node.children[0].py, node.children.at(-1).py];
      node.turn = 0;
      node.lead = node.children.reduce((most, child) => (forest.size(child.data) > forest.size(most.data) ? child : most));
      for (let up = at - 1; up >= 0 && level[up].py >= first - ROW / 2; up--) node.turn = Math.max(node.turn, level[up].wide + BEHIND);
      for (let down = at + 1; down < level.length && level[down].py <= last + ROW / 2; down++)
        node.turn = Math.max(node.turn, level[down].wide + BEHIND);
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
