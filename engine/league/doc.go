// Package league has players of any kind meet in tournaments: programs that come with this one, other programs, and a
// person at a terminal, who are named by short texts, see Kinds. There are round robins, eliminations and Swiss
// tournaments, in which two players meet in a number of games, the first move going to each in turn. It times moves,
// plays a random legal move for whoever has none in time, keeps a record of every game that survives an interruption,
// and counts points.
//
// A referee plays agents of package csci561 against each other, each a program that is started for every one of its
// moves, and rules on the games.
//
// An agent loses when its side has no legal move, by an illegal move, by an output.txt that cannot be read or is not
// there, by a crash or an exit status other than 0 that leaves no legal move behind, and when the CPU time that it was
// given for the game is used up, as the operating system accounts it to the program and to those that it started. It
// is stopped then, and also when it waits for something that never comes. Draws are those of the game, and may be
// asked to go to the agent with more time left.
package league
