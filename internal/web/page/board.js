// The board as a drawing: squares with their numbers, pieces, the last move, and what may be pointed at.

import { draw } from "./elements.js";
import { nameOf, pathOf, placeOf, squareAt } from "./position.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Position} Position */

/**
 * @typedef {object} Picture
 * @property {Position} position
 * @property {string} last the last move's path, such as "9-13"; "" for none
 * @property {number[]} movable squares of pieces that may be moved
 * @property {number[]} chosen squares that were pointed at
 * @property {Set<number>} ends where a move may end
 * @property {Set<number>} between where it may go on the way
 * @property {boolean} turned Black is near
 * @property {boolean} [letters] squares are called by letters
 * @property {Arrow[]} [arrows] that are drawn above the pieces
 * @property {string} [sign] what is said over the board, such as "½"
 */

/** @typedef {{kind: string, path: number[]}} Arrow */

const size = 100; // of a square, in the drawing's units
const crown = "M-24 14 L-27 -13 L-12 0 L0 -20 L12 0 L27 -13 L24 14 Z";

/**
 * Draws the empty board. Arrow keys go from square to square, Enter points at one.
 * @param {SVGElement} svg
 * @param {{point: (square: number) => void, leave: () => void}} then
 * @param {number} [rows] one more has the squares 33 to 36, for pieces that are beside the board
 */
export function makeBoard(svg, then, rows = 8) {
  svg.append(draw("rect", { class: "light", width: 8 * size, height: 8 * size }));
  for (let row = 0; row < rows; row++) {
    const line = draw("g", { role: "row" });
    for (let column = 0; column < 8; column++) {
      const square = squareAt(row, column);
      if (square === 0) continue;
      line.append(draw("g", { role: "gridcell", class: "square", "data-square": square, tabindex: square === 1 ? 0 : -1 },
        draw("rect", { class: "dark", width: size, height: size }),
        draw("text", { x: 5, y: 17, "aria-hidden": "true" }, document.createTextNode(String(square))),
        draw("circle", { class: "target", cx: size / 2, cy: size / 2, r: 15 }),
        draw("rect", { class: "focus", x: 4, y: 4, width: size - 8, height: size - 8, rx: 6 })));
    }
    svg.append(line);
  }
  svg.append(draw("g", { class: "pieces", "aria-hidden": "true" }), draw("g", { class: "arrows", "aria-hidden": "true" }));
  svg.addEventListener("keydown", (e) => keyed(svg, e, then));
}

/**
 * The square that an element of the board belongs to.
 * @param {EventTarget | Element | null} e
 * @returns {number} 0 for none
 */
export function squareOf(e) {
  const at = e instanceof Element ? e.closest("[data-square]") : null;
  return Number(at?.getAttribute("data-square") ?? 0);
}

/**
 * @param {SVGElement} svg
 * @param {number} square
 * @returns {SVGElement | null}
 */
const cell = (svg, square) => svg.querySelector(`.square[data-square="${square}"]`);

/**
 * @param {SVGElement} svg
 * @param {KeyboardEvent} e
 * @param {{point: (square: number) => void, leave: () => void}} then
 */
function keyed(svg, e, then) {
  const square = squareOf(e.target);
  if (square === 0 || e.ctrlKey || e.altKey || e.metaKey) return;
  if (e.key === "Enter") then.point(square);
  else if (e.key === "Escape") then.leave();
  else if (e.key.startsWith("Arrow")) focusOn(svg, neighbour(square, e.key, svg.classList.contains("turned")));
  else return;
  e.preventDefault();
}

/**
 * The square beside another one, as an arrow key goes.
 * @param {number} square
 * @param {string} key
 * @param {boolean} turned
 * @returns {number} the same at the edge
 */
export function neighbour(square, key, turned) {
  const { row, column } = placeOf(square);
  const away = turned ? -1 : 1;
  switch (key) {
    case "ArrowLeft": return squareAt(row, column - 2 * away) || square;
    case "ArrowRight": return squareAt(row, column + 2 * away) || square;
    default: {
      const next = row + (key === "ArrowDown" ? away : -away);
      // Rows are shifted by a square against each other: going up and down stays within a pair of columns.
      return squareAt(next, row % 2 === 0 ? column - 1 : column + 1) || square;
    }
  }
}

/**
 * @param {SVGElement} svg
 * @param {number} square
 */
export function focusOn(svg, square) {
  if (!cell(svg, square)) return;
  for (const e of svg.querySelectorAll(".square")) e.setAttribute("tabindex", squareOf(e) === square ? "0" : "-1");
  cell(svg, square)?.focus();
}

/**
 * Where a square is drawn.
 * @param {number} square
 * @param {boolean} turned
 */
export function cornerOf(square, turned) {
  const { row, column } = placeOf(square);
  return { x: (turned ? 7 - column : column) * size, y: (turned ? 7 - row : row) * size };
}

/**
 * Draws what stands.
 * @param {SVGElement} svg
 * @param {Picture} p
 */
