// Package robot plays one game after another on a table: look, understand, think, plan, act, check. It knows the
// other rooms only through the small interfaces declared here, so that a simulated table, a real one and a dry run
// differ in nothing but what is plugged in.
//
// # One turn
//
// The human's turn: every picture of the table becomes a vision.Sighting (Eye.Look); the follower accepts the one
// legal move that explains them, or says what is wrong and waits. The robot's turn: the Mind chooses a move, the
// planner turns it into transfers of single discs and each of those into motions, every one checked against the
// limits before the first is made; the arm carries transfers out, a move's that have no place in common in one go,
// moves out of the picture, and the Eye looks whether the table became what the plan said. Where it did not, a remedy
// follows from what is seen and what was expected. Then the next transfer.
//
// # Words
//
// A task is a unit of the robot's work: its move, or a plan that puts the table in order. It is made of transfers,
// each of one disc; a transfer takes one attempt, or several where something goes wrong; an attempt is made in runs
// of motions, one for each phase. A command is what the human asks for.
//
// The game is written to the Journal after every move, before anything else happens, so that a crash loses nothing.
package robot
