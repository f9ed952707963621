// What the camera sees, one picture after the other. A film in one answer would keep a connection for itself, of which a
// browser makes six at most: with a few windows open nobody could stop the arm any more.

import { ask } from "./api.js";
import { byId } from "./elements.js";
import { t } from "./words.js";

const pause = 100; // milliseconds between two pictures
const retry = 10000; // milliseconds until a camera that gave no picture is asked again
const stale = 3000; // milliseconds after which a picture is called old
const patience = 8000; // milliseconds that a picture may take

/**
 * Shows the newest picture for as long as the page can be seen and the table is connected.
 * @param {{connected: () => boolean, overlay: () => boolean, near?: () => string, path?: string}} wants near: the side
 * whose edge of the board is to be below; path: that of the picture
 * @returns {{again: () => void}} again begins anew
 */
export function makeCamera(wants) {
  const sheet = byId("camera");
  const canvas = byId("film");
  const age = byId("film-age");
  let received = 0; // when the newest picture came
  let newest = ""; // when the server received it
  let work = new AbortController();
  /** @type {() => void} */
  let wake = () => {};

  setInterval(() => {
    age.textContent = sheet.hidden || Date.now() - received < stale ? "" :
      t("camera.old", { seconds: Math.round((Date.now() - received) / 1000) });
  }, 1000);

  /** @param {Response} answer */
  const draw = async (answer) => {
    const taken = answer.headers.get("X-Timestamp") ?? "";
    const bitmap = await createImageBitmap(await answer.blob());
    if (taken !== newest) received = Date.now();
    newest = taken;
    sheet.hidden = false;
    canvas.dataset.taken = taken;
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    }
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
  };
  const run = async () => {
    for (;;) {
      const sees = wants.connected() && !document.hidden;
      work = new AbortController();
      let wait = pause;
      try {
        const signal = AbortSignal.any([work.signal, AbortSignal.timeout(patience)]);
        const view = new URLSearchParams({ overlay: wants.overlay() ? "1" : "0", near: wants.near?.() ?? "" });
        if (sees) await draw(await ask(`${wants.path ?? "picture.jpg"}?${view}`, { signal }));
      } catch { // there is no camera, or no picture from it: the table goes on without
        if (!work.signal.aborted) {
          sheet.hidden = received === 0; // the last picture stays, and is said to be old
          wait = retry;
        }
      }
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        if (sees) setTimeout(wake, wait);
      });
    }
  };
  const again = () => {
    work.abort();
    wake();
  };
  document.addEventListener("visibilitychange", again);
  run();
  return { again };
}
