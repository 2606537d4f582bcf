// A pane: one result's trees, with its tools, keys and pointer.

import { bdi, el, replace } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { copyText, indentedList } from "../model/outline.js";
import { clusterAddress, go, treeAddress } from "../parts/route.js";
import { coloursOf, saveTree } from "./save-svg.js";
import { count, num, shorten } from "../model/text.js";
import { TreeCanvas } from "./canvas.js";

const FEW = 12; // trees, beside which their branches are listed
const LISTED = 200; // trees in the list of a pane; the forest shows all

export class TreePane {
  /** `memory`: of the pane that showed an earlier state of this result; `second`: beside another of the same result. */
  constructor(forest, app, memory = null, second = false) {
    this.forest = forest;
    this.app = app;
    this.second = second;
    this.surface = el("div", {
      class: "tree",
      role: "tree",
      tabindex: 0,
      "aria-label": `Tree of ${shorten(forest.label, 80)}`,
    });
    this.status = el("p", { class: "same-note", hidden: true });
    this.element = el(
      "section",
      { class: "pane", "aria-label": shorten(forest.label, 80) },
      this.tools(),
      this.surface,
      this.status,
    );
    this.canvas = new TreeCanvas(forest, this.surface, `p${forest.at}${second ? "s" : "n"}`);
    this.canvas.memory = memory;
    this.canvas.covered = () => this.coveredBy(app.parts.panel);
    this.surface.addEventListener("click", (event) => this.click(event));
    this.surface.addEventListener("keydown", (event) => this.key(event));
    this.surface.addEventListener("focus", () => app.setActive(this));
  }

  /** On a phone the panel lies over the tree: how much of this pane it hides. */
  coveredBy(panel) {
    if (panel.hidden || getComputedStyle(panel).position !== "absolute") return 0;
    return Math.max(0, this.surface.getBoundingClientRect().bottom - panel.getBoundingClientRect().top);
  }

  tools() {
    const button = (name, label, work) =>
      el(
        "button",
        { type: "button", class: `tool ${name}`, title: label, "aria-label": label, onclick: work },
        icon(name),
      );
    this.list = el("select", {
      class: "tree-list",
      "aria-label": "Tree",
      onchange: () => this.turnTo(Number(this.list.value)),
    });
    return el(
      "div",
      { class: "tools", role: "toolbar", "aria-label": `Tools of ${shorten(this.forest.label, 80)}` },
      this.app.forests.length > 1 && el("h2", { class: "pane-label" }, bdi(this.forest.label)),
      el(
        "div",
        { class: "group grow" },
        button("prev", "Previous tree", () => this.turn(-1)),
        this.list,
        button("next", "Next tree", () => this.turn(1)),
      ),
      el(
        "div",
        { class: "group" },
        button("openAll", "Expand all", () => this.canvas.openAll()),
        button("closeAll", "Collapse all", () => this.canvas.closeAll()),
      ),
      el(
        "div",
        { class: "group" },
        button("minus", "Zoom out", () => this.canvas.camera.zoom(1 / 1.4)),
        button("plus", "Zoom in", () => this.canvas.camera.zoom(1.4)),
        button("fit", "Show the whole tree", () => this.canvas.fitAll()),
      ),
      el(
        "div",
        { class: "group" },
        this.app.forests.length === 1 &&
          (this.second
            ? button("close", "Close this tree", () => this.app.putBeside(false))
            : button("beside", "Another tree beside this one", () => this.app.putBeside(!this.app.beside))),
        button("copy", "Copy branch as a list", () => this.copy()),
        button("save", "Save the tree as SVG", () => this.save()),
      ),
    );
  }

  show(root) {
    if (this.canvas.root === root) return;
    this.canvas.showTree(root);
    this.fillList(root);
    this.surface.setAttribute(
      "aria-label",
      `${shorten(this.forest.name(root), 80)}, tree of ${count(this.forest.below[root] + 1, "concept")}`,
    );
  }

  /** What the list offers: trees; in a second pane, if there are few of them, their branches as well. */
  choices(root) {
    const { forest } = this;
    const trees = forest.trees.slice(0, LISTED).map((tree) => tree.root);
    const branches = (i) => Array.from(forest.children(i)).filter((child) => forest.childCount(child));
    const all = this.second && trees.length < FEW ? trees.flatMap((i) => [i, ...branches(i)]) : trees;
    return all.includes(root) ? all : [...all, root];
  }

  fillList(root) {
    const { forest } = this;
    const words = (i) => `${forest.parent[i] < 0 ? "" : "– "}${shorten(forest.name(i), 40)} (${num(forest.below[i] + 1)})`;
    replace(
      this.list,
      this.choices(root).map((i) => el("option", { value: i, selected: i === root }, words(i))),
    );
    this.list.value = String(root);
  }

