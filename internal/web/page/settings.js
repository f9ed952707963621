// What this browser remembers of how its user likes the page.

const prefix = "draughtsman.";

/**
 * @param {string} name
 * @param {string} [otherwise]
 * @returns {string}
 */
export function setting(name, otherwise = "") {
  try {
    return localStorage.getItem(prefix + name) ?? otherwise;
  } catch { // the browser keeps nothing
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(prefix + name, value);
  } catch { /* then it lasts as long as the page */ }
}

/**
 * A button that switches something on and off, and is remembered.
 * @param {HTMLElement} button
 * @param {string} name
 * @param {(on: boolean) => void} [then]
 */
export function toggle(button, name, then = () => {}) {
  switches(button, name, (on) => button.setAttribute("aria-pressed", String(on)), then);
}

/**
 * A heading that folds away what stands below it, and is remembered.
 * @param {HTMLElement} heading which names that by aria-controls
 * @param {string} name
 * @param {(on: boolean) => void} [then]
 */
export function fold(heading, name, then = () => {}) {
  const below = /** @type {HTMLElement} */ (document.getElementById(heading.getAttribute("aria-controls") ?? ""));
  switches(heading, name, (on) => {
    heading.setAttribute("aria-expanded", String(on));
    below.hidden = !on;
  }, then);
}

/**
 * @param {HTMLElement} button
 * @param {string} name
 * @param {(on: boolean) => void} show
 * @param {(on: boolean) => void} then
 */
function switches(button, name, show, then) {
  const on = () => setting(name) === "on";
  button.addEventListener("click", () => {
    remember(name, on() ? "off" : "on");
    show(on());
    then(on());
  });
  show(on());
}
