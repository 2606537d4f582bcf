// How clusters, names and nodes are written in decisions (docs/decisions.md), and which decisions an act makes.

import { fold } from "../model/text.js";
import { nodeKey, whereIs } from "../model/same.js";
import { namesakes } from "../model/votes.js";

const NODE = /^.+:(?:\.|[0-9/]+)$/s;

/** A text of one line, as a column of a decision has it. */
const flat = (text) => String(text).replace(/[\t\r\n\u0000]+/g, " ").trim();

/** A name as an operand: quoted where it would be taken for something else. */
export function nameOperand(name) {
  const text = flat(name);
  if (!NODE.test(text) && !/ under /.test(text) && !text.includes('"') && !text.startsWith("#")) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

/** A node as an operand. */
export function nodeOperand({ id, path }) {
  return `${flat(id)}:${flat(path)}`;
}

/** The clusters that are called so or hold nodes called so, as far as the file tells; the index is built once. */
export function clustersCalled(forest, name) {
  if (!forest.bySpelling) {
    forest.bySpelling = new Map();
    for (let at = 0; at < forest.count; at++) {
      const words = Object.keys(forest.clusters[at].spellings || {});
      for (const word of new Set([forest.name(at), forest.key(at), ...words].map(fold))) {
        const known = forest.bySpelling.get(word);
        if (known) known.push(at);
        else forest.bySpelling.set(word, [at]);
      }
    }
  }
  return forest.bySpelling.get(fold(name)) || [];
}

const isElsewhere = (forest, i, name) => clustersCalled(forest, name).some((other) => other !== i);

/** The cluster of the node that an operand names; undefined: it names none. */
function clusterOfNode(forest, operand) {
  if (operand.startsWith('"') || !NODE.test(operand)) return undefined;
  const at = operand.lastIndexOf(":");
  const [id, path] = [operand.slice(0, at), operand.slice(at + 1)];
  return whereIs(forest, nodeKey({ id, path, role: "leaf" })) ?? whereIs(forest, nodeKey({ id, path, role: "root" }));
}

/** A node of a cluster that stands for it: its exemplar, or its first member. */
export function nodeOf(forest, i) {
  const { exemplar } = forest.clusters[i];
  return exemplar && exemplar.id !== undefined ? exemplar : forest.members(i)[0];
}

/** The name that most nodes of a cluster have; a label that somebody gave it names no node. */
function ownName(forest, i) {
  const spellings = Object.entries(forest.clusters[i].spellings || {});
  const name = forest.name(i);
  if (!spellings.length || spellings.some(([spelling]) => fold(spelling) === fold(name))) return name;
  const most = spellings.reduce((best, one) => (one[1] > best[1] ? one : best));
  return (spellings.find(([spelling]) => fold(spelling) === fold(forest.key(i))) || most)[0];
}

/** A whole cluster: by its name where no other has it, by a node of it where it has to be. */
export function clusterOperand(forest, i) {
  const node = nodeOf(forest, i);
  const name = ownName(forest, i);
  const unclear = namesakes(forest, i).length > 0 || isElsewhere(forest, i, name) || !flat(name);
  return unclear && node ? nodeOperand(node) : nameOperand(name);
}

const both = (kind, a, b) => ({ kind, a, b });

/** All of these are one. */
export function same(forest, [first, ...others]) {
  return others.map((other) => both("same", clusterOperand(forest, first), clusterOperand(forest, other)));
}

/** No two of these are one. */
export function different(forest, list) {
  return list.flatMap((one, at) =>
    list.slice(at + 1).map((other) => both("different", clusterOperand(forest, one), clusterOperand(forest, other))),
  );
}

/** Whether a cluster is a root that nobody has, so that no decision can name it. */
const isBare = (forest, i) => i >= 0 && forest.clusters[i].size === 0;

/** Right below a root that nobody has is where tops are. */
export function under(forest, list, parent) {
  if (isBare(forest, parent)) return top(forest, list);
  return list.map((i) => both("under", clusterOperand(forest, i), clusterOperand(forest, parent)));
}

export function notUnder(forest, list) {
  return list
    .filter((i) => forest.parent[i] >= 0 && !isBare(forest, forest.parent[i]))
    .map((i) => both("not-under", clusterOperand(forest, i), clusterOperand(forest, forest.parent[i])));
}

export function top(forest, list) {
  return list.map((i) => ({ kind: "top", a: clusterOperand(forest, i) }));
}

export function freeze(forest, list) {
  return list.map((i) => ({ kind: "keep-branch", a: clusterOperand(forest, i) }));
}

/** A label is no operand; quotes keep what stands at its ends. */
export function rename(forest, i, label) {
  return [both("name", clusterOperand(forest, i), `"${flat(label).replaceAll('"', '""')}"`)];
}

/** What is dropped is nodes: every name of the cluster, or every node where another cluster has the name too. */
export function drop(forest, list) {
  return list.flatMap((i) => {
    const names = new Map();
    for (const member of forest.members(i)) {
      const name = flat(member.name ?? forest.name(i));
      const unclear = namesakes(forest, i).length > 0 || isElsewhere(forest, i, name) || !name;
      const operand = unclear ? nodeOperand(member) : nameOperand(name);
      names.set(unclear ? operand : fold(name), operand);
    }
    if (!names.size) names.set("", clusterOperand(forest, i));
    return [...names.values()].map((a) => ({ kind: "drop", a }));
  });
}

/** Whether two names are one but for case, accents, punctuation or an ending: then names cannot tell them apart. */
function areAlike(one, other) {
  const [short, long] = [one, other].map((name) => fold(name).replace(/[^\p{L}\p{N}]+/gu, "")).sort((a, b) => a.length - b.length);
  return long.startsWith(short) && long.length <= short.length + 2;
}

/** The nodes of one spelling are one, and something else than the exemplar or the first of another spelling. */
function splitNodes(forest, i, name) {
  const isIt = (member) => String(member.name) === name;
  const [first, ...others] = forest.members(i).filter(isIt);
  const { id, path } = nodeOf(forest, i) || {};
  const exemplar = forest.members(i).find((member) => member.id === id && member.path === path);
  const rest = exemplar && !isIt(exemplar) ? exemplar : forest.members(i).find((member) => !isIt(member));
  if (!first || !rest) return null;
  const apart = [first, ...others].map((node) => both("different", nodeOperand(node), nodeOperand(rest)));
  return [...apart, ...others.map((node) => both("same", nodeOperand(first), nodeOperand(node)))];
}

/** A name is something else than the rest of its cluster; null: there is no rest. */
export function splitName(forest, i, name) {
  if (areAlike(name, ownName(forest, i))) return splitNodes(forest, i, name);
  const spellings = Object.entries(forest.clusters[i].spellings || {}).filter(([other]) => fold(other) !== fold(name));
  if (!spellings.length) return null;
  const own = ownName(forest, i);
  const rest = fold(own) !== fold(name) ? own : spellings.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
  return [both("different", nameOperand(name), nameOperand(rest))];
}

/** A node is something else than the rest of its cluster; null: there is no rest. */
export function splitNode(forest, i, member) {
  const isIt = (other) => other.id === member.id && other.path === member.path;
  const rest = [nodeOf(forest, i), ...forest.members(i)].find((other) => other && !isIt(other));
  return rest ? [both("different", nodeOperand(member), nodeOperand(rest))] : null;
}

/** The decisions by which a question of a review is answered, a line each. */
export const readLines = (lines) => String(lines).split("\n").map(readLine);

/** A line of a decisions file. */
export function readLine(line) {
  const [kind, a, b] = String(line).split("\t");
  return b ? { kind, a, b } : { kind, a };
}

const unquoted = (text) =>
  /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;

/** The clusters that an operand speaks of, as far as the page can tell: by node, or by name, below a parent or not. */
export function clustersOf(forest, operand) {
  if (typeof operand !== "string" || !operand) return [];
  const node = clusterOfNode(forest, operand);
  if (node !== undefined) return [node];
  const sense = /^(.+) under (.+)$/s.exec(operand);
  return clustersCalled(forest, unquoted(sense && !operand.startsWith('"') ? sense[1] : operand));
}

/** What an operand is called: a node by the name of its cluster, a name without its quotes. */
export function operandName(forest, operand) {
  const text = String(operand ?? "");
  const node = clusterOfNode(forest, text);
  return node === undefined ? unquoted(text) : forest.name(node);
}

/** A decision in plain words, the operands as `[text]` between them. */
export function inPlainWords({ kind, a, b }) {
  const sentences = {
    same: [[a], " and ", [b], " are the same"],
    different: [[a], " and ", [b], " are different"],
    under: [[a], " belongs under ", [b]],
    "not-under": [[a], " does not belong under ", [b]],
    top: [[a], " stands on top"],
    name: [[a], " is called ", [b]],
    drop: [[a], " is left out"],
    "keep-branch": [[a], " and all below it stay as they are"],
  };
  return sentences[kind] || [`${kind} `, [a], ...(b ? [" | ", [b]] : [])];
}
