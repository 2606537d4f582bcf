// Starts the page: reads its data, builds the forests, hands over to the app.

import { App } from "./views/app.js";
import { matchBranches } from "./model/branches.js";
import { readData } from "./model/data.js";
import { el, replace } from "./parts/dom.js";
import { Forest } from "./model/forest.js";
import { icon } from "./parts/icons.js";
import { SearchBox } from "./views/search-box.js";
import { shorten } from "./model/text.js";
import { themeButton } from "./parts/theme.js";

const parts = {};
for (const element of document.querySelectorAll("[id]")) parts[element.id] = element;

function furnish() {
  for (const [id, name] of [
    ["theme-button", "theme"],
    ["help-button", "help"],
    ["help-close", "close"],
  ])
    parts[id].appendChild(icon(name));
  themeButton(parts["theme-button"]);
  parts["help-button"].addEventListener("click", () => parts.help.showModal());
  parts["help-close"].addEventListener("click", () => parts.help.close());
}

/** Nothing to show: says why, instead of an empty page. */
function apologise(problems) {
  document.documentElement.classList.add("without-data");
  replace(
    parts.notices,
    el("h1", null, "Nothing to show"),
    problems.map((problem) => el("p", null, problem)),
    el(
      "p",
      { class: "hint" },
      "Make a page with ",
      el("code", null, "pleach view TAXONOMY.json -o page.html"),
      ".",
    ),
  );
  parts.notices.hidden = false;
}

function start() {
  furnish();
  const { results, problems } = readData(parts["pleach-data"].textContent);
  if (!results.length) return apologise(problems);
  const forests = results.map(({ label, taxonomy }, at) => new Forest(label, taxonomy, at));
  const labels = forests.map((forest) => forest.label).join(" · ");
  parts.label.textContent = shorten(labels, 120);
  document.title = `${shorten(labels, 80)} – pleach`;
  if (problems.length) {
    replace(
      parts.notices,
      problems.map((problem) => el("p", null, problem)),
    );
    parts.notices.hidden = false;
  }
  if (forests.every((forest) => forest.count === 0)) {
    return apologise([`${labels} has no clusters: nothing was put in, or everything was discarded.`]);
  }
  if (forests.length > 1) matchBranches(forests);
  new App(forests, parts);
  new SearchBox(forests, parts.search, parts.hits);
}

start();
requestAnimationFrame(() =>
  setTimeout(() => {
    performance.mark("pleach-painted");
    document.documentElement.dataset.ready = "yes";
  }),
);
