// Makes HTML and SVG elements; everything a taxonomy says goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value") node.value = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  append(node, children);
  return node;
}

/** Appends nodes and texts; nested lists are flattened, null and false are left out. */
export function append(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else if (child instanceof Node) node.appendChild(child);
    else node.appendChild(document.createTextNode(String(child)));
  }
}

/** An HTML element. Properties that start with "on" are listeners. */
export function el(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

export function replace(node, ...children) {
  node.textContent = "";
  append(node, children);
}

/** A name from the data: isolated, so that its writing direction stays its own. */
export function bdi(text, className) {
  return el("bdi", { class: className }, text);
}

/** Sets an attribute only where it changed: the tree is redrawn many times a second. */
export function set(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** A list that shows `step` rows at first, and more at the press of a button. */
export function paged(list, rows, make, step = 30, what = "rows") {
  let shown = 0;
  const more = el("button", { type: "button", class: "more", onclick: next });
  const box = el("div", { class: "paged" }, list, more);
  function next() {
    const until = Math.min(rows.length, shown + step);
    for (; shown < until; shown++) list.appendChild(make(rows[shown], shown));
    step *= 4;
    const left = rows.length - shown;
    more.hidden = left === 0;
    more.textContent = `Show ${Math.min(step, left).toLocaleString("en-US")} more of ${left.toLocaleString("en-US")} ${what}`;
  }
  next();
  return box;
}
