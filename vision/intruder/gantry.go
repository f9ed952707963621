package intruder

import "draughtsman/calibration"

// Gantry is the shapes that a machine of straight axes may have, whose tool is
// above the board at a frame's heights up to highest, mm: a post from the tool up
// to a beam, which lies along one of the machine's axes and stays at its height or
// goes up and down with the tool.
func Gantry(frame calibration.ArmFrame, highest float64) (shapes []Shape) {
	const (
		lowest, above, step = 30, 150, 20 // mm from the tool to the beam
		long                = 700         // mm of the beam to either side of the tool
	)
	for _, along := range []calibration.ArmPoint{{X: 1}, {Y: 1}} {
		for _, lifted := range []bool{false, true} {
			for h := float64(lowest); h <= above; h += step {
				shapes = append(shapes, func(tool calibration.BoardPoint) []Bone {
					a := frame.ToArm(tool)
					z := highest + h
					if lifted {
						z = a.Z + h
					}
					beam := func(by float64) calibration.BoardPoint {
						return frame.ToBoard(calibration.ArmPoint{X: a.X + by*along.X, Y: a.Y + by*along.Y, Z: z})
					}
					return []Bone{{tool, beam(0)}, {beam(0), beam(long)}, {beam(0), beam(-long)}}
				})
			}
		}
	}
	return shapes
}
