package rig

import (
	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/vision/intruder"
)

// shapes are those that a table's arm may have; none where nothing is known of it.
func shapes(table config.Table, frame calibration.ArmFrame) []intruder.Shape {
	switch table.Arm.Driver {
	case "grbl", "marlin", "klipper":
		return intruder.Gantry(frame, table.Machine.Reach.Max.Z)
	case "feetech":
		return []intruder.Shape{jointed(table, frame)}
	}
	return nil
}

// jointed is the shape of an arm of servos.
func jointed(table config.Table, frame calibration.ArmFrame) intruder.Shape {
	geometry := table.Arm.Servos.Kinematics(table.Disc.DiameterMM)
	ready := geometry.Ready()
	return func(tool calibration.BoardPoint) []intruder.Bone {
		joints, err := geometry.Solve(arm.Point(frame.ToArm(tool)), ready)
		if err != nil {
			return nil // nothing is sent there
		}
		axes := geometry.Axes(joints)
		bones := make([]intruder.Bone, 0, len(axes)-1)
		for i := range axes[1:] {
			bones = append(bones, intruder.Bone{
				From: frame.ToBoard(calibration.ArmPoint(axes[i])), To: frame.ToBoard(calibration.ArmPoint(axes[i+1])),
			})
		}
		return bones
	}
}
