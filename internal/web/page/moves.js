// The moves of the game, two by two as people write them.

import { make } from "./elements.js";

/**
 * @param {HTMLElement} list
 * @param {string[]} moves
 * @param {boolean} second the side began that moves second in a whole game
 * @param {number} ply how many moves were made in the position that is shown
 * @param {(ply: number) => void} go shows the position after so many moves
 */
export function showMoves(list, moves, second, ply, go) {
  const key = JSON.stringify([moves, second, ply]);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  const plies = moves.map((move, i) => {
    const button = make("button", { type: "button", class: "ply", "data-ply": i + 1 }, move);
    if (i + 1 === ply) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => go(i + 1));
    return button;
  });
  const cells = second && plies.length > 0 ? [make("span", { class: "faint" }, "…"), ...plies] : plies;
  const rows = [];
  for (let i = 0; i < cells.length; i += 2) {
    rows.push(make("li", {}, make("span", { class: "number" }, `${i / 2 + 1}.`), ...cells.slice(i, i + 2)));
  }
  list.replaceChildren(...rows);
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (!current) return;
  const [shown, box] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += shown.top + shown.height / 2 - box.top - box.height / 2;
}
