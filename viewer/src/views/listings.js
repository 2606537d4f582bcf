// Listings of the measures: who was overruled, conflicts that were resolved, nodes that were discarded.

import { bdi, el, paged } from "../parts/dom.js";
import { clusterLink } from "./panel-parts.js";
import { count, num, shorten } from "../model/text.js";
import { overruled, overrules, voicesOf } from "../model/voices.js";
import { listOf } from "../model/votes.js";

function heading(text, forest, many) {
  return el("h2", null, text, many && [" · ", bdi(forest.label)]);
}

/** Where people were overruled: statements against where something hangs, most people first. */
function overruledStatements(forest, many) {
  const list = [];
  for (let i = 0; i < forest.count; i++)
    if (voicesOf(forest, i)?.against > 0) for (const rival of overruled(forest, i)) list.push({ i, ...rival });
  list.sort((a, b) => b.people - a.people || a.i - b.i);
  const row = ({ i, parent, people, who }) =>
    el(
      "tr",
      null,
      el("td", { class: "num" }, num(people)),
      el("td", null, clusterLink(forest, i, 40)),
      el("td", null, clusterLink(forest, parent, 40)),
      el("td", null, forest.parent[i] < 0 ? "–" : clusterLink(forest, forest.parent[i], 40)),
      el("td", null, bdi(shorten(who.join(", "), 60))),
    );
  return el(
    "section",
    { class: "listing" },
    heading("Overruled", forest, many),
    list.length
      ? [
          el("p", { class: "hint" }, "Where people put something, and where it hangs instead. Most people first."),
          rows(["People", "What", "They put it under", "It hangs under", "Who"], list, row, "statements"),
        ]
      : el("p", { class: "empty" }, "None: nobody put anything elsewhere."),
  );
}

/** Conflicts that were resolved, the costliest first; or who was overruled, where nobody had to leave. */
export function conflicts(forest, many) {
  if (overrules(forest)) return overruledStatements(forest, many);
  const list = listOf(forest.taxonomy.conflicts)
    .slice()
    .sort((a, b) => (b.cost || 0) - (a.cost || 0));
  const where = (id) => (forest.byId.has(id) ? clusterLink(forest, forest.byId.get(id), 40) : "–");
  const row = (c) =>
    el(
      "tr",
      null,
      el("td", { class: "num" }, typeof c.cost === "number" ? num(c.cost) : "–"),
      el("td", null, bdi(shorten(String(c.name ?? ""), 80))),
      el("td", null, bdi(shorten(String(c.owner ?? ""), 40))),
      el("td", null, where(c.parent)),
      el("td", null, where(c.from)),
      el("td", null, where(c.cluster)),
    );
  return el(
    "section",
    { class: "listing" },
    heading(`Conflicts resolved${list.length ? ` (${num(list.length)})` : ""}`, forest, many),
    list.length
      ? [
          el(
            "p",
            { class: "hint" },
            "Entries whose people wanted another parent than the rest of their concept, the strongest first.",
          ),
          rows(["Cost", "Leaf", "Owner", "Wanted under", "Split from", "Now in"], list, row, "conflicts"),
        ]
      : el("p", { class: "empty" }, "None: every leaf could follow its cluster."),
  );
}

/** Nodes that were left out, and why. */
export function discarded(forest, many) {
  const list = listOf(forest.taxonomy.discarded);
  const reasons = new Map();
  for (const entry of list) {
    const reason = String(entry.reason ?? "no reason given");
    reasons.set(reason, (reasons.get(reason) || 0) + 1);
  }
  const row = (d) =>
    el(
      "tr",
      null,
      el("td", null, bdi(shorten(String(d.name ?? ""), 80))),
      el("td", null, String(d.role ?? "")),
      el("td", null, bdi(shorten(String(d.id ?? ""), 60)), d.path && d.path !== "." ? ` at ${d.path}` : ""),
      el("td", null, bdi(shorten(String(d.reason ?? ""), 120))),
    );
  return el(
    "section",
    { class: "listing" },
    heading(`Entries left out${list.length ? ` (${num(list.length)})` : ""}`, forest, many),
    list.length
      ? [
          el(
            "ul",
            { class: "chips" },
            [...reasons]
              .sort((a, b) => b[1] - a[1])
              .slice(0, 12)
              .map(([reason, n]) => el("li", null, bdi(shorten(reason, 80)), el("span", { class: "n" }, num(n)))),
          ),
          rows(["Name", "Role", "Where", "Reason"], list, row, "entries"),
        ]
      : el(
          "p",
          { class: "empty" },
          `None: ${count(forest.count, "concept holds", "concepts hold")} everything that was put in.`,
        ),
  );
}

function rows(heads, list, row, what) {
  const body = el("tbody");
  const pages = paged(body, list, row, 25, what);
  const table = el(
    "table",
    { class: "wide" },
    el(
      "thead",
      null,
      el(
        "tr",
        null,
        heads.map((head) => el("th", { scope: "col" }, head)),
      ),
    ),
    body,
  );
  pages.prepend(el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": what }, table));
  return pages;
}
