// The page that calibrates a table: a client of /api/v1/calibration.

import { ask, command, keepToken, Refused, takeToken } from "./api.js";
import { makeCorners } from "./calibrate-corners.js";
import { makePad } from "./calibrate-pad.js";
import { showPanels } from "./calibrate-panels.js";
import { makeCamera } from "./camera.js";
import { closeAll, openDialog, sure } from "./dialogs.js";
import { byId, make, tell } from "./elements.js";
import { remember, setting } from "./settings.js";
import { makeStop } from "./stop.js";
import { readStream } from "./stream.js";
import { languages, preferred, speak, t } from "./words.js";

/** @typedef {import("./types.js").Calibration} Calibration */

const path = "calibration/commands";
const patience = 20000; // milliseconds without a sign of the server, which gives one every 15 s
const retry = 1000; // milliseconds until the next attempt to connect

/** @type {Calibration | null} null: it is not known what is so */
let state = null;
let why = ""; // there is no connection
/** @type {string[]} the commands that would be obeyed */
let may = [];

const refused = /** @param {string} text */ (text) => tell(byId("refusal"), text);

/**
 * Gives a command, and takes the state over that it has come to.
 * @param {string} name
 * @param {Record<string, unknown>} [keys]
 * @returns {Promise<boolean>} whether it was obeyed
 */
async function give(name, keys = {}) {
  try {
    const answer = await command({ command: name, ...keys }, undefined, path);
    take(await answer.json());
    refused("");
    return true;
  } catch (e) {
    refused(e instanceof Refused ? e.message : t("not sent"));
    return false;
  }
}

const corners = makeCorners(byId("corners"), give);
const pad = makePad({ state: () => state, give });

/** Takes a state over, unless a newer one is known. */
function take(/** @type {Calibration} */ now) {
  if (state && now.version < state.version) return;
  const before = state;
  state = now;
  // While the arm makes one step nothing else is obeyed; no button changes for so short a time.
  if (!["jog", "approach"].includes(now.busy ?? "")) may = now.commands;
  if (before?.session !== now.session) refused("");
  show();
  if (!before) camera.again();
  else if (before.session !== now.session && [before.session, now.session].includes("board")) camera.again();
}

/** Draws all of it. */
function show() {
  document.body.className = state ? "calibrating" : "calibrating cut";
  for (const part of document.querySelectorAll("main > .play, .side > :not(.said)")) {
    /** @type {HTMLElement} */ (part).inert = !state;
  }
  tell(byId("connection"), state ? t("connected") : t("cut.short"));
  byId("stop").hidden = state !== null && !may.includes("stop");
  if (state) {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-command]"))) {
      button.disabled = !may.includes(button.dataset.command ?? "");
    }
    showPanels(state, (session) => give("open", { session }));
  } else {
    tell(byId("sentence"), t("cut"));
    tell(byId("more"), why || t("cut.more"));
  }
  document.title = `${byId("sentence").textContent} – Draughtsman`;
  corners.show(state);
}

function cut(/** @type {string} */ said) {
  state = null;
  why = said;
  pad.letGo();
  show();
  camera.again();
}

/** @type {() => void} */
let wake = () => {};
let work = new AbortController();

/** Follows the state, and goes on doing so. */
async function follow() {
  for (;;) {
    work = new AbortController();
    let unknown = false; // who asks
    let heard = Date.now();
    const watch = setInterval(() => Date.now() - heard > patience && work.abort(), 1000);
    try {
      const answer = await ask("calibration/events", { signal: work.signal });
      await readStream(answer, {
        heard: () => { heard = Date.now(); },
        message: ({ data }) => take(JSON.parse(data)),
      });
      cut("");
    } catch (e) {
      unknown = e instanceof Refused && e.status === 401;
      if (e instanceof Refused && e.status === 404) return location.replace(`./${location.hash}`); // there are games now
      if (unknown) openDialog(byId("token-dialog"));
      cut(e instanceof Refused ? e.message : "");
    }
    clearInterval(watch);
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
      if (!unknown) setTimeout(wake, retry);
    });
  }
}

/** Everything is said in a language. */
async function read(/** @type {string} */ language) {
  if (!await speak(language, ["calibrate-"])) return;
  byId("language").value = language;
  show();
}

const again = () => {
  work.abort();
  wake();
};
const camera = { again: () => {} };

/** What the page's buttons do. */
function listen() {
  document.querySelector("main")?.addEventListener("click", async (e) => {
    const button = /** @type {HTMLElement} */ (e.target).closest("button[data-command]");
    if (!(button instanceof HTMLElement) || button.closest("#pad")) return;
    const name = button.dataset.command ?? "";
    if (["home", "done", "measure"].includes(name) && !await sure(t("sure.continue"), t("sure.continue.yes"))) return;
    if (name !== "accept") return give(name);
    await corners.settled(); // one that is told later would clear the problem that is found
    give(name, { only_camera: button.id === "only-camera" });
  });
  byId("square").onchange = () => give("square", { square: Number(byId("square").value) });
  makeStop(byId("stop"), {
    may: () => state === null || may.includes("stop"),
    to: path,
    done: () => { pad.letGo(); closeAll(); refused(""); },
    failed: (e) => { pad.letGo(); refused(e instanceof Refused ? e.message : t("stop.failed")); },
  });
  for (const [name, own] of Object.entries(languages)) byId("language").append(make("option", { value: name }, own));
  byId("language").onchange = () => {
    remember("language", byId("language").value);
    read(byId("language").value);
  };
  byId("token-form").onsubmit = (/** @type {Event} */ e) => {
    e.preventDefault();
    keepToken(byId("token").value.trim());
    byId("token-dialog").close();
    again();
  };
  addEventListener("hashchange", () => { takeToken(); again(); });
}

takeToken();
listen();
await read(preferred(setting("language")));
Object.assign(camera, makeCamera({
  connected: () => state !== null, overlay: () => state?.session !== "board", path: "calibration/picture.jpg",
}));
follow();
