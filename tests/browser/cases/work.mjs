// The workbench: acts and tries, undo, review, history, import and export.

import assert from "node:assert/strict";
import { animals, taxonomy } from "../forest.mjs";
import { saplings, serving, workMisdeeds } from "../serving.mjs";
import { item } from "./tree.mjs";

const QUESTIONS = [
  { kind: "place", question: 'Does "bee" belong under "insect"? 2 said so, 1 not.', nodes: 30, doubt: 0.5, saves: 0.5, yes: "under\tbee\tinsect", no: "not-under\tbee\tinsect" },
  { kind: "alike", question: 'Are "sage" and "mint" the same?', nodes: 9, doubt: 0.4, saves: 0.4, yes: "same\tsage\tmint", no: "different\tsage\tmint" },
  { kind: "alike", question: 'Are "bee" and "mint" the same?', nodes: 9, doubt: 0.04, saves: 0.04, yes: "same\tbee\tmint", no: "different\tbee\tmint" },
];

/** A project with the animals in it. */
export const zoo = (world, options) => serving(world, animals(), { questions: QUESTIONS, ...options });

export const act = (page, name) => page.locator(`[data-act=${name}]`).click();
export const words = async (page) => (await page.locator(".try-words").innerText()).replace(/\s+/g, " ");
export const keep = async (page) => {
  await page.locator(".try .yes").click();
  await page.locator(".try").waitFor({ state: "hidden" });
};
const parentOf = (page, name) => page.locator(".crumbs li").last().innerText().then((text) => [name, text]);
const toast = (page, text) => page.locator("#toast.shown", { hasText: text }).waitFor();

/** What is asked is the command's business; that it can be answered, and taken back, is the page's. */
async function reviewForReal(server, page) {
  assert.match(await page.locator(".review-card").innerText(), /\d entr(y|ies) at stake/);
  await page.getByRole("button", { name: "Why is it here?" }).first().click();
  await page.locator(".why pre", { hasText: "#" }).waitFor();
  await page.locator(".answers .no").click();
  await page.locator("#review .lead", { hasText: "1 answer" }).waitFor();
  assert.equal(await server.decided(), 1);
  await page.keyboard.press("Control+z");
  await toast(page, "Undone");
  assert.equal(await server.decided(), 0);
}

