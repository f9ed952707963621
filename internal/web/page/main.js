// The page: it shows the state of the table, and gives commands.

import { makeActions, playFrom, send, showActions, showSpeed } from "./actions.js";
import { ask, download, keepToken, Refused, takeToken } from "./api.js";
import { focusOn, makeBoard, showBoard } from "./board.js";
import { makeCamera } from "./camera.js";
import { choose, targetsOf } from "./choose.js";
import { clocksAfter, leftAt, noClocks } from "./clocks.js";
import { connect } from "./connection.js";
import { closeAll, nameLevels, openDialog, sure } from "./dialogs.js";
import { byId, fit, make, tell } from "./elements.js";
import { addToLog } from "./log.js";
import { showMoves } from "./moves.js";
import { fetchPicture, showPlan } from "./plan.js";
import { showClock, showPlayer, sideText } from "./players.js";
import { makePointing } from "./pointing.js";
import { boardOf, fenOf, nameOf, noPieces, parseFen, pathOf, positionsOf, secondBegan, startOf } from "./position.js";
import { fold, remember, setting, toggle } from "./settings.js";
import { hush, say, tone } from "./sound.js";
import { makeStop } from "./stop.js";
import { showThinking } from "./thinking.js";
import { languages, preferred, speak, t } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").TableEvent} TableEvent */

/** @type {State} */
const nothing = { state: "", event: 0, sentence: "", commands: [], interrupted: false, level: "", moves: [] };

/** What is shown. */
const view = {
  state: nothing,
  connected: false,
  /** @type {number | null} how many moves were made in the position that is looked at; null: the one that stands */
  ply: null,
  position: parseFen(startOf()),
  /** @type {number[]} */
  chosen: [],
  /** @type {import("./correct.js").Correction | null} the move that is being corrected */
  correction: null,
  /** @type {import("./types.js").Mistake & {arrows: import("./board.js").Arrow[]} | null} that is looked at */
  mistake: null,
  /** the move that the hand was asked for and makes; "": none */
  asked: "",
  clocks: noClocks,
  ahead: 0, // milliseconds by which the server's clock is ahead
};

const board = byId("board");
const commands = () => (view.connected ? view.state.commands : []);
const mayStop = () => view.state.commands.includes("stop");
const mayCommand = () => !view.state.spectates;
const said = /** @type {HTMLElement} */ (document.querySelector(".said"));
/** @param {string} sentence */
const refused = (sentence) => {
  tell(byId("refusal"), sentence);
  fit(said);
};

let alarms = 0;
/** Says that the table has not answered, until it does again, or something else is said. */
async function alarm(/** @type {string} */ text) {
  const mine = ++alarms;
  refused(text);
  while (mine === alarms && byId("refusal").textContent === text) {
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
    await ask("state").then(() => mine === alarms && byId("refusal").textContent === text && refused(""), () => {});
  }
}

/** Says something to who does not see the page. */
function announce(/** @type {string} */ text) {
  const place = byId("announce");
  place.append(make("span", {}, `${text} `));
  while (place.children.length > 4) place.firstElementChild.remove();
}

/** Whether Black is near: as it was chosen, or the human's side. */
function turned() {
  const near = setting("near");
  return near === "" ? view.state.robot === "White" : near === "Black";
}

/** The side that is near: on the board, in the camera's picture and in that of the plan. */
const near = () => (turned() ? "Black" : "White");

/** Draws all of it. */
function show() {
  const { state, connected } = view;
  document.body.className = connected ? state.state.replace(/[^a-z]/g, "-") : "cut";
  if (state.table) document.body.dataset.table = state.table;
  else delete document.body.dataset.table;
  /** @type {HTMLElement} */ (document.querySelector("main")).inert = !connected;
  tell(byId("connection"), connected ? t("connected") : t("cut.short"));
  tell(byId("sentence"), connected ? state.sentence : t("cut"));
  tell(byId("more"), connected ? state.problem ?? aboutTheHand() : t("cut.more"));
  document.title = `${connected ? state.sentence : t("cut.short")} – Draughtsman`;
  showActions(byId("actions"), commands(), state.state);
  byId("teach").setAttribute("aria-pressed", String(state.teaches === true));
  byId("teach").disabled = !commands().includes("teach");
  showSpeed(byId("speed"), commands().includes("speed") ? state.speed : undefined);
  const over = state.state === "over" && !state.shows && state.moves.length > 0;
  byId("report").hidden = !over;
  if (over) import("./report.js").then((report) => report.showReport(state, look), () => {});
  byId("stop").hidden = !mayStop();
  byId("watching").hidden = !connected || mayCommand();
  fit(said);
  showPosition();
  showThinking(byId("thought"), state);
  showPlan(state);
  showTimes();
}

