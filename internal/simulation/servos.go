package simulation

import (
	"math/rand/v2"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/table"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/table/world"
)

// servoCloser is how much nearer the camera is to the smaller board of an arm of servos than to the gantry's.
const servoCloser = 0.78

// Pace is how much faster than real time a simulated table runs at most: the way of an arm of servos is worked out by
// its driver in real time, and a table that ran ahead would lose its patience with it.
func (c Options) Pace(speed float64) float64 {
	if c.Protocol == "feetech" {
		return min(speed, 1)
	}
	return c.slowed(speed)
}

// withServos makes a simulated table one with an arm of serial servos: a smaller board behind whose far edge the arm
// stands, set down a little differently for each seed.
func (c Options) withServos(o *table.Options, view *scene.Options, faults []firmware.Fault) (world.Layout,
	config.Table) {
	layout := world.ServoLayout()
	random := rand.New(rand.NewPCG(c.Seed, 5))
	spread := func(by float64) float64 { return by * (2*random.Float64() - 1) }
	layout.Mount.Turn += radians(spread(2))
	layout.Mount.Origin.X += spread(3)
	layout.Mount.Origin.Y += spread(3)
	layout.Mount.Origin.Z += spread(1)
	o.Servos = &servos.Options{Faults: servoFaults(faults)}
	view.Camera.Eye = world.Point{X: servoCloser * view.Camera.Eye.X, Y: servoCloser * view.Camera.Eye.Y,
		Z: servoCloser * view.Camera.Eye.Z}
	d := config.ServoExample()
	d.BlackPieces = calibration.Shade(c.BlackPieces)
	return layout, d
}

// servoFaults is what a script of faults means for servos: a packet counts as a line, a reset is a dip of their
// supply, a halt an overload. A request that was garbled is like one that was lost: they say nothing.
func servoFaults(script []firmware.Fault) (faults []servos.Fault) {
	means := map[string]string{
		firmware.LoseAnswer: servos.LoseAnswer, firmware.GarbleAnswer: servos.GarbleAnswer,
		firmware.LateAnswer: servos.LateAnswer,
		firmware.LoseLine:   servos.LoseRequest, firmware.GarbleLine: servos.LoseRequest,
		firmware.GarbleDigit: servos.LoseRequest,
		firmware.Reset:       servos.BrownOut, firmware.BrownOut: servos.BrownOut, firmware.Halt: servos.Overload,
		firmware.Unplug: servos.Unplug,
	}
	for _, f := range script {
		if means[f.What] == "" {
			continue // they have no pump that could fail
		}
		faults = append(faults, servos.Fault{Packets: f.Lines, Wait: f.Wait, What: means[f.What], For: f.For})
	}
	return faults
}
