// Files that are dropped onto the page, or chosen by a button.

import { el } from "../parts/dom.js";

const hasFiles = (event) => Array.from(event.dataTransfer?.types || []).includes("Files");

/** Takes files dropped anywhere; `take(files)`. */
export function takeDroppedFiles(take) {
  const veil = el("div", { class: "veil", hidden: true }, el("p", null, "Drop the files to add them."));
  document.body.appendChild(veil);
  let inside = 0;
  const show = (by) => {
    inside = by === 0 ? 0 : Math.max(0, inside + by);
    veil.hidden = inside === 0;
  };
  document.addEventListener("dragenter", (event) => hasFiles(event) && (event.preventDefault(), show(1)));
  document.addEventListener("dragleave", (event) => hasFiles(event) && show(-1));
  document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    show(0);
    const files = Array.from(event.dataTransfer.files);
    if (files.length) take(files);
  });
}

/** A button that asks for files. */
export function fileButton(take) {
  const input = el("input", {
    type: "file",
    multiple: true,
    class: "offstage",
    tabindex: -1,
    "aria-label": "Files to add",
    onchange: () => {
      const files = Array.from(input.files);
      input.value = "";
      if (files.length) take(files);
    },
  });
  return [el("button", { type: "button", class: "yes", onclick: () => input.click() }, "Add files…"), input];
}
