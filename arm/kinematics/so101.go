package kinematics

import "math"

// SO101 is the SO-ARM101 of TheRobotStudio and Hugging Face, and near enough its elder, the SO-ARM100.
//
// The lengths are those of the robot's own model, Simulation/SO101/ so101_new_calib.xml and .urdf in
// github.com/TheRobotStudio/SO-ARM100: from one body's frame to the next, in mm, (30.4, 54.2 over 62.4), (112.57,
// 28), (134.9, 5.2), 61.1, and to the site "gripperframe" 98.13 and 7.9 aside. What this leaves out of the model is
// 0.4 mm to the side. Zero is the model's too, the middle of each joint's travel, which is where LeRobot's
// calibration puts the servos' middle (2048).
//
// The limits are the model's, but for the elbow's lower one: the straighter the arm, the faster the elbow has to turn
// for the same motion of the tool, so that 30° of bend are kept, at a loss of 9 mm. Within 100 mm of the axis the
// hand would come near the base's own servos. The jaws stand across the arm, so that both finger tips are at one
// height also when the hand leans.
func SO101() Arm {
	return Arm{
		Links: Links{
			Up: 116.6, Out: 30.4,
			Upper: math.Hypot(112.57, 28), UpperElevation: math.Atan2(112.57, 28),
			Lower: math.Hypot(134.9, 5.2), LowerElevation: math.Atan2(5.2, 134.9),
			Hand: 159.23, Aside: -7.9, Twist: 0.0487,
		},
		Limits: [joints]Range{
			Pan:   {-1.91986, 1.91986},
			Lift:  {-1.74533, 1.74533},
			Elbow: {radians(-73.8 + 30), 1.69},
			Wrist: {-1.65806, 1.65806},
			Roll:  {-2.74385, 2.84121},
		},
		Jaws:    math.Pi / 2,
		MaxLean: radians(45),
		Nearest: 100,
	}
}
