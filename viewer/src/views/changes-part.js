// What changed, as a sentence of coloured words and a list whose names lead to the clusters.

import { bdi, el, paged } from "../parts/dom.js";
import { clusterAddress } from "../parts/route.js";
import { count, shorten } from "../model/text.js";
import { inWords, KINDS, summarise } from "../model/changes.js";

/** A name, as a link where its result is on the page. */
function nameOf(about, forest) {
  if (!about) return "the top";
  const name = bdi(shorten(String(about.name), 60));
  const i = forest ? forest.byId.get(about.id) : undefined;
  return i === undefined ? el("b", null, name) : el("a", { href: clusterAddress(forest, i) }, name);
}

const parentOf = (about, forest) => {
  const up = forest && about ? forest.byId.get(about.parent) : undefined;
  return up === undefined ? "the top" : nameOf({ id: about.parent, name: forest.name(up) }, forest);
};

/** One change as a sentence. */
function sentence({ change, before, after, nodes }, forests) {
  const was = nameOf(before, after ? null : forests.before);
  const is = nameOf(after, forests.after);
  const many = count(nodes, "entry", "entries");
  const sentences = {
    added: () => [is, ` is new (${many})`],
    gone: () => [was, ` is gone (${many})`],
    merged: () => [was, " went into ", is],
    split: () => [is, " was split off from ", was],
    moved: () => [is, " moved from ", parentOf(before, forests.before), " to ", parentOf(after, forests.after)],
    renamed: () => [is, " was called ", was],
    members: () => [`${many} of `, was, " went to ", is],
    grew: () => [is, ` has ${many} more`],
    shrank: () => [was, ` has ${many} less`],
    further: () => [is, " has other further parents"],
  };
  return sentences[change]();
}

/** The words of a summary, each with the colour that its clusters have in the tree. */
export function changeWords(summary) {
  const words = inWords(summary);
  if (!words.length) return "Nothing changes.";
  return words.map(({ kind, text }) => [el("span", { class: `change ${kind}` }, text), " "]);
}

/** Two results side by side: what became of the first, folded up until it is asked for. */
export function changesBetween(changes, forests) {
  const { before, after } = forests;
  return el(
    "details",
    { class: "changes" },
    el("summary", null, "From ", bdi(shorten(before.label, 40)), " to ", bdi(shorten(after.label, 40)), ": ", changeWords(summarise(changes))),
    changeList(changes, forests),
  );
}

/** The list of changes, the first few at once. */
export function changeList(changes, forests) {
  const rows = changes.filter(({ change }) => KINDS.includes(change));
  const row = (change) => el("li", { class: `change-row ${change.change}` }, sentence(change, forests));
  return paged(el("ul", { class: "change-list" }), rows, row, 12, "changes");
}
