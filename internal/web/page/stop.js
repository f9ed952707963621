// STOP: a button that is always there, and the space bar.

import { command } from "./api.js";

const patience = 4000; // milliseconds until the arm is said not to have heard it

/**
 * @param {HTMLElement} button
 * @param {{may: () => boolean, failed: (e: unknown) => void, done: () => void, to?: string}} then may reports whether this
 * client may command; to is the path of who obeys
 */
export function makeStop(button, then) {
  const send = () => command({ command: "stop" }, patience, then.to);
  const stop = async () => {
    button.classList.add("sent");
    try {
      await send().catch((e) => {
        if (e instanceof TypeError) return send(); // over a new connection: another client may have the old one's place
        throw e;
      });
      then.done();
    } catch (e) {
      then.failed(e);
    }
    button.classList.remove("sent");
  };
  button.addEventListener("click", stop);
  /** @param {KeyboardEvent} e */
  const space = (e) => e.code === "Space" && !e.ctrlKey && !e.altKey && !e.metaKey && !types(e.target) && then.may();
  addEventListener("keydown", (e) => {
    if (!space(e)) return;
    e.preventDefault();
    if (!e.repeat) stop();
  }, { capture: true });
  // A button that has the focus would be pressed when the key is let go.
  addEventListener("keyup", (e) => space(e) && e.preventDefault(), { capture: true });
}

/**
 * Whether somebody writes or chooses with the space bar here.
 * @param {EventTarget | null} at
 */
function types(at) {
  return at instanceof HTMLElement && (at.isContentEditable || at.matches("input, select, textarea"));
}
