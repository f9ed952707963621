// Package league has players of any kind, programs that come with this one, other programs, and a person at a terminal,
// meet in tournaments: round robins, eliminations and Swiss tournaments, in which two players meet in a number of games,
// the first move going to each in turn. Players are named by short texts, see Kinds. It times moves, plays a random
// legal move for whoever has none in time, keeps a record of every game that survives an interruption, and counts
// points.
package league