/** What a hand at the table is doing, or how it is had to move, as long as the game is young. */
function aboutTheHand() {
  if (view.asked) return t("move.asked", { move: view.asked });
  const young = 4; // moves of both sides
  const asks = commands().includes("move") && view.state.table !== "watched"; // there people move on the board
  const room = view.state.sentence.length < 120; // characters; on a phone a longer one fills its box
  return asks && room && view.state.moves.length < young ? t("move.how") : "";
}

/** The moves that may be made now, in the position that is shown. */
function legalNow() {
  const { state, connected, correction } = view;
  if (correction) return connected ? correction.legal : [];
  return connected && state.state === "the human's turn" ? state.legal ?? [] : [];
}

/** Draws the board with what belongs to it. */
function showPosition() {
  const { state, ply, chosen, correction, mistake } = view;
  const began = state.start ?? startOf(state.rules);
  const live = ply === null || ply >= state.moves.length;
  const stands = live && state.fen !== undefined && state.wanted === undefined;
  const position = live ? parseFen(state.wanted ?? state.fen ?? noPieces)
    : positionsOf(began, state.moves.slice(0, ply ?? 0), state.rules)[ply ?? 0];
  view.position = position;
  const at = live ? state.moves.length : ply ?? 0;
  const legal = live || correction ? legalNow() : [];
  showBoard(board, {
    position, turned: turned(), rules: state.rules, chosen, last: at > 0 && !state.wanted ? state.moves[at - 1] : "",
    movable: legal.map((move) => pathOf(move)[0]), ...targetsOf(legal, chosen),
    arrows: live ? arrowsOf(state) : mistake?.arrows ?? [], sign: live && state.arrow === "draw" ? "½" : "",
  });
  board.classList.toggle("past", !stands && !correction);
  showPlayer(byId("near"), near(), state, position);
  showPlayer(byId("far"), near() === "White" ? "Black" : "White", state, position);
  showMoves(byId("moves"), state.moves, secondBegan(began, state.rules), at, go);
  byId("play-from").disabled = !commands().includes("new game");
  byId("correct").hidden = state.table !== "watched";
  byId("correct").disabled = correction !== null || at === 0 || !commands().includes("correct");
  byId("standing").textContent = mistake ? t("report.arrows", { move: mistake.move, better: mistake.best[0] }) : correction ? t("step.instead", { move: state.moves[correction.ply - 1] })
    : !live ? at === 0 ? t("step.start") : t("step.at", { move: state.moves[at - 1] })
    : state.wanted ? t("step.wanted") : state.game || state.interrupted ? "" : t("step.none");
  byId("first").disabled = byId("before").disabled = at === 0;
  byId("after").disabled = byId("latest").disabled = live;
}

/** The moves that are pointed out on the board: those that are taken back lead to where the pieces came from. */
function arrowsOf(/** @type {State} */ { arrow = "", arrows = [] }) {
  return arrows.map((move) => ({ kind: arrow, path: arrow === "taking back" ? pathOf(move).reverse() : pathOf(move) }));
}

function showTimes() {
  const left = leftAt(view.clocks, Date.now() + view.ahead);
  showClock(byId("near"), left);
  showClock(byId("far"), left);
}

/** Shows the position after so many moves. */
function go(/** @type {number} */ ply) {
  const most = view.state.moves.length;
  view.ply = ply >= most ? null : Math.max(0, ply);
  view.chosen = [];
  view.correction = view.mistake = null;
  showPosition();
}

/** Shows a move that decided the game, and the better one, on the board before them. */
function look(/** @type {import("./types.js").Mistake} */ mistake, /** @type {import("./board.js").Arrow[]} */ arrows) {
  go(mistake.ply - 1);
  view.mistake = { ...mistake, arrows };
  showPosition();
}

/** Has the move before the position that is shown corrected, on the board as it stood before that. */
async function correct() {
  const ply = view.ply ?? view.state.moves.length;
  const { correctionOf } = await import("./correct.js");
  const correction = await correctionOf(ply, refused);
  if (!correction) return;
  go(ply - 1);
  view.correction = correction;
  showPosition();
}

