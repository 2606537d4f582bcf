// Builds dist/page.html and dist/workbench.html, each with its script and style; `--check` compares instead of writing.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

/** The static page asks nothing of any network; the workbench speaks to the server it came from, and to no other. */
const PAGES = [
  { file: "dist/page.html", script: "src/main.js", style: "src/style/page.css", connect: null },
  { file: "dist/workbench.html", script: "src/work/main.js", style: "src/work/style/workbench.css", connect: "'self'" },
];

const here = (path) => new URL(path, import.meta.url);
const target = ["es2022", "chrome105", "firefox110", "safari16"];

async function bundle(entry) {
  const result = await build({
    entryPoints: [here(entry).pathname],
    bundle: true,
    minify: true,
    format: "iife",
    target,
    legalComments: "none", // the notices stand at the head of the page
    write: false,
  });
  return result.outputFiles[0].text.trim();
}

const hash = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/** Puts a text in a mark's place; there must be exactly one. */
function put(page, mark, text) {
  const parts = page.split(mark);
  if (parts.length !== 2) throw new Error(`the page has ${parts.length - 1} of ${mark}`);
  return parts.join(text);
}

function policy(script, style, connect) {
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    connect && `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
    .filter(Boolean)
    .join("; ");
}

function notices() {
  const folder = here("LICENSES/");
  const texts = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `This page holds ${name.replace(/\.txt$/, "")}:\n\n${readFileSync(new URL(name, folder), "utf8").trim()}`,
    );
  return texts.join("\n\n").replaceAll("--", "- -");
}

async function makePage({ script: entry, style: look, connect }) {
  const script = await bundle(entry);
  const style = await bundle(look);
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style))
    throw new Error("the bundle would end its own element");
  let page = readFileSync(here("src/page.html"), "utf8");
  page = put(page, "@@POLICY@@", policy(script, style, connect));
  page = put(page, "@@NOTICES@@", notices());
  page = put(page, "@@STYLE@@", style);
  page = put(page, "@@SCRIPT@@", script);
  if (page.split("__PLEACH_DATA__").length !== 2) throw new Error("the page must have one place for the data");
  return page;
}

let wrong = 0;
for (const made of PAGES) {
  const page = await makePage(made);
  const file = here(made.file);
  if (process.argv.includes("--check")) {
    const same = readFileSync(file, "utf8") === page;
    if (!same) wrong++;
    console.log(`${made.file} is ${same ? "" : "NOT "}what the sources give${same ? "" : ": run npm run build"}`);
    continue;
  }
  mkdirSync(here("dist/"), { recursive: true });
  writeFileSync(file, page);
  console.log(`${made.file}: ${page.length} characters`);
}
process.exit(wrong ? 1 : 0);
