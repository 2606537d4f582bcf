// The overview: every tree of every result as a card, with its silhouette and measures.

import { bdi, el, paged, replace } from "../parts/dom.js";
import { treeAddress } from "../parts/route.js";
import { silhouette } from "./silhouette.js";
import { count, fold, num } from "../model/text.js";

const BRANCHES = 6; // on a card ...
const BELOW = 4; // ... with so many names of what is below each

const ORDERS = {
  clusters: ["Concepts", (a, b) => b.clusters - a.clusters || b.members - a.members || a.rank - b.rank],
  members: ["Entries", (a, b) => b.members - a.members || a.rank - b.rank],
  depth: ["Depth", (a, b) => b.depth - a.depth || a.rank - b.rank],
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
          this.filter ? "No tree has such a name." : "No trees: this result has no concepts.",
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
      "concepts",
    );
    return el(
      "details",
      { class: "lone", open: others === 0 },
      el(
        "summary",
        null,
        `${count(trees.length, "concept stands", "concepts stand")} alone, with neither parent nor children`,
      ),
      rows,
    );
  }
}

function card(forest, tree, widest) {
  return el(
    "li",
    null,
    el(
      "a",
      { class: `card b${tree.rank % 8}`, href: treeAddress(forest, tree.root) },
      el(
        "span",
        { class: "card-head" },
        el(
          "span",
          { class: "card-name" },
          bdi(forest.name(tree.root)),
          " ",
          forest.isSeed(tree) && el("span", { class: "seed" }, "seed"),
        ),
        silhouette(tree.levels, widest),
      ),
      el("span", { class: "contents" }, contents(forest, tree.root)),
      el("span", { class: "card-foot" }, `${count(tree.clusters, "concept")} on ${count(tree.levels.length, "level")}`),
    ),
  );
}

const largestBelow = (forest, i) => {
  const weight = (c) => forest.below[c] + forest.size(c);
  return Array.from(forest.children(i)).sort((a, b) => weight(b) - weight(a) || a - b);
};

/** What a tree is about: its largest branches, each with some of what is below it. */
function contents(forest, root) {
  const branches = largestBelow(forest, root);
  const rows = branches.slice(0, BRANCHES).map((i) => {
    const below = largestBelow(forest, i);
    const names = below.slice(0, BELOW).flatMap((c, k) => [k > 0 && ", ", bdi(forest.name(c))]);
    return el("span", { class: "branch" }, el("b", null, bdi(forest.name(i))), below.length > 0 && [" ", names, below.length > BELOW && ", …"]);
  });
  const left = branches.length - rows.length;
  return [rows, left > 0 && el("span", { class: "branch" }, `and ${count(left, "more branch", "more branches")}`)];
}

/** One sentence about a result, in words that people use of their files. */
export function summary(forest) {
  const { report, taxonomy } = forest;
  const files = Array.isArray(taxonomy.inputs) ? taxonomy.inputs.length : 0;
  const from = [
    files && count(files, "file"),
    report.people > 1 && count(report.people, "person", "people"),
    !files && typeof report.saplings === "number" && count(report.saplings, "hierarchy", "hierarchies"),
  ].filter(Boolean);
  return `${count(forest.count, "concept")} in ${count(forest.trees.length, "tree")}${from.length ? `, out of ${from.join(" by ")}` : ""}.`;
}
