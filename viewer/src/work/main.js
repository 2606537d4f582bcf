// Starts the workbench: the page, live, on top of a server that keeps what is decided.

import { App } from "../views/app.js";
import { bdi, el, replace } from "../parts/dom.js";
import { furnish, nameResults, parts, sayProblems, whenPainted } from "../start.js";
import { icon } from "../parts/icons.js";
import { readData } from "../model/data.js";
import { SearchBox } from "../views/search-box.js";
import { Acts } from "./acts.js";
import { AskView } from "./ask-view.js";
import { Bar } from "./bar.js";
import { Bench } from "./bench.js";
import { Choice } from "./choice.js";
import { Drag } from "./drag.js";
import { fileButton, takeDroppedFiles } from "./drop-files.js";
import { listKeys, ownKeys, treeKey } from "./keys.js";
import { Person } from "./person.js";
import { ProjectView } from "./project-view.js";
import { ReviewView } from "./review-view.js";
import { Teller } from "./teller.js";
import { TryStrip } from "./try-strip.js";

/** The views that only the workbench has: a tab and a stage for each. */
function addViews() {
  for (const [id, label] of [
    ["review", "Review"],
    ["ask", "Ask"],
    ["project", "Project"],
  ]) {
    parts[id] = el("div", { id, class: "stage", hidden: true });
    parts.measures.before(parts[id]);
    parts[`tab-${id}`] = el("a", { id: `tab-${id}`, href: `#${id}` }, label);
    parts["tab-measures"].before(parts[`tab-${id}`]);
  }
}

/** A pair of scissors beside what can be split off. */
function scissors(label, work) {
  return el("button", { type: "button", class: "tool cut", title: label, "aria-label": label, onclick: work }, icon("cut"));
}

function hooksOf(bench, choice, acts, views, strip) {
  return {
    views: { review: () => views.review.refresh(), ask: () => views.ask.refresh(), project: () => views.project.refresh() },
    selected: () => choice.changed(),
    pending: () => bench.slim,
    key: (event) => treeKey(event, bench, choice, acts),
    press: (pane, i, event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return false;
      choice.toggle(i);
      return true;
    },
    pane: (pane) => {
      if (!pane.forest.count) return;
      choice.dress(pane);
      strip.colour(pane);
      new Drag(pane, {
        allowed: () => !bench.tried && !bench.slim,
        list: (i) => (choice.places(pane.forest).includes(i) ? choice.places(pane.forest) : [i]),
        drop: (list, target, how) => acts.putOnto(list, target, how),
      });
    },
    spelling: (forest, i, spelling) =>
      Object.keys(forest.clusters[i].spellings || {}).length > 1 &&
      scissors(`Split ${spelling.slice(0, 60)} off: it is something else`, () => !bench.tried && acts.splitName(i, spelling)),
    member: (forest, i, member) =>
      forest.size(i) > 1 &&
      scissors("Split this entry off: it is something else", () => !bench.tried && acts.splitNode(i, member)),
  };
}

/** An empty project says what to do. */
function invite(bench, take) {
  const empty = bench.forest.count === 0;
  document.documentElement.classList.toggle("without-clusters", empty);
  parts.notices.hidden = !empty;
  if (!empty) return;
  replace(
    parts.notices,
    el("h1", null, "An empty project"),
    el("p", null, "Drop files with hierarchies onto this page: JSON, CSV, Markdown, SKOS, OPML, bookmarks and more."),
    el("p", null, fileButton(take)),
  );
}

function start() {
  furnish();
  const { results, problems } = readData(parts["pleach-data"].textContent);
  if (!results.length) return sayProblems(problems);
  const [{ label, taxonomy, live }] = results;
  const bench = new Bench(label, taxonomy, live);
  nameResults([bench.forest]);
  addViews();
  const choice = new Choice(bench);
  const acts = new Acts(bench, choice);
  const bar = new Bar(bench, choice, acts);
  const strip = new TryStrip(bench);
  const outage = el("p", { class: "trouble", role: "alert", hidden: true });
  document.querySelector(".top").after(outage, bar.element, strip.element);
  const take = (files) => bench.addFiles(files);
  const views = {
    review: new ReviewView(bench, parts.review),
    ask: new AskView(bench, parts.ask),
    project: new ProjectView(bench, parts.project, fileButton(take)),
  };
  const teller = new Teller({ bench, bar, strip, outage, views, choice, invite: () => invite(bench, take) });
  const person = new Person(live && live.who);
  bench.tell = teller;
  bench.person = person;
  choice.changed = () => bar.fill();
  const app = new App([bench.forest], parts, hooksOf(bench, choice, acts, views, strip));
  const search = new SearchBox([bench.forest], parts.search, parts.hits, (forest, i, event) => {
    if (!event.shiftKey) return false;
    choice.toggle(i);
    teller.say(`Chose ${forest.name(i).slice(0, 60)}.`);
    return true;
  });
  bench.begin(app, search, teller, person);
  takeDroppedFiles(take);
  ownKeys(bench);
  listKeys(parts.help);
  parts.label.replaceChildren(bdi(bench.label));
  window.addEventListener("beforeunload", () => bench.tried && bench.forgetTry());
}

start();
whenPainted();
