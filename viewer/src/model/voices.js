// What people said about where a cluster hangs, as the file counts it: for, skipping, against, on top.

import { nodeKey, whereIs } from "./same.js";
import { count } from "./text.js";
import { listOf } from "./votes.js";

const people = (n, one, many) => count(n, `person ${one}`, `people ${many}`);

/** `{for, skip, against, top}` of cluster `i`; null where the file does not say. */
export function voicesOf(forest, i) {
  const said = forest.clusters[i].voices;
  if (!said || typeof said !== "object") return null;
  const number = (name) => (Number.isInteger(said[name]) && said[name] > 0 ? said[name] : 0);
  return { for: number("for"), skip: number("skip"), against: number("against"), top: number("top") };
}

/** Whether the solver may overrule people; where not, who disagrees stands in a cluster of another place. */
export function overrules(forest) {
  return typeof forest.report.dissent === "number" || ["consensus", "votes"].includes(forest.report.solver);
}

/** Whether one person put cluster `i` where it hangs, and others disagree. */
export function hangsByOneVoice(forest, i) {
  const said = voicesOf(forest, i);
  return said !== null && forest.parent[i] >= 0 && said.for === 1 && said.against + said.top > 0;
}

/** Whether cluster `i` had no parent, and hangs where it does since everything was put below one root. */
export const isRooted = (forest, i) => forest.clusters[i].voices?.reason === "root" && forest.parent[i] >= 0;

/** The voices that do not say "there", one sentence each. */
export function otherVoices({ skip, against, top }) {
  return [
    skip > 0 && people(skip, "leaves a level out and puts it higher up.", "leave a level out and put it higher up."),
    against > 0 && people(against, "puts it elsewhere, and was overruled.", "put it elsewhere, and were overruled."),
    top > 0 && people(top, "has it on top, with nothing above it.", "have it on top, with nothing above it."),
  ].filter(Boolean);
}

/** Parents and people of a list in the file, `{parent, people, who}`, as far as they can be. */
function parentsIn(forest, i, list) {
  return listOf(list)
    .map((said) => ({ parent: forest.byId.get(said?.parent), people: said?.people }))
    .filter((said) => said.parent !== undefined && Number.isInteger(said.people))
    .map((said) => ({ ...said, who: whoPut(forest, i, said.parent) }));
}

/** Those who were overruled, most people first, as the file has them. */
export const overruled = (forest, i) => parentsIn(forest, i, forest.clusters[i].rivals);

/** Where the cluster hangs as well, where it may have several parents. */
export const alsoUnder = (forest, i) => parentsIn(forest, i, forest.clusters[i].also_under);

/** The owners of those members of cluster `i` whose own parent lies in cluster `parent`. */
export function whoPut(forest, i, parent) {
  const names = new Set();
  for (const member of forest.members(i)) {
    if (member.role !== "leaf" || !member.owner || typeof member.path !== "string") continue;
    const path = member.path.includes("/") ? member.path.slice(0, member.path.lastIndexOf("/")) : ".";
    if (whereIs(forest, nodeKey({ id: member.id, path, role: "root" })) === parent) names.add(String(member.owner));
  }
  return [...names];
}
