// Words and numbers: how they are folded for search, shortened, and written out.

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const real = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5 });

export function num(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return "–";
  return Number.isInteger(value) ? whole.format(value) : real.format(value);
}

/** "1 cluster", "2 clusters", "1 person", "2 people". */
export function count(n, one, many = one + "s") {
  return `${num(n)} ${n === 1 ? one : many}`;
}

/** A share, rounded down: "at least". */
export function percent(part, of) {
  const share = Math.floor((1e4 * part) / of + 1e-9) / 100;
  return `${share} %`;
}

/** Lower case without accents: what search compares. Plain ASCII, the common case, is quick. */
export function fold(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

/** One line without control characters, for lists that are copied elsewhere. */
export function oneLine(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}

/** Text for an XML file: markup escaped, and what XML cannot hold replaced. */
export function xml(text) {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (c) => (c.length === 2 ? c : "\ufffd"))
    .replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
}

/** A shorter text for places that cannot wrap: whole code points, then an ellipsis. */
export function shorten(text, limit) {
  if (text.length <= limit) return text;
  const points = Array.from(text.slice(0, 2 * limit + 2));
  return points.length <= limit
    ? points.join("")
    : points
        .slice(0, limit - 1)
        .join("")
        .trimEnd() + "…";
}

/** A file name made of a taxonomy's words. */
export function fileName(text, ending) {
  const base = fold(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return (base || "tree") + ending;
}
