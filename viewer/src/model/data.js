// Reads the results embedded in the page, and says in a sentence what is wrong with one.

const FORMAT = /^pleach-taxonomy\/(\d+)$/;
const KNOWN = 1;

function looksLikeTaxonomy(value) {
  return value && typeof value === "object" && ("format" in value || "clusters" in value);
}

/** A sentence that says why `taxonomy` cannot be shown, or null. */
export function problemOf(taxonomy) {
  if (!taxonomy || typeof taxonomy !== "object") return "holds no taxonomy";
  const version = FORMAT.exec(String(taxonomy.format));
  if (!version) return "is not a pleach taxonomy";
  if (Number(version[1]) > KNOWN) return `was written in a newer format (${taxonomy.format}) than this page knows`;
  if (!Array.isArray(taxonomy.clusters)) return "has no list of clusters";
  const ids = new Set();
  for (const cluster of taxonomy.clusters) {
    if (!cluster || typeof cluster !== "object") return "has a cluster that is not an object";
    if (!Number.isInteger(cluster.id)) return "has a cluster without a number";
    if (ids.has(cluster.id)) return `has two clusters with the number ${cluster.id}`;
    ids.add(cluster.id);
  }
  return null;
}

/** The results of the page: `{results: [{label, taxonomy, live}], problems: [sentence]}`. */
export function readData(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { results: [], problems: ["This page was made without a taxonomy, or its data is cut off."] };
  }
  if (!Array.isArray(value)) value = [looksLikeTaxonomy(value) ? { taxonomy: value } : value];
  const results = [];
  const problems = [];
  value.forEach((entry, at) => {
    const taxonomy = entry && entry.taxonomy;
    const label = entry && entry.label ? String(entry.label) : `result ${at + 1}`;
    const problem = problemOf(taxonomy);
    if (problem) problems.push(`${label} ${problem}.`);
    else results.push({ label, taxonomy, live: entry.live });
  });
  if (!results.length && !problems.length) problems.push("This page was made without a taxonomy.");
  return { results, problems };
}
