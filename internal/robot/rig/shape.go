package rig

import (
	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/vision/hands"
)

// shape returns the links of a table's arm, if its joints are known.
func shape(table config.Table, frame calibration.ArmFrame) hands.Links {
	if table.Arm.Driver != "feetech" {
		return nil
	}
	return jointed(table, frame)
}

// jointed is the shape of an arm of servos.
func jointed(table config.Table, frame calibration.ArmFrame) hands.Links {
	geometry := table.Arm.Servos.Kinematics(table.Disc.DiameterMM)
	ready := geometry.Ready()
	return func(tool calibration.BoardPoint) []hands.Link {
		joints, err := geometry.Solve(arm.Point(frame.ToArm(tool)), ready)
		if err != nil {
			return nil // nothing is sent there
		}
		axes := geometry.Axes(joints)
		bones := make([]hands.Link, 0, len(axes)-1)
		for i := range axes[1:] {
			bones = append(bones, hands.Link{
				From: frame.ToBoard(calibration.ArmPoint(axes[i])), To: frame.ToBoard(calibration.ArmPoint(axes[i+1])),
			})
		}
		return bones
	}
}
