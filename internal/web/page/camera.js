// What the camera sees. The film is read part by part: so it is known when no picture comes any more.

import { ask } from "./api.js";
import { byId } from "./elements.js";
import { t } from "./words.js";

const retry = 10000; // milliseconds until a camera that gave no picture is asked again
const stale = 3000; // milliseconds after which a picture is called old

/**
 * Shows the film for as long as the page can be seen and the table is connected.
 * @param {{connected: () => boolean, overlay: () => boolean, path?: string}} wants path: that of the film
 * @returns {{again: () => void}} again begins anew
 */
export function makeCamera(wants) {
  const sheet = byId("camera");
  const canvas = byId("film");
  const age = byId("film-age");
  let received = 0;
  let work = new AbortController();
  /** @type {() => void} */
  let wake = () => {};

  setInterval(() => {
    age.textContent = sheet.hidden || Date.now() - received < stale ? "" :
      t("camera.old", { seconds: Math.round((Date.now() - received) / 1000) });
  }, 1000);

  const run = async () => {
    for (;;) {
      if (wants.connected() && !document.hidden) {
        work = new AbortController();
        try {
          const answer = await ask(`${wants.path ?? "picture.mjpg"}${wants.overlay() ? "?overlay=1" : ""}`, { signal: work.signal });
          for await (const picture of pictures(answer)) {
            const bitmap = await createImageBitmap(new Blob([picture], { type: "image/jpeg" }));
            received = Date.now();
            sheet.hidden = false;
            if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
              [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
            }
            canvas.getContext("2d").drawImage(bitmap, 0, 0);
            bitmap.close();
          }
        } catch { /* there is no camera, or no picture from it: the table goes on without */ }
        if (!work.signal.aborted) sheet.hidden = true;
      }
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        setTimeout(wake, work.signal.aborted ? 0 : retry);
      });
      if (document.hidden || !wants.connected()) await new Promise((resolve) => { wake = () => resolve(undefined); });
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

/**
 * The pictures of a film (multipart/x-mixed-replace), each with its length before it.
 * @param {Response} answer
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>}
 */
export async function* pictures(answer) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const ascii = new TextDecoder("latin1");
  let bytes = new Uint8Array(0);
  for (;;) {
    const head = ascii.decode(bytes.subarray(0, 1024));
    const end = head.indexOf("\r\n\r\n");
    const length = Number(/^content-length: *(\d+)/im.exec(head.slice(0, end + 2))?.[1] ?? 0);
    if (end >= 0 && bytes.length >= end + 4 + length) {
      if (length > 0) yield bytes.slice(end + 4, end + 4 + length);
      bytes = bytes.slice(end + 4 + length);
      continue;
    }
    const { done, value } = await reader.read();
    if (done) return;
    const joined = new Uint8Array(bytes.length + value.length);
    joined.set(bytes);
    joined.set(value, bytes.length);
    bytes = joined;
  }
}
