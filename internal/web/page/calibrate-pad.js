// The pad that steers the arm. It moves only while a button is held: each step is a request of its own, and the next is
// sent when the one before is answered. Whoever lets go, leaves or loses the connection sends no further one.

import { byId, make } from "./elements.js";
import { remember, setting } from "./settings.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Calibration} Calibration */

const sizes = [0.1, 0.5, 1, 5, 10]; // mm
const pause = 80; // milliseconds between the beginnings of two steps, at least

/** @type {Record<string, [string, number, string]>} each button's axis, direction and key */
const ways = {
  "+Y": ["y", 1, "ArrowUp"], "−X": ["x", -1, "ArrowLeft"], "+X": ["x", 1, "ArrowRight"], "−Y": ["y", -1, "ArrowDown"],
  "+Z": ["z", 1, "PageUp"], "−Z": ["z", -1, "PageDown"],
};

/**
 * @param {{state: () => Calibration | null, give: (name: string, keys?: Record<string, unknown>) => Promise<boolean>}} of
 * @returns {{letGo: () => void}}
 */
export function makePad(of) {
  /** @type {HTMLElement | null} the button that is held */
  let held = null;
  let steps = 0; // that are on their way
  let holds = 0; // how often a button was held

  const letGo = () => {
    held?.classList.remove("held");
    held = null;
  };

  /** Goes on for as long as a button is held. */
  const hold = async (/** @type {HTMLElement} */ button, /** @type {() => [string, Record<string, unknown>]} */ step) => {
    if (held) return;
    held = button;
    const mine = ++holds;
    button.classList.add("held");
    while (mine === holds && held === button) {
      const began = performance.now();
      if (steps > 0) { // of the button that was held before
        await new Promise((resolve) => setTimeout(resolve, pause));
        continue;
      }
      const motions = of.state()?.arm.motions;
      const [name, keys] = step();
      steps++;
      const obeyed = motions !== undefined && await of.give(name, { ...keys, motions });
      steps--;
      if (!obeyed && mine === holds) letGo();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause - (performance.now() - began))));
    }
  };

  /** Has a button be held by a pointer or by a key. */
  const holdBy = (/** @type {HTMLElement} */ button, /** @type {() => [string, Record<string, unknown>]} */ step) => {
    button.addEventListener("pointerdown", (e) => {
      if (!e.isPrimary || e.button !== 0) return;
      button.releasePointerCapture(e.pointerId); // so that a finger that slips off leaves it
      hold(button, step);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave", "blur", "keyup"]) button.addEventListener(end, letGo);
    button.addEventListener("contextmenu", (e) => e.preventDefault());
    button.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" || e.repeat) return;
      e.preventDefault();
      hold(button, step);
    });
  };

  const stepMM = () => Number(setting("step", "1"));
  /** @type {Map<string, [HTMLElement, () => [string, Record<string, unknown>]]>} */
  const byKey = new Map();
  for (const [label, [axis, sign, key]] of Object.entries(ways)) {
    const button = make("button", { type: "button", class: `way ${axis}${sign > 0 ? "more" : "less"}`, "data-command": "jog",
      "data-way": axis + (sign > 0 ? "+" : "-") }, label);
    const step = () => /** @type {[string, Record<string, unknown>]} */ (["jog", { axis, mm: sign * stepMM() }]);
    holdBy(button, step);
    byKey.set(key, [button, step]);
    byId("pad").append(button);
  }
  const above = make("button", { type: "button", class: "above", "data-command": "approach", "data-t": "cal.above" });
  holdBy(above, () => ["approach", {}]);
  byId("pad").append(above);

  byId("pad").addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
    const way = byKey.get(e.key);
    if (!way) return;
    e.preventDefault();
    if (!e.repeat && !/** @type {HTMLButtonElement} */ (way[0]).disabled) hold(...way);
  });
  byId("pad").addEventListener("keyup", letGo);
  byId("pad").addEventListener("focusout", letGo);
  addEventListener("blur", letGo);
  addEventListener("pagehide", letGo);
  addEventListener("pointerup", letGo);
  document.addEventListener("visibilitychange", letGo);

  for (const size of sizes) {
    const choice = make("input", { type: "radio", name: "step", value: size });
    if (size === stepMM()) choice.setAttribute("checked", "");
    choice.addEventListener("change", () => remember("step", String(size)));
    byId("step-sizes").append(make("label", {}, choice, ` ${size} mm`));
  }
  return { letGo };
}

/** @param {Calibration} state */
export function showTip(state) {
  const { at } = state.arm;
  byId("tip").textContent = at.length === 3 ? ["X", "Y", "Z"].map((axis, i) => `${axis} ${at[i].toFixed(1)}`).join("  ") : "";
  byId("steering").hidden = !state.arm.homed && state.busy !== "jog";
  const squares = byId("square");
  if (squares.children.length === 0) {
    squares.append(...Array.from({ length: Math.max(...state.arm.squares) }, (_, i) => make("option", { value: i + 1 }, String(i + 1))));
  }
  if (document.activeElement !== squares) squares.value = String(state.arm.square);
  byId("pad").setAttribute("aria-label", t("cal.pad"));
}
