// Draws the part of a tree that is in sight: discs, names and edges, reused from one frame to the next.

import { set, svg } from "../parts/dom.js";
import { fit, LABEL_MAX } from "./label.js";
import { CHANGED } from "../model/changes.js";
import { count, num } from "../model/text.js";
import { edgeWidth, radius, ROW } from "./layout.js";
import { hangsByOneVoice, otherVoices, voicesOf } from "../model/voices.js";
import { peopleOnEdge } from "../model/votes.js";

const TINY = 8; // a branch lower than this many pixels is drawn as a wedge
const TIGHT = 3; // siblings nearer than this many pixels are drawn once
const STRAY = 8; // edges to children out of sight, above and below, per parent
const READABLE = 0.5; // names are written from this scale on

/** From `x0` straight on to `turn`, behind the names beside it, and only there up or down. */
export function edgePath(x0, y0, x1, y1, turn = x0, most = 60) {
  const start = `M${round(x0)},${round(y0)}${turn > x0 ? `H${round(turn)}` : ""}`;
  x0 = Math.max(x0, turn);
  const bend = Math.min(most, Math.max(20, (x1 - x0) / 2));
  return `${start}C${round(x0 + bend)},${round(y0)} ${round(x1 - bend)},${round(y1)} ${round(x1)},${round(y1)}`;
}

/** Down from the parent's disc, then to the right: where children stand below their parent. */
export function elbowPath(x0, y0, x1, y1) {
  return `M${round(x0)},${round(y0)}V${round(y1 - 6)}Q${round(x0)},${round(y1)} ${round(Math.min(x1, x0 + 6))},${round(y1)}H${round(x1)}`;
}

/** The edge above a node, from where its parent's name ends. */
export function edgeAbove(forest, layout, node, from, to, r) {
  return layout.narrow
    ? elbowPath(from.x, from.y, to.x - r, to.y)
    : edgeBehind(labelEnd(forest, node.parent), from, to, r, node);
}

/** Of edges that turn later only one, the strongest, is drawn from the name on: several would look darker. */
function edgeBehind(label, from, to, r, node) {
  const { turn = 0, lead } = node.parent;
  const start = turn > label && lead !== node ? turn : label;
  return edgePath(from.x + start, from.y, to.x - r, to.y, from.x + turn);
}

export function round(value) {
  return Math.round(value * 10) / 10;
}

/** Where the edge to the children begins: after the name. */
export function labelEnd(forest, node) {
  const r = radius(forest.size(node.data), forest.tree(node.data).largest);
  return r + 6 + fit(forest.name(node.data)).width + 6;
}

export function branchClass(forest, i) {
  return forest.branch[i] < 0 ? "trunk" : `b${forest.branch[i] % 8}`;
}

/** What is in sight of `box` (in the tree's own measure) at a scale: nodes, wedges and edges to draw. */
export function inSight(layout, box, scale) {
  const nodes = [];
  const edges = [];
  const stack = [layout.nodes[0]];
  while (stack.length) {
    const node = stack.pop();
    const wedge = node.children && (node.bottom - node.top + ROW) * scale < TINY;
    const beside = node.px > box.right + 40 || (wedge ? node.right : node.px + LABEL_MAX + 60) < box.left;
    if (node.py > box.top - ROW && node.py < box.bottom + ROW && !beside) nodes.push({ node, wedge });
    if (!node.children || wedge) continue;
    collectChildren(node, box, scale, stack, edges);
  }
  return { nodes, edges };
}

