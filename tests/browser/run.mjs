// Runs the page's tests in a real browser: node tests/browser/run.mjs [word in a case's name].

import { Skip, World } from "./world.mjs";

const SUITES = ["load", "tree", "panel", "search", "measures", "habits", "compare", "safe", "access", "build", "work", "together", "served", "ask"];
const ALONE = ["speed"]; // measured with nothing beside it
const LIMIT = 60000;

function within(work, milliseconds) {
  let timer;
  const late = new Promise(
    (_, reject) => (timer = setTimeout(() => reject(new Error(`not done after ${milliseconds} ms`)), milliseconds)),
  );
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function runCase(world, suite, name, work) {
  const began = Date.now();
  const own = world.forCase();
  try {
    await within(work(own), LIMIT);
    console.log(`ok      ${suite}: ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(
      `FAILED  ${suite}: ${name}\n        ${String(error.stack || error)
        .split("\n")
        .slice(0, 12)
        .join("\n        ")}`,
    );
    return false;
  } finally {
    await own.leave();
  }
}

async function listCases(suites, only) {
  const list = [];
  for (const suite of suites) {
    const { cases } = await import(`./cases/${suite}.mjs`);
    for (const [name, work] of cases) if (`${suite}: ${name}`.includes(only)) list.push([suite, name, work]);
  }
  return list;
}

/** Runs cases in so many lanes beside each other. */
async function runAll(world, list, lanes, tally) {
  const lane = async () => {
    for (let next = list.shift(); next; next = list.shift()) {
      if (await runCase(world, ...next)) tally.passed++;
      else tally.failed++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function main() {
  const only = process.argv[2] || "";
  const began = Date.now();
  let world;
  try {
    world = await World.begin();
  } catch (error) {
    if (!(error instanceof Skip)) throw error;
    console.log(`SKIPPED: ${error.message}`);
    process.exit(77);
  }
  const tally = { passed: 0, failed: 0 };
  for (const [suites, lanes] of [
    [SUITES, 2],
    [ALONE, 1],
  ])
    await runAll(world, await listCases(suites, only), lanes, tally);
  await world.end();
  const { passed, failed } = tally;
  console.log(`${((Date.now() - began) / 1000).toFixed(1)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed || !passed ? 1 : 0);
}

await main();
