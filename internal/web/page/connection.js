// The connection to the table: the state as it is now, and events from then on. It says at once when it is cut.

import { ask, Refused } from "./api.js";
import { readStream } from "./stream.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").TableEvent} TableEvent */

const silence = 12000; // milliseconds without a sign of the server, which gives one every 5 s
const patience = 5000; // milliseconds for the state
const past = 200; // events that are told of what went before
const waits = [250, 500, 1000, 2000, 3000]; // milliseconds before each attempt

/**
 * @typedef {object} Listener
 * @property {(state: State, served: number) => void} state served: by the server's clock, in milliseconds since 1970
 * @property {(event: TableEvent, past: boolean) => void} event past: it happened before the first state was read
 * @property {() => void} anew what was told of events before is no longer so
 * @property {(why: string) => void} cut nothing that was told is known to be so any more; why may be ""
 * @property {() => void} refused a token is needed
 */

/**
 * Connects, and goes on doing so.
 * @param {() => string} language
 * @param {Listener} listener
 * @returns {{again: (said?: boolean) => void}} again begins anew, in another language or with another token; not said, who
 * listens is not told of the moment between
 */
export function connect(language, listener) {
  let heard = Date.now();
  let last = -1; // ID of the last event that was told
  let here = true; // the computer has a network
  let attempt = 0;
  let work = new AbortController();
  /** @type {() => void} */
  let wake = () => {};

  /** @param {string} why */
  const cut = (why) => {
    listener.cut(why);
    work.abort();
  };
  const check = () => {
    if (Date.now() - heard > silence) cut("");
    wake();
  };
  setInterval(() => Date.now() - heard > silence && !work.signal.aborted && cut(""), 1000);
  document.addEventListener("visibilitychange", () => document.hidden || check());
  addEventListener("pageshow", check);
  addEventListener("online", () => { here = true; wake(); });
  addEventListener("offline", () => { here = false; cut(""); });

  /** @returns {Promise<[State, number]>} with when it was served */
  const read = async () => {
    const signal = AbortSignal.any([work.signal, AbortSignal.timeout(patience)]);
    const answer = await ask(`state?lang=${language()}`, { signal });
    const state = await answer.json();
    heard = Date.now();
    return [state, Date.parse(answer.headers.get("Date") ?? "")];
  };

  /** Reads the state once more when it has changed; changes that come meanwhile are read together. */
  const refresher = () => {
    const { signal } = work;
    let reading = false;
    let due = false;
    return async () => {
      due = true;
      if (reading) return;
      reading = true;
      try {
        while (due && !signal.aborted) {
          due = false;
          const now = await read();
          if (!signal.aborted) listener.state(...now);
        }
      } catch (e) {
        if (!signal.aborted) cut(e instanceof Refused ? e.message : "");
      }
      reading = false;
    };
  };

  const once = async () => {
    work = new AbortController();
    const { signal } = work;
    const [first] = await read();
    if (last < 0) {
      listener.anew();
      const before = Math.max(0, first.event - past);
      const list = await ask(`events.json?lang=${language()}&after=${before}`, { signal });
      for (const e of await list.json()) if (e.id <= first.event) listener.event(e, true);
      last = first.event;
    }
    const answer = await ask(`events?lang=${language()}&after=${last}`, { signal });
    attempt = 0;
    const refresh = refresher();
    listener.state(...await read()); // after the stream has begun: whatever is newer comes as an event
    await readStream(answer, {
      heard: () => { heard = Date.now(); },
      message: ({ event, data }) => {
        if (signal.aborted) return;
        const told = JSON.parse(data);
        if (event === "reset") { // the program has begun anew, or too much was missed
          last = -1;
          cut("");
          return;
        }
        last = told.id;
        listener.event(told, false);
        if (event !== "thinking") refresh();
      },
    });
  };

  const run = async () => {
    for (;;) {
      let unknown = false; // who asks
      try {
        heard = Date.now();
        if (here) await once();
        cut("");
      } catch (e) {
        unknown = e instanceof Refused && e.status === 401;
        if (unknown) listener.refused();
        if (!work.signal.aborted) cut(e instanceof Refused ? e.message : "");
      }
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        if (!unknown) setTimeout(wake, waits[attempt]);
      });
      wake = () => {};
      attempt = Math.min(attempt + 1, waits.length - 1);
    }
  };
  run();
  return {
    again: (said = true) => {
      last = -1;
      if (said) cut("");
      work.abort();
      wake();
    },
  };
}
