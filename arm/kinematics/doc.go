// Package kinematics is the geometry of small arms with five joints and a gripper: a base that turns, a shoulder, an
// elbow and a wrist that move in one upright plane, and a hand that rolls. It says where the tool is for given joint
// angles, finds the angles for a place of the tool, and says what the arm reaches.
//
// # Coordinates
//
// Millimetres in the arm's frame: the origin is the foot of the axis about which the base turns, x points forward
// (where the arm points with its base in the middle), y to its left, z up. Angles are radians.
//
// # The tool
//
// The tool's point lies between the finger tips. Five joints cannot choose six numbers: the base has to turn towards
// the tool, so the hand leans only towards the arm or away from it. It is held upright wherever the joints allow
// that, and otherwise with the least lean that reaches the place, never more than Arm.MaxLean. The roll of the hand
// is held at Arm.Jaws. What is reached is therefore the same in every direction: a ring about the axis, with an inner
// and an outer edge at each height (Region).
package kinematics