  turn(by) {
    const all = this.second ? this.choices(this.canvas.root) : this.forest.trees.map((tree) => tree.root);
    this.turnTo(all[(all.indexOf(this.canvas.root) + by + all.length) % all.length]);
  }

  /** The address speaks of the first pane; a second one is nobody else's business. */
  turnTo(root) {
    if (this.second) this.show(root);
    else go(treeAddress(this.forest, root));
  }

  /** Whether a concept is in what this pane shows. */
  holds(i) {
    return this.canvas.root >= 0 && this.forest.pathTo(i).includes(this.canvas.root);
  }

  /** Marks a cluster as the one the panel speaks of, and brings it into view. */
  select(i) {
    this.canvas.state.selected = i;
    if (i >= 0) {
      this.canvas.state.cursor = i;
      if (!this.holds(i)) this.show(this.forest.root[i]);
      this.canvas.reveal(i);
      this.canvas.state.cursor = i;
    }
    this.canvas.redraw();
  }

  /** Highlights clusters that hold the same input nodes as another result's cluster. */
  setSame(found, total) {
    this.canvas.state.marks = found ? new Map(found.map(({ cluster, shared }) => [cluster, shared])) : null;
    this.status.hidden = !found;
    if (found && found.length) {
      this.show(this.forest.root[found[0].cluster]);
      this.canvas.reveal(found[0].cluster);
      const links = found
        .slice(0, 4)
        .map(({ cluster, shared }, at) => [
          at ? ", " : "",
          el("a", { href: clusterAddress(this.forest, cluster) }, bdi(shorten(this.forest.name(cluster), 40))),
          ` ${num(shared)}`,
        ]);
      const more = found.length > 4 ? ` and ${count(found.length - 4, "more concept")}` : "";
      replace(this.status, `Of these ${count(total, "entry", "entries")} here: `, links, more);
    } else if (found) replace(this.status, "None of these entries is in this result.");
    this.canvas.redraw();
  }

  /** Colours the clusters that changed. */
  setChanges(marks) {
    this.canvas.state.changes = marks;
    this.canvas.redraw();
  }

  click(event) {
    const group = event.target.closest("[data-i]");
    this.surface.focus({ preventScroll: true });
    if (!group) return;
    const i = Number(group.dataset.i);
    this.canvas.state.cursor = i;
    if (this.app.hooks.press?.(this, i, event)) return;
    const onDisc = event.target.matches(".hit, .disc, .ring, .hidden-count, .wedge");
    if (onDisc && this.forest.childCount(i)) this.canvas.toggle(i);
    else go(clusterAddress(this.forest, i));
    this.canvas.redraw();
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.app.hooks.key?.(event)) return;
    const { canvas, forest } = this;
    const here = canvas.state.cursor;
    const open = canvas.open.has(here) && forest.childCount(here) > 0;
    const page = Math.max(1, Math.floor(canvas.camera.size().height / 40));
    const actions = {
      ArrowDown: () => canvas.moveTo(canvas.step(1)),
      ArrowUp: () => canvas.moveTo(canvas.step(-1)),
      PageDown: () => canvas.moveTo(canvas.step(page)),
      PageUp: () => canvas.moveTo(canvas.step(-page)),
      Home: () => canvas.moveTo(canvas.root),
      End: () => canvas.moveTo(canvas.step(Infinity)),
      ArrowRight: () => (open ? canvas.moveTo(forest.children(here)[0]) : canvas.toggle(here)),
      ArrowLeft: () =>
        open ? canvas.toggle(here) : forest.parent[here] >= 0 && canvas.moveTo(forest.parent[here]),
      Enter: () => (canvas.state.selected === here ? this.app.focusPanel() : go(clusterAddress(forest, here))),
      " ": () => canvas.toggle(here),
      "*": () => this.openSiblings(here),
      "+": () => canvas.camera.zoom(1.4),
      "=": () => canvas.camera.zoom(1.4),
      "-": () => canvas.camera.zoom(1 / 1.4),
      0: () => canvas.fitAll(),
    };
    const action = Object.hasOwn(actions, event.key) && actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  openSiblings(i) {
    const parent = this.forest.parent[i];
    for (const sibling of parent < 0 ? [i] : this.forest.children(parent)) {
      if (this.forest.childCount(sibling)) this.canvas.open.add(sibling);
    }
    this.canvas.relay(i);
  }

  async copy(i = this.canvas.state.cursor) {
    const done = await copyText(indentedList(this.forest, i));
    const name = shorten(this.forest.name(i), 40);
    this.app.say(
      done
        ? `Copied “${name}” and ${count(this.forest.below[i], "concept")} below it.`
        : "The browser did not allow copying.",
    );
  }

  save() {
    saveTree(this.forest, this.canvas.layout, this.canvas.nodesToSave(), coloursOf(this.element));
    this.app.say("Saved the tree as an SVG file.");
  }
}
