// Package learn makes a calibration from one picture of a table of which it is
// known what stands on the squares, and finds a table that it knows again where
// the camera or the board has been moved.
package learn
