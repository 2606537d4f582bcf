// The project: its files, the decisions in force, its history, and ways to take it elsewhere.

import { bdi, el, paged, replace } from "../parts/dom.js";
import { count, num, shorten } from "../model/text.js";
import { exportAddress, get, Gone, Refused } from "./client.js";
import { decisionWords } from "./try-strip.js";

/** Formats as `pleach grow --format` knows them, and what each is for. */
const FORMATS = [
  ["json", "everything, as pleach reads it"],
  ["html", "a page to look at"],
  ["text", "the tree, for reading"],
  ["skos", "a SKOS vocabulary"],
  ["sssom", "merges between sources"],
  ["edges", "a table of names and parents"],
  ["paths", "a table of paths"],
  ["nodes", "each node and its new path"],
  ["opml", "an outline"],
  ["bookmarks", "links, for a browser"],
  ["markdown", "an outline in Markdown"],
  ["nested", "nested JSON"],
  ["jsonl", "a tree on each line"],
  ["yaml", "nested YAML"],
  ["mermaid", "a diagram"],
  ["dot", "Graphviz"],
  ["sqlite", "a database"],
  ["xlsx", "a workbook for spreadsheets"],
  ["report", "the figures"],
  ["assignments", "one row for each node"],
  ["decisions", "what was decided"],
];

const STEPS = {
  start: "began",
  decide: "decided",
  undo: "undid",
  redo: "did again",
  import: "added",
  remove: "took out",
};

/** A moment as people here write it; what is no moment stays as it is. */
function moment(when) {
  const date = new Date(when);
  return Number.isNaN(date.getTime()) ? String(when ?? "") : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export class ProjectView {
  constructor(bench, element, addFiles) {
    this.bench = bench;
    this.seen = -1;
    this.inputs = el("div");
    this.decisions = el("div");
    this.history = el("div");
    replace(
      element,
      el(
        "div",
        { class: "view project-view" },
        el("h1", null, "The project"),
        el("h2", null, "Files"),
        this.inputs,
        el("p", { class: "line" }, addFiles, el("span", { class: "hint" }, "or drop them anywhere on this page")),
        el("h2", null, "Decisions in force"),
        this.decisions,
        el("h2", null, "History"),
        el("p", { class: "line" }, el("button", { type: "button", class: "act", onclick: () => bench.person.ask() }, "My name…")),
        this.history,
        el("h2", null, "Take it elsewhere"),
        el(
          "ul",
          { class: "exports" },
          FORMATS.map(([name, what]) =>
            el("li", null, el("a", { href: exportAddress(name), download: "" }, name), " ", el("span", { class: "n" }, what)),
          ),
        ),
      ),
    );
  }

  refresh() {
    if (this.seen !== this.bench.state.revision) this.load();
  }

  async load() {
    this.seen = this.bench.state.revision;
    try {
      const [state, { decisions }, { steps }] = await Promise.all([
        get("state"),
        get("decisions"),
        get("history", { limit: 500 }),
      ]);
      this.fillInputs(state.inputs || []);
      this.fillDecisions(decisions || []);
      this.fillHistory(steps || []);
    } catch (error) {
      this.seen = -1;
      if (!(error instanceof Gone || error instanceof Refused)) throw error;
      replace(this.history, el("p", { class: "empty" }, error.message));
    }
  }

  fillInputs(inputs) {
    const row = ({ id, name, bytes, hierarchies }) =>
      el(
        "li",
        null,
        el("span", null, bdi(shorten(String(name), 80)), el("span", { class: "n" }, `${hierarchies === undefined ? "" : `${count(hierarchies, "hierarchy", "hierarchies")}, `}${num(bytes)} bytes`)),
        this.remover("Take out", shorten(String(name), 40), () => this.bench.removeInput(id)),
      );
    fillList(this.inputs, inputs, row, "files", "No files yet.");
  }

  fillDecisions(decisions) {
    const row = (decision) =>
      el(
        "li",
        null,
        el("span", null, decisionWords(decision, this.bench.forest), el("span", { class: "n" }, byline(decision))),
        this.remover("Take back", `${decision.kind} ${shorten(String(decision.a), 40)}`, () =>
          this.bench.attempt([], { remove: [decision.id] }),
        ),
      );
    fillList(this.decisions, decisions, row, "decisions", "Nothing is decided yet.");
  }

  fillHistory(steps) {
    const row = (step) =>
      el(
        "li",
        { class: step.undone ? "undone" : null },
        el("span", null, el("b", null, bdi(shorten(String(step.who || "somebody"), 40))), ` ${STEPS[step.what] || step.what} `, bdi(shorten(String(step.text ?? ""), 120)), el("span", { class: "n" }, moment(step.when), step.undone && ", undone")),
      );
    fillList(this.history, steps, row, "steps", "Nothing happened yet.");
  }

  remover(label, what, work) {
    return el("button", { type: "button", class: "act", "aria-label": `${label} ${what}`, onclick: work }, label);
  }
}

const byline = ({ who, when }) => [who && [bdi(shorten(String(who), 40)), when && ", "], when && moment(when)];

function fillList(place, rows, make, what, none) {
  replace(
    place,
    rows.length ? paged(el("ul", { class: "rows" }), rows, make, 30, what) : el("p", { class: "empty" }, none),
  );
}
