// Package intruder tells a hand that comes over the table from the arm that moves
// there, picture by picture, whatever either looks like.
//
// Three things are known of any arm: it cannot move faster than it can, it comes
// from where it is parked, and it comes back there. So whatever differs from the
// picture of the free table is the arm where it lies near enough to where the arm
// was in the picture before. What else has come over the area from beside it is a
// hand.
//
// Something that comes in alongside the arm, slowly and nearer to it than it may
// move between two pictures, passes for the arm by that. So more is learnt where it
// is known which ways the tool takes, and which axes the arm's parts may have
// (Shape). After a motion without a hand the axes are laid over its pictures, with
// the arm as late and as quick as fits best, and it is noted how far from them
// anything was seen, in sections along each axis, and in what tones. From then on
// there are three cues more: something beside the arm, something in other tones
// where the arm is, and something that goes on beneath it. Where the tool is at the
// time of a picture is known within some tenths of a second, and a cue counts only
// if it is there wherever the tool may be. Each is believed when it has been rightly
// silent for two whole motions, or three: on a table where something of the arm is not
// understood it is never heard, and nothing is worse than without it.
//
// A shadow changes the brightness of a place and hardly its colour; such a change
// is none, whether a shadow has come or gone. What therefore cannot be seen is
// something over a place of just its own colour, which is neither much brighter
// nor very much darker.
package intruder
