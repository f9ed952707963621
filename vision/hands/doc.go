// Package hands tells a hand that comes over the table from the arm that moves
// there, picture by picture, whatever either looks like.
//
// Three things are known: when the arm began which motion, how late the camera's pictures
// come (which is measured from the motions), and what the arm looked like with its tool
// near the same place before. What is seen beyond where the arm may be, and has come in
// from beside the area, is a hand. How far beyond is enough is learnt from motions without
// a hand, for each sign of one, so that an arm that is not understood makes a sign deaf
// and no false alarm.
//
// A shadow changes the brightness of a place and hardly its colour; such a change
// is none, whether a shadow has come or gone. What therefore cannot be seen is
// something over a place of just its own colour, which is neither much brighter
// nor very much darker.
package hands
