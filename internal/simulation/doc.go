// Package simulation starts a simulated table for a program that plays on it: it describes the table in files, as a
// person would a real one, calibrates it through its camera and its arm, and has somebody sit there.
package simulation
