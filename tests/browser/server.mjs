// A small server that speaks as `pleach serve` does, so that the workbench can be tested without it: it keeps a project
// in memory and "solves" by doing to the clusters of one taxonomy what each decision says.

import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillIn, VIEWER } from "./world.mjs";
import { compareForests, summarise } from "../../viewer/src/model/changes.js";
import { Forest } from "../../viewer/src/model/forest.js";
import { clustersOf } from "../../viewer/src/work/operands.js";

const TOKEN = "0123456789abcdef0123456789abcdef";

const copy = (value) => JSON.parse(JSON.stringify(value));

/** Numbers sizes and depths of clusters anew. */
function finish(taxonomy) {
  const byId = new Map(taxonomy.clusters.map((cluster) => [cluster.id, cluster]));
  for (const cluster of taxonomy.clusters) {
    cluster.size = cluster.members.length;
    cluster.spellings = {};
    for (const { name } of cluster.members) cluster.spellings[name] = (cluster.spellings[name] || 0) + 1;
    if (!byId.has(cluster.parent)) cluster.parent = null;
  }
  return taxonomy;
}

/** Does to a taxonomy what one decision says. */
function obey(taxonomy, { kind, a, b }) {
  const find = (operand) => clustersOf(new Forest("", taxonomy, 0), operand).map((i) => taxonomy.clusters[i]);
  const [one] = find(a);
  if (!one) return;
  const [other] = b && kind !== "name" ? find(b) : [];
  if (kind === "same" && other && other !== one) {
    one.members.push(...other.members);
    for (const cluster of taxonomy.clusters) if (cluster.parent === other.id) cluster.parent = one.id;
    if (one.parent === other.id) one.parent = other.parent;
    taxonomy.clusters = taxonomy.clusters.filter((cluster) => cluster !== other);
  }
  if (kind === "under" && other) one.parent = other.id;
  if (kind === "not-under" && other && one.parent === other.id) one.parent = other.parent;
  if (kind === "top") one.parent = null;
  if (kind === "name") one.name = b.replace(/^"|"$/g, "").replaceAll('""', '"');
  if (kind === "drop") taxonomy.clusters = taxonomy.clusters.filter((cluster) => cluster !== one);
  if (kind === "different" && find(b).includes(one)) split(taxonomy, one, a);
}

/** What an operand names goes into a cluster of its own. */
function split(taxonomy, cluster, operand) {
  const isIt = (member) =>
    operand === `${member.id}:${member.path}` || member.name.toLowerCase() === operand.replace(/^"|"$/g, "").toLowerCase();
  const own = cluster.members.filter(isIt);
  if (!own.length || own.length === cluster.members.length) return;
  cluster.members = cluster.members.filter((member) => !isIt(member));
  const { id, path, role } = cluster.members[0];
  cluster.exemplar = { id, path, role };
  const number = Math.max(...taxonomy.clusters.map((one) => one.id)) + 1;
  taxonomy.clusters.push({
    ...copy(cluster),
    id: number,
    key: `${cluster.key} ${number}`,
    name: own[0].name,
    members: own,
    exemplar: { id: own[0].id, path: own[0].path, role: own[0].role },
  });
}

/** Decisions that cannot both hold: the same pair is one and is not. */
function contradiction(decisions) {
  const pair = ({ a, b }) => [a, b].sort().join("\u0000");
  for (const one of decisions.filter(({ kind }) => kind === "same")) {
    const other = decisions.find((d) => d.kind === "different" && pair(d) === pair(one));
    if (other) return [one, other];
  }
  return null;
}

