// Drags a concept onto another: below it, or with Shift into it; with a finger after a long press, and a choice at the end.

import { bdi, el, replace } from "../parts/dom.js";
import { shorten } from "../model/text.js";

const FAR = 6; // pixels that make a press a drag
const LONG = 450; // milliseconds of a finger on a cluster
const EDGE = 36; // pixels at the rim of a pane where the tree moves on

export class Drag {
  /** `allowed()`: whether dragging makes sense now; `list(i)`: what goes along; `drop(list, target, {merge, finger})`. */
  constructor(pane, { allowed, list, drop }) {
    Object.assign(this, { pane, allowed, list, drop });
    this.press = null;
    this.moving = null;
    const { surface } = pane;
    const on = (type, work) => surface.addEventListener(type, (event) => work.call(this, event), true);
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.cancel);
    on("contextmenu", (event) => this.moving && event.preventDefault());
    surface.addEventListener("keydown", (event) => event.key === "Escape" && this.moving && this.cancel(event), true);
    for (const type of ["keydown", "keyup"])
      surface.addEventListener(type, (event) => event.key === "Shift" && this.moving && this.follow(...this.last, type === "keydown"));
  }

  down(event) {
    if (this.press) return this.cancel(event); // a second finger pinches
    const group = event.target.closest?.("[data-i]");
    if (!group || event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || !this.allowed()) return;
    const i = Number(group.dataset.i);
    this.press = { i, id: event.pointerId, x: event.clientX, y: event.clientY, finger: event.pointerType === "touch" };
    if (this.press.finger) this.press.timer = setTimeout(() => this.begin(), LONG);
  }

  move(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR;
    if (!this.moving && far && press.finger) return this.forget(); // a finger that moves on scrolls
    if (!this.moving && far) this.begin();
    if (!this.moving) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.follow(event.clientX, event.clientY, event.shiftKey);
  }

  begin() {
    const { surface, canvas, forest } = this.pane;
    const list = this.list(this.press.i);
    canvas.camera.pointers.clear();
    canvas.camera.dragged = true; // what follows is not a click
    surface.setPointerCapture(this.press.id);
    navigator.vibrate?.(15);
    const ghost = el("div", { class: "ghost", role: "status" });
    document.body.appendChild(ghost);
    this.moving = { list, ghost, target: -1 };
    surface.classList.add("dragging");
    this.names = [bdi(shorten(forest.name(list[0]), 30)), list.length > 1 ? ` and ${list.length - 1} more` : ""];
    this.follow(this.press.x, this.press.y);
  }

  /** The cluster at a point; its row counts, not its name alone. */
  at(x, y) {
    const group = document.elementsFromPoint(x, y).find((e) => e.closest?.("[data-i]") && this.surfaces.some((one) => one.contains(e)));
    return group ? Number(group.closest("[data-i]").dataset.i) : -1;
  }

  /** Those of this forest: two of its trees may stand side by side. */
  get panes() {
    return this.pane.app.panes.filter(({ forest }) => forest === this.pane.forest);
  }

  get surfaces() {
    return this.panes.map(({ surface }) => surface);
  }

  aimAt(target) {
    for (const { canvas } of this.panes) {
      canvas.state.target = target;
      canvas.redraw();
    }
  }

  follow(x, y, merge = false) {
    const { forest } = this.pane;
    const { list, ghost } = this.moving;
    this.last = [x, y];
    const over = this.at(x, y);
    const inside = over >= 0 && list.some((i) => forest.pathTo(over).includes(i));
    const target = over < 0 || inside ? -1 : over;
    this.moving.target = target;
    this.moving.merge = merge;
    const onto = target >= 0 && bdi(shorten(forest.name(target), 30));
    const hint = !this.press.finger && el("span", { class: "n" }, merge ? "without Shift: put it under" : "with Shift: merge them");
    if (onto && merge) replace(ghost, "Merge ", this.names, " with ", onto, hint);
    else if (onto) replace(ghost, "Put ", this.names, this.press.finger ? " onto " : " under ", onto, hint);
    else replace(ghost, "Put ", this.names, inside && !list.includes(over) ? " not below itself" : " onto another concept");
    ghost.classList.toggle("can", target >= 0);
    ghost.style.left = `${Math.min(x + 14, window.innerWidth - 180)}px`;
    ghost.style.top = `${y + 16}px`;
    this.nearEdge(x, y);
    this.aimAt(target);
  }

  /** At the rim of the pane the tree comes to meet the pointer. */
  nearEdge(x, y) {
    const box = this.pane.surface.getBoundingClientRect();
    const push = (at, low, high) => (at < low + EDGE ? 14 : at > high - EDGE ? -14 : 0);
    const dx = push(x, box.left, box.right);
    const dy = push(y, box.top, box.bottom);
    clearTimeout(this.moving.pushing);
    if (!dx && !dy) return;
    this.pane.canvas.camera.x += dx;
    this.pane.canvas.camera.y += dy;
    const { merge } = this.moving;
    this.moving.pushing = setTimeout(() => this.moving && this.follow(x, y, merge), 40);
  }

  up(event) {
    const { moving } = this;
    if (!this.press || event.pointerId !== this.press.id) return;
    if (moving) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    const { finger } = this.press;
    this.forget();
    if (moving && moving.target >= 0) this.drop(moving.list, moving.target, { merge: event.shiftKey, finger });
  }

  cancel(event) {
    if (this.moving) event.preventDefault();
    this.forget();
  }

  forget() {
    clearTimeout(this.press?.timer);
    this.press = null;
    if (!this.moving) return;
    clearTimeout(this.moving.pushing);
    this.moving.ghost.remove();
    this.moving = null;
    this.pane.surface.classList.remove("dragging");
    this.aimAt(-1);
  }
}
