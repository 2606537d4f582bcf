// The panel's section on a cluster's parent: who put it there, and who would have it elsewhere.

import { bdi, el, paged } from "../parts/dom.js";
import { barRow, clusterLink, section } from "./panel-parts.js";
import { count, num, shorten } from "../model/text.js";
import { alsoUnder, hangsByOneVoice, isRooted, otherVoices, overruled, overrules, voicesOf, whoPut } from "../model/voices.js";
import { rivals, votesFor } from "../model/votes.js";

/** Where the file counts voices: who put it there, who left a level out, who was overruled. */
function voicesPart(forest, i, said) {
  const own = forest.parent[i];
  const lost = overruled(forest, i);
  const also = alsoUnder(forest, i);
  const most = Math.max(said.for, ...[...also, ...lost].map((other) => other.people), 1);
  const names = (who) =>
    who.length > 0 && [": ", who.slice(0, 3).map((name, at) => [at ? ", " : "", bdi(shorten(name, 24))]), who.length > 3 && ", …"];
  const row = (parent, n, who, className) =>
    barRow(clusterLink(forest, parent), n, most, className)(count(n, "person", "people"), names(who));
  return section(
    "Parent",
    null,
    own < 0
      ? el("p", { class: "empty" }, "None: this is the root of its tree.")
      : el("ul", { class: "bars" }, row(own, said.for, whoPut(forest, i, own), "won")),
    also.length > 0 && [
      el("h4", null, "Also under"),
      el(
        "ul",
        { class: "bars" },
        also.map((other) => row(other.parent, other.people, other.who, "won")),
      ),
    ],
    isRooted(forest, i) && el("p", { class: "notice" }, "No one says what it belongs under: everything was put below this root."),
    hangsByOneVoice(forest, i) && el("p", { class: "notice" }, "One person put it here, and others disagree."),
    el(
      "ul",
      { class: "plain voices" },
      otherVoices(said).map((sentence) => el("li", null, sentence)),
    ),
    lost.length > 0 && [
      el("h4", null, "Rival parents that lost"),
      el(
        "ul",
        { class: "bars" },
        lost.map((rival) => row(rival.parent, rival.people, rival.who, "lost")),
      ),
    ],
    own >= 0 && !isRooted(forest, i) && said.skip + said.against + said.top === 0 && el("p", { class: "empty" }, "Nobody says otherwise."),
  );
}

/** The section on a cluster's parent. */
export function parentPart(forest, i) {
  const voices = voicesOf(forest, i);
  if (voices && overrules(forest)) return voicesPart(forest, i, voices);
  const own = forest.parent[i];
  const lost = rivals(forest, i);
  const { votes, people } = votesFor(forest, i);
  if (own < 0 && !lost.length)
    return section("Parent", null, el("p", { class: "empty" }, "None: this is the root of its tree."));
  const most = Math.max(votes, ...lost.map((rival) => rival.votes), 1);
  const said = (v, p) =>
    v ? `${count(v, "vote")}, ${count(p, "person", "people")}` : count(p, "person", "people");
  const winner = own >= 0 && barRow(clusterLink(forest, own), votes, most, "won")(said(votes, people));
  const losers = lost.map((rival) =>
    barRow(
      clusterLink(forest, rival.parent),
      rival.votes,
      most,
      "lost",
    )(
      said(rival.votes, rival.people),
      rival.cost > 0 && `, cost ${num(rival.cost)}`,
      rival.clusters.length > 0 && [
        " · now in ",
        rival.clusters.slice(0, 2).map((c, at) => [at ? ", " : "", clusterLink(forest, c, 24)]),
      ],
    ),
  );
  return section(
    "Parent",
    null,
    winner
      ? el("ul", { class: "bars" }, winner)
      : el("p", { class: "empty" }, "None: this is the root of its tree."),
    losers.length > 0 && [
      el("h4", null, "Rival parents that lost"),
      paged(el("ul", { class: "bars" }), losers, (row) => row, 8, "rivals"),
    ],
    own >= 0 && !losers.length && el("p", { class: "empty" }, "Nobody named another parent."),
  );
}
