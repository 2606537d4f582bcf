// Takes the pictures for README and docs: node tests/browser/pictures.mjs FOLDER [TAXONOMY.json [MORE.json ...]]
// The first file is shown alone, all of them side by side; without files, the tests' own animals are shown.

import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { animals, animalsOtherwise } from "./forest.mjs";
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

/** The cluster that a picture speaks of: the largest one that has both parent and children, `bird` where there is one. */
function favourite(taxonomy) {
  const parents = new Set(taxonomy.clusters.map((cluster) => cluster.parent));
  const inner = taxonomy.clusters.filter((cluster) => cluster.parent !== null && parents.has(cluster.id));
  const best =
    inner.find((cluster) => cluster.name === "bird") ||
    inner.sort((a, b) => b.size - a.size)[0] ||
    taxonomy.clusters[0];
  return best.id;
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
for (const [name, address, options] of pictures) {
  const page = await world.open(address, options);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
  console.log(join(folder, `${name}.png`));
}
await world.end();
