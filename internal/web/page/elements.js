// Short ways to find and make elements.

/**
 * The element with an ID, which the page has.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * A new element with attributes, and what is in it.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} inside
 * @returns {HTMLElement}
 */
export function make(name, attributes = {}, ...inside) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  e.append(...inside);
  return e;
}

/**
 * A new element of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} inside
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, ...inside) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  e.append(...inside);
  return e;
}

/**
 * Has what is written in a box be as large as there is room for, by its style's --fit.
 * @param {HTMLElement} box
 */
export function fit(box) {
  for (const size of [1, 0.85, 0.7, 0.6, 0.5, 0.42]) {
    box.style.setProperty("--fit", String(size));
    if (box.scrollHeight <= box.clientHeight) return;
  }
}

/**
 * Shows a text, or hides its element where there is none.
 * @param {HTMLElement} e
 * @param {string} text
 */
export function tell(e, text) {
  if (e.textContent !== text) e.textContent = text;
  e.hidden = text === "";
}
