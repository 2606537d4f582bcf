// Writes the open tree as a picture of its own: an SVG file without styles or scripts.

import { fit } from "./label.js";
import { fileName, num, xml } from "../model/text.js";
import { branchClass, edgeAbove, labelEnd, round } from "./draw.js";
import { edgeWidth, radius } from "./layout.js";
import { hangsByOneVoice } from "../model/voices.js";
import { peopleOnEdge } from "../model/votes.js";

const MARGIN = 24;
const FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif";

/** The colours of the page as it looks now. */
export function coloursOf(element) {
  const style = getComputedStyle(element);
  const colour = (name) => style.getPropertyValue(name).trim();
  const colours = {
    paper: colour("--paper"),
    ink: colour("--ink"),
    muted: colour("--muted"),
    trunk: colour("--trunk"),
  };
  for (let b = 0; b < 8; b++) colours[`b${b}`] = colour(`--b${b}`);
  return colours;
}

/** The text of an SVG file that shows these nodes of a layout. */
export function svgText(forest, layout, nodes, colours) {
  const top = Math.min(...bounds(nodes, (n) => n.py)) - MARGIN;
  const bottom = Math.max(...bounds(nodes, (n) => n.py)) + MARGIN;
  const left = nodes.reduce((least, n) => Math.min(least, n.px), Infinity) - MARGIN;
  const width = round(
    nodes.reduce((most, n) => Math.max(most, n.px + labelEnd(forest, n)), 0) - left + MARGIN + 40,
  );
  const height = round(bottom - top);
  const shown = new Set(nodes);
  const root = layout.nodes[0].data;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${round(left)} ${round(top)} ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}" font-size="13">`,
    `<title>${xml(forest.name(root))}</title>`,
    `<rect x="${round(left)}" y="${round(top)}" width="${width}" height="${height}" fill="${colours.paper}"/>`,
    `<g fill="none" stroke-linecap="round" stroke-opacity="0.45">`,
  ];
  for (const node of nodes) if (node.parent && shown.has(node.parent)) lines.push(edgeText(forest, layout, node, colours));
  lines.push("</g>", "<g>");
  for (const node of nodes) lines.push(nodeText(forest, node, colours));
  lines.push("</g>", "</svg>", "");
  return lines.join("\n");
}

function bounds(nodes, of) {
  return nodes.reduce(
    ([low, high], node) => [Math.min(low, of(node)), Math.max(high, of(node))],
    [Infinity, -Infinity],
  );
}

function edgeText(forest, layout, node, colours) {
  const i = node.data;
  const r = radius(forest.size(i), forest.tree(i).largest);
  const at = (n) => ({ x: n.px, y: n.py });
  const path = edgeAbove(forest, layout, node, at(node.parent), at(node), r);
  const dashes = hangsByOneVoice(forest, i) ? ` stroke-dasharray="5 5"` : "";
  return `<path d="${path}" stroke="${colours[branchClass(forest, i)]}" stroke-width="${round(edgeWidth(peopleOnEdge(forest, i)))}"${dashes}/>`;
}

function nodeText(forest, node, colours) {
  const i = node.data;
  const colour = colours[branchClass(forest, i)];
  const r = round(radius(forest.size(i), forest.tree(i).largest));
  const closed = !node.children && forest.childCount(i) > 0;
  const { text, width } = fit(forest.name(i));
  const more = closed
    ? `<text x="${round(node.px + r + 13 + width)}" y="${round(node.py + 4.4)}" font-size="11" fill="${colours.muted}">+${num(forest.below[i])}</text>`
    : "";
  return (
    `<circle cx="${round(node.px)}" cy="${round(node.py)}" r="${r}" fill="${node.children ? colours.paper : colour}" stroke="${colour}" stroke-width="2"/>` +
    `<text x="${round(node.px + r + 6)}" y="${round(node.py + 4.4)}" fill="${colours.ink}">${xml(text)}</text>${more}`
  );
}

/** Offers a text as a file to keep. */
export function saveFile(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.appendChild(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export function saveTree(forest, layout, nodes, colours) {
  saveFile(
    svgText(forest, layout, nodes, colours),
    fileName(forest.name(layout.nodes[0].data), ".svg"),
    "image/svg+xml",
  );
}
