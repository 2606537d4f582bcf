// What only `pleach serve` itself has: "Ask a model", a whole session with a stand-in, commands that misbehave; large projects.

import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canServe, serving, workMisdeeds } from "../serving.mjs";

const at = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const LINES = readFileSync(at("examples/support.jsonl"), "utf8").trim().split("\n");

/** What the names of the example mean. */
const MEANINGS = [
  ["Refunds", "Money back", "Reimbursement"],
  ["Invoices", "Bills"],
  ["Payment failed", "Declined card"],
  ["Billing", "Payments & charges"],
  ["Account access", "Login", "Sign-in"],
  ["Password reset", "Forgotten password"],
  ["Two-factor login", "2FA"],
  ["Shipping", "Delivery"],
  ["Late delivery", "Order delayed"],
  ["Damaged parcel", "Broken on arrival"],
];

/** The truth beside the hierarchies, as bench/answerers reads it. */
function truthOf(lines) {
  const rows = ["id\tpath\tgold"];
  const gold = new Map();
  const walk = (node, id, path, above) => {
    const meant = (MEANINGS.find((names) => names.includes(node.name)) || [node.name])[0];
    rows.push(`${id}\t${path}\t${meant}`);
    gold.set(meant, above);
    (node.children || []).forEach((child, n) => walk(child, id, path === "." ? String(n) : `${path}/${n}`, meant));
  };
  for (const line of lines) walk(JSON.parse(line), JSON.parse(line).id, ".", "");
  return { truth: rows.join("\n"), gold: ["gold\tparent", ...[...gold].map((pair) => pair.join("\t"))].join("\n") };
}

/** Words of a server whose command is the stand-in. */
function standIn(folder) {
  const { truth, gold } = truthOf(LINES);
  writeFileSync(join(folder, "set.jsonl"), `${LINES.join("\n")}\n`);
  writeFileSync(join(folder, "set_truth.tsv"), `${truth}\n`);
  writeFileSync(join(folder, "set_gold.tsv"), `${gold}\n`);
  return `python3 ${at("bench/answerers")} ${join(folder, "set.jsonl")} 1`;
}

const project = (world, command, more = ["--budget", "4"]) =>
  serving(Object.assign(world, { real: true }), null, {
    lines: LINES,
    words: (folder) => ["--ask-with", typeof command === "function" ? command(folder) : command, ...more],
  });

const ask = (page) => page.getByRole("button", { name: "Ask a model" }).click();
const stopped = (page) => page.locator(".ask-view .controls .yes:not([hidden])").waitFor({ timeout: 30000 });
const cards = (page) => page.locator(".claim");
const clusterNames = async (zoo) => (await zoo.ask("taxonomy")).clusters.map(({ name }) => name);

async function wholeSession(world) {
  const zoo = await project(world, standIn);
  const page = await zoo.open("#ask");
  await ask(page);
  await page.locator(".ask-view progress").waitFor();
  await cards(page).first().waitFor({ timeout: 30000 });
  await stopped(page);
  const figures = await page.locator(".ask-view [role=status]").textContent();
  assert.match(figures, /^[1-4] questions? asked, about [\d,]+ tokens\. \S/);
  assert.equal(await zoo.decided(), 0, "nothing is decided before somebody accepts");
  const before = await cards(page).count();
  assert.ok(before >= 4, `${before} cards`);
  const refunds = cards(page).filter({ hasText: "Money back" });
  assert.match(await refunds.locator("h2").textContent(), /are the same$/);
  await refunds.getByRole("button", { name: "Accept" }).click();
  await refunds.waitFor({ state: "detached" });
  assert.equal((await clusterNames(zoo)).filter((name) => ["Refunds", "Money back", "Reimbursement"].includes(name)).length, 1);
  const [step] = (await zoo.ask("history")).steps;
  assert.equal(step.who, "ann");
  assert.match(step.text, /^same /);
  const mail = cards(page).filter({ hasText: "Order delayed" });
  await mail.getByRole("button", { name: "Refuse" }).click();
  await mail.waitFor({ state: "detached" });
  await page.reload();
  await cards(page).first().waitFor();
  assert.equal(await mail.count(), 0, "what was refused is forgotten");
  assert.equal(await refunds.count(), 0);
  const left = await cards(page).count();
  await page.keyboard.press("Tab");
  await cards(page).first().getByRole("button", { name: "Accept" }).focus();
  await page.keyboard.press("n");
  await page.waitForFunction((n) => document.querySelectorAll(".claim").length === n, left - 1);
  await page.getByRole("button", { name: /^Try all/ }).click();
  await page.locator(".try .yes").click();
  await page.locator(".try").waitFor({ state: "hidden" });
  await page.locator("#tab-ask").click();
  await page.getByText("All that was answered is settled.").waitFor();
  assert.deepEqual(await workMisdeeds(page), []);
}