export class FakeServer {
  /** Serves a project whose solver's answer is `taxonomy`; answers to `question` are in `questions`. */
  static async begin(taxonomy, { questions = [], label = "zoo.db" } = {}) {
    const server = new FakeServer();
    Object.assign(server, { base: taxonomy, questions, label, template: readFileSync(join(VIEWER, "dist/workbench.html"), "utf8") });
    server.revision = 1;
    server.decisions = [];
    server.inputs = taxonomy.clusters.length ? [{ id: 1, name: "animals.jsonl", bytes: 4321, hierarchies: 12 }] : [];
    server.steps = [];
    server.past = [];
    server.future = [];
    server.previews = new Map();
    server.waiting = new Set();
    server.calls = [];
    server.number = 0;
    await server.listen(0);
    return server;
  }

  listen(port) {
    this.http = createServer((request, response) => this.serve(request, response));
    return new Promise((done) =>
      this.http.listen(port, "127.0.0.1", () => {
        this.port = this.http.address().port;
        done();
      }),
    );
  }

  get address() {
    return `http://127.0.0.1:${this.port}/${TOKEN}/`;
  }

  /** Is gone at once, as after a kill; `again()` is there with everything that was acknowledged. */
  async vanish() {
    this.http.closeAllConnections();
    await new Promise((done) => this.http.close(done));
    this.previews.clear();
    this.waiting.clear();
  }

  again() {
    return this.listen(this.port);
  }

  async end() {
    this.http.closeAllConnections();
    await new Promise((done) => this.http.close(done));
  }

  solve(decisions) {
    const taxonomy = copy(this.base);
    for (const decision of decisions) {
      obey(taxonomy, decision);
      finish(taxonomy);
    }
    return finish(taxonomy);
  }

  state() {
    const taxonomy = this.solve(this.decisions);
    return {
      revision: this.revision,
      can_undo: this.past.length > 0,
      can_redo: this.future.length > 0,
      inputs: this.inputs,
      decisions: this.decisions.length,
      clusters: taxonomy.clusters.length,
      trees: taxonomy.clusters.filter(({ parent }) => parent === null).length,
      options: {},
    };
  }

  /** A step of the history: the state before it can be come back to. */
  step(what, text, who, change) {
    const before = { decisions: this.decisions, inputs: this.inputs, base: this.base, text };
    change();
    if (what !== "undo" && what !== "redo") {
      this.past.push(before);
      this.future = [];
    }
    this.revision++;
    this.steps.unshift({ step: this.steps.length + 1, revision: this.revision, when: "2026-11-17T04:00:00Z", who, what, text, undone: false });
    for (const wake of this.waiting) wake();
    this.waiting.clear();
    return this.state();
  }

  turn(what, from, to, who) {
    const back = from.pop();
    return this.step(what, back.text, who, () => {
      to.push({ decisions: this.decisions, inputs: this.inputs, base: this.base, text: back.text });
      Object.assign(this, { decisions: back.decisions, inputs: back.inputs, base: back.base });
    });
  }

