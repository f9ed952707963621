package service

// Kind is what kind of a table it is.
type Kind string

// The kinds, beside that at which a robot plays.
const (
	Watched   Kind = "watched"   // two people play, and the game is recorded
	Simulated Kind = "simulated" // a robot plays at it that another program moves
)

// State is what the table is in the middle of.
type State string

// The states.
const (
	NotCalibrated State = "not calibrated" // nobody knows what the pieces look like: nothing can be played
	Idle          State = "idle"           // no game is under way
	SettingUp     State = "setting up"     // the position that the game goes on from is not on the board yet
	HumansTurn    State = "the human's turn"
	Thinking      State = "thinking"
	Warned        State = "warned"         // the human's move has lost something: it takes it back, or goes on
	Moving        State = "moving"         // the arm works
	Held          State = "held by a hand" // the arm waits in the middle of a motion
	Showing       State = "showing"        // a recorded game stands until its next move
	Stopped       State = "stopped"        // in the middle of a game, by a person or by something that went wrong
	Over          State = "over"           // the game has ended
)

// States are all of them, in the order in which a game comes to them.
func States() []State {
	return []State{NotCalibrated, Idle, SettingUp, HumansTurn, Thinking, Warned, Moving, Held, Showing, Stopped, Over}
}

// Playing reports whether a game, or the showing of one, is under way and not stopped.
func (s State) Playing() bool {
	switch s {
	case SettingUp, HumansTurn, Thinking, Warned, Moving, Held, Showing:
		return true
	}
	return false
}
