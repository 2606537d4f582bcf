// Small line drawings for buttons.

import { svg } from "./dom.js";

const PATHS = {
  prev: "M10 3 5 8l5 5",
  next: "M6 3l5 5-5 5",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
  openAll: "M2.5 8h4M6.5 8c2 0 2-4.5 4-4.5h3M6.5 8h7M6.5 8c2 0 2 4.5 4 4.5h3",
  closeAll: "M2.5 8h6M12 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  beside: "M2.5 3h11v10h-11zM8 3v10",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  save: "M8 2.5v8M4.5 7.5 8 11l3.5-3.5M3 13.5h10",
  close: "M4 4l8 8M12 4l-8 8",
  link: "M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2A2.6 2.6 0 0 0 9 3.3l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 0 0 7 12.7l.9-.9",
  aim: "M8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z",
  undo: "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6",
  redo: "M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10",
  cut: "M5 11.5a1.7 1.7 0 1 0-1.7 1.7A1.7 1.7 0 0 0 5 11.5zM14 11.5a1.7 1.7 0 1 0-1.7 1.7 1.7 1.7 0 0 0 1.7-1.7zM4.4 10.2 10.5 2M11.6 10.2 5.5 2",
  theme: "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",
  help: "M5.7 6a2.3 2.3 0 1 1 3.3 2.1c-.7.35-1 .8-1 1.6M8 12.3v.1",
};

export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name] }),
  );
}
