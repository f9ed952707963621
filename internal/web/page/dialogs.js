// Dialogs: what is asked before a command is given.

import { command, Refused } from "./api.js";
import { byId, make, tell } from "./elements.js";
import { t } from "./words.js";

/** @type {Record<string, string>} the robot's levels, the weakest first, and the one that follows the results */
const levelKeys = {
  newcomer: "level.newcomer", learner: "level.learner", beginner: "level.beginner", novice: "level.novice",
  casual: "level.casual", amateur: "level.amateur", club: "level.club", strong: "level.strong",
  expert: "level.expert", master: "level.master", full: "level.full", adapt: "level.adapt",
};
const levels = Object.keys(levelKeys);

/**
 * Opens a dialog. STOP goes along: what is outside of a dialog cannot be reached.
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  if (dialog.open) return;
  whenClosed(dialog, () => dialog.contains(byId("stop")) && document.body.append(byId("stop")));
  dialog.append(byId("stop"));
  dialog.showModal();
}

/**
 * Calls back once a dialog is closed. The page hears of that a little later, when the dialog may be open again.
 * @param {HTMLDialogElement} dialog
 * @param {() => void} then
 */
function whenClosed(dialog, then) {
  const heard = () => {
    if (dialog.open) return;
    dialog.removeEventListener("close", heard);
    then();
  };
  dialog.addEventListener("close", heard);
}

/**
 * Asks once whether something is meant.
 * @param {string} question
 * @param {string} yes what the button says that does it
 * @returns {Promise<boolean>}
 */
export function sure(question, yes) {
  const dialog = byId("sure");
  byId("sure-text").textContent = question;
  byId("sure-yes").textContent = yes;
  openDialog(dialog);
  byId("sure-no").focus();
  return new Promise((resolve) => {
    let meant = false;
    byId("sure-yes").onclick = () => {
      meant = true;
      dialog.close();
    };
    byId("sure-no").onclick = () => dialog.close();
    whenClosed(dialog, () => resolve(meant));
  });
}

/** Closes whatever is open. */
export function closeAll() {
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
}

/** Fills the names of the levels in. */
export function nameLevels() {
  const chosen = byId("level").value;
  byId("level").replaceChildren(make("option", { value: "" }, t("game.as before")),
    ...levels.map((name) => make("option", { value: name }, t(levelKeys[name]))));
  byId("level").value = chosen;
  byId("levels").replaceChildren(...levels.map((value) => make("button", { name: "level", value }, t(levelKeys[value]))));
}

/**
 * A level's name in the language that is read.
 * @param {string} level
 */
export function levelText(level) {
  return t(levelKeys[level] ?? level);
}

let setUp = ""; // by whom, as it was suggested last

/**
 * Suggests who sets games up, unless somebody has chosen otherwise.
 * @param {string} who "arm" or "people"
 */
export function suggestSetUp(who) {
  if (setUp === who) return;
  setUp = who;
  for (const e of document.querySelectorAll(`[name=set_up][value=${who}]`)) {
    /** @type {HTMLInputElement} */ (e).checked = true;
  }
}

/**
 * Opens a form that gives a command.
 * @param {string} name of the dialog, before "-dialog"
 * @param {boolean} givesUp a game is given up by it
 * @param {(form: FormData) => Promise<Record<string, unknown>>} build the command
 */
export function openForm(name, givesUp, build) {
  const dialog = byId(`${name}-dialog`);
  const form = byId(`${name}-form`);
  const refused = form.querySelector(".refused");
  const warning = form.querySelector(".gives-up");
  if (warning) warning.hidden = !givesUp;
  tell(refused, "");
  form.querySelector(".close").onclick = () => dialog.close();
  form.onsubmit = async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    try {
      await command(await build(new FormData(form, e.submitter)));
      dialog.close();
    } catch (why) {
      tell(refused, why instanceof Refused ? why.message : t("not sent"));
    }
  };
  openDialog(dialog);
}

/**
 * The command for a new game.
 * @param {FormData} form
 * @param {boolean} givesUp
 */
export async function newGameOf(form, givesUp) {
  const text = /** @param {string} key */ (key) => String(form.get(key) ?? "").trim();
  const game = begins(text);
  game.side = text("side");
  for (const key of ["rules", "level", "think", "clock", "player"]) if (text(key) !== "") game[key] = text(key);
  if (game.level === "adapt" && text("plays") !== "") game.level += `:${text("plays")}`;
  if (text("position") !== "stands") game.set_up = text("set_up") === "arm";
  if (givesUp) game.give_up = true;
  return game;
}

/**
 * The command for another game like the last one, at any level.
 * @param {FormData} form
 * @param {string} [robot] its side in the last one
 * @param {boolean} [givesUp]
 */
export async function againOf(form, robot = "White", givesUp = false) {
  form.set("side", robot.toLowerCase());
  form.set("set_up", new FormData(byId("game-form")).get("set_up") ?? "");
  return newGameOf(form, givesUp);
}

/**
 * The command for a game without a robot: it begins with a position.
 * @param {FormData} form
 */
export async function recordOf(form) {
  return begins((key) => String(form.get(key) ?? "").trim());
}

/**
 * How a new game begins.
 * @param {(key: string) => string} text
 * @returns {Record<string, unknown>}
 */
function begins(text) {
  switch (text("position")) {
    case "stands": return { command: "new game", position: "as it stands", turn: text("turn") };
    case "fen": return { command: "new game", position: text("fen") };
  }
  return { command: "new game" };
}

/**
 * The command that shows a recorded game.
 * @param {FormData} form
 * @param {boolean} givesUp
 */
export async function showOf(form, givesUp) {
  const file = /** @type {File} */ (form.get("file"));
  /** @type {Record<string, unknown>} */
  const shown = { command: "show", pdn: await file.text(), set_up: form.get("set_up") === "arm" };
  const pace = String(form.get("pace") ?? "").trim();
  if (pace !== "") shown.pace = pace;
  if (givesUp) shown.give_up = true;
  return shown;
}

/**
 * The command that takes moves back.
 * @param {FormData} form
 */
export async function takeBackOf(form) {
  return { command: "take back", plies: Number(form.get("plies")), by_hand: form.get("by") === "hand" };
}
