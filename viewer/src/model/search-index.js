// Finds clusters by name, spelling, tag or owner; one pass over flat text, built once per result.

import { fold } from "./text.js";

const SEPARATOR = "\n";
export const SCORES = { exact: 9, start: 8, word: 7, inside: 6, spelling: 5, tag: 4, owner: 3 };

/** Many texts in one string, so that looking for a word is a single scan. */
class Texts {
  constructor() {
    this.parts = [];
    this.starts = [];
    this.length = 0;
  }

  add(text) {
    this.starts.push(this.length);
    this.parts.push(text);
    this.length += text.length + 1;
  }

  close() {
    this.all = this.parts.join(SEPARATOR);
    this.starts.push(this.length);
  }

  /** Calls `hit(entry, offset in the entry)` for the first hit in each entry. */
  scan(word, hit) {
    let entry = 0;
    let at = this.all.indexOf(word);
    while (at >= 0) {
      entry = this.entryAt(at, entry);
      hit(entry, at - this.starts[entry]);
      at = this.all.indexOf(word, this.starts[entry + 1]);
    }
  }

  /** The entry at an offset, looked for in growing steps: hits are mostly near each other. */
  entryAt(offset, from) {
    let step = 1;
    let low = from;
    while (low + step < this.parts.length && this.starts[low + step] <= offset) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.parts.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Distinct words and the clusters that have each. */
class Words {
  constructor() {
    this.at = new Map();
    this.originals = [];
    this.clusters = [];
  }

  add(word, cluster) {
    let at = this.at.get(word);
    if (at === undefined) {
      this.at.set(word, (at = this.originals.length));
      this.originals.push(word);
      this.clusters.push([]);
    }
    const list = this.clusters[at];
    if (list[list.length - 1] !== cluster) list.push(cluster);
  }

  close() {
    this.texts = new Texts();
    for (const word of this.originals) this.texts.add(clean(word));
    this.texts.close();
    this.at = null;
  }
}

function clean(text) {
  return fold(String(text)).replaceAll(SEPARATOR, " ");
}

function* build(forest) {
  const names = new Texts();
  const spellings = new Words();
  const tags = new Words();
  const owners = new Words();
  for (let i = 0; i < forest.count; i++) {
    const cluster = forest.clusters[i];
    names.add(clean(forest.name(i)));
    for (const spelling of Object.keys(cluster.spellings || {})) spellings.add(spelling, i);
    for (const tag of Object.keys(cluster.tags || {})) tags.add(tag, i);
    for (const member of forest.members(i)) if (member.owner) owners.add(String(member.owner), i);
    if (i % 1000 === 999) yield;
  }
  names.close();
  yield;
  for (const words of [spellings, tags, owners]) {
    words.close();
    yield;
  }
  const sizes = Int32Array.from(forest.clusters, (_, i) => forest.size(i));
  return { names, spellings, tags, owners, sizes };
}

export class SearchIndex {
  constructor(forest) {
    this.forest = forest;
    this.work = build(forest);
    this.index = null;
  }

  /** Builds for a few milliseconds; true once all is there. */
  step(milliseconds) {
    const until = performance.now() + milliseconds;
    while (!this.index && performance.now() < until) {
      const { done, value } = this.work.next();
      if (done) this.index = value;
    }
    return this.index !== null;
  }

  /** Best hits of every word of `query`: `{total, hits: [{cluster, score, by, text}]}`. */
  find(query, limit) {
    this.step(Infinity);
    const words = clean(query).split(/\s+/).filter(Boolean);
    if (!words.length) return { total: 0, hits: [] };
    const scores = this.scoresOf(words[0]);
    for (const word of words.slice(1)) {
      const more = this.scoresOf(word);
      for (let i = 0; i < scores.length; i++) scores[i] = more[i] && Math.min(scores[i], more[i]);
    }
    if (words.length > 1) this.raiseWholeQuery(clean(query).trim(), scores);
    return this.best(scores, words, limit);
  }

  raiseWholeQuery(query, scores) {
    this.index.names.scan(query, (i, at) => {
      scores[i] = Math.max(scores[i], this.nameScore(i, at, query.length));
    });
  }

  nameScore(i, at, length) {
    const name = this.index.names.parts[i];
    if (at === 0) return name.length === length ? SCORES.exact : SCORES.start;
    return /[\s\-_/]/.test(name[at - 1]) ? SCORES.word : SCORES.inside;
  }

  scoresOf(word) {
    const scores = new Uint8Array(this.forest.count);
    const { names, spellings, tags, owners } = this.index;
    names.scan(word, (i, at) => (scores[i] = this.nameScore(i, at, word.length)));
    const other = (words, score) =>
      words.texts.scan(word, (at) => {
        for (const i of words.clusters[at]) if (scores[i] < score) scores[i] = score;
      });
    other(spellings, SCORES.spelling);
    other(tags, SCORES.tag);
    other(owners, SCORES.owner);
    return scores;
  }

  /** The best few: by score, then by size; only scores that can be among them are compared. */
  best(scores, words, limit) {
    const having = new Int32Array(10);
    for (let i = 0; i < scores.length; i++) having[scores[i]]++;
    const total = scores.length - having[0];
    let least = 9;
    for (let enough = having[9]; enough < limit && least > 1;) enough += having[--least];
    const { sizes } = this.index;
    const hits = [];
    const before = (a, b) => scores[b] - scores[a] || sizes[b] - sizes[a] || a - b;
    for (let i = 0; i < scores.length; i++) {
      if (scores[i] < least) continue;
      if (hits.length === limit && before(i, hits[limit - 1]) > 0) continue;
      let at = hits.length;
      while (at > 0 && before(i, hits[at - 1]) < 0) at--;
      hits.splice(at, 0, i);
      if (hits.length > limit) hits.pop();
    }
    return {
      total,
      hits: hits.map((i) => ({ cluster: i, score: scores[i], ...this.reason(i, scores[i], words) })),
    };
  }

  /** What was found, where it was not the name itself. */
  reason(i, score, words) {
    const cluster = this.forest.clusters[i];
    const fits = (text) => words.some((word) => clean(text).includes(word));
    if (score === SCORES.spelling) return { by: "spelling", text: Object.keys(cluster.spellings || {}).find(fits) };
    if (score === SCORES.tag) return { by: "tag", text: Object.keys(cluster.tags || {}).find(fits) };
    if (score !== SCORES.owner) return { by: "name", text: "" };
    const member = this.forest.members(i).find((m) => m.owner && fits(String(m.owner)));
    return { by: "owner", text: member ? String(member.owner) : "" };
  }
}
