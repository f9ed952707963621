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
  const show = () => button.setAttribute("aria-pressed", String(setting(name) === "on"));
  button.addEventListener("click", () => {
    remember(name, setting(name) === "on" ? "off" : "on");
    show();
    then(setting(name) === "on");
  });
  show();
}
