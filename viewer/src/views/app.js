// The page as a whole: which view is shown, which cluster is selected, what the others do about it.

import { el, replace } from "../parts/dom.js";
import { changesBetween } from "./changes-part.js";
import { compareForests, marksOf } from "../model/changes.js";
import { ForestView } from "./forest-view.js";
import { MeasuresView } from "./measures-view.js";
import { copyText } from "../model/outline.js";
import { paperLists } from "./paper.js";
import { Panel } from "./panel.js";
import { clusterAddress, go, readAddress, treeAddress } from "../parts/route.js";
import { whereAre } from "../model/same.js";
import { TreePane } from "../tree/pane.js";

export class App {
  /** `hooks`: what the workbench adds to the page; the static page has none. */
  constructor(forests, parts, hooks = {}) {
    this.forests = forests;
    this.parts = parts; // the fixed elements of the page, by id
    this.hooks = hooks;
    this.views = {};
    this.panel = new Panel(parts.panel, this);
    this.panes = [];
    window.addEventListener("hashchange", () => this.follow());
    window.addEventListener("resize", () => this.view === "measures" && this.views.measures.draw());
    window.addEventListener("beforeprint", () => this.preparePrint());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pleach-focus-tree", ({ detail }) =>
      this.paneOf(detail).surface.focus({ preventScroll: true }),
    );
    this.follow();
  }

  /** Shows other results in place of these: what was open stays open, the address and the keyboard stay where they are. */
  use(forests) {
    const focused = document.activeElement;
    const lost = focused && this.parts.tree.contains(focused);
    this.memories = this.panes.map((pane) => pane.canvas.memorise());
    this.forests = forests;
    this.views = {};
    this.panes = [];
    for (const part of ["forest", "measures", "panes"]) replace(this.parts[part]);
    this.panel.hide();
    this.follow();
    if (lost && this.view === "tree") this.active.surface.focus({ preventScroll: true });
  }

  /** Shows what the address asks for; without one, what tells most. */
  follow() {
    let wanted = readAddress(location.hash, this.forests, Object.keys(this.hooks.views || {}));
    if (!wanted) {
      if (location.hash.length > 1) this.say(`There is no ${location.hash} on this page.`);
      const grown = this.forests[0].trees.filter((tree) => tree.clusters > 1).length;
      wanted = { view: this.forests.length > 1 || grown === 1 ? "tree" : "forest" };
    }
    this.showView(wanted.view);
    if (wanted.view !== "tree") this.drop();
    else if (wanted.panel) this.select(wanted.forest, wanted.cluster);
    else this.showTrees(wanted.forest, wanted.cluster);
    if (wanted.view === "tree") this.keepFocus();
    this.followed = true;
  }

  /** After a link of a view that is gone, the keyboard goes on in the tree. */
  keepFocus() {
    const focused = document.activeElement;
    const gone = !focused || focused === document.body || focused.closest("[hidden]");
    if (this.followed && gone && this.active.forest.count) this.active.surface.focus({ preventScroll: true });
  }

  showView(name) {
    this.view = name;
    for (const key of ["forest", "tree", "measures", ...Object.keys(this.hooks.views || {})]) {
      this.parts[key].hidden = key !== name;
      const tab = this.parts[`tab-${key}`];
      if (key === name) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    if (this.hooks.views?.[name]) this.hooks.views[name]();
    else if (!this.views[name]) this.makeView(name);
    if (name === "measures") this.views.measures.draw();
  }

  makeView(name) {
    if (name === "forest") this.views.forest = new ForestView(this.forests);
    if (name === "measures") this.views.measures = new MeasuresView(this.forests);
    if (name === "tree") return this.makePanes();
    this.parts[name].appendChild(this.views[name].element);
  }

  makePanes() {
    this.views.tree = true;
    for (const forest of this.forests) {
      const pane = new TreePane(forest, this, this.memories?.[forest.at]);
      this.panes.push(pane);
      this.parts.panes.appendChild(pane.element);
      if (forest.count === 0)
        replace(pane.element, el("p", { class: "empty" }, "No tree to show: this result has no concepts."));
      this.hooks.pane?.(pane);
    }
    if (this.forests.length === 2) this.compare();
    if (this.beside && this.forests.length === 1 && this.forests[0].count) this.addBeside();
    this.parts.panes.style.setProperty("--columns", String(this.panes.length));
    this.active = this.panes[0];
  }

  /** Of one result: a second tree beside the first, or only the first again. */
  putBeside(wanted) {
    const [first, second] = this.panes;
    if (second) {
      second.element.remove();
      this.panes = [first];
    }
    this.beside = wanted;
    if (wanted) this.addBeside();
    this.parts.panes.style.setProperty("--columns", String(this.panes.length));
    this.active = this.panes.at(-1);
    this.active.surface.focus({ preventScroll: true });
  }

  /** It shows what it showed before, else the next tree, else the largest branch. */
  addBeside() {
    const [forest] = this.forests;
    const pane = new TreePane(forest, this, this.memories?.[1], true);
    this.panes.push(pane);
    this.parts.panes.appendChild(pane.element);
    this.hooks.pane?.(pane);
    const here = this.panes[0].canvas.root >= 0 ? this.panes[0].canvas.root : forest.trees[0].root;
    const before = forest.byId.get(this.memories?.[1]?.root);
    const all = pane.choices(here);
    const next = all.filter((i) => i !== here && forest.childCount(i)).sort((a, b) => forest.below[b] - forest.below[a])[0];
    pane.show(before ?? next ?? here);
  }

  /** Of two results: what changed from the first to the second, counted when there is time. */
  compare() {
    const later = window.requestIdleCallback || ((work) => setTimeout(work, 30));
    later(() => {
      const [before, after] = this.forests;
      if (!before.count || !after.count) return;
      const changes = compareForests(before, after);
      this.panes[0].setChanges(marksOf(changes, before, "before"));
      this.panes[1].setChanges(marksOf(changes, after, "after"));
      replace(this.parts.changes, changesBetween(changes, { before, after }));
      this.parts.changes.hidden = false;
    });
  }

  paneOf(forest) {
    if (!this.panes.length) this.showView("tree");
    return this.panes[forest.at];
  }

  /** The pane that shows a concept: the one in use, if it does. */
  paneShowing(forest, i) {
    const first = this.paneOf(forest);
    const showing = this.panes.filter((pane) => pane.forest === forest && pane.holds(i));
    return showing.includes(this.active) ? this.active : showing[0] || first;
  }

  /** The tree that the first pane showed of an earlier state, if it still is one. */
  rootBefore(forest) {
    const i = forest.byId.get(this.memories?.[0]?.root);
    return i === undefined || forest.parent[i] >= 0 ? undefined : i;
  }

  setActive(pane) {
    this.active = pane;
  }

  /** Trees without a panel: the asked one, and in the other panes the ones that hold the same nodes. */
  showTrees(forest, root) {
    this.drop();
    for (const pane of this.panes) {
      if (!pane.forest.count) continue;
      if (pane.second) continue;
      if (forest && pane.forest === forest) pane.show(forest.root[root]);
      else if (pane.canvas.root < 0 || forest) pane.show(this.counterpart(pane.forest, forest, root));
    }
    if (forest) this.active = this.paneOf(forest);
  }

  counterpart(other, forest, root) {
    if (forest) {
      const found = whereAre(other, forest.members(root));
      if (found.length) return other.root[found[0].cluster];
    }
    const grown = other.trees.find((tree) => other.isSeed(tree));
    return (grown || other.trees[0]).root;
  }

  select(forest, i) {
    const pane = this.paneShowing(forest, i);
    this.active = pane;
    this.parts.tree.classList.add("with-panel");
    this.panel.show(forest, i);
    this.parts.spoken.textContent = `Panel of ${forest.name(i).slice(0, 200)} is open. Enter goes to it.`;
    pane.select(i);
    const members = forest.members(i);
    for (const other of this.panes) {
      if (other === pane || !other.forest.count) continue;
      other.select(-1);
      if (other.forest === forest) {
        if (other.canvas.root < 0) other.show(this.rootBefore(forest) ?? forest.root[i]);
        continue;
      }
      if (other.canvas.root < 0) other.show(this.counterpart(other.forest, forest, i));
      other.setSame(whereAre(other.forest, members), members.length);
    }
    if (this.forests.length > 1) pane.setSame(null);
    this.hooks.selected?.();
  }

  /** Highlights one input node in every result. */
  locate(forest, member) {
    for (const pane of this.panes) if (pane.forest.count) pane.setSame(whereAre(pane.forest, [member]), 1);
  }

  /** Closes the panel and forgets the selection. */
  drop() {
    this.panel.hide();
    this.parts.tree.classList.remove("with-panel");
    for (const pane of this.panes) {
      if (!pane.forest.count) continue;
      pane.canvas.state.selected = -1;
      pane.setSame(null);
    }
    this.hooks.selected?.();
  }

  closePanel() {
    if (!this.panel.shown) return;
    const { forest, i } = this.panel.shown;
    const pane = this.paneShowing(forest, i);
    go(treeAddress(forest, pane.second ? this.panes[0].canvas.root : forest.root[i]));
    pane.surface.focus({ preventScroll: true });
  }

  focusPanel() {
    if (this.panel.shown) this.panel.title.focus();
  }

  aim(forest, i) {
    this.paneShowing(forest, i).select(i);
    this.paneShowing(forest, i).surface.focus({ preventScroll: true });
    if (window.matchMedia("(max-width: 45rem)").matches) this.closePanel();
  }

  async copyAddress() {
    const { forest, i } = this.panel.shown;
    const done = await copyText(location.href.replace(/#.*$/, "") + clusterAddress(forest, i));
    this.say(done ? "Copied the address of this concept." : "The browser did not allow copying.");
  }

  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const typing = event.target.closest("input, select, textarea");
    if (event.key === "Escape" && !this.parts.help.open) this.closePanel();
    else if (event.key === "/" && !typing) {
      this.parts.search.focus();
      this.parts.search.select();
    } else if (event.key === "?" && !typing) this.parts.help.showModal();
    else return;
    event.preventDefault();
  }

  /** A short word at the foot of the page, also for screen readers. */
  say(text, seconds = 3.5) {
    this.parts.toast.textContent = text;
    this.parts.toast.classList.add("shown");
    clearTimeout(this.saying);
    this.saying = setTimeout(() => this.parts.toast.classList.remove("shown"), 1000 * seconds);
  }

  preparePrint() {
    replace(this.parts.paper, this.view === "tree" && paperLists(this.panes));
  }
}
