// The overview: every tree of every result as a card, with its silhouette and measures.

import { bdi, el, paged, replace } from "../parts/dom.js";
import { treeAddress } from "../parts/route.js";
import { silhouette } from "./silhouette.js";
import { count, fold, num } from "../model/text.js";

const MEANING = {
  clusters: "Concepts in this tree",
  members: "Nodes of the input that are in them",
  depth: "Steps from the root to the deepest concept",
};
const CONTENTS = 8; // names on a card, as far as they fit

const ORDERS = {
  clusters: ["Clusters", (a, b) => b.clusters - a.clusters || b.members - a.members || a.rank - b.rank],
  members: ["Members", (a, b) => b.members - a.members || a.rank - b.rank],
  depth: ["Depth", (a, b) => b.depth - a.depth || a.rank - b.rank],
  aut: ["Area under tree", (a, b) => b.aut - a.aut || a.rank - b.rank],
  name: ["Name", null],
};

export class ForestView {
  constructor(forests) {
    this.forests = forests;
    this.order = "clusters";
    this.filter = "";
    this.body = el("div", { class: "forests" });
    this.body.style.setProperty("--columns", String(forests.length));
    this.element = el("div", { class: "view forest-view" }, this.controls(), this.body);
    this.fill();
  }

  controls() {
    const order = el("select", { onchange: () => ((this.order = order.value), this.fill()) });
    for (const [key, [label]] of Object.entries(ORDERS)) order.appendChild(el("option", { value: key }, label));
    const filter = el("input", {
      type: "search",
      placeholder: "any name",
      oninput: () => ((this.filter = fold(filter.value.trim())), this.fill()),
    });
    return el(
      "div",
      { class: "view-head" },
      el("h1", null, "The forest"),
      el(
        "div",
        { class: "controls" },
        el("label", null, "Trees named ", filter),
        el("label", null, "Order by ", order),
      ),
    );
  }

  fill() {
    replace(
      this.body,
      this.forests.map((forest) => this.column(forest)),
    );
  }

  column(forest) {
    const all = forest.trees.filter((tree) => !this.filter || fold(forest.name(tree.root)).includes(this.filter));
    const grown = all.filter((tree) => tree.clusters > 1).sort(this.comparison(forest));
    const lone = all.filter((tree) => tree.clusters === 1).sort(this.comparison(forest));
    const widest = grown.reduce((most, tree) => tree.levels.reduce((m, n) => Math.max(m, n), most), 1);
    return el(
      "section",
      { class: "forest-column" },
      this.forests.length > 1 && el("h2", null, bdi(forest.label)),
      el("p", { class: "lead" }, summary(forest)),
      forest.mended > 0 &&
        el(
          "p",
          { class: "notice" },
          `${count(forest.mended, "parent link")} of this file led nowhere or in a circle and ${forest.mended === 1 ? "was" : "were"} left out.`,
        ),
      grown.length > 0 &&
        paged(el("ul", { class: "cards" }), grown, (tree) => card(forest, tree, widest), 24, "trees"),
      lone.length > 0 && this.loners(forest, lone, grown.length),
      all.length === 0 &&
        el(
          "p",
          { class: "empty" },
          this.filter ? "No tree has such a name." : "No trees: this result has no clusters.",
        ),
    );
  }

  comparison(forest) {
    const collator = new Intl.Collator("en");
    return (
      ORDERS[this.order][1] ||
      ((a, b) => collator.compare(forest.name(a.root), forest.name(b.root)) || a.rank - b.rank)
    );
  }

  loners(forest, trees, others) {
    const list = el("ul", { class: "loners" });
    const rows = paged(
      list,
      trees,
      (tree) =>
        el(
          "li",
          null,
          el("a", { href: treeAddress(forest, tree.root) }, bdi(forest.name(tree.root))),
          " ",
          el("span", { class: "n" }, num(tree.members)),
        ),
      60,
      "clusters",
    );
    return el(
      "details",
      { class: "lone", open: others === 0 },
      el(
        "summary",
        null,
        `${count(trees.length, "cluster stands", "clusters stand")} alone, with neither parent nor children`,
      ),
      rows,
    );
  }
}

function card(forest, tree, widest) {
  const figures = [
    ["clusters", num(tree.clusters)],
    ["entries", num(tree.entries)],
    ["depth", num(tree.depth)],
  ];
  return el(
    "li",
    null,
    el(
      "a",
      { class: `card b${tree.rank % 8}`, href: treeAddress(forest, tree.root) },
      silhouette(tree.levels, widest),
      el(
        "span",
        { class: "card-name" },
        bdi(forest.name(tree.root)),
        " ",
        forest.isSeed(tree) && el("span", { class: "seed" }, "seed"),
      ),
      el("span", { class: "contents" }, contents(forest, tree.root)),
      el(
        "span",
        { class: "figures" },
        figures.map(([what, value]) =>
          el("span", { title: MEANING[what] }, el("b", null, value), " ", el("span", null, what)),
        ),
      ),
    ),
  );
}

/** What a tree is about: the names right below its root, the largest branches first. */
function contents(forest, root) {
  const weight = (i) => forest.below[i] + forest.size(i);
  const largest = Array.from(forest.children(root)).sort((a, b) => weight(b) - weight(a) || a - b);
  return largest.slice(0, CONTENTS).flatMap((i, k) => [k > 0 && ", ", bdi(forest.name(i))]);
}

/** One sentence about a result. */
export function summary(forest) {
  const { report } = forest;
  const parts = [count(forest.count, "cluster"), " in ", count(forest.trees.length, "tree")];
  if (typeof report.saplings === "number") parts.push(", woven from ", count(report.saplings, "sapling"));
  if (typeof report.nodes === "number") parts.push(" with ", count(report.nodes, "node"));
  return parts.join("") + ".";
}
