package drivers

import (
	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/feetech"
	"draughtsman/internal/config"
)

// servoConfig is what the driver of serial servos must know of a table's arm.
func servoConfig(table config.Table, log zerolog.Logger) feetech.Config {
	disc := table.Disc.DiameterMM
	s := table.Arm.Servos
	jaws := s.Jaws(disc)
	c := feetech.Config{
		Limits: Limits(table),
		Arm:    s.Kinematics(disc),
		Gripper: feetech.Gripper{
			ID: byte(jaws.ID), Closed: jaws.Zero, Reversed: jaws.Reversed,
			Open: jaws.Open, Thin: jaws.Thin, Held: jaws.Held, Torque: jaws.Torque, Load: jaws.Load,
		},
		Home:     arm.Point(table.Machine.Park),
		Accel:    table.Machine.AccelXY,
		MinVolts: s.VoltsMin, MaxVolts: s.VoltsMax,
		Log: log,
	}
	for i, servo := range s.Servos() {
		c.Joints[i] = feetech.Joint{ID: byte(servo.ID), Zero: servo.Zero, Reversed: servo.Reversed}
	}
	return c
}
