// The strip that shows a try: what would change, in words and as a list, with Keep and Discard.

import { bdi, el, replace } from "../parts/dom.js";
import { changeList, changeWords } from "../views/changes-part.js";
import { marksOf } from "../model/changes.js";
import { num, shorten } from "../model/text.js";
import { inPlainWords, operandName } from "./operands.js";

/** A decision as a sentence, its operands set apart. */
export function decisionWords(decision, forest) {
  return inPlainWords(decision).map((part) =>
    Array.isArray(part)
      ? el("b", { title: shorten(String(part[0] ?? ""), 200) }, bdi(shorten(operandName(forest, part[0]), 60)))
      : part,
  );
}

export class TryStrip {
  constructor(bench) {
    this.bench = bench;
    this.element = el("section", { class: "try", "aria-label": "A try", hidden: true });
  }

  /** Shows the bench's try, or nothing where there is none. */
  fill() {
    const { tried } = this.bench;
    const inside = this.element.contains(document.activeElement);
    this.element.hidden = !tried;
    if (!tried) {
      replace(this.element);
      if (inside) this.bench.app.active?.surface.focus({ preventScroll: true });
      return;
    }
    const after = this.bench.shown === tried.after;
    replace(this.element, this.words(tried), this.buttons(after), this.warnings(tried), this.details(tried));
    this.element.querySelector(".yes").focus({ preventScroll: true });
  }

  words({ decisions, remove, summary, seconds }) {
    const removed = remove.length > 0 && [remove.length === 1 ? "One decision is taken back" : `${remove.length} decisions are taken back`, ": "];
    return el(
      "p",
      { class: "try-words", role: "status" },
      el("span", { class: "tag" }, "Not kept yet"),
      removed,
      decisions.slice(0, 2).map((decision) => [decisionWords(decision, this.bench.forest), ": "]),
      decisions.length > 2 && `and ${num(decisions.length - 2)} more: `,
      changeWords(summary),
      typeof seconds === "number" && el("span", { class: "n" }, `${num(Math.round(seconds * 100) / 100)} s`),
    );
  }

  buttons(after) {
    return el(
      "div",
      { class: "try-buttons" },
      el("button", { type: "button", class: "yes", onclick: () => this.bench.keep() }, "Keep"),
      el("button", { type: "button", class: "no", onclick: () => this.bench.discard() }, "Discard"),
      el(
        "button",
        { type: "button", class: "act", "aria-pressed": String(!after), onclick: () => this.bench.look(!after) },
        "As it is now",
      ),
    );
  }

  details({ changes, after }) {
    if (!Array.isArray(changes) || !changes.length) return null;
    return el(
      "details",
      { class: "try-changes", open: changes.length <= 6 && window.innerHeight > 700 && window.innerWidth > 720 },
      el("summary", null, "What changes"),
      changeList(changes, { before: this.bench.forest, after }),
    );
  }

  /** What the server says about the decisions: one that names nothing, for example. */
  warnings({ warnings }) {
    const list = Array.isArray(warnings) ? warnings : [];
    return list.slice(0, 5).map((warning) => el("p", { class: "notice" }, bdi(shorten(String(warning), 300))));
  }

  /** Colours a pane of the try, or of what is there now, by what changes. */
  colour(pane) {
    const { tried } = this.bench;
    if (!tried || !Array.isArray(tried.changes)) return;
    const side = pane.forest === tried.after ? "after" : "before";
    pane.setChanges(marksOf(tried.changes, pane.forest, side));
  }
}
