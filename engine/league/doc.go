// Package league has players of any kind meet in tournaments: programs that come with this one, other programs, and a
// person at a terminal, who are named by short texts, see Kinds. There are round robins, eliminations and Swiss
// tournaments, in which two players meet in a number of games, the first move going to each in turn. It times moves,
// plays a random legal move for whoever has none in time, keeps a record of every game that survives an interruption,
// and counts points.
package league
