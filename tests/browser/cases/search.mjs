// Search as you type.

import assert from "node:assert/strict";
import * as pages from "../pages.mjs";
import { item } from "./tree.mjs";

const hits = (page) => page.locator("#hits .hit-name > bdi").allInnerTexts();

export const cases = [
  [
    "names are found as they are typed, whole names first",
    async (world) => {
      const page = await world.open(pages.small(world));
      await page.locator("#search").pressSequentially("bir");
      assert.deepEqual((await hits(page)).slice(0, 2), ["bird", "bird"]);
      assert.ok((await hits(page)).includes("hummingbird"));
      await page.locator("#search").fill("polar be");
      assert.deepEqual(await hits(page), ["polar bear"]);
      await page.locator("#search").fill("POLÁR");
      assert.deepEqual(await hits(page), ["polar bear"]);
    },
  ],
  [
    "spellings, owners and tags are found too, and said to be the reason",
    async (world) => {
      const page = await world.open(pages.small(world));
      await page.locator("#search").fill("quynh");
      assert.match(await page.locator("#hits").innerText(), /owner: quynh/);
      await page.locator("#search").fill("stonepine");
      assert.match(await page.locator("#hits").innerText(), /stone pine[\s\S]*tag: stonepine/);
      await page.locator("#search").fill("sheeps");
      assert.match(await page.locator("#hits").innerText(), /sheep[\s\S]*spelling: sheeps/);
      await page.locator("#search").fill("qqqq");
      assert.match(await page.locator("#hits").innerText(), /No concept has such a name/);
    },
  ],
  [
    "keys choose a hit, and the tree brings it into view",
    async (world) => {
      const page = await world.open(pages.small(world));
      await page.keyboard.press("/");
      await page.keyboard.type("bird");
      await page.keyboard.press("ArrowDown");
      assert.equal(await page.locator("#search").getAttribute("aria-activedescendant"), "hit-1");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Escape");
      assert.ok(await page.locator("#hits").isHidden());
      await page.locator("#search").fill("grizzly");
      await page.keyboard.press("Enter");
      assert.equal(await page.locator(".panel-name").innerText(), "grizzly");
      await item(page, "grizzly").waitFor();
      const box = await item(page, "grizzly").locator(".disc").boundingBox();
      const pane = await page.locator(".tree").boundingBox();
      assert.ok(box.x > pane.x && box.x < pane.x + pane.width && box.y > pane.y && box.y < pane.y + pane.height);
    },
  ],
];
