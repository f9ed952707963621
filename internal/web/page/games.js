// The games that were played at the table: a list of them, how people did, and each of them on a board.

import { ask, download, Refused } from "./api.js";
import { makeBoard, showBoard } from "./board.js";
import { levelText, openDialog } from "./dialogs.js";
import { byId, make, tell } from "./elements.js";
import { showMoves } from "./moves.js";
import { fenOf, positionsOf, secondBegan } from "./position.js";
import { showMistakes } from "./report.js";
import { speak, t, translate } from "./words.js";

/** @typedef {Record<"date" | "black" | "white" | "level" | "result" | "start", string> & {number: number, moves: string[], rules?: string}} Game */

const engine = "Draughtsman"; // as records have the robot's name
const nobody = "Human"; // and that of people who have given none

let root = /** @type {any} the dialog */ (null);
let then = /** @type {{may: () => boolean, playFrom: (fen: string, rules?: string) => void}} */ ({});
let game = /** @type {Game} that is looked at */ ({});
let positions = /** @type {import("./types.js").Position[]} of that game */ ([]);
let ply = 0; // how many moves were made in the position that is shown

const html = `<link rel="stylesheet" href="page/games.css"><div>
  <p class="files"><button type="button" class="quiet" id="games-back" data-t="games.all"></button>
    <button type="button" class="quiet close" data-t="games.close"></button></p>
  <h2 id="games-title" tabindex="-1"></h2>
  <p class="refused" role="alert" hidden></p>
  <div id="games-list">
    <section><ol id="games-rows"></ol>
      <p class="files"><button type="button" class="quiet" id="games-more" data-t="games.more"></button>
        <button type="button" class="quiet" data-keeps="games.pdn" data-t="file.games"></button></p></section>
    <section><h3 data-t="games.people"></h3><p id="games-total"></p>
      <h3 data-t="games.rating"></h3><ol id="games-players"></ol><p class="faint" data-t="games.rated"></p></section>
  </div>
  <div id="replay" hidden>
    <svg class="board" id="replay-board" viewBox="0 0 800 800" role="grid" data-label="label.board"></svg>
    <div>
      <div class="steps">
        <button type="button" data-label="step.first">⇤</button><button type="button" data-label="step.before">←</button>
        <button type="button" data-label="step.after">→</button><button type="button" data-label="games.last">⇥</button>
      </div>
      <p id="replay-at"></p>
      <ol id="replay-moves" class="moves" tabindex="0" data-label="title.moves"></ol>
      <h3 data-t="report.title"></h3><ol id="replay-decided"></ol>
      <p class="files"><button type="button" class="main" id="replay-play" data-t="do.play from"></button>
        <a id="replay-link" data-t="games.link"></a>
        <button type="button" class="quiet" data-keeps="game.pdn" data-t="file.game"></button>
        <button type="button" class="quiet" data-keeps="report.html" data-t="file.report"></button></p>
    </div>
  </div>
</div>`;

/** Opens the game with a number; 0: the list. */
export async function openGames(/** @type {number} */ number, /** @type {typeof then} */ asks) {
  then = asks;
  await speak(document.documentElement.lang, ["games-"]);
  if (!root) build();
  openDialog(root);
  const [found] = number > 0 ? (await fetched(number + 1))?.games ?? [] : [];
  await (found?.number === number ? look(found) : list());
}

/** Makes the dialog. */
function build() {
  root = make("dialog", { id: "games", "aria-labelledby": "games-title" });
  root.innerHTML = html;
  document.body.append(root);
  translate(root);
  makeBoard(/** @type {any} */ (byId("replay-board")), { point: () => {}, leave: () => {} });
  root.querySelector(".close").onclick = () => root.close();
  byId("games-back").onclick = () => list();
  byId("games-more").onclick = () => list(Number(byId("games-rows").lastElementChild.dataset.number));
  for (const button of root.querySelectorAll("[data-keeps]")) {
    const name = button.dataset.keeps;
    button.onclick = () => said(name === "games.pdn" ? download(name)
      : download(`${name}?number=${game.number}`, `${game.number}-${name}`));
  }
  byId("replay-play").onclick = () => {
    root.close();
    then.playFrom(fenOf(positions[ply]), game.rules);
  };
  const steps = [() => 0, () => ply - 1, () => ply + 1, () => positions.length];
  root.querySelectorAll(".steps button").forEach((/** @type {any} */ e, /** @type {number} */ i) => {
    e.onclick = () => go(steps[i]());
  });
  root.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    const step = ["ArrowLeft", "ArrowRight"].indexOf(e.key) + 1;
    if (step > 0 && !e.defaultPrevented && !byId("replay").hidden) go(steps[step]());
  });
}

/** @param {unknown} e */
const why = (e) => (e instanceof Refused ? e.message : t("not sent"));

/** Says why something is refused. */
function said(/** @type {Promise<any>} */ doing) {
  tell(root.querySelector(".refused"), "");
  return doing.catch((e) => tell(root.querySelector(".refused"), why(e)));
}

