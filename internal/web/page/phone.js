// The page of a phone that is the camera: it sends the pictures of its camera, one after the other.

import { ask, Refused, takeToken } from "./api.js";
import { byId, make, tell } from "./elements.js";
import { preferred, speak, t } from "./words.js";

const interval = 100; // milliseconds between two pictures at least
const patience = 5000; // milliseconds for each to arrive
const pause = 1000; // milliseconds after one that did not
const quality = 0.9; // of the JPEG

const seen = /** @type {HTMLVideoElement} */ (document.getElementById("seen"));
const canvas = document.createElement("canvas");

/** @type {MediaStream | null} what the camera gives; null: it is off */
let stream = null;

const wait = /** @param {number} ms */ (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Opens a camera: the one that was chosen, or that at the back. */
async function open() {
  const chosen = byId("camera").value;
  const video = { width: { ideal: 1280 }, height: { ideal: 720 },
    ...(chosen ? { deviceId: { exact: chosen } } : { facingMode: { ideal: "environment" } }) };
  stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
  seen.srcObject = stream;
  await seen.play();
  await navigator.wakeLock?.request("screen").catch(() => {}); // without it the phone needs touching now and then
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((d) => d.kind === "videoinput");
  const used = stream.getVideoTracks()[0].getSettings().deviceId;
  byId("camera").replaceChildren(...cameras.map((d, i) => make("option", { value: d.deviceId },
    d.label || `${i + 1}`)));
  byId("camera").value = used ?? "";
  byId("camera").disabled = cameras.length < 2;
}

/** Closes the camera. */
function close() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = seen.srcObject = null;
  byId("send").textContent = t("phone.start");
}

/** @returns {Promise<Blob | null>} what the camera sees now */
function picture() {
  canvas.width = seen.videoWidth;
  canvas.height = seen.videoHeight;
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(seen, 0, 0);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
}

/** Sends pictures until the camera is closed. */
async function send(/** @type {MediaStream} */ mine) {
  let since = Date.now();
  let sent = 0;
  while (stream === mine) {
    const began = Date.now();
    try {
      await ask("picture", { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: await picture(),
        signal: AbortSignal.timeout(patience) });
      sent++;
    } catch (e) {
      if (stream !== mine) return;
      tell(byId("said"), e instanceof Refused && e.status === 401 ? t("phone.stranger") : t("phone.cut"));
      await wait(pause);
      since = Date.now();
      sent = 0;
    }
    if (stream === mine && sent > 0 && Date.now() - since > pause) {
      tell(byId("said"), t("phone.sends", { width: canvas.width, height: canvas.height,
        rate: (sent * 1000 / (Date.now() - since)).toFixed(0) }));
      since = Date.now();
      sent = 0;
    }
    await wait(interval - (Date.now() - began));
  }
}

async function start() {
  try {
    close();
    await open();
  } catch (e) {
    close();
    tell(byId("said"), t(navigator.mediaDevices ? "phone.denied" : "phone.unsafe",
      { why: e instanceof Error ? e.message : String(e) }));
    return;
  }
  byId("send").textContent = t("phone.stop");
  send(/** @type {MediaStream} */ (stream));
}

takeToken();
await speak(preferred(""), ["phone-"]);
byId("send").onclick = () => {
  if (!stream) return start();
  close();
  return tell(byId("said"), "");
};
byId("camera").onchange = start;
document.addEventListener("visibilitychange", () => !document.hidden && stream && start()); // a phone that slept
