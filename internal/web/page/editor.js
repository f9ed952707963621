// The board on which the position of a new game is set up: by dragging pieces, by tapping or with keys, as a FEN, or
// from a file of problems.

import { ask, Refused } from "./api.js";
import { makeBoard, showBoard } from "./board.js";
import { make, tell } from "./elements.js";
import { makePointing } from "./pointing.js";
import { boardOf, fenOf, parseFen, samePlace, squaresOf, startOf } from "./position.js";
import { speak, t, translate } from "./words.js";

/** The pieces beside the board, by the squares on which they are drawn. */
let spare = /** @type {import("./types.js").Position["pieces"]} */ (new Map());

let position = parseFen(startOf());
let chosen = 0; // which of the spare pieces is put where somebody points
let turned = false;
let rules = /** @type {string | undefined} */ (undefined); // of the game that is played at the table
let [form, board] = /** @type {any[]} */ ([]);

const html = `<link rel="stylesheet" href="page/games.css">
  <svg class="board" role="grid" data-label="label.board"></svg><p class="faint" data-t="edit.how"></p>
  <p class="files"><button type="button" class="quiet" id="edit-start" data-t="game.start"></button>
    <button type="button" class="quiet" id="edit-empty" data-t="edit.empty"></button></p>
  <label><span>FEN</span> <input name="fen" spellcheck="false" autocomplete="off"></label>
  <label><span data-t="edit.file"></span> <input type="file" id="edit-file" accept=".pdn,text/plain"></label>
  <label hidden><span data-t="edit.problems"></span> <select id="problems"></select></label>`;

/**
 * Shows the editor.
 * @param {HTMLElement} root where it is
 * @param {string | undefined} fen the position that it shows; undefined: the one that was set up last
 * @param {{fen: string, turned: boolean, rules?: string}} first what it shows otherwise, and how
 */
export async function showEditor(root, fen, first) {
  await speak(document.documentElement.lang, ["games-"]);
  if (!samePlace(boardOf(rules), boardOf(first.rules))) fen ??= startOf(first.rules);
  ({ turned } = first);
  if (!form) {
    build(root);
    fen ??= first.fen;
  }
  playBy(first.rules);
  set(fen ?? fenOf(position));
}

/** Takes over what is played, and lays the spare pieces beside its board. */
function playBy(/** @type {string | undefined} */ game) {
  rules = game;
  const beside = squaresOf(boardOf(rules)) + 1;
  spare = parseFen(`B:W${beside + 2},K${beside + 3}:B${beside},K${beside + 1}`).pieces;
  if (!spare.has(chosen)) chosen = beside;
}

function build(/** @type {HTMLElement} */ root) {
  form = root.closest("form");
  root.innerHTML = html;
  translate(root);
  const find = /** @param {string} selector */ (selector) => /** @type {any} */ (root.querySelector(selector));
  board = find("svg");
  makeBoard(board, { point, leave: () => {} }, true);
  makePointing(board, { point, dropped, drags: (square) => spare.has(square) || position.pieces.has(square) });
  find("#edit-start").onclick = () => set(startOf(rules));
  find("#edit-empty").onclick = () => set(position.turn[0]);
  form.elements.turn.onchange = () => set(form.elements.turn.value[0].toUpperCase() + fenOf(position).slice(1));
  const field = form.elements.fen;
  field.onfocus = () => field.select();
  field.onchange = async () => {
    const games = await begins(new Blob([`[FEN "${field.value.replace(/["\\]/g, "")}"]\n\n*\n`]));
    if (games) set(games[0].start);
  };
  const list = find("#problems");
  let problems = /** @type {any[]} */ ([]);
  list.onchange = () => showProblem(problems[list.selectedIndex]);
  find("#edit-file").onchange = async (/** @type {any} */ e) => {
    const games = await begins(e.target.files[0]);
    problems = (games ?? []).filter((/** @type {any} */ game) => game.start !== startOf(game.rules));
    if (games && problems.length === 0) say(t("edit.none"));
    list.parentElement.hidden = problems.length === 0;
    list.replaceChildren(...problems.map((/** @type {any} */ g) => make("option", { value: g.start },
      [`${g.number}.`, g.event, g.black, g.white].filter((x) => x && x !== "?").join(" "))));
    if (problems.length > 0) showProblem(problems[0]);
  };
}

const say = /** @param {string} text */ (text) => tell(form.querySelector(".refused"), text);

/** The games of a PDN text with the positions that they begin at; null: it cannot be read. */
async function begins(/** @type {Blob} */ text) {
  say("");
  const answer = await ask("positions", { method: "POST", body: text }).catch((e) =>
    say(e instanceof Refused ? e.message : t("not sent")));
  return answer ? answer.json() : null;
}

/** Shows what a problem begins with, which is to be played by its rules. */
function showProblem(/** @type {{start: string, rules?: string}} */ problem) {
  playBy(form.elements.rules.value = problem.rules ?? "english");
  set(problem.start);
}

/** Shows a position, which is a FEN as the API has it, and writes it down. */
function set(/** @type {string} */ fen) {
  position = parseFen(fen);
  form.elements.fen.value = fenOf(position);
  form.elements.turn.value = position.turn.toLowerCase();
  showBoard(board, { position: { ...position, pieces: new Map([...position.pieces, ...spare]) }, last: "", movable: [],
    chosen: [chosen], ends: new Set(), between: new Set(), turned, rules });
}

/** Somebody points at a square: the chosen piece is put there, or taken away. */
function point(/** @type {number} */ square) {
  const piece = /** @type {import("./types.js").Piece} */ (spare.get(chosen));
  if (spare.has(square)) chosen = square;
  else if (JSON.stringify(position.pieces.get(square)) === JSON.stringify(piece)) position.pieces.delete(square);
  else position.pieces.set(square, piece);
  set(fenOf(position));
}

/** A piece is dragged to a square, or off the board. */
function dropped(/** @type {number} */ from, /** @type {number} */ to) {
  const piece = /** @type {import("./types.js").Piece} */ (spare.get(from) ?? position.pieces.get(from));
  position.pieces.delete(from);
  if (to !== 0 && !spare.has(to)) position.pieces.set(to, piece);
  set(fenOf(position));
}
