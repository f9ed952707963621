// Package learn makes a calibration from one picture of a table, where it is known what stands on the squares, and
// finds a calibrated board again after the camera or the board has been moved.
package learn
