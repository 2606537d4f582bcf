// What a model answered, as claims about the forest that is shown: only what is not so already is worth a card.

import { fold } from "../model/text.js";
import { nodeKey, whereIs } from "../model/same.js";
import { clustersCalled, same, top, under } from "./operands.js";

const PARTS = " > ";

/** The name above the last one of a path; "" where nothing is. */
function above(path, name) {
  const text = String(path);
  const rest = text.endsWith(name) ? text.slice(0, -name.length) : "";
  return rest.endsWith(PARTS) ? rest.slice(0, -PARTS.length).split(PARTS).pop() : "";
}

/** Whether a node of cluster `i` stands below something of that name: in its own hierarchy, else in the forest. */
function standsBelow(forest, i, { id, path }, name) {
  const text = String(path);
  if (text === ".") return name === "";
  const up = text.includes("/") ? text.slice(0, text.lastIndexOf("/")) : ".";
  const known = ["root", "leaf"].map((role) => whereIs(forest, nodeKey({ id, path: up, role }))).filter((at) => at !== undefined);
  return (known.length ? known : [forest.parent[i]]).some((at) => clustersCalled(forest, name).includes(at));
}

/** The clusters that hold nodes of that name, of those places where it was seen if there are several. */
function clustersOfUse(forest, name, seen = []) {
  const all = clustersCalled(forest, name);
  if (all.length < 2) return all;
  const wanted = new Set((Array.isArray(seen) ? seen : []).map((path) => fold(above(path, name))));
  const fits = (i, member) => fold(String(member.name)) === fold(name) && [...wanted].some((up) => standsBelow(forest, i, member, up));
  const found = all.filter((i) => forest.members(i).some((member) => fits(i, member)));
  return found.length ? found : all;
}

/** What each number of a question stands for, as clusters; a name that may be several things stands for none. */
function clustersAsked(forest, { kind, name, names, uses }) {
  const list = kind === "sense" ? uses : names;
  return (Array.isArray(list) ? list : []).map((one) => {
    const found = clustersOfUse(forest, String(kind === "sense" ? name : one.name), one.seen);
    return found.length === 1 ? found[0] : -1;
  });
}

/** The clusters that a group joins, in the order of the forest. */
const joined = (group, asked) =>
  [...new Set((Array.isArray(group) ? group : []).map((n) => asked[n - 1] ?? -1).filter((i) => i >= 0))].sort((a, b) => a - b);

/** Claims that several are one; how often it was said, of how often they were asked about together. */
function sameClaims(forest, answers, claims) {
  const asked = answers.map(({ question }) => clustersAsked(forest, question));
  answers.forEach(({ id, answer }, at) => {
    (Array.isArray(answer.groups) ? answer.groups : []).forEach((group, number) => {
      const clusters = joined(group, asked[at]);
      if (clusters.length < 2) return;
      const key = `same ${clusters.map((i) => forest.id(i)).join(" ")}`;
      const claim = claims.get(key) || { key, kind: "same", clusters, said: 0, sources: [] };
      claim.said++;
      claim.sources.push({ id, group: number });
      claims.set(key, claim);
    });
  });
  for (const claim of claims.values())
    claim.shown = asked.filter((list) => claim.clusters.every((i) => list.includes(i))).length;
}

/** One name that means several things, where the forest has one. */
function senseClaims(forest, answers, claims) {
  for (const { id, question, answer } of answers) {
    if (question.kind !== "sense" || !Array.isArray(answer.groups)) continue;
    const asked = clustersAsked(forest, question);
    const places = answer.groups
      .filter((group) => Array.isArray(group) && group.length)
      .map((group) => ({ cluster: joined(group, asked)[0], up: above(question.uses[group[0] - 1]?.seen?.[0] ?? "", question.name) }))
      .filter(({ cluster, up }) => cluster !== undefined && up);
    const [first, ...others] = places;
    const parted = others.filter(({ cluster }) => cluster === first.cluster);
    if (!parted.length) continue;
    const key = `different ${forest.id(first.cluster)} ${question.name}`;
    const senses = [first, ...parted].map(({ up }) => `${question.name} under ${up}`);
    claims.set(key, { key, kind: "different", clusters: [first.cluster], senses, said: 1, shown: 1, sources: [{ id }] });
  }
}

function placeClaims(forest, answers, claims) {
  for (const { id, question, answer } of answers) {
    if (question.kind !== "place" || !Number.isInteger(answer.parent)) continue;
    const [child, ...more] = clustersOfUse(forest, String(question.name), question.seen);
    const named = question.parents?.[answer.parent - 1]?.name;
    const parents = answer.parent === 0 ? [-1] : clustersCalled(forest, String(named ?? ""));
    if (child === undefined || more.length || parents.length !== 1) continue;
    const [parent] = parents;
    if (forest.parent[child] === parent || parent === child || (parent >= 0 && forest.pathTo(parent).includes(child))) continue;
    const key = `place ${forest.id(child)} ${parent < 0 ? "" : forest.id(parent)}`;
    const claim = claims.get(key) || { key, kind: "place", clusters: [child], parent, said: 0, shown: 0, sources: [] };
    claim.said++;
    claim.shown++;
    claim.sources.push({ id });
    claims.set(key, claim);
  }
}

/** Claims that most answers agree on, the surest and largest first. */
export function claimsOf(forest, answers) {
  const claims = new Map();
  const whole = answers.filter(({ question, answer }) => question && answer);
  sameClaims(forest, whole, claims);
  senseClaims(forest, whole, claims);
  placeClaims(forest, whole, claims);
  const agreed = [...claims.values()].filter(({ said, shown }) => 2 * said > shown);
  const within = (small, large) => small !== large && small.kind === "same" && large.kind === "same" && small.clusters.every((i) => large.clusters.includes(i));
  return agreed
    .filter((one) => !agreed.some((other) => within(one, other)))
    .sort((a, b) => b.said - a.said || b.clusters.length - a.clusters.length || a.clusters[0] - b.clusters[0]);
}

/** The decisions by which somebody accepts a claim. */
export function decisionsOf(forest, { kind, clusters, parent, senses }) {
  if (kind === "same") return same(forest, clusters);
  if (kind === "place") return parent < 0 ? top(forest, clusters) : under(forest, clusters, parent);
  const [first, ...others] = senses;
  return others.map((b) => ({ kind: "different", a: first, b }));
}
