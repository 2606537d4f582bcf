// Starts the static page: reads its data, builds the forests, hands over to the app.

import { App } from "./views/app.js";
import { matchBranches } from "./model/branches.js";
import { readData } from "./model/data.js";
import { el, replace } from "./parts/dom.js";
import { Forest } from "./model/forest.js";
import { SearchBox } from "./views/search-box.js";
import { furnish, nameResults, parts, sayProblems, whenPainted } from "./start.js";

function apologise(problems) {
  sayProblems(
    problems,
    el(
      "p",
      { class: "hint" },
      "Make a page with ",
      el("code", null, "pleach view TAXONOMY.json -o page.html"),
      ".",
    ),
  );
}

function start() {
  furnish();
  const { results, problems } = readData(parts["pleach-data"].textContent);
  if (!results.length) return apologise(problems);
  const forests = results.map(({ label, taxonomy }, at) => new Forest(label, taxonomy, at));
  const labels = nameResults(forests);
  if (problems.length) {
    replace(
      parts.notices,
      problems.map((problem) => el("p", null, problem)),
    );
    parts.notices.hidden = false;
  }
  if (forests.every((forest) => forest.count === 0)) {
    return apologise([`${labels} has no concepts: nothing was put in, or everything was discarded.`]);
  }
  if (forests.length > 1) matchBranches(forests);
  new App(forests, parts);
  new SearchBox(forests, parts.search, parts.hits);
}

start();
whenPainted();
