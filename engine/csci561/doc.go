// Package csci561 is the checkers agent of a university course (CSCI 561, University of Southern California, 2021): a
// program that is started for each move, reads the position from input.txt in its folder, writes its move to
// output.txt there, and may use no more CPU time than it is given, be it minutes or a hundredth of a second.
//
// The rules are those of English draughts but for the draws: a game is drawn after 50 turns in a row without a
// capture and without a crowning, a turn being one side's move, and when a position stands for the third time.
//
// The board is written from its top, Black's side, to White's, and columns a to h from White's left; rows count from
// White's side, so that square 1 is b8:
//
//	8  .b.b.b.b
//	7  b.b.b.b.
//	6  .b.b.b.b
//	5  ........
//	4  ........
//	3  w.w.w.w.
//	2  .w.w.w.w
//	1  w.w.w.w.
//	   abcdefgh
//
// Two more files are the agent's own, and do without harm whatever is in them. calibration.txt tells how fast the
// machine is, as the program calibrate has measured it:
//
//	positions_per_second 4.1e+06
//	overhead_seconds 0.0022
//
// playdata.txt is what the agent remembers of a game: how many moves it has made, and the positions since the last
// capture or crowning, as FEN, up to the one after its last move:
//
//	moves 1
//	B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12
//	W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,16
package csci561
