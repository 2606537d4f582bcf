// The build: the committed page is what its sources give, and its lock names no host.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { VIEWER } from "../world.mjs";

export const cases = [
  [
    "building again gives the same bytes",
    async () => {
      const said = execFileSync(process.execPath, ["build.mjs", "--check"], { cwd: VIEWER, encoding: "utf8" });
      assert.match(said, /page\.html is what the sources give/);
      assert.match(said, /workbench\.html is what the sources give/);
    },
  ],
  [
    "the page has one place for data and holds its licences",
    async (world) => {
      assert.equal(world.template.split("__PLEACH_DATA__").length, 2);
      assert.match(world.template, /<script type="application\/json" id="pleach-data">__PLEACH_DATA__<\/script>/);
      assert.match(world.template, /This page holds d3-hierarchy:\s+Copyright/);
      assert.doesNotMatch(world.template.replace(/http:\/\/www\.w3\.org\/2000\/svg/g, ""), /https?:\/\//);
    },
  ],
  [
    "the lock names versions and sums, no hosts",
    async () => {
      const lock = readFileSync(join(VIEWER, "package-lock.json"), "utf8");
      assert.doesNotMatch(lock, /"resolved"/);
      assert.match(lock, /"integrity"/);
    },
  ],
  [
    "each module is small and says its job in its first line",
    async () => {
      for (const name of readdirSync(join(VIEWER, "src"), { recursive: true }).filter((file) => file.endsWith(".js"))) {
        const text = readFileSync(join(VIEWER, "src", name), "utf8");
        assert.match(text, /^\/\/ \S.*[.:,;]/, name);
        assert.ok(text.split("\n").length <= 300, `${name} is long`);
        assert.doesNotMatch(
          text,
          /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/,
          name,
        );
      }
    },
  ],
];