function collectChildren(parent, box, scale, stack, edges) {
  const above = [];
  let below = 0;
  let last = -Infinity;
  const begin = stack.length;
  for (const child of parent.children) {
    const crosses =
      Math.min(parent.py, child.py) < box.bottom &&
      Math.max(parent.py, child.py) > box.top &&
      parent.px < box.right &&
      child.px > box.left;
    const seen = child.bottom > box.top - ROW && child.top < box.bottom + ROW && child.px < box.right + 40;
    if (seen && !child.children && (child.py - last) * scale < TIGHT) continue;
    if (seen) {
      stack.push(child);
      last = child.py;
    }
    if (!crosses) continue;
    if (child.py < box.top) above.push(child);
    else if (child.py <= box.bottom || below++ < STRAY) edges.push(child);
  }
  for (const child of above.slice(-STRAY)) edges.push(child);
  reverse(stack, begin); // so that the first child is drawn, and read, first
}

function reverse(list, from) {
  for (let a = from, b = list.length - 1; a < b; a++, b--) [list[a], list[b]] = [list[b], list[a]];
}

export class TreePainter {
  constructor(forest, prefix) {
    this.forest = forest;
    this.prefix = prefix;
    this.edgeLayer = svg("g", { class: "edges", "aria-hidden": "true" });
    this.nodeLayer = svg("g", { class: "nodes", role: "none" });
    this.world = svg("g", { class: "world", role: "none" }, this.edgeLayer, this.nodeLayer);
    this.edges = new Map();
    this.nodes = new Map();
  }

  clear() {
    this.edgeLayer.textContent = "";
    this.nodeLayer.textContent = "";
    this.edges.clear();
    this.nodes.clear();
  }

  /** Draws; `place(node)` says where a node stands just now (it may be on its way). */
  draw(layout, box, { k, kx }, place, state) {
    const sight = inSight(layout, box, k);
    this.small = k < READABLE;
    this.stretch = kx / k; // of the columns, in the measure of the rows
    this.boost = Math.max(1, 0.3 / k); // of the discs, which would vanish otherwise
    this.world.classList.toggle("small", this.small);
    this.drawEdges(layout, sight.edges, place);
    this.drawNodes(sight.nodes, place, state);
    return sight.nodes.length + sight.edges.length;
  }

  drawEdges(layout, list, place) {
    const kept = new Map();
    for (const node of list) {
      const i = node.data;
      let path = this.edges.get(i);
      if (!path) this.edgeLayer.appendChild((path = this.makeEdge(i)));
      const from = place(node.parent);
      const to = place(node);
      const r = radius(this.forest.size(i), this.forest.tree(i).largest) * this.boost;
      from.x *= this.stretch;
      to.x *= this.stretch;
      set(
        path,
        "d",
        this.small && !layout.narrow
          ? edgePath(from.x, from.y, to.x - r, to.y, from.x, Infinity)
          : edgeAbove(this.forest, layout, node, from, to, r),
      );
      kept.set(i, path);
    }
    for (const [i, path] of this.edges) if (!kept.has(i)) path.remove();
    this.edges = kept;
  }

  makeEdge(i) {
    const people = peopleOnEdge(this.forest, i);
    const said = voicesOf(this.forest, i);
    const words = [`${count(people, "person says so", "people say so")}.`, ...(said ? otherVoices(said) : [])];
    const lone = hangsByOneVoice(this.forest, i) ? " one-voice" : "";
    const path = svg(
      "path",
      { class: `edge ${branchClass(this.forest, i)}${lone}` },
      svg("title", null, words.join(" ")),
    );
    path.setAttribute("stroke-width", String(round(edgeWidth(people))));
    return path;
  }

  drawNodes(list, place, state) {
    const kept = new Map();
    let before = this.nodeLayer.firstChild;
    for (const { node, wedge } of list) {
      const i = node.data;
      const group = this.nodes.get(i) || this.makeNode(i);
      const at = place(node);
      set(
        group,
        "transform",
        `translate(${round(at.x * this.stretch)},${round(at.y)})${this.boost > 1 ? ` scale(${round(this.boost)})` : ""}`,
      );
      this.dress(group, node, wedge, state);
      if (group === before) before = before.nextSibling;
      else this.nodeLayer.insertBefore(group, before);
      kept.set(i, group);
    }
    for (const [i, group] of this.nodes) if (!kept.has(i)) group.remove();
    this.nodes = kept;
  }

