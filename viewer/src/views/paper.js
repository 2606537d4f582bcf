// What is printed: on paper a tree is an indented list of what is open.

import { el } from "../parts/dom.js";
import { printLines } from "../model/outline.js";
import { num } from "../model/text.js";

function row({ depth, name, size, closed }) {
  const line = el("div", null, name, el("span", { class: "n" }, ` ${num(size)}${closed ? `, ${num(closed)} more below` : ""}`));
  line.style.paddingLeft = `${Math.min(depth, 24) * 1.2}em`;
  return line;
}

export function paperLists(panes) {
  return panes
    .filter(({ canvas }) => canvas.root >= 0)
    .map(({ forest, canvas }) => {
      const { lines, left } = printLines(forest, canvas.root, canvas.open);
      return el("section", null, el("h2", null, forest.label), lines.map(row), left > 0 && el("p", null, `and ${num(left)} more`));
    });
}
