// The panel of a cluster: what it says, its links, its permanent address.

import assert from "node:assert/strict";
import { animals, taxonomy } from "../forest.mjs";
import * as pages from "../pages.mjs";
import { misdeeds } from "../world.mjs";
import { item } from "./tree.mjs";

/** Three people put rooks below birds, one higher up, two below games; one has games below animals. */
function voices() {
  const leaf = (owner, id, path) => ({ owner, id, path, role: "leaf", name: "x", similarity: 1 });
  const root = (owner, id) => ({ owner, id, path: ".", role: "root", name: "x", similarity: 1 });
  const cluster = (id, name, parent, members, said, rivals = []) => ({
    ...{ id, name, key: name, parent, concept: id, depth: 0, size: members.length, people: members.length },
    ...{ edge_people: said[0], net_similarity: 1, exemplar: members[0], members, tags: {}, spellings: {} },
    voices: { for: said[0], skip: said[1], against: said[2], top: said[3] },
    rivals,
  });
  const rooks = [leaf("a", "1", "1"), leaf("b", "2", "0"), leaf("c", "3", "0"), leaf("d", "4", "0")];
  rooks.push(leaf("e", "5", "0"), leaf("<i>f</i>", "6", "0"));
  const made = taxonomy([
    cluster(0, "animal", null, [root("a", "1")], [0, 0, 0, 0]),
    cluster(1, "bird", 0, [leaf("a", "1", "0"), root("b", "2"), root("c", "3"), root("d", "4")], [1, 0, 0, 0]),
    { ...cluster(2, "rook", 1, rooks, [3, 1, 2, 4], [{ parent: 3, people: 2 }]), also_under: [{ parent: 0, people: 1 }] },
    cluster(3, "game", 0, [leaf("a", "1", "2"), root("e", "5"), root("<i>f</i>", "6")], [1, 0, 0, 1]),
  ]);
  made.clusters.forEach((c) => (c.depth = [0, 1, 2, 1][c.id]));
  const said = { statements: 8, statements_held: 5, statements_implied: 1, statements_overruled: 2 };
  Object.assign(made.report, { solver: "joint", dissent: 0.4, tops_overruled: 5 }, said);
  return made;
}

const panelText = async (page) => (await page.locator(".panel").innerText()).replace(/\s+/g, " ");

/** Two people's bookmarks: one address twice, and addresses that must not be followed. */
function bookmarks() {
  const made = animals();
  const cluster = made.clusters.find(({ name }) => name === "bird");
  const items = (...list) => ({ items: list.map(([address, title]) => ({ address, title })) });
  cluster.members[0].carries = {
    ...items(["https://example.org/heron", "Herons <b>here</b>"], ["javascript:hurt()", "run me"], ["data:text/html,<script>hurt()</script>", "open me"], ["notes/birds.txt", "birds.txt"]),
    values: [
      { property: "skos:definition", text: "Feathered.", language: "en" },
      { property: "http://example.org/terms#seeAlso", address: "ftp://example.org/list" },
    ],
  };
  cluster.members[1].carries = items(["https://example.org/heron", "Heron page"], ["mailto:ann@example.org", "Ann"], ["", ""], ["//example.org/x", "bare"]);
  return made;
}

