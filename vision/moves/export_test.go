package moves

import "draughtsman/engine/checkers"

// String is the outcome's name: "confirmed".
func (o Outcome) String() string {
	if o > Failed {
		return "unknown"
	}
	return [...]string{"not yet", "confirmed", "failed"}[o]
}

// Position is the position after the moves on record.
func (r *Recorder) Position() checkers.Position { return r.record.position }
