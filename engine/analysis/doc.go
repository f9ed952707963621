// Package analysis says what games show. Of positions and of a game that was played: what the engine thinks of each,
// what each move was worth, which moves lost most and what was better, how well each side played. A report is a value
// that encodes as JSON and can be written as a page of HTML.
//
// Of who plays: how strong they are, in Elo, from the games of two players against each other, by a sequential test of
// as many pairs of games as it takes, from games on record against levels of the engine; and which of these levels is a
// player's equal.
package analysis
