// The panel of a cluster: what it says, its links, its permanent address.

import assert from "node:assert/strict";
import { animals } from "../forest.mjs";
import * as pages from "../pages.mjs";
import { misdeeds } from "../world.mjs";
import { item } from "./tree.mjs";

const panelText = async (page) => (await page.locator(".panel").innerText()).replace(/\s+/g, " ");

export const cases = [
  [
    "a press on a name opens the panel at a permanent address",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#t${pages.idOf("animal")}`);
      await item(page, "insect").locator(".name").click();
      assert.equal(await page.locator(".panel-name").innerText(), "insect");
      assert.equal(new URL(page.url()).hash, `#c${pages.idOf("insect")}`);
      await page.reload();
      await page.waitForSelector("html[data-ready]");
      assert.equal(await page.locator(".panel-name").innerText(), "insect");
      await page.getByLabel("Close the panel").click();
      assert.ok(await page.locator(".panel").isHidden());
    },
  ],
  [
    "it shows spellings, members, tags, votes, rivals and children",
    async (world) => {
      const bird = animals().clusters.find((c) => c.name === "bird");
      const page = await world.open(`${pages.small(world)}#c${bird.id}`);
      const text = await panelText(page);
      assert.match(text, new RegExp(`members ${bird.size} people ${bird.people}`));
      for (const spelling of Object.keys(bird.spellings)) assert.ok(text.includes(spelling));
      const leaves = bird.members.filter((m) => m.role === "leaf");
      const people = new Set(leaves.map((m) => m.owner)).size;
      assert.match(text, new RegExp(`PARENT pet ${leaves.length} votes, ${people} people`));
      assert.match(text, /Rival parents that lost .*wildlife .*zoo/);
      assert.match(text, /zoo 1 vote, 1 person, cost 1\.75/);
      assert.match(text, /SAME NAME, KEPT APART ?1 bird under wildlife/i);
      assert.match(text, /budgie .*canary .*parrot/);
      assert.match(text, new RegExp(`MEMBERS ?${bird.size} `));
      assert.match(text, new RegExp(`${bird.members[0].owner} · (leaf|root) of ${bird.members[0].id}`));
      assert.equal(await page.locator(".members .tag").innerText(), "exemplar");
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
      assert.match(text, /SAME CONCEPT, IN ANOTHER PLACE ?1 owl under bird/i);
      assert.match(text, /SAME NAME, KEPT APART ?1 bird under wildlife/i);
      await page.locator(".part", { hasText: "Same concept" }).getByRole("link", { name: "owl" }).click();
      assert.match(await panelText(page), /SAME CONCEPT, IN ANOTHER PLACE ?1 bird under pet/i);
    },
  ],
  [
    "links lead to parent, children and rivals, and the tree follows",
    async (world) => {
      const page = await world.open(`${pages.small(world)}#c${pages.idOf("bird")}`);
      await page.locator(".panel").getByRole("link", { name: "parrot" }).click();
      assert.equal(await page.locator(".panel-name").innerText(), "parrot");
      await item(page, "parrot").waitFor();
      assert.equal(await item(page, "parrot").getAttribute("aria-selected"), "true");
      await page.locator(".crumbs").getByRole("link", { name: "pet" }).click();
      assert.equal(await page.locator(".panel-name").innerText(), "pet");
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
