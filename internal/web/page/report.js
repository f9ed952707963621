// The end of a game: the moves that decided it, each to be looked at on the board.

import { ask, ofGame } from "./api.js";
import { byId, make } from "./elements.js";
import { sideText } from "./players.js";
import { pathOf } from "./position.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Mistake} Mistake */

const most = 3; // moves
let shown = ""; // of which game, as a key
/** @type {Mistake[] | null} what decided that game; null: nobody has said so yet */
let mistakes = null;

/** @typedef {(mistake: Mistake, arrows: import("./board.js").Arrow[]) => void} Look at a move, and what was better */

/**
 * Shows what decided a game that is over, as soon as that is worked out.
 * @param {State} state
 * @param {Look} look
 */
export async function showReport(state, look) {
  const key = `${state.game} ${state.moves}`;
  if (key !== shown) {
    shown = key;
    mistakes = null;
    const answer = await ask("report.json").catch(() => null);
    const read = await answer?.json();
    if (key !== shown) return;
    mistakes = answer && ofGame(answer) === state.game ? read.mistakes : null;
  }
  const list = byId("decided");
  const said = JSON.stringify([mistakes, document.documentElement.lang]);
  if (list.dataset.key === said) return; // a button keeps the focus
  list.dataset.key = said;
  const who = /** @param {string} side */ (side) => (side === state.robot ? t("player.robot") : t("player.you"));
  showMistakes(list, mistakes, state.robot ? who : sideText, look);
}

/**
 * Lists the moves that decided a game.
 * @type {(list: HTMLElement, mistakes: Mistake[] | null, who: (side: string) => string, look: Look) => void} mistakes are
 * null as long as they are worked out, and who says who a side is
 */
export function showMistakes(list, mistakes, who, look) {
  list.replaceChildren(...(mistakes ?? []).slice(0, most).map((m) => {
    const button = make("button", { type: "button", class: "quiet" }, `${m.number}. ${m.move}`);
    button.addEventListener("click", () => look(m,
      [{ kind: "better", path: pathOf(m.best[0]) }, { kind: "worse", path: pathOf(m.move) }]));
    return make("li", {}, button, ` ${who(m.side)}; ${t("report.better", { move: m.best[0] })}`);
  }));
  if (list.children.length === 0) list.append(make("li", { class: "faint" }, mistakes ? t("report.none") : t("report.comes")));
}
