// Package kings tells kings from men in one picture of a board of which it is known where pieces stand and of which
// side they are.
//
// A king is a stack of two or a piece with a mark on its top. Every piece is measured for both: how high it is, by
// how far its top leans away from the camera, and how much its top changes along and across its rings. What men
// measure is told by the picture itself, in which most pieces are men, or has been learnt from another.
package kings
