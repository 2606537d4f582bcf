// The pages the cases share, each made once.

import { animals, animalsOtherwise, bigForest, taxonomy } from "./forest.mjs";
import { hostileForest } from "./hostile.mjs";

export const small = (world) => world.page("animals", [["animals.json", animals]]);
export const two = (world) =>
  world.page("two", [
    ["ap.json", () => animalsOtherwise("ap")],
    ["joint.json", animals],
  ]);
export const three = (world) =>
  world.page("three", [
    ["ap.json", () => animalsOtherwise("ap")],
    ["rap.json", () => animals("rap")],
    ["joint.json", animals],
  ]);
export const hostile = (world) =>
  world.page("hostile", [["hostile.json", () => hostileForest({ strict: Boolean(process.env.PLEACH) })]]);
/** Results whose files have hostile names as well; in the second one the parents are others. */
export const hostileTwo = (world) => {
  const forest = () => hostileForest({ strict: Boolean(process.env.PLEACH) });
  const turned = () => {
    const other = forest();
    for (const c of other.clusters) c.parent = c.id === 0 ? null : Math.floor((c.id - 1) / 3);
    for (const c of other.clusters) c.depth = c.parent === null ? 0 : other.clusters[c.parent].depth + 1;
    return other;
  };
  return world.page("hostile-two", [
    ["<img src=x onerror=hurt()>.json", forest],
    ["\"'><script>hurt()<&script>\u202egnp.json", turned],
  ]);
};
export const ten = (world) => world.page("ten", [["ten-thousand.json", () => bigForest(10000)]]);
export const fifty = (world) => world.page("fifty", [["fifty-thousand.json", () => bigForest(50000)]]);
export const empty = (world) => world.page("empty", [["empty.json", () => taxonomy([])]]);

/** The number of the first (or `at`-th) cluster of that name in the animals. */
export function idOf(name, at = 0) {
  return animals().clusters.filter((cluster) => cluster.name === name)[at].id;
}
