// A tree's silhouette: a trunk, and one layer of leaves per level, as wide as the level is rich.

import { svg } from "../parts/dom.js";

const WIDTH = 120;
const HEIGHT = 88;
const GROUND = HEIGHT - 3;
const STEM = 15;

/** Widths grow with the root of the count, so that a giant and a sapling stand in one picture. */
export function silhouette(levels, widest) {
  const layers = levels.slice(1);
  const room = (GROUND - STEM - 2) / Math.max(1, layers.length);
  const gap = room > 6 ? 2 : room / 4;
  const height = Math.min(17, room - gap);
  const crown = layers.map((n, at) => {
    const width = Math.max(height, (WIDTH - 4) * Math.sqrt(n / Math.max(1, widest)));
    const y = GROUND - STEM - at * (height + gap) - height;
    return svg("rect", {
      x: f(WIDTH / 2 - width / 2),
      y: f(y),
      width: f(width),
      height: f(height),
      rx: f(height / 2),
    });
  });
  const top = layers.length ? STEM + (layers.length - 1) * (height + gap) + height / 2 : STEM / 2;
  return svg(
    "svg",
    { class: "silhouette", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", focusable: "false" },
    svg("line", { class: "ground", x1: 0, x2: WIDTH, y1: GROUND + 1, y2: GROUND + 1 }),
    svg("rect", { class: "stem", x: WIDTH / 2 - 2, y: f(GROUND - top), width: 4, height: f(top), rx: 1.5 }),
    crown,
  );
}

function f(value) {
  return value.toFixed(1);
}
