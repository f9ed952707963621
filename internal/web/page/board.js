// The board as a drawing: squares with their numbers, pieces, the last move, and what may be pointed at.

import { draw } from "./elements.js";
import { boardOf, nameOf, pathOf, placeOf, squareAt, squaresOf } from "./position.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./position.js").Board} Board */

/**
 * @typedef {object} Picture
 * @property {Position} position
 * @property {string} last the last move's path, such as "9-13"; "" for none
 * @property {number[]} movable squares of pieces that may be moved
 * @property {number[]} chosen squares that were pointed at
 * @property {Set<number>} ends where a move may end
 * @property {Set<number>} between where it may go on the way
 * @property {boolean} turned Black is near
 * @property {string} [rules] the game that is played
 * @property {Arrow[]} [arrows] that are drawn above the pieces
 * @property {string} [sign] what is said over the board, such as "½"
 */

/** @typedef {{kind: string, path: number[]}} Arrow */

const size = 100; // of a square, in the drawing's units
const crown = "M-24 14 L-27 -13 L-12 0 L0 -20 L12 0 L27 -13 L24 14 Z";

/**
 * Has an element show boards. Arrow keys go from square to square, Enter points at one.
 * @param {SVGElement} svg
 * @param {{point: (square: number) => void, leave: () => void}} then
 * @param {boolean} [spares] beside the board are four squares more, for pieces to be put on it
 */
export function makeBoard(svg, then, spares = false) {
  svg.classList.toggle("spares", spares);
  svg.addEventListener("keydown", (e) => keyed(svg, e, then));
}

/**
 * Draws the empty board of a game.
 * @param {SVGElement} svg
 * @param {string} rules
 */
function lay(svg, rules) {
  const board = boardOf(rules);
  svg.dataset.rules = rules;
  svg.replaceChildren(draw("rect", { class: "light", width: board.size * size, height: board.size * size }));
  for (let row = 0; row <= board.size; row++) {
    const line = draw("g", { role: "row" });
    for (let column = 0; column < board.size; column++) {
      const square = squareAt(row, column, board);
      if (square === 0 || row === board.size && (column > 7 || !svg.classList.contains("spares"))) continue;
      line.append(draw("g", { role: "gridcell", class: "square", "data-square": square, tabindex: square === 1 ? 0 : -1 },
        draw("rect", { class: "dark", width: size, height: size }),
        draw("text", { x: 5, y: 17, "aria-hidden": "true" }, document.createTextNode(String(square))),
        draw("circle", { class: "target", cx: size / 2, cy: size / 2, r: 15 }),
        draw("rect", { class: "focus", x: 4, y: 4, width: size - 8, height: size - 8, rx: 6 })));
    }
    if (line.children.length > 0) svg.append(line);
  }
  svg.append(draw("g", { class: "pieces", "aria-hidden": "true" }), draw("g", { class: "arrows", "aria-hidden": "true" }));
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
  else if (e.key.startsWith("Arrow")) focusOn(svg, neighbour(square, e.key, svg.classList.contains("turned"), boardOf(svg.dataset.rules)));
  else return;
  e.preventDefault();
}

/**
 * The square beside another one, as an arrow key goes.
 * @param {number} square
 * @param {string} key
 * @param {boolean} turned
 * @param {Board} board
 * @returns {number} the same at the edge
 */
export function neighbour(square, key, turned, board) {
  const { row, column } = placeOf(square, board);
  const away = turned ? -1 : 1;
  switch (key) {
    case "ArrowLeft": return squareAt(row, column - 2 * away, board) || square;
    case "ArrowRight": return squareAt(row, column + 2 * away, board) || square;
    default: {
      const next = row + (key === "ArrowDown" ? away : -away);
      // Rows are shifted by a square against each other: going up and down stays within a pair of columns.
      return squareAt(next, (row % 2 === 0) !== board.mirrored ? column - 1 : column + 1, board) || square;
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
 * @param {Picture} p
 */
function cornerOf(square, { rules, turned }) {
  const board = boardOf(rules);
  const { row, column } = placeOf(square, board);
  const last = board.size - 1;
  return { x: (turned ? last - column : column) * size, y: (turned ? last - row : row) * size };
}

/**
 * Draws what stands.
 * @param {SVGElement} svg
 * @param {Picture} p
 */
export function showBoard(svg, p) {
  const board = boardOf(p.rules);
  if (svg.dataset.rules !== (p.rules ?? "english")) lay(svg, p.rules ?? "english");
  const [wide, beside] = [board.size * size, svg.classList.contains("spares") ? 110 : 0];
  svg.setAttribute("viewBox", `0 ${p.turned ? -beside : 0} ${wide} ${wide + beside}`);
  const layer = /** @type {SVGElement} */ (svg.querySelector(".pieces"));
  if (svg.classList.contains("turned") !== p.turned) layer.replaceChildren(); // what turns with the board has not moved
  svg.classList.toggle("turned", p.turned);
  const last = p.last === "" ? [] : pathOf(p.last);
  for (const e of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll(".square"))) {
    const square = squareOf(e);
    const { x, y } = cornerOf(square, p);
    e.setAttribute("transform", `translate(${x} ${y})`);
    e.classList.toggle("last", last.includes(square));
    e.classList.toggle("movable", p.movable.includes(square));
    e.classList.toggle("chosen", p.chosen.includes(square));
    e.classList.toggle("end", p.ends.has(square));
    e.classList.toggle("between", p.between.has(square) && !p.ends.has(square));
    e.setAttribute("aria-label", named(square, p));
    e.querySelector("text")?.replaceChildren(square > squaresOf(board) ? "" : nameOf(square, board));
    e.setAttribute("aria-selected", String(p.chosen.includes(square)));
  }
  showPieces(layer, p, last);
  const over = (p.arrows ?? []).map((a) => arrowOf(a, p));
  if (p.sign) {
    over.push(draw("circle", { cx: wide / 2, cy: wide / 2, r: size }),
      draw("text", { x: wide / 2, y: wide / 2 + 0.3 * size, "text-anchor": "middle" }, document.createTextNode(p.sign)));
  }
  svg.querySelector(".arrows")?.replaceChildren(...over);
}

/**
 * An arrow from square to square, by all on the way.
 * @param {Arrow} a
 * @param {Picture} p
 */
function arrowOf({ kind, path }, p) {
  const points = path.map((square) => cornerOf(square, p)).map(({ x, y }) => [x + size / 2, y + size / 2]);
  const [[x0, y0], [x1, y1]] = points.slice(-2);
  const [dx, dy] = [(x1 - x0) / Math.hypot(x1 - x0, y1 - y0), (y1 - y0) / Math.hypot(x1 - x0, y1 - y0)];
  points[points.length - 1] = [x1 - 34 * dx, y1 - 34 * dy]; // where the head begins
  const line = points.map((at) => at.join()).join(" ");
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
  const board = boardOf(p.rules);
  return `${square > squaresOf(board) ? "" : `${nameOf(square, board)}: `}${what}${may}`;
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
    const { x, y } = cornerOf(square, p);
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
