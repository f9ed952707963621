// What each session says, beside the picture.

import { showTip } from "./calibrate-pad.js";
import { byId, make, tell } from "./elements.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Calibration} Calibration */

/** @type {Record<string, string>} */
const titles = {
  lens: "cal.lens", board: "label.board", pieces: "cal.pieces", arm: "cal.arm", delay: "cal.delay", check: "cal.check",
};

/** @type {Record<string, string>} poses of the target that the server wishes, and the word for each */
const wishes = {
  "left edge away": "cal.left away", "right edge away": "cal.right away", "top edge away": "cal.top away",
  "bottom edge away": "cal.bottom away", "top left corner": "cal.top left", "top right corner": "cal.top right",
  "bottom left corner": "cal.bottom left", "bottom right corner": "cal.bottom right",
};

/** @type {Record<string, string>} */
const margins = {
  "light pieces and squares": "cal.light squares", "dark pieces and squares": "cal.dark squares",
  "light and dark pieces": "cal.light dark",
};

/** @type {Record<string, string>} */
const seen = { nothing: "cal.seen nothing", moving: "cal.seen moving", same: "cal.seen same", taken: "cal.seen taken" };

/**
 * Shows what goes on.
 * @param {Calibration} state
 * @param {(session: string) => void} open
 */
export function showPanels(state, open) {
  for (const panel of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-session].panel"))) {
    panel.hidden = panel.dataset.session !== state.session;
  }
  showSessions(state, open);
  tell(byId("sentence"), sentence(state));
  const off = state.session === "board" ? state.board.off : undefined;
  tell(byId("more"), off ? t(off.outside ? "cal.off outside" : "cal.off inside", { name: "ABCD"[off.corner],
    which: t(wishes[off.which]), px: off.px.toFixed(0) }) : state.problem ?? "");
  byId("more").lang = off ? document.documentElement.lang : "en";
  const done = state.sessions.find((s) => s.session === state.session)?.done;
  byId("skip").textContent = done ? t("cal.next") : t("cal.skip");
  byId("skip").classList.toggle("main", done === true);
  byId("skip").hidden = state.session === "check" || state.problem !== undefined && done === true;
  ({ lens: showLens, board: showBoard, pieces: showPieces, arm: showArm, delay: showDelay, check: showCheck })[
    state.session]?.(state, open);
}

/** What is wanted of the person. @param {Calibration} state */
function sentence(state) {
  if (["home", "done", "measure"].includes(state.busy ?? "")) return t("cal.moves");
  if (["accept", "learn", "check"].includes(state.busy ?? "")) return t("cal.looks");
  switch (state.session) {
    case "lens": return t(seen[state.lens.seen] ?? "cal.seen nothing");
    case "board": return state.board.found ? t("cal.board found") : t("cal.board none");
    case "pieces": return t("cal.set up");
    case "arm": return state.arm.homed ? t("cal.steer", { square: state.arm.square }) :
      t("cal.clear", { squares: state.arm.squares.join(", ") });
    case "delay": return t("cal.measure why");
  }
  if (!state.report) return t("cal.check why");
  return state.report.holds ? t("cal.holds") : t("cal.holds not");
}

