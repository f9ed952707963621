package moves

import "draughtsman/engine/checkers"

// String is the outcome's name: "confirmed".
func (o Outcome) String() string {
	if o > Failed {
		return "unknown"
	}
	return [...]string{"not yet", "confirmed", "failed"}[o]
}

// Position is the position after the moves accepted so far.
func (f *Follower) Position() checkers.Position { return f.position }