export function showBoard(svg, p) {
  const layer = /** @type {SVGElement} */ (svg.querySelector(".pieces"));
  if (svg.classList.contains("turned") !== p.turned) layer.replaceChildren(); // what turns with the board has not moved
  svg.classList.toggle("turned", p.turned);
  const last = p.last === "" ? [] : pathOf(p.last);
  for (const e of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(".square"))) {
    const square = squareOf(e);
    const { x, y } = cornerOf(square, p.turned);
    e.setAttribute("transform", `translate(${x} ${y})`);
    e.classList.toggle("last", last.includes(square));
    e.classList.toggle("movable", p.movable.includes(square));
    e.classList.toggle("chosen", p.chosen.includes(square));
    e.classList.toggle("end", p.ends.has(square));
    e.classList.toggle("between", p.between.has(square) && !p.ends.has(square));
    e.setAttribute("aria-label", named(square, p));
    if (square <= 32) e.querySelector("text")?.replaceChildren(nameOf(square, p.letters ?? false));
    e.setAttribute("aria-selected", String(p.chosen.includes(square)));
  }
  showPieces(layer, p, last);
  const over = (p.arrows ?? []).map((a) => arrowOf(a, p.turned));
  if (p.sign) {
    over.push(draw("circle", { cx: 4 * size, cy: 4 * size, r: size }),
      draw("text", { x: 4 * size, y: 4.3 * size, "text-anchor": "middle" }, document.createTextNode(p.sign)));
  }
  svg.querySelector(".arrows")?.replaceChildren(...over);
}

/**
 * An arrow from square to square, by all on the way.
 * @param {Arrow} a
 * @param {boolean} turned
 */
function arrowOf({ kind, path }, turned) {
  const points = path.map((square) => cornerOf(square, turned)).map(({ x, y }) => [x + size / 2, y + size / 2]);
  const [[x0, y0], [x1, y1]] = points.slice(-2);
  const [dx, dy] = [(x1 - x0) / Math.hypot(x1 - x0, y1 - y0), (y1 - y0) / Math.hypot(x1 - x0, y1 - y0)];
  points[points.length - 1] = [x1 - 34 * dx, y1 - 34 * dy]; // where the head begins
  const line = points.map((p) => p.join()).join(" ");
  const head = [[4, 0], [-36, 26], [-36, -26]].map(([along, beside]) =>
    `${x1 + along * dx - beside * dy},${y1 + along * dy + beside * dx}`).join(" ");
  return draw("g", { class: `arrow ${kind.replace(" ", "-")}`, "data-path": path.join(" ") },
    draw("polyline", { class: "casing", points: line }), draw("polyline", { points: line }), draw("polygon", { points: head }));
}

/**
 * What is said of a square to who does not see it.
 * @param {number} square
 * @param {Picture} p
 */
function named(square, p) {
  const piece = p.position.pieces.get(square);
  const what = piece ? t(pieceKeys[`${piece.side} ${piece.king ? "king" : "man"}`]) : t("square.empty");
  const may = p.movable.includes(square) ? `, ${t("square.movable")}` : p.ends.has(square) ? `, ${t("square.end")}` : "";
  return `${square > 32 ? "" : `${nameOf(square, p.letters ?? false)}: `}${what}${may}`;
}

/** @type {Record<string, string>} */
const pieceKeys = {
  "Black man": "piece.Black man", "Black king": "piece.Black king",
  "White man": "piece.White man", "White king": "piece.White king",
};

/**
 * Puts the pieces in place. One that has moved keeps its element, which slides there.
 * @param {SVGElement} layer
 * @param {Picture} p
 * @param {number[]} last
 */
function showPieces(layer, p, last) {
  const there = new Map([...layer.children].map((e) => [squareOf(e), e]));
  const [from, to] = [last[0], last[last.length - 1]];
  const moved = there.get(from);
  if (moved && !p.position.pieces.has(from) && !there.has(to)) {
    there.delete(from);
    there.set(to, moved);
  }
  for (const [square, e] of there) if (!p.position.pieces.has(square)) e.remove();
  for (const [square, piece] of p.position.pieces) {
    let e = there.get(square);
    if (!e) layer.append(e = disc());
    const { x, y } = cornerOf(square, p.turned);
    e.setAttribute("data-square", String(square));
    e.setAttribute("class", `piece ${piece.side.toLowerCase()}${piece.king ? " king" : ""}` +
      `${p.movable.includes(square) ? " movable" : ""}${p.chosen[0] === square ? " chosen" : ""}`);
    /** @type {SVGElement} */ (e).style.transform = `translate(${x + size / 2}px, ${y + size / 2}px)`;
  }
}

/** A disc, with a crown that only kings show. */
function disc() {
  return draw("g", {},
    draw("circle", { class: "shade", cy: 4, r: 37 }),
    draw("circle", { class: "body", r: 37 }),
    draw("circle", { class: "ring", r: 28 }),
    draw("circle", { class: "ring inner", r: 20 }),
    draw("path", { class: "crown", d: crown }));
}
