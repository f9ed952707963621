// Package report tells a player about a game that was reviewed: what each move was worth, which moves lost most and
// what was better, how well each side played. A report is a value that encodes as JSON and can be written as a page of
// HTML.
package report
