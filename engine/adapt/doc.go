// Package adapt finds the level that a person meets an equal at: it estimates from the results of their games how
// strong they are, and chooses the level of the next game.
package adapt
