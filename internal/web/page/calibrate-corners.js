// The board's corners as handles over the picture: dragged, or moved by the arrow keys, with the grid between them.

import { draw } from "./elements.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Calibration} Calibration */
/** @typedef {[number, number]} Point */

const names = "ABCD";
/** @type {Record<string, Point>} pixels of the picture by which a key moves a corner */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const far = 10; // times as far with Shift

// Milliseconds between two places of a corner that the server is told, of which it hears 20 a second, and until one is
// told again that it did not take over.
const pace = 60;
const again = 300;

/**
 * @param {SVGSVGElement} svg
 * @param {(name: string, keys: Record<string, unknown>) => Promise<boolean>} give
 */
export function makeCorners(svg, give) {
  /** @type {Calibration | null} */
  let state = null;
  /** @type {Point[]} where the handles are */
  let at = [];
  /** @type {Set<number>} corners that are being moved, or of which the server has not heard yet */
  const moved = new Set();
  /** @type {Map<number, Promise<void>>} corners of which the server is being told */
  const sending = new Map();
  let held = -1; // the corner that is dragged

  const grid = draw("path", { class: "grid" });
  const side = draw("text", { class: "black-side", "text-anchor": "middle" });
  const handles = [...names].map((name, i) => draw("g", { class: "handle", tabindex: 0, role: "button", "data-corner": i },
    draw("circle", { class: "reach" }), draw("circle", { class: "knob" }), text(name)));
  svg.append(grid, side, ...handles);

  /** Tells the server where a corner is; what comes meanwhile is told together. */
  const send = (/** @type {number} */ corner) => {
    moved.add(corner);
    if (!sending.has(corner)) sending.set(corner, tell(corner));
  };
  const tell = async (/** @type {number} */ corner) => {
    let told;
    let obeyed = true;
    do {
      told = at[corner];
      obeyed = await give("corner", { corner, x: told[0], y: told[1] });
      await new Promise((resolve) => setTimeout(resolve, obeyed ? pace : again));
    } while (state && state.session === "board" && (told !== at[corner] || !obeyed));
    sending.delete(corner);
    if (held !== corner) moved.delete(corner);
    show(state);
  };

  const place = (/** @type {number} */ corner, /** @type {number} */ x, /** @type {number} */ y) => {
    if (!state) return;
    at[corner] = [Math.min(Math.max(x, 0), state.width - 1), Math.min(Math.max(y, 0), state.height - 1)];
    render();
    send(corner);
  };

  svg.addEventListener("pointerdown", (e) => {
    const handle = /** @type {Element} */ (e.target).closest(".handle");
    if (!(handle instanceof SVGElement) || !e.isPrimary) return;
    held = Number(handle.dataset.corner);
    moved.add(held);
    handle.focus();
    svg.setPointerCapture(e.pointerId);
    e.preventDefault();
  });
  svg.addEventListener("pointermove", (e) => {
    if (held < 0) return;
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    place(held, p.x, p.y);
  });
  const drop = () => {
    if (held >= 0 && !sending.has(held)) moved.delete(held);
    held = -1;
  };
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", drop);
  svg.addEventListener("keydown", (e) => {
    const handle = /** @type {Element} */ (e.target).closest(".handle");
    const by = arrows[e.key];
    if (!(handle instanceof SVGElement) || !by) return;
    e.preventDefault();
    const corner = Number(handle.dataset.corner);
    const step = e.shiftKey ? far : 1;
    place(corner, at[corner][0] + step * by[0], at[corner][1] + step * by[1]);
  });

  const render = () => {
    if (!state) return;
    const unit = state.width / (svg.clientWidth || state.width); // a pixel of the screen
    svg.setAttribute("viewBox", `0 0 ${state.width} ${state.height}`);
    handles.forEach((handle, i) => {
      handle.setAttribute("transform", `translate(${at[i][0]} ${at[i][1]})`);
      handle.setAttribute("aria-label", t("cal.corner", { name: names[i] }));
      handle.children[0].setAttribute("r", String(22 * unit));
      handle.children[1].setAttribute("r", String(8 * unit));
      handle.children[2].setAttribute("font-size", String(15 * unit));
      handle.children[2].setAttribute("y", String(-13 * unit));
    });
    const { board } = state;
    const lines = moved.size === 0 && board.lines.length > 0 ? board.lines : gridOf(at, Math.sqrt(2 * Math.max(...state.arm.squares)));
    grid.setAttribute("d", lines.map((line) => `M${line.map((p) => p.join(" ")).join("L")}`).join(""));
    const [a, b] = [at[board.black], at[(board.black + 1) % 4]];
    const middle = [0, 1].map((k) => at.reduce((sum, p) => sum + p[k], 0) / 4);
    const out = [0, 1].map((k) => (a[k] + b[k]) / 2 * 1.12 - middle[k] * 0.12);
    side.setAttribute("x", String(out[0]));
    side.setAttribute("y", String(out[1]));
    side.setAttribute("font-size", String(16 * unit));
    side.textContent = board.found ? `${t("side.Black")}${board.side_known ? "" : "?"}` : "";
  };

  new ResizeObserver(() => at.length > 0 && render()).observe(svg);
  const show = (/** @type {Calibration | null} */ now) => {
    state = now;
    const shown = now !== null && now.session === "board" && now.width > 0;
    svg.toggleAttribute("hidden", !shown);
    if (!shown || !now) {
      at = [];
      moved.clear();
      return;
    }
    /** @type {Point[]} */
    const seen = now.board.found ? now.board.corners : [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) =>
      /** @type {Point} */ ([now.width / 2 + x * now.width / 4, now.height / 2 + y * now.height / 4]));
    at = seen.map((p, i) => (moved.has(i) && at[i] ? at[i] : p));
    render();
  };
  /** Waits until the server has heard where every corner is. */
  const settled = async () => {
    await Promise.all(sending.values());
  };
  return { show, settled };
}

/** @param {string} name */
function text(name) {
  const e = draw("text", { "text-anchor": "middle" });
  e.textContent = name;
  return e;
}

/**
 * The lines of a board between its corners, as a camera without bend sees them. The map from the unit square is that of
 * Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989.
 * @param {Point[]} corners
 * @param {number} squares along an edge
 * @returns {Point[][]}
 */
export function gridOf(corners, squares) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const below = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / below;
  const h = (dx1 * sy - sx * dy1) / below;
  /** @returns {Point} */
  const map = (/** @type {number} */ u, /** @type {number} */ v) => {
    const w = g * u + h * v + 1;
    return [((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w, ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w];
  };
  const parts = Array.from({ length: squares + 1 }, (_, i) => i / squares);
  return [...parts.map((u) => [map(u, 0), map(u, 1)]), ...parts.map((v) => [map(0, v), map(1, v)])];
}
