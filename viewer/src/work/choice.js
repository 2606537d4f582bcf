// Which clusters an act is about: the chosen ones, else the one whose panel is open, else the one under the cursor.

export class Choice {
  constructor(bench) {
    this.bench = bench;
    this.ids = new Set(); // in the order in which they were chosen
    this.changed = () => {};
  }

  /** Places of the chosen clusters in a forest; those that are gone are left out. */
  places(forest) {
    return [...this.ids].map((id) => forest.byId.get(id)).filter((i) => i !== undefined);
  }

  /** What the next act is about. */
  subject({ cursor = false } = {}) {
    const { app } = this.bench;
    const forest = this.bench.shown;
    const chosen = this.places(forest);
    if (chosen.length) return chosen;
    if (app.panel.shown) return [app.panel.shown.i];
    const pane = app.view === "tree" && app.active;
    return cursor && pane && pane.canvas.state.cursor >= 0 ? [pane.canvas.state.cursor] : [];
  }

  /** Adds a cluster or takes it away; the first one takes the panel's along, as file managers do. */
  toggle(i, alone = false) {
    const { app } = this.bench;
    const forest = this.bench.shown;
    const open = app.panel.shown;
    if (!alone && !this.ids.size && open && open.i !== i) this.ids.add(forest.id(open.i));
    const id = forest.id(i);
    if (this.ids.has(id)) this.ids.delete(id);
    else this.ids.add(id);
    this.mark();
  }

  clear() {
    this.ids.clear();
    this.mark();
  }

  /** Shows in the tree what is chosen. */
  mark() {
    for (const pane of this.bench.app.panes) this.dress(pane);
    this.changed();
  }

  dress(pane) {
    if (!pane.forest.count) return;
    pane.canvas.state.chosen = new Set(this.places(pane.forest));
    pane.canvas.redraw();
  }
}
