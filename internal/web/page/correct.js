// A move on record is corrected: which one it was instead is shown on the board before it.

import { ask, Refused } from "./api.js";
import { t } from "./words.js";

/**
 * @typedef {object} Correction
 * @property {number} ply the number of the move, from 1
 * @property {string[]} legal the moves that were legal in its place
 */

/**
 * Asks which moves were legal in the place of one.
 * @param {number} ply
 * @param {(sentence: string) => void} refused
 * @returns {Promise<Correction | null>} null: that is not known
 */
export async function correctionOf(ply, refused) {
  try {
    const legal = await (await ask(`legal.json?ply=${ply}`)).json();
    refused("");
    return { ply, legal };
  } catch (e) {
    refused(e instanceof Refused ? e.message : t("not sent"));
    return null;
  }
}
