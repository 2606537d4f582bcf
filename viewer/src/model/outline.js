// A branch as an indented list, for the clipboard and for paper.

import { oneLine, shorten } from "./text.js";

const PRINTED = 3000;

/** Calls `visit(cluster, depth below the branch)` in reading order; `open` (a set) limits it to what is open. */
export function walk(forest, top, visit, open = null) {
  const stack = [top];
  while (stack.length) {
    const i = stack.pop();
    visit(i, forest.depth[i] - forest.depth[top]);
    if (open && !open.has(i)) continue;
    const children = forest.children(i);
    for (let c = children.length - 1; c >= 0; c--) stack.push(children[c]);
  }
}

export function indentedList(forest, top) {
  const lines = [];
  walk(forest, top, (i, depth) => lines.push("  ".repeat(depth) + oneLine(forest.name(i))));
  return lines.join("\n") + "\n";
}

/** Lines for print: what is open on the screen, up to a sensible number of pages. */
export function printLines(forest, top, open) {
  const lines = [];
  let left = 0;
  walk(
    forest,
    top,
    (i, depth) => {
      if (lines.length < PRINTED)
        lines.push({
          depth,
          name: shorten(oneLine(forest.name(i)), 160),
          size: forest.entries(i),
          closed: open.has(i) ? 0 : forest.below[i],
        });
      else left++;
    },
    open,
  );
  return { lines, left };
}

/** Copies text; true when the clipboard has it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughField(text);
  }
}

function copyThroughField(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "offstage";
  document.body.appendChild(field);
  const focused = document.activeElement;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused) focused.focus({ preventScroll: true });
  return done;
}