/** A command, and the sentence in which it ends; what else is there goes on. */
const fails = (command, sentence, more = []) => async (world) => {
  const zoo = await project(world, command, ["--budget", "4", ...more]);
  const page = await zoo.open("#ask");
  await ask(page);
  await page.locator(".ask-view [role=alert]").filter({ hasText: sentence }).waitFor({ timeout: 30000 });
  await page.getByRole("button", { name: "Ask a model" }).waitFor();
  await zoo.rival([{ kind: "same", a: "Bills", b: "Invoices" }], "bob");
  assert.equal(await zoo.decided(), 1);
  assert.deepEqual(await workMisdeeds(page), []);
};

async function garbage(world) {
  const zoo = await project(world, "cat >/dev/null; echo '{\"groups\": [[77]]} <img src=x onerror=hurt()>'", ["--budget", "2"]);
  const page = await zoo.open("#ask");
  await ask(page);
  await page.getByText(/questions? asked, about .* tokens, \d without a usable answer/).waitFor({ timeout: 30000 });
  assert.equal(await cards(page).count(), 0);
  assert.deepEqual(await workMisdeeds(page), []);
}

/** One that never ends: others work on meanwhile, and Stop ends it. */
async function neverEnds(world) {
  const zoo = await project(world, "sleep 1000");
  const page = await zoo.open("#ask");
  await ask(page);
  await page.getByRole("button", { name: "Stop" }).waitFor();
  const began = Date.now();
  await zoo.rival([{ kind: "same", a: "Bills", b: "Invoices" }], "bob");
  assert.ok(Date.now() - began < 3000, "a decision does not wait for the command");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. What was answered is kept.").waitFor();
  assert.equal((await zoo.ask("asking")).running, false);
  assert.deepEqual(await workMisdeeds(page), []);
}

/** Two windows see the same; what one refuses is gone in the other; one start is enough. */
async function twoWindows(world) {
  let gate; // nothing is answered before the second window has seen that somebody asks
  const zoo = await project(world, (folder) => {
    gate = join(folder, "gate");
    return `until [ -e ${gate} ]; do sleep 0.1; done; ${standIn(folder)}`;
  });
  const [one, two] = [await zoo.open("#ask"), await zoo.open("#ask", { who: "bob" })];
  await ask(one);
  await one.getByRole("button", { name: "Stop" }).waitFor({ timeout: 30000 });
  const began = Date.now();
  await two.getByRole("button", { name: "Stop" }).waitFor({ timeout: 30000 });
  assert.ok(Date.now() - began < 2500, `the second window hears of it within a second or so, not ${Date.now() - began} ms`);
  writeFileSync(gate, "");
  await Promise.all([stopped(one), stopped(two)]);
  const mail = (page) => cards(page).filter({ hasText: "Order delayed" });
  await mail(two).getByRole("button", { name: "Refuse" }).click();
  await mail(one).waitFor({ state: "detached", timeout: 10000 });
  await cards(one).filter({ hasText: "Money back" }).getByRole("button", { name: "Accept" }).click();
  await cards(two).filter({ hasText: "Money back" }).waitFor({ state: "detached", timeout: 10000 });
  const ids = (await zoo.ask("asking")).answers.map(({ question }) => question.id);
  assert.equal(new Set(ids).size, ids.length, "nothing was asked twice");
  for (const page of [one, two]) assert.deepEqual(await workMisdeeds(page), []);
}

/** Killed in the middle: what was answered is there the next day, and asking goes on behind it. */
async function restart(world) {
  const slow = (folder) => {
    const command = join(folder, "slow");
    writeFileSync(command, `#!/bin/sh\n[ ! -e ${folder}/once ] || [ -e ${folder}/again ] || exec sleep 1000\n: >${folder}/once\n${standIn(folder)}\n`);
    chmodSync(command, 0o755);
    slow.again = () => writeFileSync(join(folder, "again"), "");
    return command;
  };
  const zoo = await project(world, slow);
  const page = await zoo.open("#ask");
  await ask(page);
  await cards(page).first().waitFor({ timeout: 30000 });
  await zoo.server.vanish();
  await page.locator(".trouble").waitFor({ timeout: 15000 });
  slow.again();
  await zoo.server.again();
  const next = await zoo.open("#ask");
  await cards(next).first().waitFor();
  const { answers, running } = await zoo.ask("asking");
  assert.equal(answers.length, 1);
  assert.equal(running, false);
  await next.getByRole("button", { name: "Go on asking" }).click();
  const after = await moreThanOne(zoo);
  await stopped(next);
  assert.equal(new Set(after.map(({ question }) => question.id)).size, after.length);
  assert.deepEqual(await workMisdeeds(next), []);
}

