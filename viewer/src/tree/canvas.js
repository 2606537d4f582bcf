// One tree on its surface: which branches are open, where things stand, what is drawn.

import { Camera, MIN } from "./camera.js";
import { svg } from "../parts/dom.js";
import { inSight, TreePainter } from "./draw.js";
import { layOut, openSome, ROW } from "./layout.js";

const MARGIN = 60; // pixels around the pane that are drawn as well
const MOVE = 220; // milliseconds a change takes
const MOVABLE = 4000; // above this many open nodes, changes are at once
const NARROW = 420; // pixels of a pane that has no room for columns
const SAVED = 5000; // largest number of nodes in a saved picture

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

export class TreeCanvas {
  constructor(forest, surface, prefix) {
    this.forest = forest;
    this.surface = surface;
    this.painter = new TreePainter(forest, prefix);
    this.state = { cursor: -1, selected: -1, marks: null, changes: new Map(), chosen: new Set(), target: -1 };
    this.opened = new Map(); // root -> what is open in that tree
    this.views = new Map(); // root -> where the camera stood
    this.root = -1;
    this.from = null;
    this.covered = () => 0; // pixels at the foot of the pane that the panel hides
    this.camera = new Camera(surface, () => this.redraw());
    surface.appendChild(svg("svg", { class: "tree-svg", role: "none", focusable: "false" }, this.painter.world));
    new ResizeObserver(() => this.resized()).observe(surface);
  }

  get open() {
    return this.opened.get(this.root);
  }

  /** Shows the tree of a root, as it was left, or with its first levels open. */
  showTree(root) {
    if (root === this.root) return;
    this.keepView();
    this.root = root;
    this.painter.clear();
    this.from = null;
    if (this.memory) this.recall(root);
    if (!this.opened.has(root)) {
      const rows = Math.max(14, Math.floor(this.camera.size().height / ROW) - 1);
      this.opened.set(root, openSome(this.forest, root, rows));
    }
    this.layout = this.layOut();
    this.state.cursor = root;
    const view = this.views.get(root);
    if (view) Object.assign(this.camera, view);
    else if (!this.standAsBefore()) this.frame();
    this.redraw();
  }

  /** What is open and where it stands, by ids: for a canvas that shows a later state of the same result. */
  memorise() {
    const ids = (list) => Array.from(list, (i) => this.forest.id(i));
    const { x, y, k, floor } = this.camera;
    const memory = { open: new Set(), roots: new Set(ids(this.opened.keys())), camera: { x, y, k, floor }, places: new Map() };
    for (const list of this.opened.values()) for (const id of ids(list)) memory.open.add(id);
    if (this.root < 0) return memory;
    memory.root = this.forest.id(this.root);
    memory.cursor = this.forest.id(this.state.cursor);
    for (const { data, px, py } of this.layout.nodes) memory.places.set(this.forest.id(data), { px, py });
    return memory;
  }

  /** Opens what was open in the earlier state. */
  recall(root) {
    if (this.opened.has(root) || !this.memory.roots.has(this.forest.id(root))) return;
    const open = new Set([root]);
    for (const id of this.memory.open) {
      const i = this.forest.byId.get(id);
      if (i !== undefined && this.forest.root[i] === root) open.add(i);
    }
    this.opened.set(root, open);
  }

  /** Puts the camera so that the cluster under the cursor, or the root, is where it was; false: it was nowhere. */
  standAsBefore() {
    const { memory } = this;
    if (!memory || memory.root !== this.forest.id(this.root)) return false;
    const anchor = [memory.cursor, memory.root].find(
      (id) => memory.places.has(id) && this.node(this.forest.byId.get(id)),
    );
    if (anchor === undefined) return false;
    const [was, now] = [memory.places.get(anchor), this.node(this.forest.byId.get(anchor))];
    Object.assign(this.camera, memory.camera);
    this.camera.x += (was.px - now.px) * this.camera.kx;
    this.camera.y += (was.py - now.py) * this.camera.k;
    this.camera.keepInside(this.layout);
    this.framed = true;
    this.state.cursor = now.data;
    return true;
  }

  /** Columns, or an indented list where the pane is as narrow as a phone. */
  layOut() {
    return layOut(this.forest, this.root, this.open, this.isNarrow());
  }

  /** A pane that is not shown yet has no width, and is none. */
  isNarrow() {
    const width = this.surface.clientWidth;
    return width > 0 && width < NARROW;
  }

  keepView() {
    if (this.root >= 0) this.views.set(this.root, { x: this.camera.x, y: this.camera.y, k: this.camera.k });
  }

  resized() {
    if (this.root < 0 || this.surface.clientWidth === 0) return;
    const turned = this.layout.narrow !== this.isNarrow();
    if (turned) this.layout = this.layOut();
    if (turned || !this.framed) this.frame();
    else this.camera.keepInside(this.layout);
    this.redraw();
  }

  /** First look at a tree: readable, and whole where it can be. */
  frame() {
    const { width, height } = this.camera.size();
    this.framed = width > 1;
    const tall = this.layout.bottom - this.layout.top + ROW;
    const k = Math.min(1, Math.max(0.85, Math.min(height / (tall + 16), width / (this.layout.width + 40))));
    this.camera.k = k;
    this.camera.x = this.layout.narrow ? 22 : Math.max(22, Math.min(90, (width - this.layout.width * k) / 3));
    const middle = (this.layout.top + this.layout.bottom) / 2;
    const begin = ROW - this.layout.top * k;
    this.camera.y = this.layout.narrow ? ROW : tall * k <= height ? height / 2 - middle * k : begin;
  }

