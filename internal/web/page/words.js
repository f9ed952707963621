// The page's own words, in the language that is read.

/** The languages, by their own names. */
export const languages = {
  en: "English", de: "Deutsch", es: "Español", nl: "Nederlands", ru: "Русский", fr: "Français",
};

/** @type {Record<string, string>} */
let words = {};
let asked = 0; // how often a language was asked for
const files = [""]; // that the words are in, before the language's name

/**
 * The language to begin with: the one that was chosen, or the first that the browser's user reads and the page has.
 * @param {string} chosen
 * @returns {string}
 */
export function preferred(chosen) {
  const wanted = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wanted.find((name) => name in languages) ?? "en";
}

/**
 * Fetches a language's words, and has the page speak it.
 * @param {string} language
 * @param {string[]} more files with words that this page needs from now on
 * @returns {Promise<boolean>} false: another one was asked for meanwhile
 */
export async function speak(language, more = []) {
  const turn = ++asked;
  files.push(...more.filter((file) => !files.includes(file)));
  const fetched = await Promise.all(files.map(async (file) => {
    const answer = await fetch(`page/words/${file}${language}.json`);
    if (!answer.ok) throw new Error(`the words of ${language} cannot be read: status ${answer.status}`);
    return answer.json();
  }));
  if (turn !== asked) return false;
  words = Object.assign({}, ...fetched);
  document.documentElement.lang = language;
  translate(document.body);
  return true;
}

/**
 * A text in the language that is read, with values in place of names in braces.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Puts words where elements ask for them.
 * @param {ParentNode} root
 */
export function translate(root) {
  const all = /** @param {string} name */ (name) => /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll(`[data-${name}]`));
  for (const e of all("t")) e.textContent = t(e.dataset.t ?? "");
  for (const e of all("label")) e.setAttribute("aria-label", t(e.dataset.label ?? ""));
  for (const e of all("hint")) e.setAttribute("placeholder", t(e.dataset.hint ?? ""));
}