/** The answers once there are several and none is being asked for: one answer may be several cards, so cards do not tell. */
async function moreThanOne(zoo) {
  for (const until = Date.now() + 30000; Date.now() < until; await new Promise((done) => setTimeout(done, 100))) {
    const { answers, running } = await zoo.ask("asking");
    if (answers.length > 1 && !running) return answers;
  }
  assert.fail("There is still no second answer.");
}

/** Without a command the page says what to do, and the server refuses. */
async function nobody(world) {
  const zoo = await serving(Object.assign(world, { real: true }), null, { lines: LINES });
  const page = await zoo.open("#ask");
  await page.getByText("--ask-with 'COMMAND'").waitFor();
  assert.equal(await page.getByRole("button", { name: "Ask a model" }).count(), 0);
  assert.match((await zoo.ask("asking/start", { command: "touch hurt" })).error, /Nobody is there to ask/);
}

/** Four people's hierarchies of six thousand names. */
function manyLines() {
  const word = (n) => n.toString(26).replace(/[0-9]/g, (digit) => "qrstuvwxyz"[digit]);
  const leaves = (group) => Array.from({ length: 100 }, (_, n) => ({ name: `${word(group + 700)} ${word(100 * group + n + 20000)}` }));
  const groups = Array.from({ length: 60 }, (_, group) => ({ name: `group ${word(group + 700)}`, children: leaves(group) }));
  return ["ann", "bob", "cat", "dan"].map((owner) => JSON.stringify({ owner, id: `${owner}-${"long".repeat(12)}`, name: "Everything", children: groups }));
}

/** Of a large project the page has no entries at first; they come when it has painted, and nothing is lost. */
async function large(world) {
  const zoo = await serving(Object.assign(world, { real: true }), null, { lines: manyLines() });
  const page = await (await fetch(zoo.address)).text();
  const whole = await (await fetch(`${zoo.address}api/taxonomy`)).text();
  assert.ok(whole.length > 4 * 2 ** 20 && page.length < whole.length / 2, `${page.length} of ${whole.length}`);
  assert.ok(!page.includes('"members":'));
  const { clusters } = JSON.parse(whole);
  const [group] = clusters.filter(({ name }) => name.startsWith("group"));
  const window = await zoo.open(`#c${group.id}`);
  await window.locator(".panel .member").first().waitFor();
  assert.equal(await window.locator(".panel .member").count(), group.members.length);
  // What is decided is seen at once, and kept when the server has solved it.
  await window.route("**/api/try", async (route) => (await new Promise((done) => setTimeout(done, 4000)), route.continue()));
  await window.locator("[data-act=top]").click();
  await window.waitForFunction(() => !document.querySelector(".crumbs"), null, { timeout: 3500 });
  assert.ok(await window.locator(".try").isHidden());
  await window.locator(".try .yes").click({ timeout: 20000 });
  await window.locator(".try").waitFor({ state: "hidden" });
  assert.equal(await zoo.decided(), 1);
  assert.deepEqual(await workMisdeeds(window), []);
}

const OURS = ["Clothing > Coats > Rain coats", "Clothing > Shoes > Walking shoes", "Garden > Tools"];
const THEIRS = ["Clothing > Jackets > Rain jackets", "Clothing > Shoes > Hiking shoes", "Clothing > Shoes > Walking boots", "Home > Garden tools"];