  /** The whole open tree in the pane, however small. */
  fitAll() {
    const { width, height } = this.camera.size();
    const tall = this.layout.bottom - this.layout.top + ROW;
    this.measure();
    const k = Math.min(1.2, (height - 16) / tall);
    this.camera.k = Math.max(MIN, k < 0.5 ? k : Math.min(k, this.camera.floor));
    this.camera.x = Math.max(18, (width - this.layout.width * this.camera.kx) / 2);
    this.camera.y = height / 2 - ((this.layout.top + this.layout.bottom) / 2) * this.camera.k;
    this.redraw();
  }

  measure() {
    this.camera.floor = (this.camera.size().width - 36) / this.layout.width;
  }

  node(i) {
    const at = this.layout.at.get(i);
    return at === undefined ? null : this.layout.nodes[at];
  }

  /** Lays out anew after opening or closing; the cluster `anchor` stays where it is on the screen. */
  relay(anchor) {
    const before = this.layout;
    const old = this.node(anchor);
    const places = new Map();
    const small = before.nodes.length < MOVABLE;
    if (small && old && !calm.matches) for (const node of before.nodes) places.set(node.data, this.place(node));
    this.layout = this.layOut();
    const now = this.node(anchor);
    if (old && now) {
      const dx = now.px - old.px;
      const dy = now.py - old.py;
      this.camera.x -= dx * this.camera.kx;
      this.camera.y -= dy * this.camera.k;
      for (const place of places.values()) {
        place.x += dx;
        place.y += dy;
      }
    }
    if (places.size && this.layout.nodes.length < MOVABLE) this.startMove(places);
    this.redraw();
  }

  startMove(places) {
    this.from = places;
    this.began = performance.now();
    const step = () => {
      if (!this.from) return;
      if (performance.now() - this.began >= MOVE) this.from = null;
      this.paint();
      if (this.from) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Where a node stands now: on its way from the old place, or from its nearest old ancestor. */
  place(node) {
    if (!this.from) return { x: node.px, y: node.py };
    let source = node;
    while (source && !this.from.has(source.data)) source = source.parent;
    const old = source ? this.from.get(source.data) : { x: node.px, y: node.py };
    const part = Math.min(1, (performance.now() - this.began) / MOVE);
    const eased = 1 - (1 - part) ** 3;
    return { x: old.x + (node.px - old.x) * eased, y: old.y + (node.py - old.y) * eased };
  }

  redraw() {
    if (this.pending || this.root < 0) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.paint();
    });
  }

  paint() {
    if (this.surface.clientWidth === 0) return;
    this.measure();
    const { x, y, k, kx } = this.camera;
    this.painter.world.setAttribute("transform", `translate(${x},${y}) scale(${k})`);
    this.painter.draw(this.layout, this.camera.box(MARGIN), { k, kx }, (node) => this.place(node), this.state);
    const cursor = this.painter.nodes.get(this.state.cursor);
    if (cursor) this.surface.setAttribute("aria-activedescendant", cursor.id);
    else this.surface.removeAttribute("aria-activedescendant");
  }

  toggle(i) {
    if (!this.forest.childCount(i)) return;
    if (this.open.has(i)) this.open.delete(i);
    else this.open.add(i);
    this.relay(i);
    if (!this.node(this.state.cursor)) this.state.cursor = i;
  }

  openAll() {
    for (let i = 0; i < this.forest.count; i++) {
      if (this.forest.root[i] === this.root && this.forest.childCount(i)) this.open.add(i);
    }
    this.relay(this.root);
    this.fitAll();
  }

  closeAll() {
    this.opened.set(this.root, new Set([this.root]));
    this.state.cursor = this.root;
    this.relay(this.root);
    this.frame();
    this.redraw();
  }

  /** Opens the way to a cluster and moves the camera there where it is out of sight. */
  reveal(i) {
    this.showTree(this.forest.root[i]);
    const closed = this.forest
      .pathTo(i)
      .slice(0, -1)
      .filter((up) => !this.open.has(up));
    for (const up of closed) this.open.add(up);
    if (closed.length) this.relay(this.root);
    this.from = null;
    this.bringIn(this.node(i), closed.length > 0);
    this.redraw();
  }

  /** The part of the pane that nothing covers. */
  clear() {
    const { width, height } = this.camera.size();
    return { width, height: Math.max(80, height - this.covered()) };
  }

  bringIn(node, centre) {
    const { width, height } = this.clear();
    if (this.camera.k < 0.5) this.camera.k = 1;
    const { k } = this.camera;
    const x = node.px * k + this.camera.x;
    const y = node.py * k + this.camera.y;
    const label = Math.min(200 * k, width / 2);
    if (x < 16 || x + label > width) this.camera.x += Math.max(16, Math.min(width * 0.45, width - label - 16)) - x;
    if (y < 30 || y > height - 30)
      this.camera.y += (centre || y < -height || y > 2 * height ? height / 2 : y < 30 ? 60 : height - 60) - y;
  }

  /** Moves the keyboard's cursor to a cluster that is open. */
  moveTo(i) {
    const node = this.node(i);
    if (!node) return;
    this.state.cursor = i;
    this.bringIn(node, false);
    this.redraw();
  }

  /** The cluster `steps` rows further in reading order. */
  step(steps) {
    const at = this.layout.at.get(this.state.cursor) ?? 0;
    const next = Math.max(0, Math.min(this.layout.nodes.length - 1, at + steps));
    return this.layout.nodes[next].data;
  }

  /** Nodes for a saved picture: all that is open; of a giant, what is in sight. */
  nodesToSave() {
    if (this.layout.nodes.length <= SAVED) return this.layout.nodes;
    return inSight(this.layout, this.camera.box(), this.camera.k).nodes.map(({ node }) => node);
  }
}
