// Package book has opening books of English draughts to play by: positions with their good moves. Package build makes
// them.
package book
