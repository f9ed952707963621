// Package calibration holds what is known of one table: the camera's lens and where it stands, the colours of the
// pieces, and where the arm thinks the board is. It fits these from measurements and keeps them in one file.
//
// Lengths are millimetres, picture coordinates pixels; angles are radians in the program and degrees in the file.
package calibration
