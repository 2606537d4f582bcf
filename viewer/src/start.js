// What every page does first: finds its fixed elements, furnishes the header, says what it is about.

import { el, replace } from "./parts/dom.js";
import { icon } from "./parts/icons.js";
import { shorten } from "./model/text.js";
import { themeButton } from "./parts/theme.js";

/** The fixed elements of the page, by id. */
export const parts = {};
for (const element of document.querySelectorAll("[id]")) parts[element.id] = element;

export function furnish() {
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

export function nameResults(forests) {
  const labels = forests.map((forest) => forest.label).join(" · ");
  parts.label.textContent = shorten(labels, 120);
  document.title = `${shorten(labels, 80)} – pleach`;
  return labels;
}

/** Nothing to show: says why, instead of an empty page. */
export function sayProblems(problems, ...advice) {
  document.documentElement.classList.add("without-data");
  replace(
    parts.notices,
    el("h1", null, "Nothing to show"),
    problems.map((problem) => el("p", null, problem)),
    advice,
  );
  parts.notices.hidden = false;
}

/** Says when the first picture is there. */
export function whenPainted() {
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.mark("pleach-painted");
      document.documentElement.dataset.ready = "yes";
    }),
  );
}
