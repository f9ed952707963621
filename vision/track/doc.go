// Package track tells whether a calibrated board is still where it was.
//
// In every picture the lines between the squares are looked for near where the
// calibration has them: short profiles across them, next to the crossings, where
// no piece stands (probe.go). What is found gives the motion of the board, or of
// the camera, in the sense of robust least squares, however much of the board
// hands and pieces hide (fit.go). A board that has slipped farther than the
// profiles reach is looked for around its place (search.go), and one that is
// nowhere near it in the whole picture (again.go). A Watch decides what follows. A picture in which it is
// plainly seen beside
// its place can be drawn as it would look there (steady.go).
package track