  /** A node as it is seen from afar: a disc, and all that a screen reader wants. */
  makeNode(i) {
    const forest = this.forest;
    const r = round(radius(forest.size(i), forest.tree(i).largest));
    return svg(
      "g",
      {
        class: `node ${branchClass(forest, i)}`,
        role: "treeitem",
        id: `${this.prefix}${i}`,
        "data-i": i,
        "aria-level": forest.depth[i] + 1,
      },
      svg("circle", { class: "disc", r }),
      svg("title", null, forest.name(i).slice(0, 400)),
    );
  }

  /** What a node has besides where it can be read: its name, a row behind it, a place to press. */
  furnish(group, i) {
    const forest = this.forest;
    const r = round(radius(forest.size(i), forest.tree(i).largest));
    const { text, width } = fit(forest.name(i));
    const below = forest.below[i];
    group.prepend(
      svg("rect", {
        class: "row",
        x: -r - 5,
        y: -ROW / 2 + 1,
        width: round(r * 2 + width + 18),
        height: ROW - 2,
        rx: 6,
      }),
      svg("circle", { class: "ring", r: r + 3.5 }),
    );
    group.append(
      svg("circle", { class: "hit", r: 13 }),
      svg("text", { class: "name", x: r + 6, dy: "0.34em", "aria-hidden": "true" }, text),
    );
    if (below)
      group.append(
        svg(
          "text",
          { class: "hidden-count", x: round(r + 18 + width), dy: "0.34em", "aria-hidden": "true" },
          ` +${num(below)}`,
        ),
      );
    group.furnished = true;
  }

  dress(group, node, wedge, state) {
    const forest = this.forest;
    const i = node.data;
    const parent = forest.childCount(i) > 0;
    if (!this.small && !group.furnished) this.furnish(group, i);
    const shared = state.marks ? state.marks.get(i) : undefined;
    group.classList.toggle("parent", parent);
    group.classList.toggle("open", Boolean(node.children));
    group.classList.toggle("wedged", Boolean(wedge));
    group.classList.toggle("cursor", state.cursor === i);
    group.classList.toggle("selected", state.selected === i);
    group.classList.toggle("same", shared !== undefined);
    group.classList.toggle("chosen", state.chosen.has(i));
    group.classList.toggle("target", state.target === i);
    const change = state.changes.get(i);
    if (change) set(group, "data-change", change);
    else group.removeAttribute("data-change");
    if (parent) set(group, "aria-expanded", String(Boolean(node.children)));
    set(group, "aria-selected", String(state.selected === i || state.chosen.has(i)));
    set(group, "aria-label", this.spoken(i, Boolean(node.children), shared, change));
    if (wedge) {
      const out = round(((node.right - node.px) * this.stretch) / this.boost);
      const up = round((node.top - node.py - ROW / 3) / this.boost);
      const down = round((node.bottom - node.py + ROW / 3) / this.boost);
      set(
        group.querySelector(".wedge") || group.appendChild(svg("path", { class: "wedge" })),
        "d",
        `M0,0L${out},${up}V${down}Z`,
      );
    }
  }

  /** The label begins with what is written: name, and number of hidden clusters. */
  spoken(i, open, shared, change) {
    const hidden = open || !this.forest.below[i] ? "" : ` +${num(this.forest.below[i])}`;
    const parts = [this.forest.name(i).slice(0, 400) + hidden, count(this.forest.entries(i), "entry", "entries")];
    if (this.forest.childCount(i)) parts.push(count(this.forest.childCount(i), "child", "children"));
    if (hangsByOneVoice(this.forest, i)) parts.push("here by one person against others");
    if (change) parts.push(CHANGED[change]);
    if (shared !== undefined) parts.push(`holds ${count(shared, "same entry", "same entries")}`);
    return parts.join(", ");
  }
}
