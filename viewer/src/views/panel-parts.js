// What the parts of a panel are made of: sections, links to clusters, rows with bars.

import { bdi, el } from "../parts/dom.js";
import { clusterAddress } from "../parts/route.js";
import { shorten } from "../model/text.js";

export function clusterLink(forest, i, limit = 60) {
  return el("a", { href: clusterAddress(forest, i) }, bdi(shorten(forest.name(i), limit)));
}

export function section(title, note, ...content) {
  return el("section", { class: "part" }, el("h3", null, title, note && el("span", { class: "n" }, note)), content);
}

/** A row with a bar behind it; the bar's length is set through the style object, which the page's policy allows. */
export function barRow(label, value, most, className = "") {
  const bar = el("span", { class: `bar ${className}` });
  bar.style.width = `${Math.max(1, Math.min(100, (100 * value) / Math.max(most, 1e-9)))}%`;
  return (...notes) =>
    el(
      "li",
      { class: "bar-row" },
      el("span", { class: "bar-label" }, label),
      el("span", { class: "bar-notes" }, notes),
      el("span", { class: "bar-track" }, bar),
    );
}