export const cases = [
  [
    "a cluster is put under another: tried, kept, undone, done again, there after a reload",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#c:bee");
      await act(page, "under");
      await page.locator(".ask input").fill("farm");
      await page.keyboard.press("Enter");
      await page.locator(".try").waitFor();
      assert.match(await words(page), /bee belongs under farm: 1 concept moved/);
      assert.equal(await item(page, "bee").getAttribute("data-change"), "moved");
      assert.match(await item(page, "bee").getAttribute("aria-label"), /, moved/);
      assert.deepEqual(await parentOf(page, "bee"), ["bee", "farm"]);
      assert.match(await page.locator(".change-list").innerText(), /bee moved from insect to farm/);
      assert.equal(await server.decided(), 0);
      await page.keyboard.press("Enter"); // the keyboard is on Keep
      await page.locator(".try").waitFor({ state: "hidden" });
      assert.equal(await server.decided(), 1);
      await page.reload();
      await page.locator(".panel-name", { hasText: "bee" }).waitFor();
      assert.deepEqual(await parentOf(page, "bee"), ["bee", "farm"]);
      await page.keyboard.press("Control+z");
      await toast(page, "Undone");
      assert.deepEqual(await parentOf(page, "bee"), ["bee", "insect"]);
      await page.keyboard.press("Control+Shift+Z");
      await toast(page, "Done again");
      assert.deepEqual(await parentOf(page, "bee"), ["bee", "farm"]);
      assert.deepEqual(await workMisdeeds(page), []);
    },
  ],
  [
    "a try is discarded, and nothing changed",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#c:bee");
      await act(page, "top");
      await page.locator(".try").waitFor();
      assert.equal(await page.locator(".crumbs li").count(), 0);
      await page.getByRole("button", { name: "As it is now" }).click();
      assert.deepEqual(await parentOf(page, "bee"), ["bee", "insect"]);
      await page.keyboard.press("Escape");
      await page.locator(".try").waitFor({ state: "hidden" });
      assert.deepEqual(await parentOf(page, "bee"), ["bee", "insect"]);
      assert.equal(await server.decided(), 0);
    },
  ],
  [
    "two clusters are chosen, also by search, and merged; that is taken back, and one name split off",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#t:animal");
      await item(page, "insect").locator(".name").click({ modifiers: ["Control"] });
      await page.locator("#search").fill("zoo");
      await page.keyboard.press("Shift+Enter");
      assert.deepEqual(await page.locator(".chosen-list bdi").allInnerTexts(), ["insect", "zoo"]);
      await act(page, "same");
      assert.match(await words(page), /insect and zoo are the same: 1 concept merged/);
      await keep(page);
      // As many call it the one as the other, so either name may stay.
      assert.equal((await item(page, "zoo").count()) + (await item(page, "insect").count()), 1);
      await page.locator(".panel-name", { hasText: /^(insect|zoo)$/ }).waitFor();
      await page.getByLabel("Split zoo off: it is something else", { exact: true }).click();
      await page.locator(".ask", { hasText: "cannot all hold" }).waitFor();
      await page.getByRole("button", { name: "Take it back" }).click();
      await page.locator(".try").waitFor();
      assert.match(await words(page), /One decision is taken back: 1 concept added|One decision is taken back: 1 concept split off/);
      await keep(page);
      await item(page, "zoo").waitFor();
      await item(page, "insect").waitFor();
      assert.equal(await server.decided(), 0);
      await server.show(page, "ant");
      await page.getByLabel("Split ants off: it is something else", { exact: true }).click();
      await page.locator(".try").waitFor();
      assert.match(await words(page), /are different: .*1 concept split off/);
      await keep(page);
      await item(page, "ants").waitFor();
      assert.ok((await server.decided()) > 0);
    },
  ],
  [
    "a member is split off by its node",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#c:bird");
      await page.locator(".member .cut").nth(1).click();
      assert.match(await words(page), /are different: .*1 concept split off/);
      await keep(page);
      assert.equal(await server.decided(), 1);
    },
  ],
  [
    "a cluster is renamed, frozen and dropped by the keyboard alone",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#t:animal");
      await page.keyboard.press("/");
      await page.keyboard.type("pet");
      await page.keyboard.press("Enter");
      await page.locator(".panel-name", { hasText: "pet" }).waitFor();
      await page.keyboard.press("x");
      await page.locator(".try").waitFor();
      assert.match(await words(page), /left out: .*1 concept gone/);
      await page.keyboard.press("Escape");
      await page.locator(".try").waitFor({ state: "hidden" });
      await server.show(page, "pet");
      await page.locator("[role=tree]").focus();
      await page.keyboard.press("n");
      await page.keyboard.type('pets "& co"');
      await page.keyboard.press("Enter");
      await page.locator(".try").waitFor();
      assert.match(await words(page), /pet is called pets "& co": 1 concept renamed/);
      await page.keyboard.press("Enter");
      await page.locator(".panel-name", { hasText: 'pets "& co"' }).waitFor();
      await page.locator(".try").waitFor({ state: "hidden" });
      await page.locator("[role=tree]").focus();
      await page.keyboard.press("f");
      await page.locator(".try").waitFor();
      assert.match(await words(page), /stay as they are: /);
      await page.keyboard.press("Enter");
      await page.locator(".try").waitFor({ state: "hidden" });
      assert.equal(await server.decided(), 2);
    },
  ],
  [
    "a node is dragged onto its new parent",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#t:animal");
      const from = await item(page, "insect").locator(".name").boundingBox();
      const to = await item(page, "zoo").locator(".name").boundingBox();
      await page.mouse.move(from.x + 10, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y + 30, { steps: 3 });
      await page.mouse.move(to.x + 8, to.y + 8, { steps: 5 });
      assert.match(await page.locator(".ghost").innerText(), /Put insect under zoo/);
      await page.mouse.up();
      await page.locator(".try").waitFor();
      assert.match(await words(page), /insect belongs under zoo: 1 concept moved/);
      await keep(page);
      assert.deepEqual(await parentOf(page, "insect"), ["insect", "zoo"]);
      assert.equal(await page.locator(".ghost").count(), 0);
      assert.deepEqual(await workMisdeeds(page), []);
    },
  ],
  [
    "with Shift, what is dragged is merged",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#t:animal");
      const from = await item(page, "insect").locator(".name").boundingBox();
      const to = await item(page, "zoo").locator(".name").boundingBox();
      await page.mouse.move(from.x + 10, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y + 30, { steps: 3 });
      await page.mouse.move(to.x + 8, to.y + 8, { steps: 5 });
      assert.match(await page.locator(".ghost").innerText(), /Put insect under zoo\s*with Shift: merge them/);
      await page.keyboard.down("Shift");
      assert.match(await page.locator(".ghost").innerText(), /Merge insect with zoo/);
      await page.mouse.up();
      await page.keyboard.up("Shift");
      await page.locator(".try").waitFor();
      assert.match(await words(page), /zoo and insect are the same: 1 concept merged/);
      await keep(page);
      assert.deepEqual(await workMisdeeds(page), []);
    },
  ],
  [
    "two trees stand side by side, and a concept is dragged from one to the other",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#t:animal");
      await page.getByLabel("Another tree beside this one").click();
      const [, second] = [page.locator(".pane").first(), page.locator(".pane").nth(1)];
      await second.locator("select").selectOption({ label: (await second.locator("option").allInnerTexts()).find((text) => text.startsWith("plant")) });
      const plant = second.locator("[role=treeitem]").first();
      const from = await item(page, "insect").locator(".name").boundingBox();
      const to = await plant.locator(".name").boundingBox();
      await page.mouse.move(from.x + 10, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y + 30, { steps: 3 });
      await page.mouse.move(to.x + 8, to.y + 8, { steps: 8 });
      assert.match(await page.locator(".ghost").innerText(), /Put insect under plant/);
      await page.mouse.up();
      await page.locator(".try").waitFor();
      assert.match(await words(page), /insect belongs under plant: 1 concept moved/);
      await keep(page);
      assert.equal(await page.locator(".pane").count(), 2, "the second tree stays");
      await second.locator(".node .name", { hasText: "plant" }).first().click();
      await page.locator(".panel-name", { hasText: "plant" }).waitFor();
      assert.match(await page.locator(".pane").first().locator(".node .name").first().textContent(), /animal/);
      await page.keyboard.press("Escape");
      assert.match(await page.locator(".pane").first().locator(".node .name").first().textContent(), /animal/);
      await page.getByLabel("Close this tree").click();
      assert.equal(await page.locator(".pane").count(), 1);
      assert.deepEqual(await workMisdeeds(page), []);
    },
  ],
  [
    "review: keys work after a choice, and a question speaks of what is there now",
    async (world) => {
      const questions = [
        { kind: "alike", question: "?", nodes: 9, saves: 0.9, yes: "name\tbee\t\"honey maker\"", no: "top\tbee" },
        { kind: "place", question: "old words about bee", nodes: 9, saves: 0.8, yes: "under\tbee\tinsect", no: "not-under\tbee\tinsect" },
      ];
      const server = await zoo(Object.assign(world, { real: false }), { questions });
      const page = await server.open("#review");
      await page.locator(".review-card").waitFor();
      await page.getByLabel("Ask about").selectOption("same");
      await page.getByLabel("Ask about").focus();
      await page.keyboard.press("y");
      await page.locator(".review-card h2", { hasText: "Does honey maker belong under insect?" }).waitFor();
      assert.equal(await server.decided(), 1);
      await page.locator("#review h1").click(); // the focus is nowhere
      await page.keyboard.press("s");
      await page.getByText("What is left was skipped.").waitFor();
    },
  ],
  [
    "on a phone a long press drags, a short one scrolls",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#t:animal", { phone: true });
      const box = (name) => item(page, name).first().locator(".name").boundingBox();
      const leaves = await page
        .locator("[role=treeitem]:not([aria-expanded]) .name")
        .evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().bottom < 700).map((e) => e.textContent));
      const finger = await page.context().newCDPSession(page);
      const touch = (type, points) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      const from = await box(leaves[1]);
      const to = await box(leaves[0]);
      const start = { x: from.x + 8, y: from.y + 8 };
      await touch("touchStart", [start]);
      await page.waitForTimeout(650);
      await page.locator(".ghost").waitFor();
      for (let k = 1; k <= 6; k++)
        await touch("touchMove", [{ x: start.x, y: start.y + ((to.y + 8 - start.y) * k) / 6 }]);
      await touch("touchEnd", []);
      await page.getByRole("button", { name: /^Put it under/ }).click();
      await page.locator(".try").waitFor();
      assert.match(await words(page), new RegExp(`${leaves[1]} belongs under ${leaves[0]}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      await keep(page);
      assert.equal(await server.decided(), 1);
    },
  ],
  [
    "review cards: yes, no and skip, kept at once or looked at first",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#review");
      await page.locator(".review-card").first().waitFor();
      if (server.real) return reviewForReal(server, page);
      await page.locator(".review-card", { hasText: "bee" }).waitFor();
      assert.match(await page.locator(".review-card").innerText(), /30 entries at stake/);
      assert.match(await page.locator("#review .lead").innerText(), /the next 2 are worth most\./i);
      await page.getByRole("button", { name: "Why is it here?" }).first().click();
      await page.locator(".why pre", { hasText: "is here, and why" }).waitFor();
      await page.getByRole("button", { name: "Skip" }).click();
      await page.locator(".review-card", { hasText: "sage" }).waitFor();
      await page.keyboard.press("y");
      await page.locator("#review .lead", { hasText: "1 answer, 1 skipped" }).waitFor();
      assert.equal(await server.decided(), 1);
      await page.locator("#review", { hasText: "Nothing more is worth asking" }).waitFor();
      await page.getByRole("button", { name: "Ask the skipped ones" }).click();
      await page.locator(".review-card", { hasText: "bee" }).waitFor();
      await page.getByLabel("keep answers at once").uncheck();
      await page.getByRole("button", { name: "No" }).click();
      await page.locator(".try").waitFor();
      assert.match(await words(page), /bee does not belong under insect: 1 concept moved/);
      await keep(page);
      assert.equal(await server.decided(), 2);
      await page.goto(`${server.address}#review`);
      await page.locator("#review", { hasText: "Nothing more is worth asking" }).waitFor();
      assert.match(await page.locator("#review .lead").innerText(), /nothing more is worth asking/i);
      await page.getByRole("button", { name: "Ask the others all the same" }).click();
      await page.locator(".review-card", { hasText: "mint" }).waitFor();
      await page.getByLabel("keep answers at once").check();
      await page.getByRole("button", { name: "No" }).click();
      await page.locator("#review", { hasText: "Nothing is doubtful here" }).waitFor();
    },
  ],
  [
    "files are added by button, refused ones are named; decisions and files are taken out; formats are there",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#c:bee");
      await act(page, "top");
      await page.locator(".try").waitFor();
      await keep(page);
      await page.locator("#tab-project").click();
      await page.locator("#project input[type=file]").setInputFiles([
        { name: "more.json", mimeType: "application/json", buffer: Buffer.from('{"name": "tool", "children": ["saw", "file"]}') },
        { name: "letter.docx", mimeType: "application/octet-stream", buffer: Buffer.from("PK") },
      ]);
      await page.locator(".ask", { hasText: "letter.docx" }).waitFor();
      await page.getByRole("button", { name: "Go on" }).click();
      await page.locator("#project .rows", { hasText: "more.json" }).first().waitFor();
      assert.match(await page.locator("#project").innerText(), /bee stands on top[\s\S]*added more\.json[\s\S]*decided top bee/);
      await page.getByLabel("Take out more.json").click();
      await page.locator("#project li", { hasText: "took out" }).waitFor();
      await page.getByLabel("Take back top bee").click();
      await page.locator(".try").waitFor();
      assert.match(await words(page), /One decision is taken back: 1 concept moved/);
      await keep(page);
      assert.equal(await server.decided(), 0);
      await page.locator("#tab-project").click();
      const waiting = page.waitForEvent("download");
      await page.locator("#project .exports a", { hasText: "skos" }).click();
      assert.match((await waiting).suggestedFilename(), /skos|ttl/);
    },
  ],
  [
    "an empty project invites, and takes a file that is dropped",
    async (world) => {
      const server = await serving(world, taxonomy([]));
      const page = await server.open("");
      assert.match(await page.locator("#notices").innerText(), /An empty project/);
      const text = server.real ? saplings(animals()).join("\n") : JSON.stringify(animals());
      await page.evaluate((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], "animals.jsonl"));
        for (const type of ["dragenter", "dragover", "drop"])
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }, text);
      await page.locator(".card", { hasText: "animal" }).first().waitFor();
      assert.ok(await page.locator("#notices").isHidden());
      assert.deepEqual(await workMisdeeds(page), []);
    },
  ],
  [
    "decisions that contradict each other are shown, and one can be taken back",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#forest");
      await server.rival([{ kind: "top", a: "bee" }], "ben");
      await server.rival([{ kind: "different", a: "fox", b: "deer" }], "ben");
      await server.show(page, "fox");
      await act(page, "same");
      await page.locator(".ask input").fill("deer");
      await page.keyboard.press("Enter");
      await page.locator(".ask", { hasText: "cannot all hold" }).waitFor();
      assert.equal(await page.locator(".try").isVisible(), false);
      assert.equal(await server.decided(), 2);
    },
  ],
];