/** @param {Calibration} state @param {(session: string) => void} open */
function showSessions(state, open) {
  const list = byId("sessions");
  if (list.children.length !== state.sessions.length) {
    list.replaceChildren(...state.sessions.map(({ session }) => {
      const button = make("button", { type: "button", "data-open": session });
      button.addEventListener("click", () => open(session));
      return make("li", {}, button);
    }));
  }
  state.sessions.forEach(({ session, done }, i) => {
    const button = list.children[i].firstElementChild;
    button.textContent = t(titles[session]);
    button.disabled = state.busy !== undefined && state.busy !== "jog" && state.busy !== "approach";
    button.classList.toggle("done", done);
    if (session === state.session) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
}

/** @param {Calibration} state */
function showLens({ lens }) {
  tell(byId("lens-taken"), t("cal.taken", { count: lens.taken }));
  byId("wishes").replaceChildren(...Object.entries(wishes).map(([wish, word]) =>
    make("li", { class: lens.wanted.includes(wish) ? "" : "done" }, t(word))));
  const fit = lens.fit;
  tell(byId("lens-fit"), fit ? t("cal.lens fit", { count: fit.pictures, px: fit.residual_px.toFixed(2),
    focal: fit.focal_px.toFixed(0), spread: fit.focal_spread_px.toFixed(1) }) : "");
}

/** @param {Calibration} state */
function showBoard({ board }) {
  tell(byId("board-fit"), !board.found ? "" : !board.side_known ? t("cal.side") : board.by_hand ? t("cal.by hand") :
    t("cal.board fit", { px: board.residual_px.toFixed(2) }));
  tell(byId("board-why"), board.why ?? "");
  byId("only-camera").hidden = !board.arm_known;
}

/**
 * A figure with its name.
 * @param {string} name
 * @param {string} value
 * @param {boolean} [fine]
 */
const figure = (name, value, fine = true) => [make("dt", {}, name), make("dd", { class: fine ? "fine" : "poor" }, value)];

const leastMargin = 2.5; // standard deviations

/** @param {Calibration} state */
function showPieces({ pieces }) {
  byId("margins-why").hidden = pieces.margins.length === 0;
  byId("margins").replaceChildren(...pieces.margins.flatMap(({ between, sigmas }) =>
    figure(t(margins[between] ?? between), sigmas.toFixed(1), sigmas >= leastMargin)));
}

/** @param {Calibration} state */
function showArm(state) {
  const { arm } = state;
  showTip(state);
  byId("home").classList.toggle("main", !arm.homed);
  /** @type {HTMLElement} */ (document.querySelector('[data-command="done"]')).hidden = arm.touches.length === 0;
  byId("touches").replaceChildren(...arm.touches.flatMap(({ square, miss_mm: off }) =>
    figure(t("cal.touched", { square }), arm.enough ? `${off.toFixed(2)} mm` : "✓")));
  tell(byId("arm-worth"), arm.enough ? t("cal.worth", { mm: arm.worst_mm.toFixed(1), square: arm.worst_square }) : "");
  tell(byId("arm-why"), arm.why ?? "");
}

/** @param {Calibration} state */
function showDelay({ camera }) {
  tell(byId("late"), camera.measured ? t("cal.late", { least: (camera.least_ms / 1000).toFixed(1),
    most: (camera.most_ms / 1000).toFixed(1) }) : "");
}

/** @param {Calibration} state @param {(session: string) => void} open */
function showCheck(state, open) {
  const { report } = state;
  if (!report) return byId("report").replaceChildren();
  const again = /** @param {string} session */ (session) => report.redo.find((r) => r.session === session);
  const rows = [
    ["lens", report.lens.fitted ? `${report.lens.residual_px?.toFixed(2)} px` : "–"],
    ["board", report.board.found ? `${report.board.lines_px.toFixed(2)} px, ${report.board.worst_mm.toFixed(1)} mm` : "–"],
    ["pieces", report.pieces.margins.length > 0 ? `${Math.min(...report.pieces.margins.map((m) => m.sigmas)).toFixed(1)} σ` : "–"],
  ];
  if (state.sessions.some((s) => s.session === "arm")) {
    rows.push(["arm", report.arm.known ? `${report.arm.worst_mm.toFixed(1)} mm` : "–"]);
  }
  const item = /** @param {string} session @param {string} figures */ (session, figures) => {
    const redo = again(session);
    const e = make("li", { class: redo ? "poor" : "fine" }, make("b", {}, t(titles[session])), make("span", {}, figures));
    if (redo) {
      e.append(make("p", { lang: "en" }, redo.why));
      if (session !== "check") {
        const button = make("button", { type: "button", "data-open": session }, t("cal.again"));
        button.addEventListener("click", () => open(session));
        e.append(button);
      }
    }
    return e;
  };
  if (again("check")) rows.push(["check", ""]);
  const said = JSON.stringify([rows, report.redo, document.documentElement.lang]);
  if (byId("report").dataset.said === said) return; // so that a button keeps the focus
  byId("report").dataset.said = said;
  byId("report").replaceChildren(...rows.map(([session, figures]) => item(session, figures)));
}
