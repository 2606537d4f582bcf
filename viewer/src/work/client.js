// Speaks to the server that the page came from: calls below the page's own address, and waiting for changes.

/** What the server refused: its status, its sentence, and what else it said. */
export class Refused extends Error {
  constructor(status, said) {
    super(said && typeof said.error === "string" ? said.error : `The server answered with ${status}.`);
    this.status = status;
    this.said = said || {};
  }
}

/** The server did not answer at all. */
export class Gone extends Error {
  constructor() {
    super("The server does not answer.");
  }
}

async function read(response) {
  if (response.status === 204) return null;
  let said = null;
  try {
    said = await response.json();
  } catch {
    if (response.ok) throw new Gone(); // cut off in the middle
  }
  if (!response.ok) throw new Refused(response.status, said);
  return said;
}

async function call(address, options) {
  let response;
  try {
    response = await fetch(`api/${address}`, { cache: "no-store", credentials: "same-origin", ...options });
  } catch {
    throw new Gone();
  }
  return read(response);
}

const query = (values) => new URLSearchParams(values).toString();

export const get = (name, values = {}) => call(`${name}${Object.keys(values).length ? `?${query(values)}` : ""}`);

export const post = (name, body) =>
  call(name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

export const sendFile = (file, who) =>
  call(`inputs?${query({ name: file.name, who })}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  });

export const exportAddress = (format) => `api/export?${query({ format })}`;

const SHORT = 500;
const LONG = 5000;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Waits for changes for ever: `changed(state)` when the revision differs from `revision()`, `lost(error)` when the
 * server is gone, `found()` when it is back.
 */
export async function listen({ revision, changed, lost, found }) {
  let wait = SHORT;
  let away = false;
  for (;;) {
    const asked = revision();
    try {
      // Whoever was away asks how things are, and waits afterwards.
      const state = await (away ? get("state") : get("changes", { after: asked }));
      if (away) found();
      away = false;
      wait = SHORT;
      if (state && state.revision !== revision()) {
        await changed(state);
        if (state.revision !== revision()) await pause(LONG); // it could not be taken over: not again at once
      } else if (state && state.revision === asked) await pause(SHORT);
    } catch (error) {
      if (!away || error instanceof Refused) lost(error);
      away = true;
      await pause(wait);
      wait = Math.min(LONG, wait * 1.6);
    }
  }
}
