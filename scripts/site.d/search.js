/* Finds sections by their words. The index is a script, read when somebody first searches, so this works from a folder too. */
/* global INDEX */
"use strict";
const root = document.currentScript.dataset.root;
const form = document.querySelector("form[role=search]");
const field = form.querySelector("input");
const found = document.getElementById("site-found");
const list = found.querySelector("ul");
const MOST = 12;
const AROUND = 70;

/* All words must occur. A word counts most in a heading, then in the title, then in the text. */
function points([, title, heading, text], words) {
  const places = [[heading, 8], [title, 6], [text, 1]].map(([place, worth]) => [place.toLowerCase(), worth]);
  let sum = heading === "" ? 1 : 0;
  for (const word of words) {
    const best = Math.max(...places.map(([place, worth]) => (place.includes(word) ? worth : 0)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

function snippet(text, words) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]));
  const start = Math.max(0, at - AROUND);
  const line = document.createElement("span");
  line.append(start > 0 ? "…" : "", text.slice(start, at));
  const mark = document.createElement("mark");
  const isHit = text.toLowerCase().startsWith(words[0], at);
  mark.textContent = isHit ? text.slice(at, at + words[0].length) : "";
  const rest = at + mark.textContent.length;
  line.append(mark, text.slice(rest, rest + AROUND), rest + AROUND < text.length ? "…" : "");
  return line;
}

function row([address, title, heading, text], words) {
  const link = document.createElement("a");
  link.href = root + address;
  const name = document.createElement("strong");
  name.textContent = heading === "" ? title : `${title}: ${heading}`;
  link.append(name, snippet(text, words));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  found.hidden = words.length === 0;
  if (found.hidden || typeof INDEX === "undefined") return;
  const hits = INDEX.map((section) => [points(section, words), section]).filter(([worth]) => worth > 0);
  hits.sort((a, b) => b[0] - a[0]);
  list.replaceChildren(...hits.slice(0, MOST).map(([, section]) => row(section, words)));
  const most = hits.length > MOST ? `, the best ${MOST} are shown` : "";
  found.querySelector("p").textContent =
    hits.length === 0 ? "No section has these words." : `${hits.length} ${hits.length === 1 ? "section" : "sections"}${most}`;
}

function readIndex() {
  const script = document.createElement("script");
  script.src = `${root}search-index.js`;
  script.addEventListener("load", show);
  document.head.append(script);
}

function step(by) {
  const stops = [field, ...list.querySelectorAll("a")];
  const next = stops[stops.indexOf(document.activeElement) + by];
  if (next) next.focus();
}

form.hidden = false;
field.addEventListener("focus", readIndex, { once: true });
field.addEventListener("input", show);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const first = list.querySelector("a");
  if (first && !found.hidden) first.click();
});
form.addEventListener("click", (event) => {
  if (event.target.closest("a")) found.hidden = true;
});
form.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    found.hidden = true;
    field.focus();
  }
});
