// Small questions: a line of text, or a cluster that is searched for.

import { bdi, el } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { SearchBox } from "../views/search-box.js";

/** A dialog that is there as long as it is open; resolves with what `close(value)` was given, null if it was left. */
function open(title, content, first) {
  return new Promise((resolve) => {
    let value = null;
    const dialog = el(
      "dialog",
      { class: "ask", "aria-labelledby": "ask-title" },
      el(
        "button",
        { type: "button", class: "tool", title: "Close", "aria-label": "Close", onclick: () => dialog.close() },
        icon("close"),
      ),
      el("h2", { id: "ask-title" }, title),
      content((answer) => {
        value = answer;
        dialog.close();
      }),
    );
    const before = document.activeElement;
    dialog.addEventListener("close", () => {
      dialog.remove();
      before?.focus?.({ preventScroll: true });
      resolve(value);
    });
    document.body.appendChild(dialog);
    dialog.showModal();
    first(dialog).focus();
  });
}

/** A line of text; null: left. */
export function askText({ title, hint, label, value = "", yes, needed = true }) {
  const input = el("input", { type: "text", value, maxlength: 400, autocomplete: "off", "aria-label": label });
  const content = (close) => {
    const send = () => (!needed || input.value.trim()) && close(input.value.trim());
    input.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), send()));
    return [
      hint && el("p", { class: "hint" }, hint),
      el("p", { class: "line" }, input, el("button", { type: "button", class: "yes", onclick: send }, yes)),
    ];
  };
  return open(title, content, () => (input.select(), input));
}

/** A cluster of a forest, looked for by name; null: left. */
export function askCluster({ title, hint, forest }) {
  const input = el("input", {
    type: "search",
    role: "combobox",
    "aria-label": "Search names, spellings, tags and owners",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": "asked",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "Search names, spellings, tags, owners",
  });
  const list = el("ul", { id: "asked", class: "hits inside", role: "listbox", "aria-label": "Concepts found", hidden: true });
  const content = (close) => {
    new SearchBox([forest], input, list, (_, cluster) => (close(cluster), true));
    return [hint && el("p", { class: "hint" }, hint), el("div", { class: "search" }, input), list];
  };
  return open(title, content, () => input);
}

/** One of several `[value, label]`; null: left. */
export function askChoice(title, choices) {
  const content = (close) =>
    el(
      "p",
      { class: "line" },
      choices.map(([value, label], at) => el("button", { type: "button", class: at ? "act" : "yes", onclick: () => close(value) }, label)),
    );
  return open(title, content, (dialog) => dialog.querySelector(".yes"));
}

/** Names as a title has them: “bird”, “Vögel” and 3 more. */
export function named(forest, list) {
  const names = list.slice(0, 3).map((i, at) => [at ? ", " : "", "“", bdi(forest.name(i).slice(0, 60)), "”"]);
  return [names, list.length > 3 ? ` and ${list.length - 3} more` : ""];
}