/** @type {(before?: number) => Promise<any>} the games before one, and how players did; undefined: they cannot be had */
const fetched = (before) => said(ask(before ? `games.json?before=${before}` : "games.json").then((games) => games.json()));

/** Shows one of the two parts of the dialog. */
function turnTo(/** @type {boolean} */ one, /** @type {string} */ title) {
  byId("games-list").hidden = one;
  byId("replay").hidden = byId("games-back").hidden = !one;
  byId("games-title").textContent = title;
  byId("games-title").focus();
}

/** @param {string} name */
const nameOf = (name) => ({ [engine]: t("player.robot"), [nobody]: t("player.human"), "?": "–", "": "–" })[name] ?? name;

/** @param {Game} g */
const playersOf = (g) => `${nameOf(g.black)} – ${nameOf(g.white)}`;

/** @param {Game} g */
function aboutOf(g) {
  const result = { "1-0": t("games.won", { name: nameOf(g.black) }), "0-1": t("games.won", { name: nameOf(g.white) }),
    "1/2-1/2": t("games.drawn") }[g.result] ?? t("games.unfinished");
  return [g.number, g.date, g.level && levelText(g.level), result].filter(Boolean).join(" · ");
}

/** Shows the games, the last ones first, and how people did; or adds those before a game to the list. */
async function list(/** @type {number | undefined} */ before = undefined) {
  if (!before) {
    turnTo(false, t("games.title"));
    byId("games-rows").replaceChildren();
  }
  const all = await fetched(before);
  if (!all) return;
  const rows = all.games.map((/** @type {Game} */ g) => {
    const link = make("a", { href: `?game=${g.number}` }, playersOf(g));
    link.addEventListener("click", (e) => {
      if (e.ctrlKey || e.metaKey || e.shiftKey) return; // another tab, or window
      e.preventDefault();
      look(g);
    });
    return make("li", { "data-number": g.number }, link, make("span", { class: "faint" }, aboutOf(g)));
  });
  byId("games-rows").append(...rows);
  byId("games-more").hidden = !(rows[rows.length - 1]?.dataset.number > 1);
  const robot = { games: 0, won: 0, drawn: 0, lost: 0, ...all.players.find((/** @type {any} */ p) => p.player === engine)?.all };
  byId("games-total").textContent = t("games.did", { ...robot, won: robot.lost, lost: robot.won });
  const least = /** @param {any} p what the games prove */ (p) => p.strength?.elo_low ?? -Infinity;
  byId("games-players").replaceChildren(...all.players.filter((/** @type {any} */ p) => ![engine, nobody].includes(p.player))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => (least(a) < least(b) ? 1 : least(a) > least(b) ? -1 : 0)).slice(0, 20)
    .map((/** @type {any} */ p) => make("li", {}, make("strong", {}, p.player), ` ${ratingOf(p.strength)}`,
      make("span", { class: "faint" }, t("games.did", p.all)))));
}

/** A strength, and the bounds that chance leaves open; one of these for who has won or lost all games. */
function ratingOf(/** @type {any} */ s) {
  const [elo, low, high] = [s?.elo, s?.elo_low, s?.elo_high].map((x) => (x ?? null) !== null && Math.round(x));
  return elo !== false ? `${elo} (${low}–${high})` : low !== false ? `> ${low}` : high !== false ? `< ${high}` : "";
}

/** Shows a game on the board, and what decided it. */
async function look(/** @type {Game} */ g) {
  game = g;
  positions = positionsOf(g.start, g.moves, g.rules);
  turnTo(true, playersOf(g));
  byId("replay-link").setAttribute("href", `?game=${g.number}`);
  go(positions.length);
  const decided = byId("replay-decided");
  const who = /** @param {string} side */ (side) => nameOf(side === "Black" ? g.black : g.white);
  showMistakes(decided, null, who, () => {});
  const report = await ask(`report.json?number=${g.number}`).then((a) => a.json()).catch((e) => ({ why: why(e) }));
  if (game !== g) return;
  if (report.why) decided.replaceChildren(make("li", { class: "faint" }, report.why));
  else showMistakes(decided, report.mistakes, who, (m, arrows) => go(m.ply - 1, m, arrows));
}

/** @type {(to: number, mistake?: import("./types.js").Mistake, arrows?: import("./board.js").Arrow[]) => void} */
function go(to, mistake = undefined, arrows = []) { // the position after so many moves, and what was better there
  ply = Math.max(0, Math.min(to, game.moves.length));
  showBoard(byId("replay-board"), { position: positions[ply], last: game.moves[ply - 1] ?? "", movable: [], chosen: [],
    ends: new Set(), between: new Set(), turned: game.white === engine, rules: game.rules, arrows });
  byId("replay-at").textContent = mistake ? t("report.arrows", { move: mistake.move, better: mistake.best[0] }) : aboutOf(game);
  showMoves(byId("replay-moves"), game.moves, secondBegan(game.start, game.rules), ply, go);
  byId("replay-play").disabled = !then.may();
}
