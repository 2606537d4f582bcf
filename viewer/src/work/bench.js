// The workbench: the present state, the try beside it, and what keeps, discards, undoes and takes over.

import { Forest } from "../model/forest.js";
import { problemOf } from "../model/data.js";
import { whereAre } from "../model/same.js";
import { clusterAddress, treeAddress } from "../parts/route.js";
import { foresee } from "./foresee.js";
import { get, Gone, listen, post, Refused, sendFile } from "./client.js";

const SECONDS = 6;
const LARGEST = 256 * 2 ** 20; // bytes of a file that the server takes

export class Bench {
  constructor(label, taxonomy, live) {
    this.label = label;
    this.state = { revision: 0, can_undo: false, can_redo: false, ...live };
    this.forest = new Forest(label, taxonomy, 0);
    this.tried = null; // {preview, decisions, remove, subject, after, changes, summary}
    this.line = Promise.resolve(); // one thing after the other
    this.waiting = 0;
    this.slim = Boolean(live?.slim); // whether the entries are still to come
    this.away = false; // whether the server is
  }

  /** Begins to work for a page. */
  begin(app, search, tell, person) {
    Object.assign(this, { app, search, tell, person });
    this.tell.state();
    if (this.slim) requestAnimationFrame(() => setTimeout(() => this.inLine(() => this.catchUp(true)), 50));
    listen({
      revision: () => this.state.revision,
      changed: (state) => this.inLine(() => this.takeOver(state)),
      lost: (error) => {
        this.away = true;
        this.tell.trouble(lostWords(error));
      },
      found: () => {
        this.away = false;
        this.tell.trouble("", "Connected again.");
      },
    });
  }

  /** Does things one after the other, and says what went wrong. */
  inLine(work) {
    this.waiting++;
    this.tell.busy(this.waiting > 0);
    const done = this.line
      .then(work)
      .then(() => this.away || this.tell.trouble(""))
      .catch((error) => this.complain(error));
    this.line = done.finally(() => {
      this.waiting--;
      this.tell.busy(this.waiting > 0);
    });
    return done;
  }

  complain(error) {
    if (error instanceof Gone) this.tell.trouble(lostWords(error));
    else if (error instanceof Refused && error.status === 503) this.tell.say(`${error.message} Try it again in a moment.`, SECONDS);
    else if (error instanceof Refused) this.tell.refused(error.message, error.said);
    else throw error;
  }

  /** Shows a forest in place of the other one; what the address names is followed to where its nodes are. */
  show(forest, subject = null) {
    this.keepAddress(forest, subject === null ? this.shown : this.forest, subject);
    this.app.use([forest]);
    this.search.use([forest]);
  }

  /**
   * An address of the other forest becomes one of this: by id, else by nodes. The address counts and not the panel, which
   * has not followed it yet where somebody chose a cluster a moment ago.
   */
  keepAddress(forest, from, subject) {
    const [, kind, number] = /^#([ct])(\d+)$/.exec(location.hash) || [];
    if (subject === null && number === undefined) return;
    const wanted = subject ?? Number(number);
    let panel = subject !== null || kind === "c";
    let i = forest.byId.get(wanted);
    const was = from.byId.get(wanted);
    if (i === undefined && was !== undefined) i = whereAre(forest, from.members(was))[0]?.cluster;
    if (i === undefined && was !== undefined) {
      i = nearestAbove(from, was, forest);
      panel = false;
    }
    const address = i === undefined ? "#forest" : panel ? clusterAddress(forest, i) : treeAddress(forest, forest.root[i]);
    history.replaceState(null, "", address);
  }

  /** The forest in sight: the try's, or the present one. */
  get shown() {
    return this.app.forests[0];
  }

  /** Tries decisions: the difference is shown before anything is kept. `again`: why it is tried anew. */
  attempt(decisions, { remove = [], subject = null, keep = false } = {}) {
    return this.inLine(() => this.tryOut({ decisions, remove, subject }, keep));
  }

  async tryOut({ decisions, remove, subject }, keep = false, rounds = 3) {
    const body = { revision: this.state.revision, decisions, remove };
    let said;
    const foreseen = !keep && !remove.length && foresee(this.forest, decisions);
    if (foreseen) this.show(new Forest(this.label, foreseen, 0), subject);
    try {
      said = await post("try", body);
    } catch (error) {
      if (foreseen) this.show(this.forest);
      if (!(error instanceof Refused && error.status === 409) || rounds === 0) throw error;
      await this.catchUp();
      return this.tryOut({ decisions, remove, subject }, keep, rounds - 1);
    }
    this.forgetTry();
    const problem = problemOf(said.taxonomy);
    if (problem) throw new Refused(500, { error: `What the server tried ${problem}.` });
    const after = new Forest(this.label, said.taxonomy, 0);
    this.tried = { ...said, decisions, remove, subject, after, taxonomy: null };
    if (keep) return this.keepTry(rounds);
    this.show(after, subject);
    this.tell.tried();
  }

  /** Tells the server that a try is not wanted any more; it need not answer. */
  forgetTry() {
    if (this.tried) post("drop", { preview: this.tried.preview }).catch(() => {});
    this.tried = null;
  }

