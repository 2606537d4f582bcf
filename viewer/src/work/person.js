// Who works here: asked once, kept by the browser, written beside each decision.

import { askText } from "./dialogs.js";

const STORED = "pleach-who";

export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser without storage asks again with the next page.
  }
}

export class Person {
  constructor(known) {
    this.known = stored(STORED) ?? (known || null);
  }

  /** The name; asks for it the first time. An empty one is an answer too. */
  async name() {
    if (this.known === null) await this.ask();
    return this.known;
  }

  async ask() {
    const said = await askText({
      title: "Who decides?",
      hint: "Your name stands beside what you decide, so that others can ask you. Leave it empty if you like.",
      label: "Your name",
      value: this.known || "",
      yes: "Go on",
      needed: false,
    });
    this.known = said ?? this.known ?? "";
    store(STORED, this.known);
  }
}