/** What the buttons that give commands need to know. */
const asks = {
  state: () => view.state,
  shown: () => ({ fen: fenOf(view.position.pieces.size > 0 ? view.position : parseFen(startOf(view.state.rules))),
    turned: turned(), rules: view.state.rules }),
  refused,
};

/** Opens the list of the games that were played, or one of them. */
const showGames = (/** @type {number} */ number) => import("./games.js").then(({ openGames }) => openGames(number,
  { may: () => commands().includes("new game"), playFrom: (fen, rules) => playFrom(fen, rules, asks) })).catch(() => refused(t("not sent")));
let linked = Number(new URLSearchParams(location.search).get("game")); // the number of a game that an address leads to

/** Gives the command for a move that was pointed out on the board. */
async function made(/** @type {string} */ move) {
  const { correction, state } = view;
  if (correction) {
    go(state.moves.length);
    send({ command: "correct", ply: correction.ply, move }, refused);
  } else if (!commands().includes("move")) {
    refused(mayCommand() ? t("move.by hand", { move }) : t("spectator"));
  } else if (state.table !== "watched" || await sure(t("sure.move", { move }), t("sure.move.yes"))) {
    askFor(move);
  }
}

const step = /** @param {number} by */ (by) => go((view.ply ?? view.state.moves.length) + by);

/** Somebody points at a square. */
function point(/** @type {number} */ square) {
  if (view.ply !== null && !view.correction) return;
  const choice = choose(legalNow(), view.chosen, square);
  view.chosen = choice.squares;
  if (choice.several) refused(t("move.several", { square: nameOf(square, boardOf(view.state.rules)) }));
  else refused("");
  if (choice.move) {
    view.chosen = [];
    made(choice.move);
  }
  showPosition();
}

/** Draws the plan of what the arm carries out, where somebody wants to see it. */
function drawPlan() {
  if (setting("plan") === "on") fetchPicture(() => view.state.game, near());
}

/** Has the hand make a move. */
async function askFor(/** @type {string} */ move) {
  const { moves } = view.state;
  if (!await send({ command: "move", move }, refused) || view.state.moves.length !== moves.length) return;
  view.asked = move;
  show();
}

/** Takes over the state of the table. */
function takeState(/** @type {State} */ state, /** @type {number} */ served) {
  const before = view.state;
  const fresh = !view.connected;
  if (state.moves.join() !== before.moves.join()) {
    view.ply = view.correction = view.mistake = null;
    view.asked = "";
  }
  if (state.state !== before.state) view.asked = "";
  if (state.fen !== before.fen || state.state !== before.state) view.chosen = [];
  if (state.state !== before.state) refused("");
  if (!Number.isNaN(served) && Math.abs(served - Date.now() - view.ahead) > 1000) view.ahead = served - Date.now();
  view.state = state;
  view.connected = true;
  show();
  if (state.sentence !== before.sentence || fresh) {
    announce(state.sentence);
    if (setting("speech") === "on") say(state.sentence);
  }
  if (state.state === "the human's turn" && before.state !== state.state && !fresh && setting("tone") === "on") tone("turn");
  if (fresh) camera.again();
  if (fresh && state.progress) drawPlan();
  if (linked) showGames(linked);
  linked = 0;
}

/** What a move, or the end, sounds like. */
function toneOf(/** @type {TableEvent} */ e) {
  const kings = /** @param {string} [fen] */ (fen = "") =>
    [...parseFen(fen).pieces.values()].filter((piece) => piece.king && piece.side === e.side).length;
  if (e.event === "game over") return "end";
  return kings(e.fen) > kings(view.state.fen) ? "crown" : /[x:]/.test(e.move ?? "") ? "capture" : "move";
}

/** Takes over what has happened. */
function takeEvent(/** @type {TableEvent} */ e, /** @type {boolean} */ past) {
  view.clocks = clocksAfter(view.clocks, e);
  addToLog(byId("log"), e);
  if (past) return;
  view.ahead = Date.parse(e.time) - Date.now();
  if (setting("tone") === "on" && (e.event === "played" || e.event === "game over")) tone(toneOf(e));
  switch (e.event) {
    case "thinking":
      view.state = { ...view.state, thought: { depth: e.depth ?? 0, score: e.score ?? 0, line: e.line ?? [] } };
      showThinking(byId("thought"), view.state);
      break;
    case "transfer":
      if (e.step === 1) drawPlan();
      break;
    case "played":
      announce(`${sideText(e.side)}: ${e.move}`);
  }
}

