// Results side by side: the same nodes are highlighted in each.

import assert from "node:assert/strict";
import * as pages from "../pages.mjs";
import { misdeeds } from "../world.mjs";

const inPane = (page, at, name) =>
  page
    .locator(".pane")
    .nth(at)
    .getByRole("treeitem", { name: new RegExp(`^${name}( \\+\\d+)?, `) });

export const cases = [
  [
    "a cluster's nodes are highlighted in the other result",
    async (world) => {
      const page = await world.open(pages.two(world));
      assert.equal(await page.locator(".pane").count(), 2);
      assert.deepEqual(await page.locator(".pane-label").allInnerTexts(), ["ap.json", "joint.json"]);
      await inPane(page, 1, "bird").first().locator(".name").click();
      assert.equal(new URL(page.url()).hash, `#2.c${pages.idOf("bird")}`);
      const same = page.locator(".pane").nth(0).locator(".node.same");
      await same.waitFor();
      assert.match(await same.getAttribute("aria-label"), /^bird \+\d+, .*holds \d+ same entries/);
      assert.match(
        await page.locator(".pane").nth(0).locator(".same-note").innerText(),
        /Of these \d+ entries here: bird \d+/,
      );
      assert.match(await page.locator(".panel").innerText(), /THE SAME ENTRIES ELSEWHERE\s+ap\.json\s+bird/);
    },
  ],
  [
    "a cluster split in the other result is highlighted in all its parts",
    async (world) => {
      const page = await world.open(`${pages.two(world)}#c${pages.idOf("bird", 1)}`);
      await page.locator(".pane").nth(1).locator(".node.same").nth(1).waitFor();
      assert.equal(await page.locator(".pane").nth(1).locator(".node.same").count(), 2);
    },
  ],
  [
    "a branch has one colour in all results",
    async (world) => {
      const page = await world.open(`${pages.two(world)}#t${pages.idOf("animal")}`);
      const colour = (at, name) =>
        inPane(page, at, name)
          .first()
          .locator(".disc")
          .evaluate((disc) => getComputedStyle(disc).stroke);
      for (const name of ["pet", "wildlife", "insect", "zoo"])
        assert.equal(await colour(0, name), await colour(1, name));
    },
  ],
  [
    "one member can be located in every result",
    async (world) => {
      const page = await world.open(`${pages.two(world)}#c${pages.idOf("bird", 1)}`);
      await page.locator(".locate").last().click();
      await page.waitForFunction(() => document.querySelectorAll(".node.same").length === 2);
      assert.match(await page.locator(".same-note").nth(1).innerText(), /Of these 1 entry here: bird 1/);
    },
  ],
  [
    "what changed from the first result to the second is told, listed and coloured",
    async (world) => {
      const page = await world.open(`${pages.two(world)}#t${pages.idOf("animal")}`);
      const summary = page.locator("#changes summary");
      await summary.waitFor();
      assert.match((await summary.innerText()).replace(/\s+/g, " "), /From ap\.json to joint\.json: 1 concept split off 1 concept moved/);
      await summary.click();
      assert.match(await page.locator(".change-row.moved").innerText(), /farm moved from the top to animal/);
      const farm = inPane(page, 1, "farm");
      assert.equal(await farm.getAttribute("data-change"), "moved");
      assert.match(await farm.getAttribute("aria-label"), /, moved/);
      assert.equal(await inPane(page, 1, "zoo").getAttribute("data-change"), null);
      await page.locator(".change-row.split a").first().click();
      await page.locator(".panel-name", { hasText: "bird" }).waitFor();
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "three results: measures in one table, trees and search over all",
    async (world) => {
      const page = await world.open(`${pages.three(world)}#measures`, { width: 1600 });
      assert.deepEqual(await page.locator(".figures-table").first().locator("thead th").allInnerTexts(), [
        "ap.json",
        "rap.json",
        "joint.json",
      ]);
      await page.locator(".more-figures summary").click();
      assert.equal(
        (await page.locator(".figures-table tr", { hasText: "solver" }).innerText()).replace(/\s+/g, " "),
        "solver ap rap joint",
      );
      assert.equal(await page.locator(".chart").count(), 6);
      await page.goto(`${pages.three(world)}#forest`);
      assert.equal(await page.locator(".forest-column").count(), 3);
      await page.locator("#search").fill("iguana");
      assert.equal(await page.locator("#hits [data-at]").count(), 3);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.locator(".panel-name", { hasText: "iguana" }).waitFor();
      assert.match(page.url(), /#2\.c\d+$/);
      assert.equal(await page.locator(".node.same").count(), 2);
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
];
