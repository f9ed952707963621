// Package learn makes the evaluation of draughts on the board of size 8 out of games that the engine plays against
// itself.
//
// Play plays a game and keeps its quiet positions, each with what a search said of it and how the game ended. Fit
// finds the weights by which the evaluation predicts both best. A round of games played with the weights of the round
// before teaches more: the first one is played by material and the hunt alone.
package learn
