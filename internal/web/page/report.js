// The end of a game: the moves that decided it, each to be looked at on the board.

import { ask, ofGame } from "./api.js";
import { byId, make } from "./elements.js";
import { sideText } from "./players.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Mistake} Mistake */

const most = 3; // moves
let shown = ""; // of which game, as a key
/** @type {Mistake[] | null} what decided that game; null: nobody has said so yet */
let mistakes = null;

/**
 * Shows what decided a game that is over, as soon as that is worked out.
 * @param {State} state
 * @param {(mistake: Mistake) => void} look at a move on the board
 */
export async function showReport(state, look) {
  const over = state.state === "over" && !state.shows && state.moves.length > 0;
  const key = over ? `${state.game} ${state.moves}` : "";
  byId("report").hidden = !over;
  if (key !== shown) {
    shown = key;
    mistakes = null;
    const answer = over ? await ask("report.json").catch(() => null) : null;
    const read = await answer?.json();
    if (key !== shown) return;
    mistakes = answer && ofGame(answer) === state.game ? read.mistakes : null;
  }
  const list = byId("decided");
  const said = JSON.stringify([mistakes, document.documentElement.lang]);
  if (list.dataset.key === said) return; // a button keeps the focus
  list.dataset.key = said;
  list.replaceChildren(...(mistakes ?? []).slice(0, most).map((m) => {
    const who = !state.robot ? sideText(m.side) : m.side === state.robot ? t("player.robot") : t("player.you");
    const button = make("button", { type: "button", class: "quiet" }, `${m.number}. ${m.move}`);
    button.addEventListener("click", () => look(m));
    return make("li", {}, button, ` ${who}; ${t("report.better", { move: m.best[0] })}`);
  }));
  if (list.children.length === 0) list.append(make("li", { class: "faint" }, mistakes ? t("report.none") : t("report.comes")));
}
