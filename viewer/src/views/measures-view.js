// The measures: report figures and level charts; below them the listings.

import { bdi, el, replace } from "../parts/dom.js";
import { areaUnder } from "../model/forest.js";
import { levelChart, levelTable } from "./level-chart.js";
import { conflicts, discarded } from "./listings.js";
import { count, num, percent, shorten } from "../model/text.js";
import { listOf } from "../model/votes.js";

const FIGURES = [
  ["What came in", ["files", "people", "entries", "names"]],
  ["What came out", ["clusters", "trees", "depth", "discarded"]],
  [
    "What people said",
    ["statements", "statements_held", "statements_implied", "statements_overruled", "tops_overruled"],
  ],
];
/** What only who knows the method asks for. */
const DETAILS = [
  [
    "How",
    ["solver", "similarity", "dissent", "skip", "top", "preference", "damping", "iterations", "converged", "saplings", "nodes", "pairs"],
  ],
  ["Objective", ["net_similarity", "upper_bound", "conflicts", "cycles_broken", "aut"]],
  [
    "Seed",
    [
      "seed.term",
      "seed.trees",
      "seed.best.clusters",
      "seed.best.depth",
      "seed.best.aut",
      "seed.best.net_similarity",
    ],
  ],
];
const NAMES = {
  clusters: "concepts",
  discarded: "entries left out",
  aut: "area under tree",
  net_similarity: "net similarity",
  upper_bound: "upper bound",
  cycles_broken: "cycles broken",
  statements_held: "hold",
  statements_implied: "are implied",
  statements_overruled: "were overruled",
  tops_overruled: "tops overruled",
  "seed.term": "seed",
  "seed.trees": "seed trees",
  "seed.best.clusters": "concepts of the best",
  "seed.best.depth": "depth of the best",
  "seed.best.aut": "area under the best",
  "seed.best.net_similarity": "net similarity of the best",
};

const MEANINGS = {
  files: "Files that were read.",
  people: "Whose hierarchies they are; a file that names nobody is a person.",
  entries: "Names in them, each wherever it stands.",
  saplings: "Hierarchies of one level that these were cut into.",
  nodes: "Names in those: one with others above and below it counts twice.",
  names: "Different ones, where case, plural and punctuation do not count.",
  pairs: "Pairs of entries that were compared.",
  solver: "How entries that mean the same are found.",
  similarity: "What counts as evidence that two entries mean the same.",
  preference: "How readily a concept of its own is made.",
  damping: "How much of its last value a message keeps.",
  iterations: "Rounds of messages.",
  converged: "Whether the messages came to rest.",
  clusters: "Concepts that were found.",
  trees: "Concepts with nothing above them, each with all below it.",
  depth: "Steps from a root to the deepest concept.",
  conflicts: "Entries that had to be put elsewhere than they were most like.",
  cycles_broken: "Circles of people's parents that had to be cut.",
  discarded: "Entries of the files that are in no concept.",
  aut: "The concepts of all levels, the first and the last counted half. Large where trees are both deep and wide.",
  statements: "One person's word that a concept belongs below another.",
  statements_held: "Statements whose parent is the parent.",
  statements_implied: "Statements whose parent is higher up: a level was left out.",
  statements_overruled: "Statements whose parent is not above it at all.",
  tops_overruled: "People who have something on top that is below something here.",
  dissent: "What it costs to overrule all who spoke about a concept.",
  skip: "The same for those who left a level out.",
  top: "The same for those who have it on top.",
  net_similarity: "How alike the entries of the concepts are, added up: what the solver works on.",
  upper_bound: "No answer has more net similarity than this.",
};

function figure(forest, name) {
  const value = name
    .split(".")
    .reduce((at, part) => (at && typeof at === "object" ? at[part] : undefined), forest.report);
  if (value !== undefined && value !== null) return value;
  const counted = {
    files: () => listOf(forest.taxonomy.inputs).length || undefined,
    clusters: () => forest.count,
    trees: () => forest.trees.length,
    aut: () => areaUnder(forest.levels().clusters),
  };
  return counted[name] ? counted[name]() : undefined;
}

