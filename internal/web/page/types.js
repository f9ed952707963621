// The objects of docs/api.md, and what the page makes of them.

/**
 * @typedef {object} State
 * @property {string} state
 * @property {number} event
 * @property {string} sentence
 * @property {string[]} commands
 * @property {boolean} [spectates]
 * @property {boolean} [hand]
 * @property {{times: number, most: number}} [speed] of a simulated table's time
 * @property {boolean} interrupted
 * @property {string} [problem]
 * @property {string} [table] "watched", "simulated"; a robot's otherwise
 * @property {string} [rules] the game that is played; English draughts otherwise
 * @property {number} [game]
 * @property {boolean} [teaches]
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
 * @property {string} [arrow] "move", "hint", "threat", "taking back", "draw": what the arrows are about
 * @property {string[]} [arrows]
 * @property {number[]} [left]
 * @property {boolean} [paused]
 * @property {Thought} [thought]
 * @property {{step: number, steps: number, transfer: string}} [progress]
 */

/**
 * @typedef {object} Mistake a move of a report: docs/pdn.md
 * @property {number} ply
 * @property {number} number
 * @property {string} side
 * @property {string} move
 * @property {string[]} best
 */

/**
 * @typedef {object} Thought
 * @property {number} depth
 * @property {number} score
 * @property {string[]} line
 * @property {string} [why]
 * @property {{deciding: number, moving: number, looking: number}} [spent] seconds
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

/**
 * @typedef {object} Calibration
 * @property {number} version
 * @property {string} session
 * @property {{session: string, done: boolean}[]} sessions
 * @property {string} [busy]
 * @property {string} [problem]
 * @property {string[]} commands
 * @property {number} width
 * @property {number} height
 * @property {{seen: string, taken: number, wanted: string[], fit?: Record<string, number>}} lens
 * @property {BoardPlace} board
 * @property {{margins: {between: string, sigmas: number}[]}} pieces
 * @property {ArmTouches} arm
 * @property {{measured: boolean, least_ms: number, most_ms: number}} camera
 * @property {any} [report] docs/calibration.md has it
 */

/**
 * @typedef {object} BoardPlace
 * @property {boolean} found
 * @property {boolean} by_hand
 * @property {boolean} side_known
 * @property {number} black
 * @property {[number, number][]} corners
 * @property {[number, number][][]} lines
 * @property {number} residual_px
 * @property {string} [why]
 * @property {boolean} arm_known
 * @property {{corner: number, which: string, px: number, outside: boolean}} [off]
 */

/**
 * @typedef {object} ArmTouches
 * @property {boolean} homed
 * @property {number[]} at
 * @property {number} motions
 * @property {number} square
 * @property {number[]} squares to be touched; the largest number is that of the board's last square
 * @property {{square: number, miss_mm: number}[]} touches
 * @property {boolean} can_guess
 * @property {boolean} enough
 * @property {string} [why]
 * @property {number} residual_mm
 * @property {number} worst_square
 * @property {number} worst_mm
 */

export {};
