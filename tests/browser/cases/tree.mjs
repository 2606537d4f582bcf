// The tree: expand, collapse, zoom, move, switch, and the picture that is saved.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { animals } from "../forest.mjs";
import * as pages from "../pages.mjs";
import { misdeeds } from "../world.mjs";

export const item = (page, name) => page.getByRole("treeitem", { name: new RegExp(`^${name}( \\+\\d+)?, `) });
const tree = async (world, at = "animal", options) =>
  world.open(`${pages.small(world)}#t${pages.idOf(at)}`, options);
const transform = (page) => page.locator(".world").first().getAttribute("transform");

/** Names that an edge runs through. */
const crossed = (page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".node .name, .node:not(.open) .hidden-count")].map((text) => [text.textContent, text.getBoundingClientRect()]);
    const found = new Set();
    for (const edge of document.querySelectorAll(".edge")) {
      const matrix = edge.getScreenCTM();
      for (let at = 0; at <= edge.getTotalLength(); at += 2) {
        const { x, y } = edge.getPointAtLength(at).matrixTransform(matrix);
        for (const [text, box] of boxes)
          if (box.width && x > box.left + 1 && x < box.right - 1 && y > box.top + 2 && y < box.bottom - 2) found.add(text);
      }
    }
    return [...found];
  });

