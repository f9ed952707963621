// Package endgame has the value of every position of a game on 8×8 with few pieces: won, drawn or lost, and in how many
// plies. It solves them by retrograde analysis, keeps them in tables, a file for each count of men and kings on both
// sides, and answers from those. Tables of 2 to 4 pieces of English draughts come with the program.
//
// Values are those of play without an end: of a game that goes on until a side cannot move. Tables.ProbeAfter minds
// the 40-move rule, and the limits of other games.
package endgame
