// What went wrong and how it was put right, and what else is worth knowing afterwards: the newest first.

import { make } from "./elements.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").TableEvent} TableEvent */

const most = 60; // entries

/** @type {Record<string, string>} events that are kept, and the word for each */
const kept = {
  "problem": "log.problem", "repairing": "log.repairing", "recovering": "log.recovering", "waiting": "log.waiting",
  "asking": "log.asking", "waiting for the position": "log.asking", "arranging": "log.arranging",
  "taking back": "log.taking back", "corrected": "log.corrected", "draw declined": "log.draw", "draw near": "log.draw", "keeping": "log.problem", "comment": "log.comment",
  "time is short": "log.time", "paused": "log.paused", "hint": "log.hint", "warned": "log.warned",
  "game over": "log.over", "new game": "log.new game",
};

/**
 * Adds an event to the log, if it belongs there.
 * @param {HTMLElement} list
 * @param {TableEvent} e
 */
export function addToLog(list, e) {
  const word = kept[e.event];
  if (!word) return;
  const said = e.move ?? e.text ?? "";
  const at = new Date(e.time);
  const time = make("time", { datetime: e.time }, at.toLocaleTimeString(document.documentElement.lang,
    { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }));
  if (list.firstElementChild?.getAttribute("data-said") === e.event + said) return; // the same once more
  list.prepend(make("li", { "data-event": e.event, "data-said": e.event + said }, time,
    make("b", {}, t(word)), make("span", {}, said)));
  while (list.children.length > most) list.lastElementChild?.remove();
}
