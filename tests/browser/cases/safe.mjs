// Safety: hostile names are text everywhere, and nothing leaves the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { hostileForest } from "../hostile.mjs";
import * as pages from "../pages.mjs";
import { misdeeds } from "../world.mjs";

const strict = Boolean(process.env.PLEACH);
const wanted = () => hostileForest({ strict }).clusters.map(({ name }) => (name.trim() ? name : "(no name)"));
/** Half a surrogate pair becomes the replacement character on its way out of the browser. */
const whole = (text) => text.replace(/[\ud800-\udbff](?![\udc00-\udfff])/g, "\ufffd");

export const cases = [
  [
    "50 hostile names show as text in the panel, and run nothing",
    async (world) => {
      const page = await world.open(pages.hostile(world));
      const names = wanted();
      assert.equal(names.length, 50);
      for (let id = 0; id < names.length; id++) {
        await page.evaluate((hash) => (location.hash = hash), `#c${id}`);
        await page.waitForFunction(
          (address) => document.querySelector(".address")?.textContent === address,
          `#c${id}`,
        );
        const seen = await page.evaluate(() => ({
          name: document.querySelector(".panel-name bdi").textContent,
          elements: document.querySelector(".panel-name bdi").childElementCount,
        }));
        assert.equal(whole(seen.name), whole(names[id]));
        assert.equal(seen.elements, 0);
      }
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "in tree, forest, measures, search, list, copy and SVG as well",
    async (world) => {
      const page = await world.open(`${pages.hostile(world)}#t0`, { height: 2000 });
      const foreign = () =>
        page.evaluate(
          () =>
            document.querySelectorAll(
              "main script, main img, main iframe, main style, main base, main meta, main b:not(.branch b):not(figcaption b), main math, main link, body > script:not([type]):not(:last-of-type)",
            ).length,
        );
      await page.getByLabel("Expand all").click();
      await page.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length === 50);
      assert.equal(await foreign(), 0);
      const labels = await page
        .locator("[role=treeitem]")
        .evaluateAll((list) => list.map((g) => g.getAttribute("aria-label")));
      assert.ok(labels.some((label) => label.startsWith("<img src=x onerror=")));
      const waiting = page.waitForEvent("download");
      await page.getByLabel("Save the tree as SVG").click();
      const svg = readFileSync(await (await waiting).path(), "utf8");
      const blank = await world.blank();
      const seen = await blank.evaluate((source) => {
        const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
        return {
          error: parsed.querySelector("parsererror")?.textContent,
          kinds: [...new Set([...parsed.querySelectorAll("*")].map((e) => e.localName))].sort(),
        };
      }, svg);
      assert.deepEqual(seen, { error: undefined, kinds: ["circle", "g", "path", "rect", "svg", "text", "title"] });
      await page.evaluate(() => (location.hash = "#forest"));
      await page.evaluate(() => (location.hash = "#measures"));
      await page.locator("#measures").waitFor();
      assert.equal(await page.locator(".listing").first().locator("tbody tr").count(), 25);
      assert.equal(await foreign(), 0);
      for (const query of ["<script>", "onerror", "__proto__", "x".repeat(300), "👩‍👩‍👧‍👦", "\\", "]]>"]) {
        await page.locator("#search").fill(query);
        assert.ok((await page.locator("#hits [data-at]").count()) > 0, query);
        assert.equal(
          await page.evaluate(() => document.querySelectorAll("#hits script, #hits img, #hits svg").length),
          0,
        );
      }
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "in results side by side, whatever their files are called",
    async (world) => {
      const page = await world.open(pages.hostileTwo(world));
      assert.equal(await page.locator(".pane").count(), 2);
      assert.equal((await page.locator(".pane-label").allInnerTexts())[0], "<img src=x onerror=hurt()>.json");
      for (const id of [0, 7, 23, 49]) {
        await page.evaluate((hash) => (location.hash = hash), `#2.c${id}`);
        await page.locator(".pane").nth(0).locator(".node.same").first().waitFor();
        assert.match(await page.locator(".panel").innerText(), /THE SAME ENTRIES ELSEWHERE\s+<img src=x onerror=/);
      }
      const foreign = "main script, main img, main iframe, main style, main base, main meta, main math, main link";
      assert.equal(await page.locator(foreign).count(), 0);
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "the page asks for nothing, and its policy would forbid it",
    async (world) => {
      const page = await world.open(pages.small(world));
      for (const hash of ["#tree", `#c${pages.idOf("bird")}`, "#measures", "#forest"])
        await page.evaluate((to) => (location.hash = to), hash);
      await page.locator("#search").fill("owl");
      await page.keyboard.press("Enter");
      const own = page.url().replace(/#.*$/, "");
      const others = page.seen.requests.filter(
        (url) => url.replace(/#.*$/, "") !== own && !url.startsWith("data:"),
      );
      console.log(
        `        ${page.seen.requests.length} requests, ${others.length} of them for anything but the page itself`,
      );
      assert.deepEqual(others, []);
      const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
      assert.match(
        policy,
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:/,
      );
      assert.doesNotMatch(policy, /unsafe|\*|http/);
      const refused = await page.evaluate(async () => {
        const tried = await fetch("https://example.invalid/").then(
          () => "sent",
          () => "refused",
        );
        await new Promise((done) => setTimeout(done, 100));
        return [tried, window.violations];
      });
      assert.equal(refused[0], "refused");
      assert.match(refused[1].join(), /connect-src/);
    },
  ],
];
