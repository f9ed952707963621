// Package analysis says what the engine thinks of positions and of games that were played, and tells a player about it:
// what each move was worth, which moves lost most and what was better, how well each side played. A report is a value
// that encodes as JSON and can be written as a page of HTML.
package analysis
