// "Ask a model": what the server's command answers, as cards to accept or to refuse, while it goes on asking.

import { bdi, el, paged, replace } from "../parts/dom.js";
import { clusterLink } from "../views/panel-parts.js";
import { count, num, shorten } from "../model/text.js";
import { claimsOf, decisionsOf } from "./claims.js";
import { get, Gone, post, Refused } from "./client.js";
import { onKeysOf } from "./keys.js";
import { decisionWords } from "./try-strip.js";

const SOON = 500; // milliseconds until it is looked at again, while somebody is asked ...
const LATER = 900; // ... and while nobody is, as another window may begin
const CARDS = 12; // at first
const MOST = 1000; // decisions that the server takes at once
const NAMES = 5; // of a claim, in its heading

export class AskView {
  constructor(bench, element) {
    this.bench = bench;
    this.answers = [];
    this.state = null;
    this.lead = el("p", { class: "lead" });
    this.button = el("button", { type: "button", class: "yes", onclick: () => this.press() });
    this.all = el("button", { type: "button", class: "act", hidden: true, onclick: () => this.acceptAll() });
    this.progress = el("progress", { "aria-label": "Questions of this round", hidden: true });
    this.figures = el("p", { class: "n", role: "status" });
    this.trouble = el("p", { class: "notice", role: "alert", hidden: true });
    this.cards = el("div", { class: "claims" });
    this.box = el(
      "div",
      { class: "view ask-view" },
      el("div", { class: "view-head" }, el("h1", null, "Ask a model"), el("div", { class: "controls" }, this.all, this.button)),
      this.lead,
      this.progress,
      this.figures,
      this.trouble,
      this.cards,
    );
    onKeysOf(bench, "ask", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => this.isShown && this.look());
    this.element = element;
    replace(element, this.box);
  }

  /** The view is shown, or the forest is another one. */
  refresh() {
    if (this.state && !this.bench.slim) this.fillCards();
    this.look();
  }

  get isShown() {
    return this.bench.app?.view === "ask" && !document.hidden;
  }

  /** Looks how things are, and again later, as long as somebody sees it. */
  async look() {
    clearTimeout(this.timer);
    try {
      this.take(await get("asking", { known: this.state?.serial ?? "" }));
    } catch (error) {
      this.complain(error);
    }
    if (this.isShown) this.timer = setTimeout(() => this.look(), this.state?.running ? SOON : LATER);
    else this.timer = setTimeout(() => this.isShown && this.look(), LATER);
  }

  take(state) {
    const news = Array.isArray(state.answers);
    if (news) this.answers = state.answers;
    this.state = state;
    this.fill();
    if (news && !this.bench.slim) this.fillCards();
  }

  complain(error) {
    if (!(error instanceof Gone || error instanceof Refused)) throw error;
    this.say(error.message);
  }

  say(sentence) {
    if (this.trouble.textContent !== sentence) replace(this.trouble, bdi(shorten(sentence, 600)));
    this.trouble.hidden = !sentence;
  }

  fill() {
    const { can_ask: can, running, asked, unanswered, done, worth, left, tokens, told, failed } = this.state;
    replace(
      this.lead,
      can
        ? "The server’s own command is asked what letters cannot tell. Nothing changes until you accept an answer."
        : ["Nobody is there to ask. Start the server with ", el("code", null, "--ask-with 'COMMAND'"), ": a command that gets a question and prints the answer."],
    );
    this.button.hidden = !can;
    this.button.className = running ? "no" : "yes";
    replace(this.button, running ? "Stop" : this.answers.length ? "Go on asking" : "Ask a model");
    this.progress.hidden = !running;
    this.progress.max = Math.max(1, worth);
    if (worth) this.progress.value = done;
    else this.progress.removeAttribute("value");
    const cost = `${count(asked, "question")} asked, about ${count(tokens, "token")}`;
    const missing = unanswered ? `, ${num(unanswered)} without a usable answer` : "";
    const next = worth - done;
    const more = worth ? `; the next ${num(next)} ${next === 1 ? "is" : "are"} worth most, ${num(left)} may be asked at most` : "; choosing what is worth asking…";
    replace(this.figures, running ? `${cost}${missing}${more}.` : told && !failed ? `${cost}${missing}. ${told}` : asked ? `${cost}${missing}.` : "");
    this.say(failed ? told : "");
  }

