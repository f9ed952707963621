// Package track tells where a calibrated board is by now.
//
// In every picture the lines between the squares are looked for near where the calibration has them: short profiles
// across them, next to the crossings, where no piece stands (probe.go). The motion of the board, or of the camera, is
// fitted to what is found by robust least squares, however much of the board hands and pieces hide (fit.go). A board
// that has slipped farther than the profiles reach is searched around its pose (search.go), and one that is not there
// either in the whole picture (redetect.go). A Tracker keeps the pose from picture to picture and decides what
// follows (tracker.go). Pictures in which the board is plainly seen beside its pose can be stabilised: drawn as they
// would look if it lay there (stabilise.go).
package track
