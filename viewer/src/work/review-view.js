// The review queue as cards: a question, what speaks for and against it, and yes, no or skip.

import { bdi, el, replace } from "../parts/dom.js";
import { clusterLink } from "../views/panel-parts.js";
import { count, num, shorten } from "../model/text.js";
import { voicesOf } from "../model/voices.js";
import { readChoices } from "./choices.js";
import { get, Gone, Refused } from "./client.js";
import { onKeysOf } from "./keys.js";
import { clustersOf, operandName, readLines } from "./operands.js";
import { store, stored } from "./person.js";
import { decisionWords } from "./try-strip.js";

const AT_ONCE = "pleach-keep-at-once";
const BATCH = 20;
const PATIENCE = 300; // milliseconds before somebody who waits is told what for
const SHOWN = 3; // clusters of each side of a question

const TOPICS = [
  ["all", "everything"],
  ["same", "what is one"],
  ["places", "where it belongs"],
  ["counterparts", "which of another source it is"],
];

const COST = 0.2; // of a question, in corrections: as the command has it
const NOT_WORTH_IT = "Nothing more is worth asking: five more questions would save less than one correction.";
const isWorthIt = ({ saves }) => !(saves < COST);

const NEXT = 12; // questions that somebody answers at a sitting

function tellLeft(left, worth) {
  if (!left) return "nothing is left to ask.";
  if (!worth) return "nothing more is worth asking.";
  const next = worth === 1 ? "the next one is worth most" : `the next ${num(Math.min(worth, NEXT))} are worth most`;
  return worth > NEXT ? `${next}, of ${num(worth)} that are worth asking.` : `${next}.`;
}

/** A question about what is there now: earlier answers may have merged or renamed what it speaks of. */
function heading({ question }, { kind, a, b }, forest) {
  const name = (operand) => {
    const found = clustersOf(forest, operand);
    return el("b", null, bdi(shorten(found.length === 1 ? forest.name(found[0]) : operandName(forest, operand), 80)));
  };
  const words = {
    same: () => ["Are ", name(a), " and ", name(b), " the same?"],
    different: () => ["Are ", name(a), " and ", name(b), " different?"],
    under: () => ["Does ", name(a), " belong under ", name(b), "?"],
    top: () => ["Does ", name(a), " stand on top?"],
  };
  return (words[kind] || (() => bdi(String(question))))();
}

/** The key that presses a button, for eyes; its title says it to everybody. */
const keySign = (key) => el("kbd", { "aria-hidden": "true" }, key);

/** Whether an earlier answer made one of both sides of a question. */
function isSettled({ yes }, forest) {
  const [{ kind, a, b }] = readLines(yes);
  const [one, other] = [clustersOf(forest, a), clustersOf(forest, b)];
  return kind === "same" && one.length === 1 && other.length === 1 && one[0] === other[0];
}

export class ReviewView {
  constructor(bench, element) {
    this.bench = bench;
    this.about = "all";
    this.skipped = new Set(); // questions that nobody wants to answer now
    this.answered = 0;
    this.onwards = false; // also what is hardly worth asking
    this.asked = -1; // the revision that the questions are of
    this.card = el("div", { class: "review-card-place" });
    this.progress = el("p", { class: "lead", role: "status" });
    this.atOnce = el("input", {
      type: "checkbox",
      checked: stored(AT_ONCE) !== "no",
      onchange: () => store(AT_ONCE, this.atOnce.checked ? "yes" : "no"),
    });
    const topic = el(
      "select",
      { onchange: () => ((this.about = topic.value), this.load()) },
      TOPICS.map(([value, label]) => el("option", { value }, label)),
    );
    const box = el(
      "div",
      { class: "view review-view" },
      el(
        "div",
        { class: "view-head" },
        el("h1", null, "Review"),
        el(
          "div",
          { class: "controls" },
          el("label", null, "Ask about ", topic),
          el("label", { title: "Answers are kept without showing what they change first; undo takes them back" }, this.atOnce, " keep answers at once"),
        ),
      ),
      this.progress,
      this.card,
    );
    onKeysOf(bench, "review", (event) => this.key(event));
    replace(element, box);
  }

  /** Questions about the state as it is; kept until it changes. */
  refresh() {
    if (this.asked !== this.bench.state.revision && !this.answering) this.load();
  }

  async load() {
    const revision = (this.asked = this.bench.state.revision);
    const about = this.about;
    const slow = setTimeout(() => replace(this.progress, "Looking for what is doubtful…"), PATIENCE);
    try {
      const said = await get("review", { about, offset: 0, limit: BATCH + this.skipped.size });
      if (revision !== this.asked || about !== this.about) return;
      this.total = said.total;
      const all = Array.isArray(said.questions) ? said.questions : [];
      const isSkipped = ({ question }) => this.skipped.has(question);
      this.worth = (said.worth ?? said.total) - all.filter((one) => isSkipped(one) && isWorthIt(one)).length;
      this.questions = all.filter((one) => !isSkipped(one));
      this.fill();
    } catch (error) {
      this.asked = -1;
      if (!(error instanceof Gone || error instanceof Refused)) throw error;
      replace(this.card, el("p", { class: "empty" }, error.message));
    } finally {
      clearTimeout(slow);
    }
  }

