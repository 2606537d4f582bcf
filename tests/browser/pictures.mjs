// Takes the pictures for README and docs: node tests/browser/pictures.mjs FOLDER [TAXONOMY.json [MORE.json ...]]
// The first file is shown alone, all of them side by side; without files, the tests' own animals are shown. The workbench
// shows examples, where the command serves. scripts/pictures takes those of the documents.

import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { animals, animalsOtherwise } from "./forest.mjs";
import { canServe, serving } from "./serving.mjs";
import { World } from "./world.mjs";

const [folder, ...files] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node tests/browser/pictures.mjs FOLDER [TAXONOMY.json ...]");
  process.exit(2);
}

const results = files.length
  ? files.map((file) => [basename(file), () => JSON.parse(readFileSync(file, "utf8"))])
  : [
      ["joint.json", animals],
      ["ap.json", () => animalsOtherwise("ap")],
    ];

/** The cluster that a picture speaks of: of those right below a top and above something the one that most people have. */
function favourite(taxonomy) {
  const parents = new Set(taxonomy.clusters.map((cluster) => cluster.parent));
  const tops = new Set(taxonomy.clusters.filter(({ parent }) => parent === null).map(({ id }) => id));
  const inner = taxonomy.clusters.filter(({ id, parent }) => tops.has(parent) && parents.has(id));
  return (inner.sort((a, b) => b.people - a.people || b.size - a.size)[0] || taxonomy.clusters[0]).id;
}

const example = (name) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8");

/** What the workbench shows before a decision, and of the decision before it is kept. */
async function tryPictures(world, take) {
  const lines = example("bank.jsonl").trim().split("\n");
  const bank = await serving(world, null, { lines });
  const page = await bank.open("#c:Refunds", { height: 640 });
  await take(page, "work-before");
  await page.locator("[data-act=under]").click();
  await page.locator(".ask input").fill("Accounts");
  await page.keyboard.press("Enter");
  await page.locator(".try .yes").waitFor();
  await take(page, "work-after");
}

/** A question that offers several, each with the number that picks it. */
async function reviewPicture(world, take) {
  const shops = await serving(world, null, { lines: [] });
  for (const name of ["our-shop.csv", "shop-a.paths", "shop-b.paths", "shop-c.paths"])
    await fetch(`${shops.address}api/inputs?name=${name}`, { method: "POST", body: example(`cookbook/${name}`) });
  const page = await shops.open("#review");
  await page.getByLabel("Ask about").selectOption("counterparts");
  await page.locator(".choices").waitFor();
  for (let most = 0; most < 20 && (await page.locator(".choices button").count()) < 3; most++) await page.keyboard.press("s");
  await take(page, "work-review");
}

const world = await World.begin();
mkdirSync(folder, { recursive: true });
const one = world.page("one", results.slice(0, 1));
const cluster = favourite(results[0][1]());
const pictures = [
  ["forest", `${one}#forest`, { height: 640 }],
  ["tree", `${one}#c${cluster}`, {}],
  ["tree-dark", `${one}#c${cluster}`, { dark: true }],
  ["measures", `${one}#measures`, { height: 1150 }],
  ["phone", `${one}#c${cluster}`, { phone: true }],
];
if (results.length > 1)
  pictures.push(["compare", `${world.page("all", results)}#c${cluster}`, { width: 1600, height: 860 }]);
async function take(page, name) {
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(join(folder, `${name}.png`));
}
for (const [name, address, options] of pictures) {
  const page = await world.open(address, options);
  await take(page, name);
  await page.context().close();
}
if (canServe()) {
  const own = Object.assign(world.forCase(), { real: true });
  await tryPictures(own, take);
  await reviewPicture(own, take);
  await own.leave();
}
await world.end();
