// Pan and zoom of a pane: drag, wheel, pinch; the state is a shift and a scale.

import { ROW } from "./layout.js";

export const MIN = 0.0005;
const MAX = 2.5;

export class Camera {
  /** `changed` is called after each move by hand. */
  constructor(surface, changed) {
    this.surface = surface;
    this.changed = changed;
    this.x = 0;
    this.y = 0;
    this.k = 1;
    this.floor = 0; // the horizontal scale at which the whole tree is as wide as the pane
    this.pointers = new Map();
    this.dragged = false;
    surface.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    surface.addEventListener("pointerdown", (event) => this.down(event));
    surface.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) surface.addEventListener(end, (event) => this.up(event));
    // A drag that ends on a node is not a click on it.
    surface.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
  }

  size() {
    return { width: this.surface.clientWidth || 1, height: this.surface.clientHeight || 1 };
  }

  /** The horizontal scale: where names are too small to read, columns keep what width the pane has. */
  get kx() {
    return this.k >= 0.5 ? this.k : Math.max(this.k, Math.min(0.5, this.floor));
  }

  /** The part of the world in sight. */
  box(margin = 0) {
    const { width, height } = this.size();
    return {
      left: (-this.x - margin) / this.kx,
      top: (-this.y - margin) / this.k,
      right: (width - this.x + margin) / this.kx,
      bottom: (height - this.y + margin) / this.k,
    };
  }

  /** A tree that the pane can hold is not left half outside, whatever was opened or came in above it. */
  keepInside({ top, bottom, narrow }) {
    const { height } = this.size();
    const [from, to] = [top, bottom].map((y) => y * this.k + this.y);
    if (narrow || to - from + ROW > height || (from >= ROW / 2 && to <= height - ROW / 2)) return;
    this.y += (height - from - to) / 2;
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
    if (event.ctrlKey || event.metaKey) {
      const edge = this.surface.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * unit * 0.004), event.clientX - edge.left, event.clientY - edge.top);
    } else {
      this.x -= (event.shiftKey ? event.deltaY : event.deltaX) * unit;
      this.y -= (event.shiftKey ? 0 : event.deltaY) * unit;
      this.changed();
    }
  }

  /** Zooms by a factor; the point (x, y) of the pane stays where it is. */
  zoom(factor, x = this.size().width / 2, y = this.size().height / 2) {
    const k = Math.min(MAX, Math.max(MIN, this.k * factor));
    const before = this.kx;
    this.y = y - ((y - this.y) * k) / this.k;
    this.k = k;
    this.x = x - ((x - this.x) * this.kx) / before;
    this.changed();
  }

  down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.dragged = false;
      this.start = { x: event.clientX, y: event.clientY };
    }
  }

  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.dragged && Math.hypot(now.x - this.start.x, now.y - this.start.y) > 5) {
      this.dragged = true;
      this.surface.setPointerCapture(event.pointerId);
    }
    if (this.pointers.size === 2) this.pinch(event.pointerId, last, now);
    else if (this.dragged) {
      this.x += now.x - last.x;
      this.y += now.y - last.y;
      this.changed();
    } else return;
    this.pointers.set(event.pointerId, now);
  }

  pinch(id, last, now) {
    const other = [...this.pointers].find(([key]) => key !== id)[1];
    const edge = this.surface.getBoundingClientRect();
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(now.x - other.x, now.y - other.y);
    this.x += (now.x - last.x) / 2;
    this.y += (now.y - last.y) / 2;
    if (before > 10) this.zoom(after / before, (now.x + other.x) / 2 - edge.left, (now.y + other.y) / 2 - edge.top);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
  }
}
