// Tells the person what happened: strips, sentences and toasts, and the views that have to be filled anew.

import { bdi, el, replace } from "../parts/dom.js";
import { shorten } from "../model/text.js";
import { get } from "./client.js";
import { readLine } from "./operands.js";
import { decisionWords } from "./try-strip.js";

const DID = { undo: "undid", redo: "did again", import: "added", remove: "took out", decide: "decided", start: "began" };

/** The numbers of the decisions that were kept; of none where the server cannot say. */
async function decisionsInForce() {
  try {
    return new Set((await get("decisions")).decisions.map(({ id }) => id));
  } catch {
    return new Set();
  }
}

export class Teller {
  constructor(things) {
    Object.assign(this, things);
  }

  /** The state is another one. */
  state() {
    this.invite();
    this.bar.fill();
    const { view } = this.bench.app;
    if (this.views[view]) this.views[view].refresh();
  }

  tried() {
    this.strip.fill();
    this.bar.fill();
    // A try is looked at in the tree.
    if (this.bench.tried && this.bench.app.view !== "tree" && this.bench.shown.count) location.hash = "#tree";
  }

  kept() {
    this.say("Kept. Undo takes it back.");
  }

  busy(is) {
    this.bar.busy(is);
  }

  /** The server is gone, or there again. */
  trouble(sentence, back = "") {
    const was = !this.outage.hidden;
    if (this.outage.textContent !== sentence) replace(this.outage, sentence);
    this.outage.hidden = !sentence;
    if (was && !sentence && back) this.say(back);
  }

  /** What the server would not do, with the decisions that stand against each other. */
  async refused(sentence, { lines }) {
    const list = Array.isArray(lines) ? lines : [];
    const inForce = list.length ? await decisionsInForce() : new Set();
    const dialog = el(
      "dialog",
      { class: "ask", "aria-labelledby": "refused-title" },
      el("h2", { id: "refused-title" }, "That cannot be"),
      el("p", null, bdi(shorten(sentence, 600))),
      list.length > 0 && el("ul", { class: "plain" }, list.map((line) => this.line(line, inForce, () => dialog.close()))),
      el("p", { class: "line" }, el("button", { type: "button", class: "yes", onclick: () => dialog.close() }, "Go on")),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.appendChild(dialog);
    dialog.showModal();
  }

  /** A decision that stands against others: one that was kept can be taken back. */
  line(line, inForce, close) {
    const known = line && typeof line === "object";
    const decision = known ? (typeof line.text === "string" ? readLine(line.text) : line) : null;
    const words = decision ? decisionWords(decision, this.bench.forest) : bdi(shorten(String(line ?? ""), 160));
    return el(
      "li",
      null,
      words,
      known &&
        inForce.has(line.id) && [
          " ",
          el(
            "button",
            { type: "button", class: "act", onclick: () => (close(), this.bench.attempt([], { remove: [line.id] })) },
            "Take it back",
          ),
        ],
    );
  }

  /** What other people did. */
  others(steps) {
    if (!steps.length) return this.say("The project was changed elsewhere.");
    const [{ who, what, text }] = steps;
    const more = steps.length > 1 ? ` and ${steps.length - 1} more` : "";
    this.say(`${shorten(String(who || "Somebody"), 40)} ${DID[what] || "changed"}: ${shorten(String(text ?? ""), 80)}${more}`, 8);
  }

  say(text, seconds) {
    this.bench.app.say(text, seconds);
  }
}
