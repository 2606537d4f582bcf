// A project that a case works on: served by the tests' own small server, or by `pleach serve` where that is there.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FakeServer } from "./server.mjs";
import { misdeeds } from "./world.mjs";

const COMMAND = process.env.PLEACH || fileURLToPath(new URL("../../build/pleach", import.meta.url));

/** Whether there is a command that serves. */
export function canServe() {
  if (!existsSync(COMMAND)) return false;
  try {
    return /serve/.test(execFileSync(COMMAND, ["--help"], { encoding: "utf8" }));
  } catch {
    return false;
  }
}

/** Everybody's hierarchies out of which `pleach` finds such a taxonomy again: each person has every tree. */
export function saplings(taxonomy) {
  const below = new Map();
  for (const cluster of taxonomy.clusters) below.set(cluster.parent, [...(below.get(cluster.parent) || []), cluster]);
  const named = (id) => (below.get(id) || []).filter(({ name }) => name.trim());
  const grow = ({ id, name }, owner) => ({
    name: owner === "chidi" && name === "ant" ? "ants" : name,
    children: named(id).map((child) => grow(child, owner)),
  });
  const all = ["anna", "bela", "chidi"].flatMap((owner) =>
    named(null).map((root) => ({ owner, id: `${owner}-${root.id}`, ...grow(root, owner) })),
  );
  // Somebody disagrees, so that there is something to ask about.
  if (taxonomy.clusters.some(({ name }) => name === "moss"))
    for (const owner of ["dana", "eero"]) all.push({ owner, id: owner, name: "herb", children: ["moss"] });
  return all.map((sapling) => JSON.stringify(sapling));
}

/** `pleach serve` on a project of its own. */
class RealServer {
  /** `lines`: instead of hierarchies like the taxonomy; `words`: of the server's start, which may name its folder. */
  static async begin(world, taxonomy, { lines = saplings(taxonomy), words = () => [] } = {}) {
    const server = new RealServer();
    const folder = mkdtempSync(join(world.folder, "project-"));
    server.words = words(folder);
    server.project = join(folder, "zoo.db");
    const input = join(folder, "animals.jsonl");
    if (lines.length) writeFileSync(input, `${lines.join("\n")}\n`);
    await server.start(lines.length ? [input] : []);
    return server;
  }

  start(inputs, port = 0) {
    this.process = spawn(COMMAND, ["serve", this.project, ...inputs, ...this.words, "--port", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    return new Promise((done, failed) => {
      const hear = (text) => {
        said += text;
        const address = /http:\/\/\S+\//.exec(said);
        if (address) done((this.address = address[0]));
      };
      this.process.stdout.on("data", hear);
      this.process.stderr.on("data", (text) => (said += text));
      this.process.on("exit", () => failed(new Error(`pleach serve ended: ${said}`)));
    });
  }

  /** Killed at once; `again()` serves the same project at the same port, below another token. */
  async vanish() {
    const gone = new Promise((done) => this.process.on("exit", done));
    this.process.kill("SIGKILL");
    await gone;
  }

  again() {
    return this.start([], Number(new URL(this.address).port));
  }

  async end() {
    this.process.kill("SIGKILL");
  }
}

/** Serves a project to one case; it ends with the case. */
export async function serving(world, taxonomy, options) {
  const server = world.real ? await RealServer.begin(world, taxonomy, options) : await FakeServer.begin(taxonomy, options);
  world.contexts.push({ close: () => server.end() });
  const ask = async (name, body) => {
    const response = await fetch(`${server.address}api/${name}`, body && { method: "POST", body: JSON.stringify(body) });
    return response.json();
  };
  return {
    real: Boolean(world.real),
    server,
    get address() {
      return server.address;
    },
    ask,
    decided: async () => (await ask("decisions")).decisions.length,
    /** The number of the first (or `at`-th) cluster of that name, as it is now. */
    async idOf(name, at = 0) {
      const { clusters } = await ask("taxonomy");
      return clusters.filter((cluster) => cluster.name === name)[at].id;
    },
    /** A window on the project, on a cluster (#c) or tree (#t) by name; the person is known where `who` is given. */
    async open(where, { who = "ann", ...options } = {}) {
      const [, kind, name] = /^#([ct]):(.+)$/.exec(where) || [];
      const hash = kind ? `#${kind}${await this.idOf(name)}` : where;
      return world.open(server.address + hash, { ...options, stored: who === null ? {} : { "pleach-who": who } });
    },
    async show(page, name) {
      await page.goto(`${server.address}#c${await this.idOf(name)}`);
      await page.locator(".panel-name", { hasText: name }).waitFor();
    },
    /** Somebody else decides. */
    async rival(decisions, who) {
      const { revision } = await ask("state");
      const { preview } = await ask("try", { revision, decisions, remove: [] });
      await ask("keep", { preview, who });
    },
  };
}

/** As misdeeds, where asking one's own server is none, and neither is one that is gone or refuses. */
export async function workMisdeeds(page) {
  const own = page.url().replace(/#.*$/, "");
  return (await misdeeds(page)).filter(
    (what) => !what.startsWith(`request: ${own}api/`) && !/Failed to load resource/.test(what),
  );
}
