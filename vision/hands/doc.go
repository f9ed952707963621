// Package hands tells a hand that comes over the table from the arm that moves there, picture by picture, whatever
// either looks like.
//
// Three things are known of the arm: when it began which motion, how late the camera's pictures come (measured from
// the motions), and what it looked like before with its tool near the same position. What is seen beyond where the
// arm may be, and has come in from beside the area, is a hand.
//
// There are several cues of a hand (cues.go). How strong each has to be is learnt from motions without a hand. So an
// arm that is not understood makes a cue useless and raises no false alarm.
//
// A shadow changes the brightness of a place and hardly its colour; such a change counts as none, whether a shadow
// has come or gone. Therefore a hand is not seen over a place of its own colour, unless it is much brighter or very
// much darker.
package hands