/** Says that the connection is cut. */
function takeCut(/** @type {string} */ why) {
  if (view.connected) announce(t("cut"));
  if (view.connected || document.body.className === "waiting") {
    view.connected = false;
    view.chosen = [];
    view.asked = "";
    hush();
    show();
    camera.again();
  }
  if (why !== "") tell(byId("more"), why);
}

function askForToken() {
  openDialog(byId("token-dialog"));
}

/** Everything is said in a language. */
async function read(/** @type {string} */ language) {
  if (!await speak(language)) return;
  byId("language").value = language;
  for (const e of document.querySelectorAll("[data-key]")) delete (/** @type {HTMLElement} */ (e).dataset.key);
  nameLevels();
}

/** Whether keys belong to what has the focus. */
const typing = /** @param {EventTarget | null} at */ (at) => at instanceof Element &&
  (at.matches("input, select, textarea") || at.closest("dialog, #board, [tabindex='0']") !== null);

/** @type {{again: (said?: boolean) => void}} */
let table = { again: () => {} };
const camera = { again: () => {} };

/** What the page's own buttons do. */
function listen() {
  makeBoard(board, { point, leave: () => { view.chosen = []; showPosition(); } });
  makePointing(board, { point, drags: (square) => (view.ply === null || view.correction !== null) && legalNow().some((m) => pathOf(m)[0] === square) });
  makeActions(byId("actions"), asks);
  makeStop(byId("stop"), {
    may: mayStop,
    done: () => { closeAll(); refused(""); },
    failed: (e) => (e instanceof Refused ? refused(e.message) : alarm(t("stop.failed"))),
  });
  byId("first").onclick = () => go(0);
  byId("before").onclick = () => step(-1);
  byId("after").onclick = () => step(1);
  byId("latest").onclick = () => go(view.state.moves.length);
  byId("correct").onclick = correct;
  byId("teach").onclick = () => send({ command: "teach", on: !view.state.teaches }, refused);
  byId("play-from").onclick = () => playFrom(asks.shown().fen, view.state.rules, asks);
  byId("show-games").onclick = () => showGames(0);
  byId("turn").onclick = () => {
    remember("near", turned() ? "White" : "Black");
    show();
    if (view.state.progress) drawPlan();
  };
  addEventListener("keydown", (e) => {
    if (typing(e.target) || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === "ArrowLeft") step(-1);
    else if (e.key === "ArrowRight") step(1);
    else if (e.key === "b") focusOn(board, 1);
  });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-file]"))) {
    const name = button.dataset.file ?? "";
    button.onclick = () => download(name).then(
      (game) => refused(game && game !== view.state.game ? t("file.earlier") : ""), (e) => refused(e.message));
  }
  for (const name of ["tone", "thinking"]) if (setting(name) === "") remember(name, "on");
  toggle(byId("tone"), "tone", (on) => on && tone("turn"));
  toggle(byId("speech"), "speech", (on) => (on ? say(view.state.sentence) : hush()));
  toggle(byId("overlay"), "overlay", () => camera.again());
  fold(byId("show-thinking"), "thinking");
  fold(byId("show-plan"), "plan", () => view.state.progress && drawPlan());
  addEventListener("resize", () => fit(said));
  for (const [name, own] of Object.entries(languages)) byId("language").append(make("option", { value: name }, own));
  byId("language").onchange = async (/** @type {Event} */ e) => {
    const language = /** @type {HTMLSelectElement} */ (e.target).value;
    remember("language", language);
    await read(language);
    table.again(false);
  };
  byId("token-form").onsubmit = (/** @type {Event} */ e) => {
    e.preventDefault();
    keepToken(byId("token").value.trim());
    byId("token-dialog").close();
    table.again();
  };
  byId("other-token").onclick = askForToken;
  addEventListener("hashchange", () => { takeToken(); table.again(); });
}

takeToken();
listen();
await read(preferred(setting("language")));
Object.assign(camera, makeCamera({ connected: () => view.connected, overlay: () => setting("overlay") === "on", near }));
table = connect(() => document.documentElement.lang, {
  state: takeState, event: takeEvent, cut: takeCut, refused: askForToken,
  anew: () => { byId("log").replaceChildren(); view.clocks = noClocks; view.ply = null; },
});
setInterval(showTimes, 250);
