// Package rating says how strong players are, in Elo: from the games of two players against each other, by a sequential
// test of as many pairs of games as it takes, from games on record against levels of the engine, and which of these
// levels is a player's equal.
package rating
