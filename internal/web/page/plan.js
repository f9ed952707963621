// What the arm carries out, step by step, with a picture of it where the table has one.

import { ask } from "./api.js";
import { byId, make, tell } from "./elements.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** @param {State} state */
export function showPlan(state) {
  const { progress } = state;
  byId("progress").hidden = !progress;
  if (!progress) return;
  tell(byId("transfer"), `${t("plan.step", { step: progress.step, steps: progress.steps })} — ${progress.transfer}`);
  byId("transfers").replaceChildren(...Array.from({ length: progress.steps }, (_, i) =>
    make("li", { class: i + 1 < progress.step ? "done" : i + 1 === progress.step ? "now" : "" })));
}

let shown = "";

/** Shows the picture of the plan, if there is one. */
export async function fetchPicture() {
  const image = byId("picture");
  try {
    const drawing = await (await ask("plan.svg")).blob();
    URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(drawing);
    image.src = shown;
    image.alt = t("label.plan");
    image.hidden = false;
  } catch {
    image.hidden = true;
  }
}
