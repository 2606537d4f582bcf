// Habits: keyboard alone, phone, dark, paper, copying.

import assert from "node:assert/strict";
import * as pages from "../pages.mjs";
import { misdeeds } from "../world.mjs";
import { item } from "./tree.mjs";

const cursor = (page) =>
  page.evaluate(
    () =>
      document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.querySelector(".name")
        .textContent,
  );

/** Presses keys one after the other; after each, the tree is drawn anew. */
async function press(page, ...keys) {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}

export const cases = [
  [
    "everything works with the keyboard alone",
    async (world) => {
      const page = await world.open(pages.small(world));
      for (let tab = 0; tab < 30 && !(await page.evaluate(() => document.activeElement.matches(".card"))); tab++)
        await page.keyboard.press("Tab");
      await press(page, "Enter");
      for (
        let tab = 0;
        tab < 40 && !(await page.evaluate(() => document.activeElement.matches("[role=tree]")));
        tab++
      )
        await press(page, "Tab");
      assert.equal(await cursor(page), "animal");
      await press(page, "ArrowDown");
      assert.equal(await cursor(page), "pet");
      await press(page, "ArrowLeft", "ArrowDown");
      assert.equal(await cursor(page), "wildlife");
      await press(page, "ArrowRight", "ArrowDown");
      assert.equal(await cursor(page), "mammal");
      await press(page, "ArrowRight", "ArrowRight");
      assert.equal(await cursor(page), "bear");
      await press(page, "ArrowLeft", "End");
      assert.equal(await cursor(page), "farm");
      await press(page, "Home", "ArrowDown", "Enter");
      assert.equal(await page.locator(".panel-name").innerText(), "pet");
      await press(page, "Enter");
      assert.ok(await page.evaluate(() => document.activeElement.matches(".panel-name")));
      await press(page, "Escape");
      assert.ok(await page.locator(".panel").isHidden());
      assert.ok(await page.evaluate(() => document.activeElement.matches("[role=tree]")));
      await press(page, "Space");
      assert.equal(await item(page, "pet").getAttribute("aria-expanded"), "true");
      await press(page, "/");
      await page.keyboard.type("orca");
      await press(page, "Enter");
      assert.equal(await page.locator(".panel-name").innerText(), "orca");
      assert.equal(await cursor(page), "orca");
      await press(page, "?");
      assert.ok(await page.locator("#help").isVisible());
      await press(page, "Escape");
      assert.ok(await page.locator("#help").isHidden());
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "a phone shows each view in its width; a tap opens the panel",
    async (world) => {
      const page = await world.open(pages.small(world), { phone: true });
      for (const view of ["#forest", `#t${pages.idOf("animal")}`, `#c${pages.idOf("bird")}`, "#measures"]) {
        await page.goto(pages.small(world) + view);
        await page.waitForTimeout(50);
        const wide = await page.evaluate(
          () =>
            Math.max(
              document.documentElement.scrollWidth,
              ...[...document.querySelectorAll(".stage")].map((s) => s.scrollWidth),
            ) - window.innerWidth,
        );
        assert.ok(wide <= 0, `${view} is ${wide} pixels too wide`);
      }
      await page.goto(`${pages.small(world)}#t${pages.idOf("animal")}`);
      for (const name of await page.locator(".node .name").all()) {
        const box = await name.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 390, `${await name.textContent()} runs off the side`);
      }
      await item(page, "zoo").locator(".name").tap();
      await page.locator(".panel-name", { hasText: "zoo" }).waitFor();
      const panel = await page.locator(".panel").boundingBox();
      const node = await item(page, "zoo").boundingBox();
      assert.equal(panel.width, 390);
      assert.ok(node.y + node.height <= panel.y + 1, "the panel hides its own cluster");
      await page.getByLabel("Close the panel").tap();
      await item(page, "farm").locator(".hit").tap();
      await item(page, "sheep").waitFor();
    },
  ],
  [
    "dark follows the system, and the switch overrules it",
    async (world) => {
      const page = await world.open(pages.small(world), { dark: true });
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(await paper(), "rgb(21, 25, 20)");
      await page.locator("#theme-button").click();
      assert.equal(await paper(), "rgb(251, 249, 243)");
      await page.locator("#theme-button").click();
      assert.equal(await paper(), "rgb(21, 25, 20)");
    },
  ],
  [
    "a branch is copied as an indented list",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#c${pages.idOf("bird", 1)}`);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator(".panel").getByLabel("Copy branch as a list").click();
      await page.locator("#toast.shown").waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(
        text,
        "bird\n  owl\n    snowy owl\n    barn owl\n  eagle\n  heron\n  duck\n    mallard\n    teal\n  penguin\n  hummingbird\n",
      );
      await page.getByLabel("Copy the address").click();
      await page.waitForFunction(() => /address/.test(document.querySelector("#toast").textContent));
      assert.ok(
        (await page.evaluate(() => navigator.clipboard.readText())).endsWith(
          `animals.html#c${pages.idOf("bird", 1)}`,
        ),
      );
    },
  ],
  [
    "on paper the open tree is an indented list",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#t${pages.idOf("animal")}`);
      const shown = await page.getByRole("treeitem").count();
      const pdf = await page.pdf({ format: "A4" });
      assert.ok(pdf.length > 5000);
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".paper div").count(), shown);
      assert.ok(await page.locator(".paper").isVisible());
      assert.ok(await page.locator(".tools").first().isHidden());
    },
  ],
];
