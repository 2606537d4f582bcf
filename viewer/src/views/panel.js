// The panel of one cluster: all that is known about it, with links to its neighbours.

import { bdi, el, paged, replace } from "../parts/dom.js";
import { carriedPart } from "./carried-part.js";
import { decidedPart } from "./decided-part.js";
import { icon } from "../parts/icons.js";
import { carriedBy } from "../model/carried.js";
import { levelChart } from "./level-chart.js";
import { barRow, clusterLink, section } from "./panel-parts.js";
import { parentPart } from "./parent-part.js";
import { clusterAddress } from "../parts/route.js";
import { whereAre } from "../model/same.js";
import { count, num, shorten } from "../model/text.js";
import { branchClass } from "../tree/draw.js";
import { namesakes, places } from "../model/votes.js";


function countsOf(table) {
  return Object.entries(table && typeof table === "object" ? table : {})
    .filter(([, n]) => typeof n === "number")
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

export class Panel {
  constructor(element, app) {
    this.element = element;
    this.app = app;
  }

  show(forest, i) {
    this.shown = { forest, i };
    const cluster = forest.clusters[i];
    const carried = carriedBy(forest, i);
    this.element.className = `panel ${branchClass(forest, i)}`;
    this.title = el("h2", { tabindex: -1, class: "panel-name" }, bdi(forest.name(i)));
    replace(
      this.element,
      this.head(forest, i),
      this.figures(forest, i, cluster),
      this.spellings(forest, i, cluster),
      parentPart(forest, i),
      decidedPart(forest, i),
      this.children(forest, i),
      carriedPart(carried),
      this.levels(forest, i),
      this.tags(cluster),
      this.elsewhere(forest, i),
      this.otherPlaces(forest, i),
      this.members(forest, i, cluster),
      this.details(forest, cluster),
    );
    this.element.hidden = false;
    this.element.scrollTop = 0;
  }

  hide() {
    this.element.hidden = true;
    this.element.textContent = "";
    this.shown = null;
  }

  head(forest, i) {
    const button = (name, label, work) =>
      el("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick: work }, icon(name));
    const path = forest.pathTo(i).slice(0, -1);
    const steps = path.length > 6 ? [...path.slice(0, 2), -1, ...path.slice(-3)] : path;
    const crumbs = steps.map((up) => el("li", null, up < 0 ? "…" : clusterLink(forest, up, 30)));
    return el(
      "header",
      { class: "panel-head" },
      el(
        "div",
        { class: "panel-tools" },
        el(
          "a",
          { class: "address", href: clusterAddress(forest, i), title: "Permanent address of this cluster" },
          clusterAddress(forest, i),
        ),
        this.app.forests.length > 1 && el("span", { class: "tag" }, bdi(shorten(forest.label, 40))),
        el("span", { class: "spring" }),
        button("link", "Copy the address", () => this.app.copyAddress()),
        button("aim", "Show in the tree", () => this.app.aim(forest, i)),
        button("copy", "Copy branch as a list", () => this.app.paneOf(forest).copy(i)),
        button("close", "Close the panel", () => this.app.closePanel()),
      ),
      crumbs.length > 0 && el("nav", { "aria-label": "Way from the root" }, el("ol", { class: "crumbs" }, crumbs)),
      this.title,
    );
  }

  figures(forest, i, cluster) {
    const entries = forest.entries(i);
    const rows = [
      [entries === 1 ? "entry" : "entries", num(entries)],
      [cluster.people === 1 ? "person" : "people", typeof cluster.people === "number" ? num(cluster.people) : null],
      [forest.below[i] === 1 ? "concept below" : "concepts below", num(forest.below[i])],
    ];
    return el(
      "dl",
      { class: "tiles" },
      rows
        .filter(([, value]) => value !== null)
        .map(([what, value]) => el("div", null, el("dt", null, what), el("dd", null, value))),
    );
  }

  spellings(forest, i, cluster) {
    const list = countsOf(cluster.spellings);
    if (!list.length) return null;
    const rows = paged(
      el("ul", { class: "chips" }),
      list,
      ([spelling, n]) => el("li", null, bdi(spelling), el("span", { class: "n" }, num(n)), this.app.hooks.spelling?.(forest, i, spelling)),
      24,
      "spellings",
    );
    return section("Spellings", num(list.length), rows);
  }

  children(forest, i) {
    const list = Array.from(forest.children(i));
    if (!list.length) return section("Children", null, el("p", { class: "empty" }, "None: the branch ends here."));
    const most = list.reduce((m, c) => Math.max(m, forest.entries(c)), 1);
    const row = (c) =>
      barRow(clusterLink(forest, c), forest.entries(c), most, branchClass(forest, c))(count(forest.entries(c), "entry", "entries"));
    return section("Children", num(list.length), paged(el("ul", { class: "bars" }), list, row, 12, "children"));
  }

  /** A root's panel shows how rich each level of its tree is. */
  levels(forest, i) {
    const tree = forest.treeOf.get(i);
    if (!tree || tree.clusters < 2) return null;
    const most = tree.levels.reduce((m, n) => Math.max(m, n), 1);
    const label = `Concepts per depth of this tree: ${tree.levels.join(", ")}`;
    return section(
      "Levels of this tree",
      null,
      levelChart(tree.levels, { width: 340, height: 170, most, label, className: "clusters" }),
    );
  }

  tags(cluster) {
    const list = countsOf(cluster.tags);
    if (!list.length) return section("Tags", null, el("p", { class: "empty" }, "No tags."));
    const row = ([tag, n]) => barRow(bdi(shorten(tag, 60)), n, list[0][1])(num(n));
    return section("Top tags", null, paged(el("ul", { class: "bars" }), list, row, 12, "tags"));
  }

  /** Where this cluster's members ended in the other results of the page. */
  elsewhere(forest, i) {
    const others = this.app.forests.filter((other) => other !== forest);
    if (!others.length) return null;
    const members = forest.members(i);
    return section(
      "The same entries elsewhere",
      null,
      others.map((other) => {
        const found = whereAre(other, members);
        const row = ({ cluster, shared }) =>
          barRow(clusterLink(other, cluster), shared, members.length)(`${num(shared)} of ${num(members.length)}`);
        return [
          el("h4", null, bdi(other.label)),
          found.length
            ? paged(el("ul", { class: "bars" }), found, row, 6, "clusters")
            : el("p", { class: "empty" }, "None of them is in this result."),
        ];
      }),
    );
  }

  otherPlaces(forest, i) {
    const same = places(forest, i);
    const known = new Set(same);
    const namesOnly = namesakes(forest, i).filter((other) => !known.has(other));
    return [
      this.clusterList(forest, "Also in", same),
      this.clusterList(forest, "Same name, kept apart", namesOnly),
    ];
  }

  clusterList(forest, title, list) {
    if (!list.length) return null;
    const row = (other) => {
      const parent = forest.parent[other];
      return el(
        "li",
        null,
        clusterLink(forest, other),
        parent >= 0 ? [" under ", clusterLink(forest, parent, 40)] : " (on top)",
        el("span", { class: "n" }, num(forest.entries(other))),
      );
    };
    return section(title, num(list.length), paged(el("ul", { class: "plain" }), list, row, 8, "concepts"));
  }

  /** What only who knows the method asks for. */
  details(forest, { exemplar, net_similarity: net, depth }) {
    const rows = [
      ["depth", typeof depth === "number" ? num(depth) : null],
      ["net similarity", typeof net === "number" ? num(net) : null],
      ["exemplar", exemplar && exemplar.id !== undefined ? bdi(shorten(`${exemplar.id}:${exemplar.path}`, 60)) : null],
    ].filter(([, value]) => value !== null);
    if (!rows.length) return null;
    const row = ([what, value]) => el("div", null, el("dt", null, what), el("dd", null, value));
    return el("details", { class: "part" }, el("summary", null, "Details"), el("dl", { class: "tiles" }, rows.map(row)));
  }

  members(forest, i, cluster) {
    const exemplar = cluster.exemplar || {};
    const isExemplar = (m) => m.id === exemplar.id && m.path === exemplar.path && m.role === exemplar.role;
    const list = forest
      .members(i)
      .slice()
      .sort((a, b) => isExemplar(b) - isExemplar(a) || (b.similarity || 0) - (a.similarity || 0));
    if (!list.length) return section("Entries", null, el("p", { class: "empty" }, this.app.hooks.pending?.() ? "The entries are still coming." : "This file lists no entries."));
    const compare = this.app.forests.length > 1;
    const row = (m) => {
      const name = bdi(shorten(String(m.name ?? forest.name(i)), 80));
      return el(
        "li",
        { class: "member" },
        el(
          "span",
          { class: "member-name" },
          compare
            ? el(
                "button",
                {
                  type: "button",
                  class: "locate",
                  title: "Find this entry in every result",
                  onclick: () => this.app.locate(forest, m),
                },
                name,
              )
            : name,
          this.app.hooks.member?.(forest, i, m),
        ),
        el(
          "span",
          { class: "member-source" },
          m.owner ? [bdi(String(m.owner)), " · "] : "",
          m.role === "root" ? "on top of " : "in ",
          bdi(shorten(String(m.id ?? "?"), 60)),
          m.path && m.path !== "." ? [" at ", String(m.path)] : "",
        ),
      );
    };
    return section("Entries", num(list.length), paged(el("ul", { class: "members" }), list, row, 25, "entries"));
  }
}
