// A server for the cases of the workbench: the fake one, and what cases ask of it.

import { FakeServer } from "./server.mjs";
import { misdeeds } from "./world.mjs";

/** Serves a project to one case; it ends with the case. */
export async function serving(world, taxonomy, options) {
  const server = await FakeServer.begin(taxonomy, options);
  world.contexts.push({ close: () => server.end() });
  return {
    server,
    address: server.address,
    decided: () => server.decisions.length,
    calls: () => server.calls,
    /** A window on the project; the person is known where `who` is given. */
    async open(hash, { who = "ann", ...options } = {}) {
      const page = await world.open(server.address + hash, { ...options, stored: who === null ? {} : { "pleach-who": who } });
      return page;
    },
    /** Somebody else decides. */
    async rival(decisions, who) {
      const [, tried] = server.attempt({ revision: server.revision, decisions, remove: [] });
      server.keep({ preview: tried.preview, who });
    },
  };
}

/** As misdeeds, where asking one's own server is none. */
export async function workMisdeeds(page) {
  const own = page.url().replace(/#.*$/, "");
  return (await misdeeds(page)).filter((what) => !what.startsWith(`request: ${own}api/`));
}
