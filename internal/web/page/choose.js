// Which move is meant by the squares that somebody points at, one after the other.

import { pathOf } from "./position.js";

/**
 * @typedef {object} Choice
 * @property {number[]} squares that were pointed at so far, the piece's first
 * @property {string} [move] the one that is meant, once that is clear
 * @property {boolean} [several] several moves end on the square: one in between is to be pointed at first
 */

/**
 * The moves that fit what was pointed at.
 * @param {string[]} legal
 * @param {number[]} squares
 * @returns {{move: string, rest: number[]}[]} with the squares that they go on to
 */
export function fitting(legal, squares) {
  return legal.flatMap((move) => {
    const path = pathOf(move);
    if (path[0] !== squares[0]) return [];
    let rest = path.slice(1);
    for (const square of squares.slice(1)) {
      const at = rest.indexOf(square);
      if (at < 0) return [];
      rest = rest.slice(at + 1);
    }
    return [{ move, rest }];
  });
}

/**
 * One more square is pointed at.
 * @param {string[]} legal
 * @param {number[]} squares
 * @param {number} square
 * @returns {Choice}
 */
export function choose(legal, squares, square) {
  const begins = fitting(legal, [square]).length > 0;
  if (squares.length === 0) return { squares: begins ? [square] : [] };
  const fits = fitting(legal, squares);
  const complete = fits.find((f) => f.rest.length === 0);
  if (square === squares[squares.length - 1] && squares.length > 1 && complete) return { squares, move: complete.move };
  const next = fits.filter((f) => f.rest.includes(square));
  if (next.length === 1) return { squares, move: next[0].move };
  if (next.length === 0) return { squares: begins && square !== squares[0] ? [square] : [] };
  if (next.every((f) => f.rest[f.rest.length - 1] === square)) return { squares, several: true };
  return { squares: [...squares, square] };
}

/**
 * The squares that may be pointed at next, and of these the ones where a move ends.
 * @param {string[]} legal
 * @param {number[]} squares
 */
export function targetsOf(legal, squares) {
  const ends = new Set();
  const between = new Set();
  if (squares.length === 0) return { ends, between };
  for (const { rest } of fitting(legal, squares)) {
    rest.forEach((square, i) => (i === rest.length - 1 ? ends : between).add(square));
  }
  return { ends, between };
}
