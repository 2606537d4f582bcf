// Light, dark, or as the system says; remembered where the browser allows it.

const MODES = ["auto", "light", "dark"];
const STORED = "pleach-theme";

function stored() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function apply(mode, button) {
  if (mode === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = mode;
  const label = `Colours: ${mode === "auto" ? "as the system" : mode}`;
  button.title = label;
  button.setAttribute("aria-label", label);
}

export function themeButton(button) {
  let mode = MODES.includes(stored()) ? stored() : "auto";
  apply(mode, button);
  button.addEventListener("click", () => {
    mode = MODES[(MODES.indexOf(mode) + 1) % MODES.length];
    apply(mode, button);
    try {
      localStorage.setItem(STORED, mode);
    } catch {
      // A page opened from disk may have no storage: the choice lasts as long as the page.
    }
  });
}
