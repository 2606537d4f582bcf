// Loading: the page shows what is in its data, and says so where there is nothing.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { animals } from "../forest.mjs";
import * as pages from "../pages.mjs";
import { fillIn, misdeeds } from "../world.mjs";

async function notices(world, name, data) {
  const file = join(world.folder, `${name}.html`);
  writeFileSync(file, data);
  const page = await world.open(pathToFileURL(file).href);
  assert.deepEqual(await misdeeds(page), []);
  return page.locator("#notices").innerText();
}

/** A taxonomy of what hangs below one root. */
function taxonomyOf(clusters, name) {
  const kept = new Set(clusters.filter((cluster) => cluster.name === name && cluster.parent === null).map(({ id }) => id));
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    for (const { id, parent } of clusters) if (kept.has(parent)) kept.add(id);
  }
  return { ...animals(), clusters: clusters.filter(({ id }) => kept.has(id)), conflicts: [] };
}

export const cases = [
  [
    "the forest lists every tree with its measures",
    async (world) => {
      const page = await world.open(pages.small(world));
      assert.equal(await page.locator(".card").count(), 4);
      const text = (await page.locator(".card").first().innerText()).replace(/\s+/g, " ");
      assert.match(text, /^animal seed pet .+ wildlife .+ 77 concepts on 5 levels$/);
      assert.match(await page.locator(".lone summary").innerText(), /3 concepts stand alone/);
      assert.match(await page.title(), /animals\.json/);
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "several trees are shown by what is in them, in plain words",
    async (world) => {
      for (const phone of [false, true]) {
        const page = await world.open(`${pages.ten(world)}#forest`, { phone });
        const [first] = await page.locator(".card").allInnerTexts();
        assert.ok((await page.locator(".card").first().locator(".branch").count()) > 3);
        assert.match(first, /concepts on \d+ levels$/);
        const lead = await page.locator("#forest .lead").innerText();
        assert.doesNotMatch(lead + first, /cluster|member|sapling|node|exemplar|similarity/);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
      }
    },
  ],
  [
    "one tree is shown at once, with its branches to be read",
    async (world) => {
      const one = world.page("one-tree", [["one.json", () => taxonomyOf(animals().clusters, "animal")]]);
      const page = await world.open(one);
      assert.ok(await page.locator("#tree").isVisible());
      assert.ok((await page.locator(".node .name").count()) > 8);
    },
  ],
  [
    "trees can be ordered and filtered",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#forest`);
      await page.getByLabel("Order by").selectOption("name");
      assert.deepEqual(await page.locator(".card-name > bdi").allInnerTexts(), [
        "animal",
        "food",
        "plant",
        "travel",
      ]);
      await page.getByLabel("Trees named").fill("PLA");
      assert.deepEqual(await page.locator(".card-name > bdi").allInnerTexts(), ["plant"]);
      await page.getByLabel("Trees named").fill("nowhere");
      assert.match(await page.locator(".forest-column").innerText(), /No tree has such a name/);
    },
  ],
  [
    "a result without clusters is said to be empty",
    async (world) => {
      const page = await world.open(pages.empty(world));
      assert.match(await page.locator("#notices").innerText(), /has no concepts/);
    },
  ],
  [
    "data that is cut off, of another kind, or newer, is named in a sentence",
    async (world) => {
      const whole = fillIn(world.template, [{ label: "a.json", taxonomy: animals() }]);
      const cut = fillIn(world.template, []).replace(">[]<", `>[{"label": "a.json", "taxon<`);
      assert.match(await notices(world, "cut", cut), /cut off/);
      assert.match(await notices(world, "bare", world.template), /without a taxonomy/);
      assert.match(
        await notices(world, "newer", whole.replace("pleach-taxonomy/1", "pleach-taxonomy/2")),
        /a\.json was written in a newer format/,
      );
      assert.match(
        await notices(world, "other", fillIn(world.template, [{ label: "b.json", taxonomy: { hello: 1 } }])),
        /b\.json is not a pleach taxonomy/,
      );
    },
  ],
  [
    "a sparse file of another program, with broken links, is shown as far as it goes",
    async (world) => {
      const clusters = [
        { id: 5, parent: null, name: "top" },
        { id: 7, parent: 5, name: "child" },
        { id: 8, parent: 99, name: "lost" },
        { id: 9, parent: 10, name: "a" },
        { id: 10, parent: 9, name: "b" },
      ];
      const file = join(world.folder, "sparse.html");
      writeFileSync(
        file,
        fillIn(world.template, [{ label: "sparse", taxonomy: { format: "pleach-taxonomy/1", clusters } }]),
      );
      const page = await world.open(`${pathToFileURL(file).href}#forest`);
      assert.match(await page.locator(".notice").innerText(), /2 parent links/);
      await page.goto(`${pathToFileURL(file).href}#c7`);
      assert.match(await page.locator(".panel").innerText(), /This file lists no entries/);
      await page.goto(`${pathToFileURL(file).href}#measures`);
      assert.match(await page.locator("#measures").innerText(), /concepts\s+5/);
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
];
