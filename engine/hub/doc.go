// Package hub speaks version 2 of the Hub protocol, by which programs that play draughts and those that show it talk
// to each other in lines of text: the messages, an engine's side of the talk, and that of whoever runs one.
//
// The protocol was made by Fabien Letouzey for Scan; its description is the file protocol.txt of
// https://github.com/rhalbersma/scan. What is said there of 10×10 holds here for every size: a position is the side
// to move and one character a square, so the size of the board is told by their number.
package hub