  keep() {
    return this.inLine(() => this.tried && this.keepTry());
  }

  async keepTry(rounds = 3) {
    const { preview, after, subject } = this.tried;
    const who = await this.person.name();
    let state;
    try {
      state = await post("keep", { preview, who });
    } catch (error) {
      if (!(error instanceof Refused && [404, 409].includes(error.status)) || rounds === 0) throw error;
      return this.tryAnew(this.tried);
    }
    this.tried = null;
    this.forest = after;
    this.setState(state);
    if (this.shown !== after) this.show(after, subject);
    this.tell.tried();
    this.tell.kept();
  }

  /** The project moved on, or the server has forgotten the try: it is made again from what is there now. */
  async tryAnew({ decisions, remove, subject }) {
    this.tried = null;
    await this.catchUp();
    this.tell.say("The project moved on meanwhile. This is the try with what is there now.", SECONDS);
    return this.tryOut({ decisions, remove, subject });
  }

  discard() {
    return this.inLine(() => {
      if (!this.tried) return;
      this.forgetTry();
      this.show(this.forest);
      this.tell.tried();
    });
  }

  /** Shows the try or what is there now, to look from one to the other. */
  look(after) {
    if (this.tried) this.show(after ? this.tried.after : this.forest);
    this.tell.tried();
  }

  undo() {
    return this.turn("undo", "can_undo");
  }

  redo() {
    return this.turn("redo", "can_redo");
  }

  turn(which, can) {
    return this.inLine(async () => {
      if (this.tried) {
        this.forgetTry();
        this.show(this.forest);
        this.tell.tried();
        if (which === "undo") return;
      }
      if (!this.state[can]) return this.tell.say(`There is nothing to ${which}.`);
      const who = await this.person.name();
      try {
        const state = await post(which, { revision: this.state.revision, who });
        await this.adopt(state);
        this.tell.say(which === "undo" ? "Undone." : "Done again.");
      } catch (error) {
        if (!(error instanceof Refused && error.status === 409)) throw error;
        await this.catchUp();
      }
    });
  }

  setState(state) {
    this.state = { ...this.state, ...state };
    this.tell.state();
  }

  /** Takes the state of the server as the present one, with its taxonomy. */
  async adopt(state) {
    const taxonomy = await get("taxonomy");
    const problem = problemOf(taxonomy);
    if (problem) throw new Refused(500, { error: `What the server has ${problem}.` });
    this.forest = new Forest(this.label, taxonomy, 0);
    this.slim = false;
    this.setState(state);
    if (!this.tried) this.show(this.forest);
  }

  /** The newest state, where somebody was faster; says who did what. `whole`: all of it, as the page had a part of it. */
  async catchUp(whole = false) {
    const state = await get("state");
    if (whole) return this.adopt(state);
    if (state.revision !== this.state.revision) await this.takeOverWith(state);
  }

  /** Somebody else changed the project: their state comes in, and a try is made again on top of it. */
  async takeOver(state) {
    if (state.revision === this.state.revision) return;
    const { tried } = this;
    this.tried = null;
    await this.takeOverWith(state);
    if (tried) await this.tryOut(tried);
  }

  async takeOverWith(state) {
    const before = this.state.revision;
    await this.adopt(state);
    const { steps } = await get("history", { limit: 5 });
    this.tell.others(steps.filter(({ revision }) => revision > before));
  }

  /** Imports files one after the other, each a step of its own. */
  addFiles(files) {
    return this.inLine(async () => {
      if (this.tried) {
        this.forgetTry();
        this.tell.tried();
      }
      const who = await this.person.name();
      const done = [];
      for (const file of files) {
        if (file.size > LARGEST) {
          this.tell.refused(`${file.name} is larger than 256 MiB: give it to pleach serve when it starts.`, {});
          continue;
        }
        try {
          const state = await sendFile(file, who);
          this.setState(state);
          done.push(file.name);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          this.tell.refused(`${file.name}: ${error.message}`, {});
        }
      }
      if (done.length) {
        await this.adopt(await get("state"));
        this.tell.say(done.length === 1 ? `Added ${done[0].slice(0, 60)}.` : `Added ${done.length} files.`);
      }
    });
  }

  removeInput(id) {
    return this.inLine(async () => {
      const who = await this.person.name();
      await this.adopt(await post("inputs/remove", { id, revision: this.state.revision, who }));
      this.tell.say("Taken out.");
    });
  }
}

/** Of what is gone: the nearest cluster above it that is still there. */
function nearestAbove(from, was, forest) {
  const left = from.pathTo(was).filter((up) => forest.byId.has(from.id(up)));
  return left.length ? forest.byId.get(from.id(left.pop())) : undefined;
}

function lostWords(error) {
  if (error instanceof Refused && error.status === 403)
    return "The server was started anew and has another address now: open the one that it printed. Nothing that was kept is lost.";
  if (error instanceof Refused && error.status !== 503) return `${error.message} The page tries again.`;
  return "The server does not answer. What was kept is kept; the page tries again until it is back.";
}
