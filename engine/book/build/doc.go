// Package build builds opening books of English draughts by the program's own search.
//
// A book is built by drop-out expansion (T. R. Lincke, "Strategies for the Automatic Construction of Opening Books",
// Computers and Games 2000, LNCS 2063): a position is opened when it is cheap to reach, where each ply costs something,
// and each move that is worse than the best one costs more the worse it is. There is a book for each side. At the turns
// of that side only moves close to the best are followed, at those of the other side all that are plausible.
//
// Positions are opened in rounds. Which ones a round opens is known before it, and what is found of a position depends
// on that position and the settings alone. So the positions of a round can be searched in any order, anywhere, and the
// book is the same to the byte.
package build
