// Widths of names as the tree writes them, and names cut to fit.

export const LABEL_MAX = 176;
export const FONT =
  '13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

let pen = null;
const widths = new Map();
const cuts = new Map();

function measure(text) {
  if (!pen) {
    pen = document.createElement("canvas").getContext("2d");
    pen.font = FONT;
  }
  return pen.measureText(text).width;
}

/** Width of a name in pixels; of a very long one only that of its beginning. */
export function labelWidth(name) {
  let width = widths.get(name);
  if (width === undefined) widths.set(name, (width = measure(name.slice(0, 60))));
  return width;
}

/** A name that fits a column: whole, or cut with an ellipsis; `{text, width}`. */
export function fit(name) {
  let cut = cuts.get(name);
  if (!cut) cuts.set(name, (cut = cutToFit(name)));
  return cut;
}

function cutToFit(name) {
  const flat = name.slice(0, 200).replace(/\s+/g, " ");
  if (name.length <= 60 && labelWidth(name) <= LABEL_MAX) return { text: flat, width: measure(flat) };
  const points = Array.from(flat);
  let low = 1;
  let high = Math.min(points.length, 80);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(points.slice(0, middle).join("") + "…") <= LABEL_MAX) low = middle;
    else high = middle - 1;
  }
  const text = points.slice(0, low).join("").trimEnd() + "…";
  return { text, width: measure(text) };
}