export const cases = [
  [
    "no line runs through a name, however wide its neighbours are",
    async (world) => {
      const wide = world.page("wide-names", [
        [
          "wide.json",
          () => {
            const made = animals();
            made.clusters.forEach((cluster, at) => (cluster.name += at % 3 ? "" : " and whatever else may be said of it"));
            return made;
          },
        ],
      ]);
      for (const address of [`${pages.small(world)}#t0`, `${wide}#t0`]) {
        const page = await world.open(address, { width: 1600, height: 1400 });
        assert.deepEqual(await crossed(page), []);
        await page.getByLabel("Expand all").click();
        assert.ok((await page.locator(".edge").count()) > 20);
        assert.deepEqual(await crossed(page), []);
      }
    },
  ],
  [
    "a press on a disc expands, another collapses",
    async (world) => {
      const page = await tree(world);
      const mammal = item(page, "mammal");
      assert.equal(await mammal.getAttribute("aria-expanded"), "false");
      assert.equal(await item(page, "whale").count(), 0);
      await mammal.locator(".hit").click();
      await item(page, "whale").waitFor();
      assert.equal(await mammal.getAttribute("aria-expanded"), "true");
      assert.equal(await item(page, "whale").getAttribute("aria-level"), "4");
      await mammal.locator(".hit").click();
      await item(page, "whale").waitFor({ state: "detached" });
    },
  ],
  [
    "a tree taller than the pane begins with its root and its first children",
    async (world) => {
      const page = await world.open(`${pages.ten(world)}#tree`);
      const seen = await page.evaluate(() => {
        const pane = document.querySelector(".tree").getBoundingClientRect();
        const items = [...document.querySelectorAll("[role=treeitem]")];
        const inside = (e) => {
          const box = e.querySelector(".disc").getBoundingClientRect();
          return box.top >= pane.top && box.bottom <= pane.bottom;
        };
        return { root: inside(items[0]), first: inside(items[1]), level: items[1].getAttribute("aria-level") };
      });
      assert.deepEqual(seen, { root: true, first: true, level: "2" });
    },
  ],
  [
    "expand all, collapse all",
    async (world) => {
      const page = await tree(world, "animal", { width: 1280, height: 2300 });
      await page.getByLabel("Expand all").click();
      await page.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length === 77);
      await page.getByLabel("Collapse all").click();
      await page.waitForFunction(() => document.querySelectorAll("[role=treeitem]").length === 6);
    },
  ],
  [
    "discs grow with members, edges with people, colours go by branch",
    async (world) => {
      const page = await tree(world);
      const seen = await page.evaluate(() => {
        const of = (i) => document.querySelector(`[data-i="${i}"]`);
        return [...document.querySelectorAll("[role=treeitem]")].map((g) => ({
          members: Number(/, (\d+) entr/.exec(g.getAttribute("aria-label"))[1]),
          r: Number(g.querySelector(".disc").getAttribute("r")),
          colour: getComputedStyle(of(g.dataset.i).querySelector(".disc")).stroke,
        }));
      });
      const sorted = seen.slice().sort((a, b) => a.members - b.members);
      for (let k = 1; k < sorted.length; k++) assert.ok(sorted[k].r >= sorted[k - 1].r);
      assert.ok(new Set(seen.map((node) => node.colour)).size >= 5);
      const edges = await page.locator(".edge").evaluateAll((list) =>
        list.map((edge) => ({
          width: Number(edge.getAttribute("stroke-width")),
          people: parseInt(edge.textContent, 10),
        })),
      );
      const byPeople = edges.sort((a, b) => a.people - b.people);
      for (let k = 1; k < byPeople.length; k++) assert.ok(byPeople[k].width >= byPeople[k - 1].width);
    },
  ],
  [
    "the wheel moves, a drag moves and does not press, Ctrl and the wheel zoom",
    async (world) => {
      const page = await tree(world);
      const before = await transform(page);
      await page.mouse.move(600, 400);
      await page.mouse.wheel(0, 120);
      await page.waitForFunction(
        (old) => document.querySelector(".world").getAttribute("transform") !== old,
        before,
      );
      const wheeled = await transform(page);
      const box = await item(page, "insect").locator(".name").boundingBox();
      await page.mouse.move(box.x + 5, box.y + 5);
      await page.mouse.down();
      await page.mouse.move(box.x + 80, box.y + 50, { steps: 4 });
      await page.mouse.up();
      await page.waitForFunction(
        (old) => document.querySelector(".world").getAttribute("transform") !== old,
        wheeled,
      );
      assert.match(page.url(), /#t\d+$/);
      const moved = await transform(page);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -120);
      await page.keyboard.up("Control");
      await page.waitForFunction(
        (old) => document.querySelector(".world").getAttribute("transform") !== old,
        moved,
      );
      assert.ok(
        Number(/scale\(([\d.]+)/.exec(await transform(page))[1]) > Number(/scale\(([\d.]+)/.exec(moved)[1]),
      );
    },
  ],
  [
    "trees are switched by card, by list and by button",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#forest`);
      await page.locator(".card", { hasText: "plant" }).click();
      await item(page, "flower").waitFor();
      await page.locator(".tree-list").selectOption({ label: "travel (14)" });
      await item(page, "japan").waitFor();
      await page.getByLabel("Next tree").click();
      await item(page, "soup").waitFor();
      await page.goBack();
      await item(page, "japan").waitFor();
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "the saved SVG is a whole picture that stands alone",
    async (world) => {
      const page = await tree(world);
      const shown = await page.getByRole("treeitem").count();
      const waiting = page.waitForEvent("download");
      await page.getByLabel("Save the tree as SVG").click();
      const download = await waiting;
      assert.equal(download.suggestedFilename(), "animal.svg");
      const text = readFileSync(await download.path(), "utf8");
      const blank = await world.blank();
      const seen = await blank.evaluate((source) => {
        const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
        return {
          error: parsed.querySelector("parsererror")?.textContent,
          circles: parsed.querySelectorAll("circle").length,
          paths: parsed.querySelectorAll("path").length,
          names: [...parsed.querySelectorAll("text")].map((t) => t.textContent),
          foreign: parsed.querySelectorAll("script, style, image, foreignObject").length,
        };
      }, text);
      assert.equal(seen.error, undefined);
      assert.equal(seen.circles, shown);
      assert.equal(seen.paths, shown - 1);
      assert.ok(seen.names.includes("butterfly") && seen.names.includes("wildlife"));
      assert.equal(seen.foreign, 0);
      assert.doesNotMatch(text, /var\(|class=|undefined|NaN/);
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
];
