// Package calibrated tells what stands on the squares of a calibrated board, in one picture after the other, and
// follows the board where it may move.
//
// The network of package squares reads the squares. Beside it a picture is rectified twice: at the height of a piece's
// top, where the outlines of pieces are looked for (the upper view), and on the playing surface (the lower view), where
// the lines between the squares show whether something lies over them. Colours are compared there as logarithms with
// those of the squares around that are not played on, so that lamps, shadows and exposure cancel.
package calibrated
