// Package analysis says what the engine thinks of positions and of games that were played.
package analysis
