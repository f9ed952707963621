// What the arm carries out, step by step, with a picture of it where the table has one.

import { ask, ofGame } from "./api.js";
import { byId, make, tell } from "./elements.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** @param {State} state */
export function showPlan(state) {
  const { progress } = state;
  byId("progress").hidden = !progress;
  if (!progress) {
    byId("picture").hidden = true;
    return;
  }
  tell(byId("transfer"), `${t("plan.step", { step: progress.step, steps: progress.steps })} — ${progress.transfer}`);
  byId("transfers").replaceChildren(...Array.from({ length: progress.steps }, (_, i) =>
    make("li", { class: i + 1 < progress.step ? "done" : i + 1 === progress.step ? "now" : "" })));
}

let shown = "";
let asked = 0; // how often a picture was asked for

/**
 * Shows the picture of the plan, if there is one. That of a plan before, or of another game, is not shown.
 * @param {() => number | undefined} game that is shown
 * @param {string} near the side whose edge of the board is to be below
 */
export async function fetchPicture(game, near) {
  const turn = ++asked;
  const image = byId("picture");
  image.hidden = true;
  try {
    const answer = await ask(`plan.svg?near=${near}`);
    const drawing = await answer.blob();
    if (turn !== asked || ofGame(answer) !== game()) return;
    URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(drawing);
    image.src = shown;
    image.alt = t("label.plan");
    image.hidden = false;
  } catch { /* the arm is done with it already, or the table draws none */ }
}
