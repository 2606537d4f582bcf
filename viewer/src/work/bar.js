// The bar below the header: undo and redo, what is chosen and the acts on it, and how the server is.

import { bdi, el, replace } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { shorten } from "../model/text.js";
import { ACTS } from "./acts.js";

const SHOWN = 4; // chosen clusters by name

export class Bar {
  constructor(bench, choice, acts) {
    Object.assign(this, { bench, choice, acts });
    const tool = (name, label, work) =>
      el("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick: work }, icon(name));
    this.undo = tool("undo", "Undo (Ctrl+Z)", () => bench.undo());
    this.redo = tool("redo", "Do again (Ctrl+Shift+Z)", () => bench.redo());
    this.subject = el("div", { class: "subject" });
    this.doing = el("span", { class: "doing", role: "status" });
    this.element = el(
      "section",
      { class: "bench", "aria-label": "Workbench" },
      el("div", { class: "group" }, this.undo, this.redo),
      this.subject,
      this.doing,
    );
    this.fill();
  }

  /** What can be undone, what is chosen, what can be said about it. */
  fill() {
    const { state } = this.bench;
    this.undo.disabled = !state.can_undo && !this.bench.tried;
    this.redo.disabled = !state.can_redo;
    if (!this.bench.app) return;
    const forest = this.bench.shown;
    const list = this.choice.subject();
    const hint = ["Open a concept to say what is right about it", el("span", { class: "wide" }, "; Ctrl and a click choose several"), "."];
    if (this.bench.app.view !== "tree" || !list.length)
      return replace(this.subject, this.bench.app.view === "tree" && forest.count > 0 && el("span", { class: "hint" }, hint));
    if (this.bench.tried) return replace(this.subject);
    replace(this.subject, this.chosen(forest, list), this.buttons(forest, list));
  }

  chosen(forest, list) {
    const { ids } = this.choice;
    const open = this.bench.app.panel.shown;
    const chip = (i) =>
      el(
        "li",
        null,
        bdi(shorten(forest.name(i), 28)),
        ids.has(forest.id(i)) &&
          el(
            "button",
            {
              type: "button",
              class: "unchoose",
              "aria-label": `Leave ${shorten(forest.name(i), 40)} out of the choice`,
              onclick: () => this.choice.toggle(i, true),
            },
            "×",
          ),
      );
    const more = list.length > SHOWN && el("li", { class: "n" }, `and ${list.length - SHOWN} more`);
    const addable = open && !ids.has(forest.id(open.i));
    return [
      el("ul", { class: "chips chosen-list", "aria-label": "Chosen" }, list.slice(0, SHOWN).map(chip), more),
      addable &&
        el(
          "button",
          {
            type: "button",
            class: "act",
            title: "Choose this concept, then others beside it (C, or Ctrl and click)",
            onclick: () => this.choice.toggle(open.i, true),
          },
          "Choose",
        ),
      ids.size > 0 && el("button", { type: "button", class: "act", onclick: () => this.choice.clear() }, "Clear"),
    ];
  }

  buttons(forest, list) {
    const fitting = ACTS.filter(({ fits }) => fits(list, forest));
    return el(
      "span",
      { class: "acts" },
      fitting.map(({ key, name, label, title }) =>
        el(
          "button",
          {
            type: "button",
            class: "act",
            "data-act": name,
            title: `${title} (${key.toUpperCase()})`,
            onclick: () => this.acts.run(name, list),
          },
          label,
        ),
      ),
    );
  }

  busy(is) {
    clearTimeout(this.slow);
    if (!is) this.doing.textContent = "";
    else this.slow = setTimeout(() => (this.doing.textContent = "Working…"), 250);
    this.element.classList.toggle("busy", is);
  }
}
