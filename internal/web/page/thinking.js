// What the robot thinks of its chances, and the play that it expects.

import { make } from "./elements.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Thought} Thought */

const won = 10000; // hundredths of a man, from which on it has seen the end
const full = 300; // hundredths of a man, at which the bar is full

/**
 * @param {HTMLElement} root
 * @param {State} state
 */
export function showThinking(root, state) {
  const { thought } = state;
  if (!thought) {
    root.replaceChildren(make("p", { class: "faint" }, t("thought.none")));
    return;
  }
  const bar = make("meter", { min: -full, max: full, value: Math.max(-full, Math.min(full, thought.score)),
    "aria-label": t("title.thinking") });
  root.replaceChildren(
    make("p", { class: "score" }, make("strong", {}, scoreText(thought.score)), " ", verdict(thought.score)),
    bar,
    make("p", { class: "line" }, thought.line.join("  ")),
    ...(thought.why ? [make("p", {}, `${thought.line[0]}: ${thought.why}.`)] : []),
    // A move out of the book is found without a search.
    ...(thought.depth ? [make("p", { class: "faint" }, t("thought.depth", { depth: thought.depth }))] : []),
    ...(thought.spent ? [make("p", { class: "faint" }, spentText(thought.spent))] : []));
}

/** What the time of the robot's last move went into. */
function spentText(/** @type {{deciding: number, moving: number, looking: number}} */ { deciding, moving, looking }) {
  const seconds = /** @param {number} s */ (s) => s.toFixed(s < 10 ? 1 : 0);
  return t("thought.spent", { all: seconds(deciding + moving + looking), deciding: seconds(deciding),
    moving: seconds(moving), looking: seconds(looking) });
}

/** @param {number} score */
function scoreText(score) {
  if (Math.abs(score) >= won) return score > 0 ? "+∞" : "−∞";
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${(Math.abs(score) / 100).toFixed(2)}`;
}

/** @param {number} score */
function verdict(score) {
  if (score >= won) return t("thought.wins");
  if (score <= -won) return t("thought.loses");
  if (Math.abs(score) < 20) return t("thought.even");
  return score > 0 ? t("thought.better") : t("thought.worse");
}