export const cases = [
  [
    "what entries carry is shown with the concept: links only where they are safe, each once",
    async (world) => {
      const page = await world.open(`${world.page("bookmarks", [["bookmarks.json", bookmarks]])}#c${pages.idOf("bird")}`);
      const links = page.locator(".panel section.part", { hasText: "Links and files" });
      assert.match(await links.locator("h3").innerText(), /6$/);
      assert.deepEqual(
        await links.locator("a").evaluateAll((all) => all.map((a) => [a.getAttribute("href"), a.rel, a.target, a.textContent])),
        [
          ["https://example.org/heron", "noopener noreferrer", "_blank", "Herons <b>here</b>"],
          ["mailto:ann@example.org", "noopener noreferrer", "_blank", "Ann"],
        ],
      );
      const text = await links.innerText();
      for (const word of ["run me", "open me", "birds.txt", "bare", "2 times"]) assert.ok(text.includes(word), word);
      const notes = page.locator(".panel section.part", { hasText: "Notes" });
      assert.match((await notes.innerText()).replace(/\s+/g, " "), /definition Feathered\. ?en seeAlso ftp:\/\/example\.org\/list/);
      assert.equal(await notes.locator("a").getAttribute("href"), "ftp://example.org/list");
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "a press on a name opens the panel at a permanent address",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#t${pages.idOf("animal")}`);
      await item(page, "insect").locator(".name").click();
      await page.locator(".panel-name", { hasText: /^insect$/ }).waitFor();
      assert.equal(new URL(page.url()).hash, `#c${pages.idOf("insect")}`);
      await page.reload();
      await page.waitForSelector("html[data-ready]");
      assert.equal(await page.locator(".panel-name").innerText(), "insect");
      await page.getByLabel("Close the panel").click();
      await page.locator(".panel").waitFor({ state: "hidden" });
    },
  ],
  [
    "it shows spellings, members, tags, votes, rivals and children",
    async (world) => {
      const bird = animals().clusters.find((c) => c.name === "bird");
      const page = await world.open(`${pages.small(world)}#c${bird.id}`);
      const text = await panelText(page);
      assert.match(text, new RegExp(`entries ${bird.size} people ${bird.people}`));
      for (const spelling of Object.keys(bird.spellings)) assert.ok(text.includes(spelling));
      const leaves = bird.members.filter((m) => m.role === "leaf");
      const people = new Set(leaves.map((m) => m.owner)).size;
      assert.match(text, new RegExp(`PARENT pet ${leaves.length} votes, ${people} people`));
      assert.match(text, /Rival parents that lost .*wildlife .*zoo/);
      assert.match(text, /zoo 1 vote, 1 person, cost 1\.75/);
      assert.match(text, /SAME NAME, KEPT APART ?1 bird under wildlife/i);
      assert.match(text, /budgie .*canary .*parrot/);
      assert.match(text, new RegExp(`ENTRIES ?${bird.size} `));
      assert.match(text, new RegExp(`${bird.members[0].owner} · (in|on top of) ${bird.members[0].id}`));
      assert.doesNotMatch(text, /net similarity|exemplar/);
      await page.locator(".panel details.part summary", { hasText: "Details" }).click();
      assert.match(await panelText(page), /net similarity .* exemplar /);
      assert.ok((await page.locator(".part", { hasText: "Top tags" }).locator(".bar").count()) >= 4);
    },
  ],
  [
    "it says where else a concept stands, and what only has its name",
    async (world) => {
      const places = () => {
        const made = animals();
        const [pet] = made.clusters.filter((c) => c.name === "bird");
        const owl = made.clusters.find((c) => c.name === "owl");
        for (const c of made.clusters) c.concept = c.id;
        owl.concept = pet.id; // another name, the same concept
        return { made, pet };
      };
      const page = await world.open(
        `${await world.page("places", [["places.json", () => places().made]])}#c${places().pet.id}`,
      );
      const text = await panelText(page);
      assert.match(text, /ALSO IN ?1 owl under bird/i);
      assert.match(text, /SAME NAME, KEPT APART ?1 bird under wildlife/i);
      await page.locator(".part", { hasText: "Also in" }).getByRole("link", { name: "owl" }).click();
      await page.locator(".panel-name", { hasText: "owl" }).waitFor();
      assert.match(await panelText(page), /ALSO IN ?1 bird under pet/i);
    },
  ],
  [
    "it says who is for, skips a level, was overruled, or has it on top",
    async (world) => {
      const address = await world.page("voices", [["voices.json", voices]]);
      const page = await world.open(`${address}#c2`);
      const text = await panelText(page);
      assert.match(text, /PARENT bird 3 people: b, c, d/);
      assert.match(text, /Also under animal 1 person: a/);
      assert.match(text, /1 person leaves a level out and puts it higher up\./);
      assert.match(text, /2 people put it elsewhere, and were overruled\./);
      assert.match(text, /4 people have it on top, with nothing above it\./);
      assert.match(text, /Rival parents that lost game 2 people: e, <i>f<\/i>/);
      assert.doesNotMatch(text, /One person put it here/);
      await page.locator(".panel").getByRole("link", { name: "game" }).click();
      await page.locator(".panel-name", { hasText: /^game$/ }).waitFor();
      assert.match(await panelText(page), /One person put it here, and others disagree\./);
      assert.equal(await page.locator(".edge.one-voice").count(), 1);
      assert.match(await item(page, "game").getAttribute("aria-label"), /one person against others/);
      assert.match(
        await page.locator(".edge.one-voice title").textContent(),
        /^1 person says so\. 1 person has it on top/,
      );
      await page.goto(`${address}#measures`);
      const measures = (await page.locator(".measures-view").innerText()).replace(/\s+/g, " ");
      assert.match(measures, /statements 8 hold 5 are implied 1 were overruled 2/i);
      assert.match(measures, /Overruled .* 2 rook game bird e, <i>f<\/i>/);
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "links lead to parent, children and rivals, and the tree follows",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#c${pages.idOf("bird")}`);
      await page.locator(".panel").getByRole("link", { name: "parrot" }).click();
      await page.locator(".panel-name", { hasText: /^parrot$/ }).waitFor();
      await item(page, "parrot").waitFor();
      assert.equal(await item(page, "parrot").getAttribute("aria-selected"), "true");
      await page.locator(".crumbs").getByRole("link", { name: "pet" }).click();
      await page.locator(".panel-name", { hasText: /^pet$/ }).waitFor();
      await page.goBack();
      await page.locator(".panel-name", { hasText: "parrot" }).waitFor();
      assert.deepEqual(await misdeeds(page), []);
    },
  ],
  [
    "an address that is not there is said to be so",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#c999999`);
      assert.match(await page.locator("#toast").innerText(), /no #c999999/);
      assert.equal(await page.locator(".card").count(), 4);
    },
  ],
];
