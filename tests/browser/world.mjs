// What every case needs: a browser, pages made from taxonomies, and a page that watches itself.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const VIEWER = fileURLToPath(new URL("../../viewer/", import.meta.url));
const require = createRequire(join(VIEWER, "package.json"));

/** Thrown where the tests cannot run at all; the run is then skipped, aloud. */
export class Skip extends Error {}

export function installed(name) {
  try {
    return require.resolve(name);
  } catch {
    return null;
  }
}

function needModules() {
  if (installed("playwright-core") && installed("axe-core")) return;
  spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: VIEWER, stdio: "ignore", timeout: 120000 });
  if (!installed("playwright-core") || !installed("axe-core")) throw new Skip("no node_modules");
}

function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const places = (process.env.PATH || "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path));
  if (!found) throw new Skip("no chromium");
  return found;
}

export class World {
  static async begin() {
    needModules();
    const world = new World();
    const { chromium } = require("playwright-core");
    const root = process.getuid && process.getuid() === 0;
    const args = [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ];
    const executablePath = findChromium();
    world.folder = mkdtempSync(join(tmpdir(), "pleach-browser-"));
    try {
      // playwright-core gives each launch a fresh folder for the browser's own files
      world.browser = await chromium.launch({ executablePath, args: root ? ["--no-sandbox", ...args] : args });
    } catch (error) {
      rmSync(world.folder, { recursive: true, force: true });
      throw new Skip(`no chromium that starts (${String(error.message).split("\n")[0]})`);
    }
    world.template = readFileSync(join(VIEWER, "dist/page.html"), "utf8");
    world.pages = new Map();
    world.contexts = [];
    return world;
  }

  /** The same world for one case, which closes its own windows. */
  forCase() {
    return Object.assign(Object.create(this), { contexts: [] });
  }

  async leave() {
    for (const context of this.contexts) await context.close();
  }

  async end() {
    await this.browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes a page once; `results` is a list of [label, taxonomy maker]. Returns its address. */
  page(name, results) {
    if (!this.pages.has(name)) this.pages.set(name, this.make(name, results));
    return this.pages.get(name);
  }

  make(name, results) {
    const file = join(this.folder, `${name}.html`);
    const made = results.map(([label, maker]) => ({ label, taxonomy: maker() }));
    if (process.env.PLEACH) this.makeByCommand(file, made);
    else writeFileSync(file, fillIn(this.template, made));
    return pathToFileURL(file).href;
  }

  makeByCommand(file, made) {
    const inputs = made.map(({ label, taxonomy }) => {
      const input = join(this.folder, label);
      writeFileSync(input, JSON.stringify(taxonomy));
      return input;
    });
    execFileSync(process.env.PLEACH, ["view", ...inputs, "-o", file], { stdio: ["ignore", "ignore", "inherit"] });
  }

  /** Opens an address in a window of its own, and keeps a record of what the page does. */
  async open(address, { width = 1280, height = 800, dark = false, phone = false, ready = true, stored = {} } = {}) {
    const context = await this.browser.newContext({
      viewport: phone ? { width: 390, height: 780 } : { width, height },
      colorScheme: dark ? "dark" : "light",
      hasTouch: phone,
      isMobile: phone,
      reducedMotion: "reduce",
    });
    this.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    page.seen = { requests: [], errors: [] };
    context.on("request", (request) => page.seen.requests.push(request.url()));
    page.on("pageerror", (error) => page.seen.errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && page.seen.errors.push(message.text()));
    page.on("dialog", (dialog) => (page.seen.errors.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
    await page.addInitScript(() => {
      window.violations = [];
      document.addEventListener("securitypolicyviolation", (event) =>
        window.violations.push(event.violatedDirective),
      );
    });
    await page.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, stored);
    await page.goto(address);
    if (ready) await page.waitForSelector("html[data-ready]");
    return page;
  }

  /** A window with nothing in it, for looking at files. */
  async blank() {
    const context = await this.browser.newContext();
    this.contexts.push(context);
    return context.newPage();
  }
}

/** The template with its data, as the command does it. */
export function fillIn(template, results) {
  const data = JSON.stringify(results).replaceAll("<", "\\u003c");
  return template.split("__PLEACH_DATA__").join(data);
}

/** Errors, requests and broken policy of a page; empty when all is well. */
export async function misdeeds(page) {
  const own = page.url().replace(/#.*$/, "");
  const strange = page.seen.requests.filter(
    (url) => url.replace(/#.*$/, "") !== own && !url.startsWith("data:") && !url.startsWith("blob:"),
  );
  const inside = await page.evaluate(() => ({ violations: window.violations, hurt: window.hurt }));
  return [
    ...page.seen.errors,
    ...strange.map((url) => `request: ${url}`),
    ...inside.violations.map((v) => `policy: ${v}`),
    ...(inside.hurt ? [`hurt ${inside.hurt} times`] : []),
  ];
}