function written(value) {
  if (value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return Array.isArray(value) ? num(value.length) : "–";
  return typeof value === "number" ? num(value) : bdi(shorten(String(value), 60));
}

export class MeasuresView {
  constructor(forests) {
    this.forests = forests;
    this.charts = el("div", { class: "charts" });
    this.element = el(
      "div",
      { class: "view measures-view" },
      el("div", { class: "view-head" }, el("h1", null, "In figures")),
      forests.map((forest) => this.inputs(forest)),
      forests.length > 1 ? this.table(FIGURES) : this.tiles(forests[0], FIGURES),
      el(
        "details",
        { class: "more-figures" },
        el("summary", null, "Details of the method"),
        forests.length > 1 ? this.table(DETAILS) : this.tiles(forests[0], DETAILS),
      ),
      el("h2", null, "Levels"),
      el(
        "p",
        { class: "hint" },
        "How many concepts, and how many entries, stand at each depth.",
      ),
      this.charts,
      forests.map((forest) => conflicts(forest, forests.length > 1)),
      forests.map((forest) => discarded(forest, forests.length > 1)),
    );
  }

  /** The files a result was made from, where it says so. */
  inputs(forest) {
    const names = listOf(forest.taxonomy.inputs)
      .map((input) => input.name)
      .filter((name) => typeof name === "string");
    if (!names.length) return null;
    const shown = names.slice(0, 12).map((name, at) => [at ? ", " : "", bdi(shorten(name, 60))]);
    const label = this.forests.length > 1 && [bdi(forest.label), ": "];
    return el(
      "p",
      { class: "lead" },
      label,
      "Grown from ",
      shown,
      names.length > 12 && ` and ${count(names.length - 12, "more file")}`,
      ".",
    );
  }

  groups(figures) {
    return figures.map(([title, names]) => [
      title,
      names.filter((name) => this.forests.some((f) => figure(f, name) !== undefined)),
    ]).filter(([, names]) => names.length);
  }

  tiles(forest, figures) {
    const group = ([title, names]) =>
      el(
        "section",
        { class: "figure-group" },
        el("h2", null, title),
        el(
          "dl",
          { class: "tiles" },
          names.map((name) =>
            el(
              "div",
              { title: MEANINGS[name] },
              el("dt", null, NAMES[name] || name),
              el("dd", null, written(figure(forest, name))),
            ),
          ),
        ),
        title === "Objective" && this.gauge(forest),
      );
    return el("div", { class: "figure-groups" }, this.groups(figures).map(group));
  }

  /** How near the objective is to its bound. */
  gauge(forest) {
    const { net_similarity: value, upper_bound: bound } = forest.report;
    if (typeof value !== "number" || typeof bound !== "number" || !(bound > 0)) return null;
    const bar = el("span", { class: "bar" });
    bar.style.width = `${Math.max(0, Math.min(100, (100 * value) / bound))}%`;
    return el(
      "p",
      { class: "gauge" },
      el("span", { class: "bar-track" }, bar),
      `At least ${percent(value, bound)} of its upper bound.`,
    );
  }

  table(figures) {
    const head = el(
      "tr",
      null,
      el("td", null),
      this.forests.map((forest) => el("th", { scope: "col" }, bdi(forest.label))),
    );
    const body = this.groups(figures).flatMap(([title, names]) => [
      el("tr", { class: "group-row" }, el("th", { scope: "rowgroup", colspan: this.forests.length + 1 }, title)),
      ...names.map((name) =>
        el(
          "tr",
          null,
          el("th", { scope: "row", title: MEANINGS[name] }, NAMES[name] || name),
          this.forests.map((forest) => el("td", null, written(figure(forest, name)))),
        ),
      ),
    ]);
    return el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Figures side by side" },
      el("table", { class: "figures-table" }, el("thead", null, head), el("tbody", null, body)),
    );
  }

  /** Charts are drawn for the width they have; call when shown and when the window changes. */
  draw() {
    const columns = window.innerWidth < 720 ? 1 : 2;
    const room = (this.charts.clientWidth || 600) - 24 * (columns - 1);
    const width = Math.max(240, Math.min(620, Math.floor(room / columns) - 22));
    const all = this.forests.map((forest) => forest.levels());
    const most = (kind) =>
      Math.max(1, ...all.flatMap((levels) => levels[kind].reduce((m, n) => Math.max(m, n), 1)));
    replace(
      this.charts,
      this.forests.map((forest, at) => {
        const levels = all[at];
        if (!levels.clusters.length) return el("p", { class: "empty" }, "No levels: this result has no concepts.");
        const label = this.forests.length > 1 ? ` · ${shorten(forest.label, 40)}` : "";
        return [
          el(
            "figure",
            null,
            el("figcaption", null, el("b", null, "Concepts"), ` per depth${label}`),
            levelChart(levels.clusters, {
              width,
              most: most("clusters"),
              className: "clusters",
              label: `Concepts per depth: ${levels.clusters.join(", ")}`,
            }),
          ),
          el(
            "figure",
            null,
            el("figcaption", null, el("b", null, "Entries"), ` per depth${label}`),
            levelChart(levels.instances, {
              width,
              most: most("instances"),
              className: "instances",
              label: `Entries per depth: ${levels.instances.join(", ")}`,
            }),
            levelTable(levels),
          ),
        ];
      }),
    );
  }
}
