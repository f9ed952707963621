// Pointing at the board with a mouse or a finger: clicks, and pieces that are dragged.

import { squareOf } from "./board.js";

const slack = 8; // pixels that a click may slip before it is a drag

/**
 * @param {SVGSVGElement} svg
 * @param {{point: (square: number) => void, drags: (square: number) => boolean,
 *   dropped?: (from: number, to: number) => void}} then drags reports whether a piece may be dragged away; dropped is told
 * where to, 0 being off the board, in place of point
 */
export function makePointing(svg, then) {
  /** @type {{piece: SVGElement, square: number, x: number, y: number, home: string, away: boolean} | null} */
  let held = null;
  let dragged = false; // a click that follows is none

  svg.addEventListener("pointerdown", (e) => {
    dragged = false; // not after every drag there is a click
    const square = squareOf(e.target);
    const piece = /** @type {SVGElement | null} */ (svg.querySelector(`.piece[data-square="${square}"]`));
    if (!e.isPrimary || !piece || !then.drags(square)) return;
    held = { piece, square, x: e.clientX, y: e.clientY, home: piece.style.transform, away: false };
    svg.setPointerCapture(e.pointerId);
  });

  // A finger that drags a piece would scroll what the board is in: inside a drawing touch-action does not keep it.
  svg.addEventListener("touchmove", (e) => held && e.preventDefault(), { passive: false });
  svg.addEventListener("pointermove", (e) => {
    if (!held) return;
    if (!held.away && Math.hypot(e.clientX - held.x, e.clientY - held.y) < slack) return;
    if (!held.away) {
      held.away = true;
      held.piece.classList.add("dragged");
      held.piece.parentNode?.append(held.piece); // above the others
      if (!then.dropped) then.point(held.square);
    }
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    held.piece.style.transform = `translate(${at.x}px, ${at.y}px)`;
  });

  /** @param {PointerEvent} e */
  const drop = (e) => {
    if (!held) return;
    const { piece, square, home, away } = held;
    held = null;
    if (!away) return; // the click that follows says it
    piece.classList.remove("dragged");
    piece.style.transform = home;
    dragged = true;
    if (e.type !== "pointerup") return;
    const under = document.elementsFromPoint(e.clientX, e.clientY).filter((u) => !piece.contains(u));
    const to = under.map(squareOf).find((s) => s !== 0) ?? (under.includes(svg) ? square : 0);
    if (then.dropped) then.dropped(square, to);
    else if (to !== 0 && to !== square) then.point(to);
  };
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", drop);

  svg.addEventListener("click", (e) => {
    if (dragged) {
      dragged = false;
      return;
    }
    const under = document.elementsFromPoint(e.clientX, e.clientY).map(squareOf).find((s) => s !== 0);
    if (under) then.point(under);
  });
}
