// Access: axe-core looks at every view, in both colours and on a phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as pages from "../pages.mjs";
import { installed } from "../world.mjs";

export async function violations(page) {
  await page.evaluate(readFileSync(installed("axe-core"), "utf8"));
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      ({ id, impact, nodes }) =>
        `${impact} ${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary.replace(/\s+/g, " ").slice(0, 200)}`,
    );
  });
}

function look(name, where, options, act) {
  return [
    `axe finds nothing: ${name}`,
    async (world) => {
      const page = await world.open(where(world), options);
      if (act) await act(page);
      assert.deepEqual(await violations(page), []);
    },
  ];
}

const bird = (world) => `${pages.small(world)}#c${pages.idOf("bird")}`;

export const cases = [
  look("forest", (world) => `${pages.small(world)}#forest`, {}),
  look("forest, dark", (world) => `${pages.small(world)}#forest`, { dark: true }),
  look("tree and panel", bird, {}),
  look("tree and panel, dark", bird, { dark: true }),
  look("tree and panel, phone", bird, { phone: true }),
  look("measures", (world) => `${pages.small(world)}#measures`, {}),
  look("measures, dark", (world) => `${pages.small(world)}#measures`, { dark: true }),
  look("search", bird, {}, async (page) => page.locator("#search").fill("bir")),
  look("keys and signs", bird, {}, async (page) => page.keyboard.press("?")),
  look("two results, a cluster selected", (world) => `${pages.two(world)}#2.c${pages.idOf("bird")}`, {
    dark: true,
  }),
  look("nothing to show", (world) => pages.empty(world), {}),
  [
    "the tree has tree roles: levels, expanded, selected, an active item",
    async (world) => {
      const page = await world.open(bird(world));
      await page.locator("[role=tree]").focus();
      const seen = await page.evaluate(() => {
        const tree = document.querySelector("[role=tree]");
        const items = [...tree.querySelectorAll("[role=treeitem]")];
        return {
          label: tree.getAttribute("aria-label"),
          active: document.getElementById(tree.getAttribute("aria-activedescendant"))?.getAttribute("aria-label"),
          levels: [...new Set(items.map((i) => i.getAttribute("aria-level")))].sort(),
          selected: items.filter((i) => i.getAttribute("aria-selected") === "true").length,
          order: items.slice(0, 3).map((i) => i.querySelector(".name").textContent),
        };
      });
      assert.match(seen.label, /animal, tree of 77 concepts/);
      assert.match(seen.active, /^bird \+3, \d+ entries, 3 children/);
      assert.deepEqual(seen.levels, ["1", "2", "3", "4"]);
      assert.equal(seen.selected, 1);
      assert.deepEqual(seen.order, ["animal", "pet", "dog"]);
    },
  ],
];
