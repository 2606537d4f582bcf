// The workbench among others: two browsers at once, a server that is gone, hostile names, access.

import assert from "node:assert/strict";
import { hostileForest } from "../hostile.mjs";
import { serving, workMisdeeds } from "../serving.mjs";
import { violations } from "./access.mjs";
import { item } from "./tree.mjs";
import { act, keep, words, zoo } from "./work.mjs";

const toast = (page, text) => page.locator("#toast.shown", { hasText: text }).waitFor();

async function putUnder(page, parent) {
  await act(page, "under");
  await page.locator(".ask input").fill(parent);
  await page.keyboard.press("Enter");
  await page.locator(".try").waitFor();
}

/** axe looks at a workbench after something was done in it. */
function look(name, hash, options, work = async () => {}) {
  return [
    `axe finds nothing: ${name}`,
    async (world) => {
      const server = await zoo(world);
      const page = await server.open(hash, options);
      await work(page, server);
      assert.deepEqual(await violations(page), []);
    },
  ];
}

const bee = "#c:bee";
const tryTop = async (page) => {
  await act(page, "top");
  await page.locator(".try").waitFor();
};

export const cases = [
  [
    "two browsers: each sees what the other decides, and neither loses its choice",
    async (world) => {
      const server = await zoo(world);
      const ann = await server.open(bee, { who: "ann" });
      const ben = await server.open("#c:fox", { who: "ben" });
      await ben.locator(".act", { hasText: "Choose" }).click();
      await putUnder(ann, "farm");
      await keep(ann);
      await toast(ben, "ann decided: under bee | farm");
      assert.equal(await ben.locator(".panel-name").innerText(), "fox");
      assert.deepEqual(await ben.locator(".chosen-list bdi").allInnerTexts(), ["fox"]);
      await ben.locator("#search").fill("bee");
      await ben.locator("#hits [data-at]").first().click();
      await ben.locator(".crumbs", { hasText: "farm" }).waitFor();
      await ben.keyboard.press("Control+z");
      await toast(ann, "ben undid");
      await ann.locator(".crumbs", { hasText: "insect" }).waitFor();
      assert.deepEqual(await workMisdeeds(ann), []);
      assert.deepEqual(await workMisdeeds(ben), []);
    },
  ],
  [
    "a cluster that is chosen in the moment when somebody else's decision comes in is opened all the same",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#forest");
      // A browser tells of a new address a little later; here it does not before the decision is there.
      const address = `#c${await server.idOf("fox")}`;
      await page.evaluate((chosen) => history.replaceState(null, "", chosen), address);
      await server.rival([{ kind: "top", a: "bee" }], "ben");
      await toast(page, "ben decided");
      await page.locator(".panel-name", { hasText: "fox" }).waitFor();
    },
  ],
  [
    "who is slower gets the try again on top of what the other did, and overwrites nothing",
    async (world) => {
      const server = await zoo(world);
      const ann = await server.open(bee, { who: "ann" });
      await putUnder(ann, "farm");
      await server.rival([{ kind: "under", a: "fox", b: "zoo" }], "ben");
      await toast(ann, "ben decided");
      await ann.locator(".try").waitFor();
      assert.match(await words(ann), /bee belongs under farm: 1 concept moved/);
      await keep(ann);
      assert.equal(await server.decided(), 2);
      await ann.reload();
      await ann.locator(".crumbs", { hasText: "farm" }).waitFor();
      await server.show(ann, "fox");
      await ann.locator(".crumbs", { hasText: "zoo" }).waitFor();
    },
  ],
  [
    "a server that is gone is said to be, and the try is kept when it is back",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open(bee);
      await server.rival([{ kind: "top", a: "fox" }], "ben");
      await toast(page, "ben decided");
      await putUnder(page, "farm");
      await server.server.vanish();
      await page.locator(".trouble", { hasText: "The server does not answer" }).waitFor();
      assert.match(await words(page), /bee belongs under farm/);
      await server.server.again();
      if (server.real) {
        // Another start has another token: the page says so, and what was kept is there.
        await page.locator(".trouble", { hasText: "another address now" }).waitFor();
        const fresh = await server.open("#c:fox");
        assert.equal(await fresh.locator(".crumbs li").count(), 0);
        assert.equal(await server.decided(), 1);
        return;
      }
      await toast(page, "Connected again");
      assert.ok(await page.locator(".trouble").isHidden());
      await page.locator(".try .yes").click(); // the server has forgotten the try: it is made again
      await toast(page, "The project moved on");
      await keep(page);
      assert.equal(await server.decided(), 2);
      assert.deepEqual(await workMisdeeds(page), []);
    },
  ],
  [
    "a person is asked for a name once, and may have none",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open(bee, { who: null });
      await tryTop(page);
      await page.locator(".try .yes").click();
      await page.locator(".ask", { hasText: "Who decides?" }).waitFor();
      await page.keyboard.type("Zoë <b>");
      await page.keyboard.press("Enter");
      await page.locator(".try").waitFor({ state: "hidden" });
      assert.equal((await server.ask("history?limit=1")).steps[0].who, "Zoë <b>");
      await page.locator("#tab-project").click();
      await page.locator("#project .rows b", { hasText: "Zoë <b>" }).waitFor();
      await page.keyboard.press("Control+z");
      await toast(page, "Undone");
      assert.equal(await page.locator(".ask").count(), 0);
    },
  ],
  [
    "hostile names are text in tries, cards, choices and lists, and run nothing",
    async (world) => {
      const forest = hostileForest({ strict: true });
      const evil = forest.clusters[2].name;
      const questions = [{ kind: "place", question: `Does "${evil}" belong? `, nodes: 3, doubt: 1, yes: `top\t${evil}`, no: `drop\t${evil}` }];
      const server = await serving(world, forest, { questions, label: "<img src=x onerror=alert(1)>" });
      const page = await server.open("", { who: evil });
      const { clusters } = await server.ask("taxonomy");
      const ids = clusters.filter(({ name }) => /<img|<svg|\u202e|x{99}/i.test(name)).map((cluster) => cluster.id);
      assert.ok(ids.length >= 4);
      for (const [act_, id] of [["top", ids[0]], ["drop", ids[1]], ["freeze", ids[2]], ["top", ids[3]]]) {
        await page.goto(`${server.address}#c${id}`);
        await page.locator(".address", { hasText: `#c${id}` }).waitFor();
        await act(page, act_);
        await page.locator(".try").waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        await keep(page);
      }
      for (const view of server.real ? ["project"] : ["review", "project"]) {
        await page.locator(`#tab-${view}`).click();
        await page.locator(`#${view}`, { hasText: "<img src=x" }).first().waitFor();
      }
      const foreign = await page.evaluate(() => document.querySelectorAll("main img, main iframe, .try script, .bench img, .toast img").length);
      assert.equal(foreign, 0);
      assert.deepEqual(await workMisdeeds(page), []);
    },
  ],
  [
    "the policy lets the workbench speak to its own server alone, and the static page to none",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("");
      const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
      assert.match(policy, /connect-src 'self'; /);
      assert.match(policy, /trusted-types 'none'/);
      assert.doesNotMatch(world.template, /connect-src|api\/|Not kept yet/);
    },
  ],
  [
    "what is open and where it stands survives a try",
    async (world) => {
      const server = await zoo(world);
      const page = await server.open("#t:animal");
      await item(page, "mammal").locator(".hit").click();
      await item(page, "whale").locator(".hit").click();
      await item(page, "orca").waitFor();
      await item(page, "orca").locator(".name").click();
      const before = await item(page, "orca").boundingBox();
      await tryTopOf(page, "rename", "killer whale");
      const after = await item(page, "killer whale").boundingBox();
      assert.ok(Math.abs(before.y - after.y) < 140 && Math.abs(before.x - after.x) < 10, JSON.stringify([before, after]));
      await item(page, "blue whale").waitFor();
    },
  ],
  look("a try", bee, {}, tryTop),
  look("a try, dark", bee, { dark: true }, tryTop),
  look("a try, phone", bee, { phone: true }, tryTop),
  look("choosing a cluster", bee, {}, async (page) => {
    await act(page, "under");
    await page.locator(".ask input").fill("bir");
  }),
  look("review", "#review", {}, (page) => page.locator(".review-card").waitFor()),
  look("review, dark, phone", "#review", { dark: true, phone: true }, (page) => page.locator(".review-card").waitFor()),
  look("project", "#project", {}, async (page, server) => {
    await server.rival([{ kind: "top", a: "bee" }], "ben");
    await page.locator("#project .rows", { hasText: "ben" }).first().waitFor();
  }),
  look("keys and signs", bee, { dark: true }, (page) => page.keyboard.press("?")),
];

async function tryTopOf(page, name, text) {
  await act(page, name);
  await page.locator(".ask input").fill(text);
  await page.keyboard.press("Enter");
  await page.locator(".try").waitFor();
}
