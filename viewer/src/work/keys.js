// The workbench's keys: letters in the tree, undo and redo everywhere but where somebody types.

import { el } from "../parts/dom.js";
import { ACTS } from "./acts.js";

/** A letter in the tree; true where it meant something. */
export function treeKey(event, bench, choice, acts) {
  const act = ACTS.find(({ key }) => key === event.key.toLowerCase());
  if (event.key.toLowerCase() === "c") choice.toggle(bench.app.active.canvas.state.cursor, true);
  else if (act) acts.run(act.name, choice.subject({ cursor: true }));
  else return false;
  event.preventDefault();
  return true;
}

const elsewhere = (event) => document.querySelector("dialog[open]") || event.target.closest?.("input:not([type=checkbox])");

/** Letters of a view, wherever in it the focus is, but where somebody types. */
export function onKeysOf(bench, view, work) {
  document.addEventListener("keydown", (event) => {
    if (bench.app?.view === view && !event.altKey && !event.ctrlKey && !event.metaKey && !elsewhere(event)) work(event);
  });
}

export function ownKeys(bench) {
  // Before all others: while there is a try, Escape is about it.
  const escape = (event) => {
    if (event.key !== "Escape" || !bench.tried || elsewhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    bench.discard();
  };
  document.addEventListener("keydown", escape, true);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || elsewhere(event)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) bench.undo();
    else if (key === "y" || key === "z") bench.redo();
    else return;
    event.preventDefault();
  });
}

/** Adds them to the list of keys. */
export function listKeys(help) {
  const row = (keys, meaning) => el("div", null, el("dt", null, keys.map((key) => [el("kbd", null, key), " "])), el("dd", null, meaning));
  help.querySelector(".keys").append(
    row(["Ctrl", "click"], "choose several; C does it in the tree, Shift+Enter in the search"),
    ...ACTS.map(({ key, title }) => row([key.toUpperCase()], title.toLowerCase())),
    row(["Enter"], "on a try: keep it"),
    row(["Esc"], "on a try: discard it"),
    row(["Ctrl", "Z"], "undo; with Shift: do again"),
    row(["Y", "N", "S"], "on a question of the review: yes, no, skip"),
    row(["1", "…", "5"], "on one that offers several: that one"),
  );
  help.querySelector(".signs").prepend(
    el("li", null, "Drag a concept onto another to put it below that, with Shift to merge them; with a finger, press long first."),
  );
}