  fill() {
    const left = Math.max(0, this.total - this.skipped.size);
    const told = tellLeft(left, this.worth);
    const begun = this.answered || this.skipped.size;
    replace(
      this.progress,
      begun ? `${count(this.answered, "answer")}, ${num(this.skipped.size)} skipped; ${told}` : told[0].toUpperCase() + told.slice(1),
    );
    const [question] = this.questions;
    if (question && (this.onwards || isWorthIt(question))) return this.show(question);
    const more = (label, work) => el("button", { type: "button", class: "more", onclick: work }, label);
    replace(
      this.card,
      el("p", { class: "empty" }, question ? NOT_WORTH_IT : this.skipped.size ? "What is left was skipped." : "Nothing is doubtful here."),
      this.skipped.size > 0 && more("Ask the skipped ones", () => (this.skipped.clear(), this.load())),
      question && more("Ask the others all the same", () => ((this.onwards = true), this.fill())),
    );
  }

  show(question) {
    const inside = this.card.contains(document.activeElement);
    const { forest } = this.bench;
    const yes = readLines(question.yes);
    const no = readLines(question.no);
    const { asked, picks } = readChoices(question);
    const [{ a, b }] = yes;
    const button = (label, key, className, work) =>
      el(
        "button",
        { type: "button", class: className, title: `${label} (${key})`, "data-key": key.toLowerCase(), onclick: work },
        bdi(label),
        keySign(key),
      );
    const pick = ({ line, label }, at) => el("li", null, button(label, String(at + 1), "act", () => this.answer([line])));
    replace(
      this.card,
      el(
        "article",
        { class: "review-card", "aria-labelledby": "question" },
        el("h2", { id: "question" }, picks.length ? bdi(asked) : heading(question, yes[0], forest)),
        el("p", { class: "n" }, `${count(question.nodes, "entry", "entries")} at stake`),
        el("div", { class: "sides" }, this.side(a), !picks.length && b !== undefined && this.side(b)),
        picks.length > 0 && el("ol", { class: "choices" }, picks.map(pick)),
        el(
          "div",
          { class: "answers" },
          !picks.length && button("Yes", "Y", "yes", () => this.answer(yes)),
          button(picks.length ? "None of these" : "No", "N", "no", () => this.answer(no)),
          button("Skip", "S", "act", () => this.skip(question)),
        ),
        el(
          "p",
          { class: "hint" },
          picks.length
            ? "What you pick becomes one with it; the percentage says how likely that is. None of these: it is told apart from all of them."
            : ["Yes: ", decisionWords(yes[0], forest), ". No: ", decisionWords(no[0], forest), "."],
        ),
        el("div", { class: "why" }),
      ),
    );
    if (inside) this.card.querySelector("[data-key]").focus({ preventScroll: true });
  }

  /** What is known of one side of a question: its clusters, their place and their people. */
  side(operand) {
    const { forest } = this.bench;
    const found = clustersOf(forest, operand);
    return el(
      "div",
      { class: "side" },
      found.length === 0 && el("p", null, bdi(operand)),
      found.slice(0, SHOWN).map((i) => this.evidence(forest, i)),
      found.length > SHOWN && el("p", { class: "n" }, `and ${count(found.length - SHOWN, "more concept")}`),
    );
  }

  evidence(forest, i) {
    const up = forest.parent[i];
    const said = voicesOf(forest, i);
    const spellings = Object.keys(forest.clusters[i].spellings || {}).filter((name) => name !== forest.name(i)).slice(0, 6);
    const children = Array.from(forest.children(i)).slice(0, 6);
    const list = (names) => names.map((name, at) => [at ? ", " : "", bdi(String(name).slice(0, 60))]);
    return el(
      "dl",
      { class: "evidence" },
      el("dt", null, clusterLink(forest, i)),
      el("dd", null, up >= 0 ? ["under ", clusterLink(forest, up, 40)] : "on top"),
      el("dd", null, `${count(forest.entries(i), "entry", "entries")}${said ? `; ${num(said.for)} for this place, ${num(said.against + said.top)} against` : ""}`),
      spellings.length > 0 && el("dd", null, "also written ", list(spellings)),
      children.length > 0 && el("dd", null, "above ", list(children.map((c) => forest.name(c)))),
      el(
        "dd",
        null,
        el("button", { type: "button", class: "locate", onclick: () => this.explain(forest.id(i)) }, "Why is it here?"),
      ),
    );
  }

  async explain(id) {
    const place = this.card.querySelector(".why");
    try {
      const { text } = await get("explain", { cluster: id });
      replace(place, el("pre", { tabindex: 0 }, String(text)));
    } catch (error) {
      if (!(error instanceof Gone || error instanceof Refused)) throw error;
      replace(place, el("p", { class: "empty" }, error.message));
    }
  }

  async answer(decisions) {
    if (this.bench.tried || this.bench.waiting) return;
    const keep = this.atOnce.checked;
    const subject = clustersOf(this.bench.forest, decisions[0].a)[0];
    const before = this.bench.state.revision;
    this.answering = keep;
    await this.bench.attempt(decisions, {
      keep,
      subject: keep || subject === undefined ? null : this.bench.forest.id(subject),
    });
    this.answering = false;
    if (this.bench.state.revision === before) return;
    this.answered++;
    this.total--;
    this.next();
  }

  /** The next question of those that came together; what an answer changed in the others is seen with the next ones. */
  next() {
    do if (isWorthIt(this.questions.shift())) this.worth--;
    while (this.questions.length && isSettled(this.questions[0], this.bench.forest));
    this.asked = this.bench.state.revision;
    if (this.questions.length) this.fill();
    else this.load();
  }

  skip(question) {
    this.skipped.add(question.question);
    this.next();
  }

  key(event) {
    const button = this.card.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }
}