  async press() {
    if (this.bench.tried) return this.bench.tell.say("Keep or discard the try first.");
    try {
      this.take(await post(this.state.running ? "asking/cancel" : "asking/start", {}));
    } catch (error) {
      this.complain(error);
    }
    this.look();
  }

  /** What was said and is not so yet. */
  fillCards() {
    const { forest } = this.bench;
    const inside = this.cards.contains(document.activeElement);
    const before = new Map((this.claims || []).map(({ key }, at) => [key, at])); // no card moves away below a finger
    const place = ({ key }) => before.get(key) ?? before.size;
    this.claims = claimsOf(forest, this.answers).sort((a, b) => place(a) - place(b));
    this.all.hidden = this.claims.length < 2;
    replace(this.all, `Try all ${num(this.claims.length)}`);
    const waiting = this.answers.length ? "All that was answered is settled." : this.state?.can_ask ? "Answers come here, as cards to accept or to refuse." : "";
    replace(
      this.cards,
      this.claims.length
        ? paged(el("ul", { class: "claim-list" }), this.claims, (claim) => this.card(forest, claim), CARDS, "answers")
        : el("p", { class: "empty" }, waiting),
    );
    if (inside) (this.cards.querySelector(".yes") || this.button).focus({ preventScroll: true });
  }

  card(forest, claim) {
    const button = (label, key, className, work) =>
      el("button", { type: "button", class: className, title: `${label} (${key})`, "data-key": key.toLowerCase(), onclick: work }, label);
    const times = claim.shown > 1 ? `said ${num(claim.said)} of ${num(claim.shown)} times` : "said once";
    return el(
      "li",
      { class: "claim" },
      el("h2", null, this.words(forest, claim)),
      el("p", { class: "n" }, claim.clusters.map((i, at) => [at ? " · " : "", clusterLink(forest, i, 40), whereWords(forest, i)]), ` · ${times}`),
      el(
        "div",
        { class: "claim-answers" },
        button("Accept", "Y", "yes", () => this.accept([claim])),
        button("Refuse", "N", "no", () => this.refuse(claim)),
      ),
    );
  }

  words(forest, { kind, clusters, parent, senses }) {
    if (kind !== "same") return decisionsOf(forest, { kind, clusters, parent, senses }).slice(0, 1).map((one) => decisionWords(one, forest));
    const names = clusters.slice(0, NAMES).map((i) => el("b", null, bdi(shorten(forest.name(i), 50))));
    const rest = clusters.length - names.length;
    const last = rest > 0 ? `${num(rest)} more` : names.pop();
    return [names.map((name, at) => [at ? ", " : "", name]), " and ", last, " are the same"];
  }

  /** One is kept at once, as undo takes it back; of many the difference is shown first. */
  async accept(claims) {
    if (this.bench.tried || this.bench.waiting || this.bench.slim) return;
    const decisions = claims.flatMap((claim) => decisionsOf(this.bench.forest, claim)).slice(0, MOST);
    await this.bench.attempt(decisions, { keep: claims.length === 1 });
    if (!this.bench.tried) this.fillCards();
  }

  acceptAll() {
    return this.accept(this.claims);
  }

  async refuse({ sources }) {
    try {
      for (const source of sources) this.take(await post("asking/forget", source));
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404)) return this.complain(error);
      this.look(); // somebody else refused it already
    }
  }

  /** Keys mean the card that has the focus, else the first. */
  key(event) {
    const card = event.target.closest?.(".claim") || this.cards;
    const button = card.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }
}

const whereWords = (forest, i) => (forest.parent[i] >= 0 ? [" under ", bdi(shorten(forest.name(forest.parent[i]), 30))] : " on top");
