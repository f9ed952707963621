// Positions and moves as texts. Which moves are legal is the API's to say.

/** @typedef {import("./types.js").Position} Position */

/**
 * A square's row from Black's side, and its column from White's left, both from 0.
 * @param {number} square from 1
 */
export function placeOf(square) {
  const row = Math.floor((square - 1) / 4);
  return { row, column: 2 * ((square - 1) % 4) + (row % 2 === 0 ? 1 : 0) };
}

/**
 * @param {number} row the ninth is beside the board
 * @param {number} column
 * @returns {number} 0 where no piece can stand
 */
export function squareAt(row, column) {
  if (row < 0 || row > 8 || column < 0 || column > 7 || (row + column) % 2 === 0) return 0;
  return 4 * row + Math.floor(column / 2) + 1;
}

/**
 * @param {string} fen
 * @returns {Position}
 */
export function parseFen(fen) {
  const pieces = new Map();
  const [turn, ...lists] = fen.split(":");
  for (const list of lists) {
    const side = list[0] === "W" ? "White" : "Black";
    for (const entry of list.slice(1).split(",").filter((e) => e !== "")) {
      const king = entry[0] === "K";
      pieces.set(Number(king ? entry.slice(1) : entry), { side, king });
    }
  }
  return { turn: turn === "W" ? "White" : "Black", pieces };
}

/** A position as parseFen reads it. */
export function fenOf(/** @type {Position} */ { turn, pieces }) {
  const of = /** @param {string} side */ (side) => [...pieces].filter(([, piece]) => piece.side === side)
    .sort(([a], [b]) => a - b).map(([square, { king }]) => (king ? "K" : "") + square);
  return `${turn[0]}:W${of("White")}:B${of("Black")}`;
}

/** The games whose squares have letters, and in which White begins. */
const lettered = ["russian", "brazilian", "czech"];

/** @param {string} [rules] the game that is played */
export const hasLetters = (rules) => lettered.includes(rules ?? "");

/**
 * The position that a game begins at.
 * @param {string} [rules]
 */
export const startOf = (rules) =>
  `${hasLetters(rules) ? "W" : "B"}:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12`;

/** The board of which nothing is known. */
export const noPieces = "B";

/**
 * What a square is called: its number, or by letters the column and the row as White sees them.
 * @param {number} square
 * @param {boolean} letters
 */
export function nameOf(square, letters) {
  const { row, column } = placeOf(square);
  return letters ? "abcdefgh"[column] + (8 - row) : String(square);
}

/** The square of a name of either kind. */
const squareNamed = (/** @type {string} */ name) =>
  /^[a-h]/.test(name) ? squareAt(8 - Number(name[1]), "abcdefgh".indexOf(name[0])) : Number(name);

/**
 * The squares of a move, where it lands included.
 * @param {string} move
 * @returns {number[]}
 */
export function pathOf(move) {
  return move.split(/[-x:]/).map(squareNamed);
}

/**
 * The squares that a move goes over, and those where it lands on its way.
 * @param {string} move
 * @returns {number[]}
 */
export function passedBy(move) {
  const path = pathOf(move).map(placeOf);
  return path.slice(1).flatMap((to, i) => {
    const steps = Math.abs(to.row - path[i].row);
    const at = /** @param {number} n */ (n) => squareAt(path[i].row + n * (to.row - path[i].row) / steps,
      path[i].column + n * (to.column - path[i].column) / steps);
    return Array.from({ length: steps - 1 }, (_, n) => at(n + 1));
  });
}

/**
 * The position after a move that is legal in it.
 * @param {Position} position
 * @param {string} move
 * @returns {Position}
 */
export function play(position, move) {
  const path = pathOf(move);
  const to = path[path.length - 1];
  const pieces = new Map(position.pieces);
  const piece = pieces.get(path[0]);
  if (!piece) return position;
  pieces.delete(path[0]);
  for (const square of passedBy(move)) pieces.delete(square);
  const kingRow = piece.side === "White" ? 0 : 7;
  // Russian draughts, whose captures have colons, crown a man on its way, too.
  const crowned = move.includes(":") ? path.slice(1) : [to];
  pieces.set(to, { side: piece.side, king: piece.king || crowned.some((square) => placeOf(square).row === kingRow) });
  return { turn: position.turn === "White" ? "Black" : "White", pieces };
}

/**
 * The positions of a game, with the one that it began at.
 * @param {string} fen
 * @param {string[]} moves
 * @returns {Position[]}
 */
export function positionsOf(fen, moves) {
  const list = [parseFen(fen)];
  for (const move of moves) list.push(play(list[list.length - 1], move));
  return list;
}

/**
 * Whether a game was begun by the side that moves second in a whole one.
 * @param {string} fen what it began at
 * @param {string} [rules]
 */
export const secondBegan = (fen, rules) => parseFen(fen).turn !== parseFen(startOf(rules)).turn;

/**
 * How many pieces of a side stand.
 * @param {Position} position
 * @param {string} side
 */
export function countOf(position, side) {
  return [...position.pieces.values()].filter((piece) => piece.side === side).length;
}
