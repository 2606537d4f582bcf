// The search box: a combobox whose list follows every key.

import { bdi, el, replace } from "../parts/dom.js";
import { clusterAddress, go } from "../parts/route.js";
import { SearchIndex } from "../model/search-index.js";
import { count, num, shorten } from "../model/text.js";

const SHOWN = 12;

export class SearchBox {
  /** `chosen(forest, cluster, event)` may take a hit; what it does not take is shown. */
  constructor(forests, input, list, chosen = () => false) {
    this.input = input;
    this.list = list;
    this.chosen = chosen;
    this.hits = [];
    this.active = -1;
    input.addEventListener("input", () => this.search());
    input.addEventListener("focus", () => input.value && this.search());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => setTimeout(() => this.close(), 150));
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option && option.dataset.at) this.choose(Number(option.dataset.at), event);
    });
    this.use(forests);
  }

  use(forests) {
    this.forests = forests;
    this.indexes = forests.map((forest) => new SearchIndex(forest));
    this.warmUp();
  }

  /** Builds the indexes while nothing else happens; a search before that builds the rest at once. */
  warmUp() {
    const later = window.requestIdleCallback || ((work) => setTimeout(work, 30));
    const { indexes } = this;
    const step = () => {
      if (indexes !== this.indexes) return;
      if (!indexes.every((index) => index.step(8))) later(step);
      else performance.mark("pleach-search-ready");
    };
    later(step);
  }

  search() {
    const begin = performance.now();
    const query = this.input.value;
    if (!query.trim()) return this.close();
    const found = this.indexes.map((index) => index.find(query, SHOWN));
    this.hits = found
      .flatMap(({ hits }, at) => hits.map((hit) => ({ ...hit, forest: this.forests[at] })))
      .sort((a, b) => b.score - a.score || b.forest.size(b.cluster) - a.forest.size(a.cluster))
      .slice(0, SHOWN);
    const total = found.reduce((sum, { total }) => sum + total, 0);
    this.show(total);
    performance.measure("pleach-search", { start: begin, end: performance.now() });
  }

  show(total) {
    const rows = this.hits.map((hit, at) => this.option(hit, at));
    const foot = total
      ? total > this.hits.length && `${num(this.hits.length)} of ${count(total, "concept")}`
      : "No concept has such a name, spelling, tag or owner.";
    replace(this.list, rows, foot && el("li", { class: "foot", role: "option", "aria-disabled": "true" }, foot));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.mark(this.hits.length ? 0 : -1);
  }

  option({ forest, cluster, by, text }, at) {
    const path = forest
      .pathTo(cluster)
      .slice(0, -1)
      .map((i) => shorten(forest.name(i), 24));
    const place = path.length > 3 ? [path[0], "…", ...path.slice(-2)] : path;
    return el(
      "li",
      { role: "option", id: this.idOf(at), "data-at": at, class: `b${Math.max(0, forest.branch[cluster]) % 8}` },
      el(
        "span",
        { class: "hit-name" },
        bdi(shorten(forest.name(cluster), 80)),
        el("span", { class: "n" }, num(forest.entries(cluster))),
      ),
      el(
        "span",
        { class: "hit-place" },
        this.forests.length > 1 && el("span", { class: "tag" }, bdi(shorten(forest.label, 30))),
        by !== "name" && text && el("span", { class: "tag" }, `${by}: `, bdi(shorten(text, 40))),
        place.length ? place.map((name, k) => [k ? " › " : "", bdi(name)]) : "a tree of its own",
      ),
    );
  }

  idOf(at) {
    return `${this.list.id === "hits" ? "hit" : this.list.id}-${at}`;
  }

  mark(at) {
    const options = this.list.querySelectorAll("[data-at]");
    options.forEach((option, k) => option.setAttribute("aria-selected", String(k === at)));
    this.active = at;
    if (at >= 0) {
      this.input.setAttribute("aria-activedescendant", this.idOf(at));
      options[at].scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const open = !this.list.hidden && this.hits.length > 0;
    if (event.key === "ArrowDown" && open) this.mark((this.active + 1) % this.hits.length);
    else if (event.key === "ArrowUp" && open) this.mark((this.active + this.hits.length - 1) % this.hits.length);
    else if (event.key === "Enter" && open) this.choose(this.active, event);
    else if (event.key === "Escape" && !this.list.hidden) this.close();
    else if (event.key === "Escape") this.input.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  choose(at, event) {
    const { forest, cluster } = this.hits[at];
    this.close();
    if (this.chosen(forest, cluster, event)) return;
    this.input.blur();
    go(clusterAddress(forest, cluster));
    document.dispatchEvent(new CustomEvent("pleach-focus-tree", { detail: forest }));
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }
}
