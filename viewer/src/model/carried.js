// What a concept's entries carry beside their names: links, feeds, files, notes; each once, whoever has it.

import { listOf } from "./votes.js";

const SAFE = new Set(["http:", "https:", "mailto:", "ftp:"]);

/** An address that may be followed; null: it is text. */
export function safeAddress(address) {
  try {
    const url = new URL(address);
    return SAFE.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

const textOf = (value) => (typeof value === "string" ? value : "");

/** Takes one in, or counts one that is there already. */
function add(list, key, one) {
  const known = list.get(key);
  if (known) known.times++;
  else list.set(key, { ...one, times: 1 });
}

/** `{items: [{address, title, times}], values: [{property, text, language, address, times}]}` of concept `i`. */
export function carriedBy(forest, i) {
  const items = new Map();
  const values = new Map();
  for (const member of forest.members(i)) {
    const { carries } = member;
    if (!carries || typeof carries !== "object") continue;
    for (const item of listOf(carries.items)) {
      const [address, title] = [textOf(item.address), textOf(item.title)];
      if (address || title) add(items, address || title, { address, title: title || address });
    }
    for (const value of listOf(carries.values)) {
      const [property, text, language, address] = ["property", "text", "language", "address"].map((key) => textOf(value[key]));
      if (property && (text || address)) add(values, [property, language, text, address].join("\u0000"), { property, text, language, address });
    }
  }
  return { items: [...items.values()], values: [...values.values()] };
}
