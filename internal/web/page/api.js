// Requests to the table's API: docs/api.md. Addresses are relative to the page's, which may have a path before it.

const tokenKey = "draughtsman.token";

/** What the API refuses, in its own sentence. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/** Takes the token from the address, #token=…, and out of it, so that it stays in no history. */
export function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return;
  keepToken(token);
  history.replaceState(null, "", location.pathname + location.search);
}

/** @param {string} token for as long as this tab is open */
export function keepToken(token) {
  sessionStorage.setItem(tokenKey, token);
}

/**
 * @param {string} path below /api/v1/
 * @param {RequestInit} [options]
 * @returns {Promise<Response>} one that was not refused
 */
export async function ask(path, options = {}) {
  const headers = new Headers(options.headers);
  const token = sessionStorage.getItem(tokenKey);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const answer = await fetch(`api/v1/${path}`, { ...options, headers, cache: "no-store" });
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, said.error ?? `${answer.status} ${answer.statusText}`);
}

/**
 * Gives a command.
 * @param {Record<string, unknown>} what with its name as "command"
 * @param {number} [patience] milliseconds
 * @param {string} [to] the path of who obeys it
 */
export async function command(what, patience = 15000, to = "commands") {
  const language = document.documentElement.lang;
  return ask(`${to}?lang=${language}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what),
    signal: AbortSignal.timeout(patience),
  });
}

/**
 * Which game an answer is of, as the state names it.
 * @param {Response} answer
 * @returns {number | undefined} undefined: it is of none
 */
export function ofGame(answer) {
  const id = answer.headers.get("X-Game");
  return id === null ? undefined : Number(id);
}

/**
 * Has the browser keep a file of the API.
 * @param {string} name
 * @param {string} [as] the name that it has then
 * @returns {Promise<number | undefined>} the game that it is of
 */
export async function download(name, as = name) {
  const answer = await ask(name);
  const file = await answer.blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = as;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  return ofGame(answer);
}
