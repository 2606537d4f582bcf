// The panel's section on what people decided about a cluster.

import { bdi, el } from "../parts/dom.js";
import { listOf } from "../model/votes.js";
import { section } from "./panel-parts.js";
import { shorten } from "../model/text.js";

/** The decisions about a cluster, where the file has them; null where there are none. */
export function decidedPart(forest, i) {
  const lines = forest.clusters[i].decided;
  if (!Array.isArray(lines) || !lines.length) return null;
  const about = listOf(forest.taxonomy.decisions?.lines).filter(({ line }) => lines.includes(line));
  if (!about.length) return null;
  return section("Decided", null, el("ul", { class: "plain" }, about.map(decided)));
}

/** "same bird | Vögel, by ann, 2026-11-17". */
function decided({ decision, a, b, who, when }) {
  const text = (value) => bdi(shorten(String(value), 60));
  return el(
    "li",
    null,
    `${decision} `,
    text(a),
    b ? [" | ", text(b)] : "",
    (who || when) && el("span", { class: "n" }, [who, when].filter(Boolean).map((word, at) => [at ? ", " : "", text(word)])),
  );
}
