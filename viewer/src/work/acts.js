// What a curator can say about clusters: each act asks for what it lacks, and becomes a try.

import * as say from "./operands.js";
import { askChoice, askCluster, askText, named } from "./dialogs.js";

/** Acts by key: `[key, name, meaning, needs(list, forest)]`. */
export const ACTS = [
  { key: "s", name: "same", label: "Same", title: "They are the same: merge them", fits: () => true },
  { key: "d", name: "different", label: "Different", title: "They are different: keep them apart", fits: () => true },
  { key: "u", name: "under", label: "Under…", title: "Put below another concept", fits: () => true },
  {
    key: "o",
    name: "notUnder",
    label: "Not here",
    title: "Does not belong below its parent",
    fits: (list, forest) => list.some((i) => forest.parent[i] >= 0),
  },
  { key: "t", name: "top", label: "Top", title: "Stands on top, as the root of a tree", fits: () => true },
  { key: "n", name: "rename", label: "Rename…", title: "Give it a name", fits: (list) => list.length === 1 },
  { key: "f", name: "freeze", label: "Freeze", title: "Keep it and all below it as it is", fits: () => true },
  { key: "x", name: "drop", label: "Drop", title: "Leave it out", fits: () => true },
];

export class Acts {
  constructor(bench, choice) {
    this.bench = bench;
    this.choice = choice;
  }

  get forest() {
    return this.bench.shown;
  }

  /** Does an act with clusters. */
  async run(name, list) {
    if (!list.length) return this.bench.tell.say("Choose a concept first.");
    if (this.bench.tried) return this.bench.tell.say("Keep or discard the try first.");
    if (this.bench.slim) return this.bench.tell.say("One moment: the entries are still coming.");
    await this[name](list);
  }

  async attempt(decisions, subject) {
    if (!decisions || !decisions.length) return;
    const id = this.forest.id(subject);
    await this.bench.attempt(decisions, { subject: id });
    this.choice.clear();
  }

  /** Two or more; with one, the other is asked for. */
  async pair(list, title, hint) {
    if (list.length > 1) return list;
    const { forest } = this;
    const other = await askCluster({ title, hint, forest });
    return other === null || other === list[0] ? null : [...list, other];
  }

  async same(list) {
    const all = await this.pair(list, ["The same as ", named(this.forest, list), " is…"]);
    if (all) await this.attempt(say.same(this.forest, all), all[0]);
  }

  async different(list) {
    const all = await this.pair(
      list,
      ["Different from ", named(this.forest, list), " is…"],
      "To split a concept, use the scissors beside its spellings and entries.",
    );
    if (all) await this.attempt(say.different(this.forest, all), all[0]);
  }

  async under(list) {
    const { forest } = this;
    const parent = await askCluster({ title: ["Put ", named(forest, list), " under…"], forest });
    if (parent !== null) await this.putUnder(list, parent);
  }

  async putUnder(list, parent) {
    const { forest } = this;
    const inside = list.some((i) => forest.pathTo(parent).includes(i));
    if (inside) return this.bench.tell.say("A concept cannot hang below itself or what is below it.");
    await this.attempt(say.under(forest, list, parent), list[0]);
  }

  /** What is dropped onto another: below it or into it; a finger is asked which. */
  async putOnto(list, target, { merge, finger }) {
    const { forest } = this;
    const onto = named(forest, [target]);
    const choice = !finger
      ? merge
        ? "same"
        : "under"
      : await askChoice(named(forest, list), [
          ["under", ["Put it under ", onto]],
          ["same", ["It is the same as ", onto]],
        ]);
    if (choice === "under") await this.putUnder(list, target);
    if (choice === "same") await this.attempt(say.same(forest, [target, ...list]), target);
  }

  notUnder(list) {
    return this.attempt(say.notUnder(this.forest, list), list[0]);
  }

  top(list) {
    return this.attempt(say.top(this.forest, list), list[0]);
  }

  freeze(list) {
    return this.attempt(say.freeze(this.forest, list), list[0]);
  }

  drop(list) {
    return this.attempt(say.drop(this.forest, list), list[0]);
  }

  async rename([i]) {
    const { forest } = this;
    const name = await askText({
      title: ["A name for ", named(forest, [i])],
      label: "Name",
      value: forest.name(i),
      yes: "Try it",
    });
    if (name !== null && name !== forest.name(i)) await this.attempt(say.rename(forest, i, name), i);
  }

  async splitName(i, name) {
    const decisions = say.splitName(this.forest, i, name);
    if (decisions) await this.attempt(decisions, i);
    else this.bench.tell.say("All of this concept is called so: there is nothing to split off.");
  }

  async splitNode(i, member) {
    const decisions = say.splitNode(this.forest, i, member);
    if (decisions) await this.attempt(decisions, i);
    else this.bench.tell.say("This is the only entry here: there is nothing to split off.");
  }
}
