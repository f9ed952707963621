package track

import (
	"time"

	"draughtsman/calibration"
)

// Options say what is to be done about a board that has drifted. A zero field has the default given with it.
type Options struct {
	// MostMM is how far any corner of the playing area may have drifted over the table since the calibration, mm,
	// for the board still to be followed. 0: it is followed wherever it is found.
	MostMM float64
	// Arm says that an arm plays on the board: it reaches for where the board was.
	Arm bool
	// Stabilised says that pictures are read as Stabilise draws them: a board that shakes is searched in each of them,
	// and its pose need not be followed at once.
	Stabilised bool

	Still    time.Duration // for how long a board that has moved must have come to rest; 300 ms
	Patience time.Duration // how long it is not seen before it is looked for in the whole picture; 2 s
}

// ArmOptions are the options for a board on which the calibration's arm plays. One picture cannot tell a board that
// was moved from a camera that was nudged, so the arm is taken to reach beside the squares by all of the drift, on
// top of the residual that its frame was fitted with.
func ArmOptions(known calibration.Calibration) Options {
	o := Options{MostMM: mostArmDrift * known.Board.SquareMM, Arm: true}
	if known.Arm != nil {
		o.MostMM = max(o.MostMM-known.Arm.ResidualMM, o.MostMM/4)
	}
	return o
}

// withDefaults has the defaults in place of zero fields.
func (o Options) withDefaults() Options {
	if o.Still == 0 {
		o.Still = defaultStill
	}
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	return o
}
