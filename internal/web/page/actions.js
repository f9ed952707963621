// The buttons that give commands.

import { command, Refused } from "./api.js";
import { againOf, newGameOf, openForm, recordOf, showOf, suggestSetUp, sure, takeBackOf } from "./dialogs.js";
import { byId, tell } from "./elements.js";
import { boardOf, samePlace } from "./position.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** @type {Record<string, {question: string, yes: string}>} commands that are asked about once more */
const asked = {
  "continue": { question: "sure.continue", yes: "sure.continue.yes" },
  "offer draw": { question: "sure.offer draw", yes: "do.offer draw" },
  "resign": { question: "sure.resign", yes: "do.resign" },
  "give up": { question: "sure.give up", yes: "do.give up" },
};

/** The states in which no game is given up by another. */
const between = ["not calibrated", "idle", "over"];

/**
 * @typedef {{state: () => State, shown: () => {fen: string, turned: boolean, rules?: string}, refused: (sentence: string) => void}} Then
 */

/**
 * @param {HTMLElement} root
 * @param {Then} then
 */
export function makeActions(root, then) {
  byId("speed").addEventListener("change", (/** @type {any} */ e) =>
    send({ command: "speed", times: Number(e.target.value) }, then.refused));
  root.addEventListener("click", (e) => {
    const button = /** @type {HTMLElement} */ (e.target).closest("button[data-command]");
    if (button instanceof HTMLElement) give(button.dataset.command ?? "", then);
  });
  byId("game-form").addEventListener("change", (/** @type {any} */ e) =>
    (e.target.value === "fen" || e.target.name === "rules" && e.currentTarget.elements.position.value === "fen") &&
    edit(then, undefined));
}

/** Shows the board on which the position of a new game is set up, with the one that was set up last or another. */
function edit(/** @type {Then} */ then, /** @type {string | undefined} */ fen) {
  byId("game-form").elements.position.value = "fen";
  import("./editor.js").then((editor) => editor.showEditor(byId("editor"), fen,
    { ...then.shown(), rules: byId("game-form").elements.rules.value }))
    .catch(() => tell(byId("game-form").querySelector(".refused"), t("not sent")));
}

/** Asks for a new game that begins at a position. */
export function playFrom(/** @type {string} */ fen, /** @type {string | undefined} */ rules, /** @type {Then} */ then) {
  give("new game", then);
  byId("game-form").elements.rules.value = rules ?? "english";
  edit(then, fen);
}

/**
 * Gives a command, after asking what it needs to know. A name that was given goes on with a rematch alone.
 * @param {string} name
 * @param {Then} then
 */
async function give(name, then) {
  const state = then.state();
  const givesUp = !state.table && !between.includes(state.state);
  suggestSetUp(state.hand ? "people" : "arm");
  const player = byId("game-form").elements.player;
  if (name === "new game" || name === "start over") player.value = "";
  if (name === "new game") {
    const { rules } = byId("game-form").elements;
    for (const game of rules.options) game.disabled = !samePlace(boardOf(game.value), boardOf(state.rules));
    rules.value = state.rules ?? "english";
  }
  switch (name) {
    case "new game": return openForm("game", givesUp, (form) => (state.table ? recordOf(form) : newGameOf(form, givesUp)));
    case "start over": return openForm("again", givesUp, (form) => againOf(form, state.robot, givesUp));
    case "show": return openForm("show", givesUp, (form) => showOf(form, givesUp));
    case "take back":
      if (state.state === "warned") return void send({ command: name, plies: 1, by_hand: false }, then.refused);
      return openForm("back", false, takeBackOf);
  }
  if (name === "rematch") {
    const side = state.robot === "White" ? "Black" : "White";
    const form = new FormData();
    form.set("player", player.value);
    await send(await againOf(form, side), then.refused);
    return;
  }
  const question = (state.paused || state.state === "warned") && name === "continue" ? undefined : asked[name];
  if (question && !await sure(t(question.question), t(question.yes))) return;
  await send({ command: name }, then.refused);
}

/**
 * Gives a command, and says why it is not obeyed.
 * @param {Record<string, unknown>} what
 * @param {(sentence: string) => void} refused
 * @returns {Promise<boolean>} whether it is obeyed
 */
export async function send(what, refused) {
  try {
    await command(what);
    refused("");
    return true;
  } catch (e) {
    refused(e instanceof Refused ? e.message : t("not sent"));
    return false;
  }
}

/**
 * Shows how fast a simulated table's time goes.
 * @param {HTMLElement} label with the slider that changes it
 * @param {{times: number, most: number}} [speed]
 */
export function showSpeed(label, speed) {
  label.hidden = !speed;
  if (!speed) return;
  const slider = /** @type {HTMLInputElement} */ (label.querySelector("input"));
  slider.max = String(speed.most);
  slider.value = String(speed.times);
  /** @type {HTMLElement} */ (label.querySelector("output")).textContent = `${speed.times}×`;
}

/**
 * Enables the buttons of the commands that would be obeyed.
 * @param {HTMLElement} root
 * @param {string[]} commands
 * @param {string} state in which some stand for more
 */
export function showActions(root, commands, state) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("[data-command]"))) {
    button.disabled = !commands.includes(button.dataset.needs ?? button.dataset.command ?? "") ||
      state !== (button.dataset.state ?? state);
  }
}
