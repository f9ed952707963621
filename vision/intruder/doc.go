// Package intruder tells a hand that comes over the table from the arm that moves
// there, picture by picture, whatever either looks like.
//
// Three things are known of an arm: it cannot move faster than it can, it comes
// from where it is parked, and it comes back there. So whatever differs from the
// picture of the free table is the arm where it lies near enough to where the arm
// was in the picture before. What else has come over the area from beside it is a
// hand.
//
// A shadow changes the brightness of a place and hardly its colour; such a change
// is none, whether a shadow has come or gone. What therefore cannot be seen is
// something over a place of just its own colour, which is neither much brighter
// nor very much darker.
//
// Something that comes in alongside the arm, slowly and nearer to it than it may
// move between two pictures, is taken for the arm.
package intruder
