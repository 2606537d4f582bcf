// The measures: figures, charts, conflicts, discarded nodes.

import assert from "node:assert/strict";
import * as pages from "../pages.mjs";
import { misdeeds } from "../world.mjs";

export const cases = [
  [
    "the report's figures and the level charts are there",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#measures`);
      assert.doesNotMatch(await page.locator("#measures").innerText(), /net similarity|damping|area under/);
      await page.locator(".more-figures summary").click();
      const text = (await page.locator("#measures").innerText()).replace(/\s+/g, " ");
      for (const part of [
        "concepts 117",
        "trees 7",
        "solver joint",
        "similarity tags:4",
        "preference 0.0001",
        "iterations 431",
        "converged yes",
        "area under tree 107.5",
        "seed animal",
      ])
        assert.ok(text.includes(part), part);
      assert.match(text, /At least 99\.5\d? % of its upper bound/);
      assert.equal(await page.locator(".chart .area").count(), 2);
      assert.match(await page.locator(".chart.clusters").getAttribute("aria-label"), /Concepts per depth: 7, /);
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "conflicts stand by cost, with links; discarded nodes with reasons",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#measures`);
      const rows = page.locator(".listing").first().locator("tbody tr");
      assert.match(await rows.nth(0).innerText(), /1\.75\s+bird\s+eero\s+zoo/);
      assert.match(await rows.nth(1).innerText(), /0\.62/);
      assert.match(await page.locator(".listing").nth(1).innerText(), /empty name/);
      await rows.nth(0).getByRole("link", { name: "zoo" }).click();
      await page.locator(".panel-name", { hasText: /^zoo$/ }).waitFor();
    },
  ],
];
