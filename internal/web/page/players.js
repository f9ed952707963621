// A strip for each player: who it is, what it has captured, what is left on its clock.

import { draw, make } from "./elements.js";
import { levelText } from "./dialogs.js";
import { countOf, parseFen, startOf } from "./position.js";
import { clockText } from "./clocks.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Position} Position */

/**
 * @param {HTMLElement} root
 * @param {string} side
 * @param {State} state
 * @param {Position} position
 */
export function showPlayer(root, side, state, position) {
  const other = side === "White" ? "Black" : "White";
  const taken = state.fen === undefined ? 0 : Math.max(0, countOf(parseFen(state.start ?? startOf(state.rules)), other) - countOf(position, other));
  const name = state.robot === undefined || state.shows ? "" : state.robot === side
    ? state.level ? `${t("player.robot")}, ${levelText(state.level)}` : t("player.robot") : t("player.human");
  const moves = state.turn === side && state.state !== "over";
  const key = JSON.stringify([side, taken, name, moves, document.documentElement.lang]);
  if (root.dataset.key !== key) {
    root.dataset.key = key;
    root.dataset.side = side;
    root.classList.toggle("moves", moves);
    root.replaceChildren(
      small(side), make("strong", {}, sideText(side)), make("span", { class: "name" }, name),
      make("span", { class: "taken", role: "img", "aria-label": t("player.captured", { count: taken }) },
        ...taken === 0 ? [] : [small(other), `× ${taken}`]),
      make("span", { class: "clock" }));
  }
}

/**
 * A side in the language that is read.
 * @param {string} [side]
 */
export const sideText = (side) => (side === "White" ? t("side.White") : t("side.Black"));

/**
 * @param {HTMLElement} root
 * @param {Record<string, number> | null} left
 */
export function showClock(root, left) {
  const clock = root.querySelector(".clock");
  if (!clock) return;
  const seconds = left?.[root.dataset.side ?? ""];
  clock.textContent = seconds === undefined ? "" : clockText(seconds);
  clock.classList.toggle("low", seconds !== undefined && seconds <= 30);
}

/** @param {string} side */
function small(side) {
  return draw("svg", { viewBox: "-10 -10 20 20", class: `small ${side.toLowerCase()}`, "aria-hidden": "true" },
    draw("circle", { r: 8.5 }), draw("circle", { r: 5 }));
}
