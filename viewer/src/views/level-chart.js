// The level chart: counts per depth as a line, the area under it shaded.

import { el, svg } from "../parts/dom.js";
import { num } from "../model/text.js";

const PAD = { left: 46, right: 18, top: 22, bottom: 34 };

/** A round number not below `value`: the top of the scale. */
function ceiling(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 2.5, 5, 10].map((m) => m * power).find((top) => top >= value);
}

/** A chart of `levels`, `width` pixels wide, up to `most` (so that charts beside each other compare). */
export function levelChart(levels, { width, height = 210, most, label, className }) {
  const top = ceiling(most);
  const inner = { width: width - PAD.left - PAD.right, height: height - PAD.top - PAD.bottom };
  const x = (d) => PAD.left + (levels.length === 1 ? inner.width / 2 : (inner.width * d) / (levels.length - 1));
  const y = (n) => PAD.top + inner.height * (1 - n / top);
  const line = levels.map((n, d) => `${d ? "L" : "M"}${x(d).toFixed(1)},${y(n).toFixed(1)}`).join("");
  const every = Math.ceil(levels.length / Math.max(4, Math.floor(inner.width / 46)));
  const marks = levels.map((n, d) => [
    svg("circle", { class: "dot", cx: x(d), cy: y(n), r: 3.5 }, svg("title", null, `depth ${d}: ${num(n)}`)),
    d % every === 0 && svg("text", { class: "value", x: x(d), y: y(n) - 9, "text-anchor": "middle" }, num(n)),
    d % every === 0 && svg("text", { class: "tick", x: x(d), y: height - 14, "text-anchor": "middle" }, num(d)),
  ]);
  const rules = [0, 0.5, 1].map((part) => [
    svg("line", { class: "rule", x1: PAD.left, x2: width - PAD.right, y1: y(top * part), y2: y(top * part) }),
    svg("text", { class: "tick", x: PAD.left - 8, y: y(top * part) + 4, "text-anchor": "end" }, num(top * part)),
  ]);
  return svg(
    "svg",
    {
      class: `chart ${className}`,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": label,
    },
    rules,
    levels.length > 1 &&
      svg("path", { class: "area", d: `${line}L${x(levels.length - 1)},${y(0)}L${x(0)},${y(0)}Z` }),
    svg("path", { class: "line", d: line }),
    marks,
    svg("text", { class: "tick", x: PAD.left - 8, y: height - 14, "text-anchor": "end" }, "depth"),
  );
}

/** The same numbers as a table, for those who would rather read. */
export function levelTable(levels) {
  const rows = levels.clusters.map((n, d) =>
    el(
      "tr",
      null,
      el("th", { scope: "row" }, num(d)),
      el("td", null, num(n)),
      el("td", null, num(levels.instances[d])),
    ),
  );
  return el(
    "details",
    { class: "as-table" },
    el("summary", null, "As a table"),
    el(
      "table",
      null,
      el(
        "thead",
        null,
        el(
          "tr",
          null,
          ["Depth", "Concepts", "Entries"].map((head) => el("th", { scope: "col" }, head)),
        ),
      ),
      el("tbody", null, rows),
    ),
  );
}
