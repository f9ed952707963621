// Package calibrated tells what stands on the squares of a calibrated board.
//
// A picture is rectified twice: at the height of a piece's top, where pieces are looked for (the upper view), and on
// the playing surface (the lower view), where the squares that are never played on show how the light falls. All
// colours are compared as logarithms with those unplayed squares around them, so that lamps, shadows and exposure
// cancel.
//
// What hides the unplayed squares, and what no look of a piece or an empty square explains, is an obstruction: a
// hand, a sleeve, the tool.
package calibrated
