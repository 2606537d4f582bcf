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
export const ten = (world) => world.page("ten", [["ten-thousand.json", () => bigForest(10000)]]);
export const fifty = (world) => world.page("fifty", [["fifty-thousand.json", () => bigForest(50000)]]);
export const empty = (world) => world.page("empty", [["empty.json", () => taxonomy([])]]);

/** The number of the first (or `at`-th) cluster of that name in the animals. */
export function idOf(name, at = 0) {
  return animals().clusters.filter((cluster) => cluster.name === name)[at].id;
}
