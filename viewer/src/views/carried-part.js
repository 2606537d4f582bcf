// The part of a panel that shows what a concept carries: links as links where that is safe, all else as text.

import { bdi, el, paged } from "../parts/dom.js";
import { section } from "./panel-parts.js";
import { num, shorten } from "../model/text.js";
import { safeAddress } from "../model/carried.js";

/** A link that opens elsewhere and learns nothing of this page; text where it may not be followed. */
function link(address, text) {
  const href = safeAddress(address);
  const name = bdi(shorten(text, 120));
  return href ? el("a", { href, target: "_blank", rel: "noopener noreferrer", title: shorten(address, 300) }, name) : el("span", { title: shorten(address, 300) }, name);
}

/** The last part of a property: "definition" of "skos:definition" and of an address. */
const shortName = (property) => property.replace(/[/#]+$/, "").split(/[:/#]/).pop() || property;

const times = (n) => n > 1 && el("span", { class: "n" }, `${num(n)} times`);

export function carriedPart({ items, values }) {
  const item = ({ address, title, times: n }) => el("li", null, link(address, title), times(n));
  const value = ({ property, text, language, address, times: n }) =>
    el(
      "li",
      null,
      el("span", { class: "property", title: shorten(property, 300) }, shorten(shortName(property), 40)),
      " ",
      text ? bdi(shorten(text, 1000)) : link(address, address),
      language && el("span", { class: "tag" }, shorten(language, 20)),
      times(n),
    );
  return [
    items.length > 0 && section("Links and files", num(items.length), paged(el("ul", { class: "plain carried" }), items, item, 12, "links")),
    values.length > 0 && section("Notes", num(values.length), paged(el("ul", { class: "plain carried" }), values, value, 8, "notes")),
  ];
}
