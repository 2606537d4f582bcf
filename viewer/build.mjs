// Builds dist/page.html: one file that holds the page's script and style; `--check` compares instead of writing.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

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

function policy(script, style) {
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
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

const script = await bundle("src/main.js");
const style = await bundle("src/style/page.css");
if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style))
  throw new Error("the bundle would end its own element");
let page = readFileSync(here("src/page.html"), "utf8");
page = put(page, "@@POLICY@@", policy(script, style));
page = put(page, "@@NOTICES@@", notices());
page = put(page, "@@STYLE@@", style);
page = put(page, "@@SCRIPT@@", script);
if (page.split("__PLEACH_DATA__").length !== 2) throw new Error("the page must have one place for the data");

const file = here("dist/page.html");
if (process.argv.includes("--check")) {
  const same = readFileSync(file, "utf8") === page;
  console.log(
    same
      ? "dist/page.html is what the sources give"
      : "dist/page.html is NOT what the sources give: run npm run build",
  );
  process.exit(same ? 0 : 1);
}
mkdirSync(here("dist/"), { recursive: true });
writeFileSync(file, page);
console.log(`dist/page.html: ${page.length} characters`);