/** What a crosswalk is not sure of is picked out of several, by its number or none of them. */
async function counterparts(world) {
  const zoo = await serving(Object.assign(world, { real: true }), null, { lines: [] });
  for (const [name, paths] of [["ours.txt", OURS], ["theirs.txt", THEIRS]])
    await fetch(`${zoo.address}api/inputs?name=${name}`, { method: "POST", body: `${paths.join("\n")}\n` });
  const { questions } = await zoo.ask("review?about=counterparts");
  assert.ok(questions.length > 1);
  const page = await zoo.open("#review");
  await page.getByLabel("Ask about").selectOption("counterparts");
  await page.locator(".choices button").first().waitFor();
  const picks = questions[0].choices.split("\n");
  assert.equal(await page.locator(".choices button").count(), picks.length);
  assert.deepEqual(await page.locator(".choices kbd").allInnerTexts(), picks.map((_, at) => String(at + 1)));
  for (const text of await page.locator(".choices button").allInnerTexts()) assert.match(text, /^".+" \(\d+ %\)\s*\d$/);
  assert.match(await page.locator(".review-card h2").innerText(), /^Which of \S+ is ".+" of \S+\?$/);
  await page.keyboard.press("9"); // nothing is offered under it
  await page.keyboard.press(String(picks.length));
  await page.locator("#review .lead", { hasText: "1 answer" }).waitFor();
  const [{ kind, a, b }] = (await zoo.ask("decisions")).decisions;
  assert.equal([kind, a, b].join("\t"), picks.at(-1));
  await page.getByRole("button", { name: "None of these" }).click();
  await page.locator("#review .lead", { hasText: "2 answers" }).waitFor();
  const { decisions } = await zoo.ask("decisions");
  assert.ok(decisions.length > 1 && decisions.slice(1).every((one) => one.kind === "different"));
  assert.deepEqual(await workMisdeeds(page), []);
}

/** A tree that the window can hold is in it, also while a try moves what one looks at to its other end. */
async function inSight(world) {
  const lines = readFileSync(at("examples/bank.jsonl"), "utf8").trim().split("\n");
  const zoo = await serving(Object.assign(world, { real: true }), null, { lines });
  const page = await zoo.open("#c:Refunds", { height: 640 });
  await page.locator("[data-act=under]").click();
  await page.locator(".ask input").fill("Accounts");
  await page.keyboard.press("Enter");
  await page.locator(".try .yes").waitFor();
  await page.waitForTimeout(300);
  for (const name of ["Bank support", "Refunds", "Standing orders"]) {
    const { y, height } = await page.locator("[role=treeitem]", { hasText: name }).last().locator(".name").boundingBox();
    assert.ok(y > 226 && y + height < 640, `${name} is at ${y}`);
  }
}

/** A shape that was asked for at the start is shown, and holds whatever is decided. */
async function shaped(world) {
  const words = () => ["--shape", "levels=2"];
  const zoo = await serving(Object.assign(world, { real: true }), null, { lines: LINES, words });
  const levels = async () => {
    const { clusters } = await zoo.ask("taxonomy");
    const up = new Map(clusters.map(({ id, parent }) => [id, parent]));
    const depth = (id) => (up.get(id) == null ? 1 : 1 + depth(up.get(id)));
    return Math.max(...clusters.map(({ id }) => depth(id)));
  };
  assert.equal((await zoo.ask("state")).options.shape, "levels=2");
  assert.equal(await levels(), 2);
  const page = await zoo.open("#tree");
  await page.locator("[role=treeitem][aria-level='2']").first().waitFor();
  assert.equal(await page.locator("[role=treeitem][aria-level='3']").count(), 0);
  await page.locator("[role=treeitem][aria-level='2'] .name").first().click();
  await page.locator("[data-act=top]").click();
  await page.locator(".try .yes").click();
  await page.locator(".try").waitFor({ state: "hidden" });
  assert.equal(await zoo.decided(), 1);
  assert.equal(await levels(), 2);
  assert.deepEqual(await workMisdeeds(page), []);
}

export const cases = canServe()
  ? [
      ["a whole session: asked, accepted, refused, tried and kept", wholeSession],
      ["a command that exits with 1", fails("exit 1", "it ended with exit code 1")],
      ["a command that is not there", fails("no-such-command-here", "there is no such command")],
      ["a command that takes too long", fails("sleep 100", "it took more than 0.3 seconds", ["--timeout", "0.3"])],
      ["a command that prints without end", fails("cat /dev/zero", "it printed more than")],
      ["a command that prints garbage", garbage],
      ["a command that never ends", neverEnds],
      ["two windows", twoWindows],
      ["a server that is killed while it asks", restart],
      ["nobody to ask", nobody],
      ["of several counterparts one is picked by its number", counterparts],
      ["a shape that is asked for holds", shaped],
      ["what fits stays in sight", inSight],
      ["a large project is painted before its entries are there", large],
    ]
  : [];