  async serve(request, response) {
    const url = new URL(request.url, this.address);
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const path = url.pathname.slice(TOKEN.length + 2);
    this.calls.push(`${request.method} ${path}`);
    let answer;
    if (!url.pathname.startsWith(`/${TOKEN}/`)) answer = [403, { error: "The token is wrong." }];
    else if (path === "") return this.servePage(response);
    else answer = await this.answer(path.replace(/^api\//, ""), request.method, url.searchParams, body);
    const [status, said, headers] = answer;
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(status === 204 ? undefined : typeof said === "string" ? said : JSON.stringify(said));
  }

  servePage(response) {
    const { revision, can_undo, can_redo } = this.state();
    const live = { revision, can_undo, can_redo, who: "" };
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(fillIn(this.template, [{ label: this.label, taxonomy: this.solve(this.decisions), live }]));
  }

  async answer(name, method, values, body) {
    const read = () => JSON.parse(body.toString());
    if (method === "GET") return this.tell(name, values);
    if (name === "try") return this.attempt(read());
    if (name === "keep") return this.keep(read());
    if (name === "drop") return (this.previews.delete(read().preview), [200, {}]);
    if (name === "inputs") return this.import(values, body);
    const { revision, who, id } = read();
    if (revision !== this.revision) return this.faster();
    if (name === "undo") return this.past.length ? [200, this.turn("undo", this.past, this.future, who)] : [400, { error: "There is nothing to undo." }];
    if (name === "redo") return [200, this.turn("redo", this.future, this.past, who)];
    if (name === "inputs/remove")
      return [200, this.step("remove", `input ${id}`, who, () => (this.inputs = this.inputs.filter((one) => one.id !== id)))];
    return [404, { error: "There is no such thing here." }];
  }

  faster() {
    return [409, { error: "Somebody was faster.", revision: this.revision }];
  }

  async tell(name, values) {
    if (name === "changes") {
      if (Number(values.get("after")) === this.revision)
        await new Promise((wake) => (this.waiting.add(wake), setTimeout(wake, 25000).unref()));
      return Number(values.get("after")) === this.revision ? [204] : [200, this.state()];
    }
    if (name === "state") return [200, this.state()];
    if (name === "taxonomy") return [200, this.solve(this.decisions)];
    if (name === "history") return [200, { steps: this.steps.slice(0, Number(values.get("limit"))) }];
    if (name === "decisions") return [200, { decisions: this.decisions }];
    if (name === "review") {
      const decided = new Set(this.decisions.map(({ kind, a, b }) => [kind, a, b].join("\t")));
      const left = this.questions.filter(({ yes, no }) => !decided.has(yes) && !decided.has(no));
      const worth = left.filter(({ saves }) => saves >= 0.2).length;
      return [200, { total: left.length, worth, questions: left.slice(0, Number(values.get("limit"))) }];
    }
    if (name === "explain") return [200, { text: `#${values.get("cluster")} is here, and why.` }];
    if (name === "asking") return [200, { can_ask: false, running: false, serial: 0, asked: 0, tokens: 0, told: "", answers: [] }];
    if (name === "export")
      return [200, "what was asked for\n", { "Content-Disposition": `attachment; filename="zoo.${values.get("format")}"` }];
    return [404, { error: "There is no such thing here." }];
  }

  attempt({ revision, decisions, remove }) {
    if (revision !== this.revision) return this.faster();
    const kept = this.decisions.filter(({ id }) => !remove.includes(id));
    const lines = contradiction([...kept, ...decisions]);
    if (lines) return [422, { error: "These decisions cannot all hold.", lines }];
    const all = [...kept, ...decisions.map((decision) => ({ ...decision, id: ++this.number, when: "2026-11-17T04:00:00Z" }))];
    const taxonomy = this.solve(all);
    const changes = compareForests(new Forest("", this.solve(this.decisions), 0), new Forest("", taxonomy, 0));
    const preview = `p${++this.number}`;
    const text = decisions.map(({ kind, a, b }) => `${kind} ${[a, b].filter(Boolean).join(" | ")}`).join("; ") || "taken back";
    this.previews.set(preview, { revision, all, text });
    const unknown = decisions.filter(({ a }) => !clustersOf(new Forest("", this.base, 0), a).length);
    const warnings = unknown.map(({ a }) => `"${a}" names no node.`);
    return [200, { preview, revision, summary: summarise(changes), changes, taxonomy, warnings, seconds: 0.01 }];
  }

  keep({ preview, who }) {
    const kept = this.previews.get(preview);
    if (!kept) return [404, { error: "This try is gone." }];
    if (kept.revision !== this.revision) return this.faster();
    return [200, this.step("decide", kept.text, who, () => (this.decisions = kept.all.map((d) => ({ who, ...d }))))];
  }

  import(values, body) {
    const name = values.get("name");
    if (!/^[[{]/.test(body.toString())) return [422, { error: `${name} is of no format that is known.` }];
    const add = () => {
      this.inputs = [...this.inputs, { id: ++this.number + 100, name, bytes: body.length, hierarchies: 1 }];
      if (!this.base.clusters.length) this.base = JSON.parse(body.toString());
    };
    return [200, this.step("import", name, values.get("who"), add)];
  }
}
