// What is left on the clocks, also between events.

/** @typedef {import("./types.js").TableEvent} TableEvent */

/**
 * What is known of the clocks.
 * @typedef {object} Clocks
 * @property {Record<string, number> | null} left seconds by side, as of a time; null: there are no clocks
 * @property {string} side whose turn it is
 * @property {number} since milliseconds since 1970, by the server
 * @property {boolean} runs
 */

/** @type {Clocks} */
export const noClocks = { left: null, side: "Black", since: 0, runs: false };

/**
 * What is left at a time, in seconds, by side.
 * @param {Clocks} c
 * @param {number} now milliseconds since 1970, by the server
 * @returns {Record<string, number> | null}
 */
export function leftAt(c, now) {
  if (!c.left || !c.runs) return c.left;
  const spent = Math.max(0, now - c.since) / 1000;
  return { ...c.left, [c.side]: Math.max(0, c.left[c.side] - spent) };
}

/**
 * The clocks after an event. The human's time passes while it is its turn, the robot's while it thinks.
 * @param {Clocks} c
 * @param {TableEvent} e
 * @returns {Clocks}
 */
export function clocksAfter(c, e) {
  const at = Date.parse(e.time);
  const runs = (e.state === "the human's turn" || e.state === "thinking") &&
    e.event !== "paused" && (c.runs || e.event !== "watching");
  switch (e.event) {
    case "new game": case "resumed":
      return noClocks;
    case "turn":
      return { left: e.left ? { Black: e.left[0], White: e.left[1] } : null, side: e.side ?? "Black", since: at, runs };
    default:
      return { ...c, left: leftAt(c, at), since: at, runs };
  }
}

/**
 * A time as clocks show it.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  const two = /** @param {number} n */ (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return `${hours ? `${hours}:` : ""}${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
