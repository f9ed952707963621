// The objects of docs/api.md, and what the page makes of them.

/**
 * @typedef {object} State
 * @property {string} state
 * @property {number} event
 * @property {string} sentence
 * @property {string[]} commands
 * @property {boolean} [spectates]
 * @property {boolean} interrupted
 * @property {string} [problem]
 * @property {string} [table] "watched", "simulated"; a robot's otherwise
 * @property {number} [game]
 * @property {string} [robot]
 * @property {string} level
 * @property {boolean} [shows]
 * @property {string} [start]
 * @property {string} [fen]
 * @property {string} [wanted]
 * @property {string} [turn]
 * @property {string[]} moves
 * @property {string[]} [legal]
 * @property {string} [outcome]
 * @property {number[]} [left]
 * @property {boolean} [paused]
 * @property {Thought} [thought]
 * @property {{step: number, steps: number, transfer: string}} [progress]
 */

/**
 * @typedef {object} Thought
 * @property {number} depth
 * @property {number} score
 * @property {string[]} line
 */

/**
 * @typedef {object} TableEvent
 * @property {number} id
 * @property {string} time
 * @property {string} event
 * @property {string} state
 * @property {string} [text]
 * @property {string} [fen]
 * @property {boolean} [robot]
 * @property {string} [side]
 * @property {string} [move]
 * @property {number} [step]
 * @property {number} [depth]
 * @property {number} [score]
 * @property {string[]} [line]
 * @property {number} [seconds]
 * @property {string} [outcome]
 * @property {number[]} [left]
 */

/**
 * @typedef {object} Position
 * @property {string} turn the side to move
 * @property {Map<number, Piece>} pieces by square
 */

/** @typedef {{side: string, king: boolean}} Piece */

export {};
