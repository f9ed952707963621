// Positions and moves as texts. Which moves are legal is the API's to say.

/** @typedef {import("./types.js").Position} Position */

/**
 * What a game is played on. White begins but in English draughts and pool checkers; squares have numbers, or letters.
 * @typedef {object} Board
 * @property {number} size squares along an edge
 * @property {boolean} mirrored a square in White's right corner is played on
 * @property {boolean} [fromWhite] numbers begin at White's side
 * @property {boolean} [letters]
 * @property {string} begins
 */

const usual = { size: 8, mirrored: false, begins: "White" };

/** @type {Record<string, Board>} */
const boards = {
  english: { ...usual, begins: "Black" }, pool: { ...usual, begins: "Black" }, russian: { ...usual, letters: true },
  brazilian: { ...usual, letters: true }, czech: { ...usual, letters: true }, italian: { ...usual, mirrored: true },
  spanish: { ...usual, mirrored: true, fromWhite: true }, international: { ...usual, size: 10 },
  frisian: { ...usual, size: 10 },
};

/** @param {string} [rules] the game that is played */
export const boardOf = (rules) => boards[rules ?? "english"];

/** Whether games are played on the same squares. */
export const samePlace = (/** @type {Board} */ a, /** @type {Board} */ b) => a.size === b.size && a.mirrored === b.mirrored;

/** How many squares are played on. */
export const squaresOf = (/** @type {Board} */ { size }) => size * size / 2;

/** A square counted from Black's side, or the number of one that was counted so; those beside the board come last. */
const counted = (/** @type {number} */ square, /** @type {Board} */ board) =>
  (board.fromWhite && square <= squaresOf(board) ? squaresOf(board) + 1 - square : square);

/**
 * A square's row from Black's side, and its column from White's left, both from 0.
 * @param {number} square from 1
 * @param {Board} board
 */
export function placeOf(square, board) {
  const [at, inRow] = [counted(square, board) - 1, board.size / 2];
  const row = Math.floor(at / inRow);
  return { row, column: 2 * (at % inRow) + ((row % 2 === 0) !== board.mirrored ? 1 : 0) };
}

/**
 * @param {number} row one more than the board has is beside it
 * @param {number} column
 * @param {Board} board
 * @returns {number} 0 where no piece can stand
 */
export function squareAt(row, column, board) {
  const { size, mirrored } = board;
  if (row < 0 || row > size || column < 0 || column >= size || ((row + column) % 2 === 0) !== mirrored) return 0;
  return counted(size / 2 * row + Math.floor(column / 2) + 1, board);
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

/**
 * The position that a game begins at: all but the two rows in the middle are full of men.
 * @param {string} [rules]
 */
export function startOf(rules) {
  const board = boardOf(rules);
  const squares = Array.from({ length: squaresOf(board) }, (_, i) => i + 1);
  const of = /** @param {(row: number) => boolean} stands */ (stands) => squares.filter((s) => stands(placeOf(s, board).row));
  return `${board.begins[0]}:W${of((row) => row > board.size / 2)}:B${of((row) => row < board.size / 2 - 1)}`;
}

/** The board of which nothing is known. */
export const noPieces = "B";

/**
 * What a square is called: its number, or by letters the column and the row as White sees them.
 * @param {number} square
 * @param {Board} board
 */
export function nameOf(square, board) {
  const { row, column } = placeOf(square, board);
  return board.letters ? "abcdefgh"[column] + (board.size - row) : String(square);
}

/** The square of a name of either kind; all boards whose squares have letters are the same. */
const squareNamed = (/** @type {string} */ name) =>
  /^[a-h]/.test(name) ? squareAt(8 - Number(name[1]), "abcdefgh".indexOf(name[0]), boards.russian) : Number(name);

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
 * @param {Board} board
 * @returns {number[]}
 */
export function passedBy(move, board) {
  const path = pathOf(move).map((square) => placeOf(square, board));
  return path.slice(1).flatMap((to, i) => {
    const steps = Math.max(Math.abs(to.row - path[i].row), Math.abs(to.column - path[i].column));
    const at = /** @param {number} n */ (n) => squareAt(path[i].row + n * (to.row - path[i].row) / steps,
      path[i].column + n * (to.column - path[i].column) / steps, board);
    return Array.from({ length: steps - 1 }, (_, n) => at(n + 1));
  });
}

/**
 * The position after a move that is legal in it.
 * @param {Position} position
 * @param {string} move
 * @param {Board} board
 * @returns {Position}
 */
export function play(position, move, board) {
  const path = pathOf(move);
  const to = path[path.length - 1];
  const pieces = new Map(position.pieces);
  const piece = pieces.get(path[0]);
  if (!piece) return position;
  pieces.delete(path[0]);
  for (const square of passedBy(move, board)) pieces.delete(square);
  const kingRow = piece.side === "White" ? 0 : board.size - 1;
  // Russian draughts, whose captures have colons, crown a man on its way, too.
  const crowned = move.includes(":") ? path.slice(1) : [to];
  pieces.set(to, { side: piece.side, king: piece.king || crowned.some((s) => placeOf(s, board).row === kingRow) });
  return { turn: position.turn === "White" ? "Black" : "White", pieces };
}

/**
 * The positions of a game, with the one that it began at.
 * @param {string} fen
 * @param {string[]} moves
 * @param {string} [rules]
 * @returns {Position[]}
 */
export function positionsOf(fen, moves, rules) {
  const list = [parseFen(fen)];
  for (const move of moves) list.push(play(list[list.length - 1], move, boardOf(rules)));
  return list;
}

/**
 * Whether a game was begun by the side that moves second in a whole one.
 * @param {string} fen what it began at
 * @param {string} [rules]
 */
export const secondBegan = (fen, rules) => parseFen(fen).turn !== boardOf(rules).begins;

/**
 * How many pieces of a side stand.
 * @param {Position} position
 * @param {string} side
 */
export function countOf(position, side) {
  return [...position.pieces.values()].filter((piece) => piece.side === side).length;
}
