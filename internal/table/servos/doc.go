// Package servos is a simulated arm of six serial servos in the manner of the SO-101: Feetech STS3215 on one
// half-duplex line, at the other end of a pseudo-terminal, with the bones that they turn and the jaws that the sixth
// opens.
//
// It is written from what is known of the servos, bad habits included: a bad checksum, an unknown id, too few
// parameters and registers that do not exist are answered with silence; an unknown instruction and a write to what
// can only be read are answered with a plain "fine". Writing 128 to the torque switch makes the present position the
// middle. Nothing tells that a motion is over. A dip of the supply restarts the servos, and the arm sinks.
//
// # Coordinates
//
// The arm's frame has its origin at the foot of the axis about which the base turns, x forward, y left, z up; where
// the board lies in it is the layout's mount. The lengths of the bones are those of the SO-101, and the middle
// position of every servo, 2048, is the pose in which the upper arm points up and lower arm and hand point forward.
//
// # The jaws
//
// One jaw is fixed to the hand, 7.9 mm beside the axis of its roll; the other turns about a pivot 75 mm above the
// tips. What the jaws close on and lift is the world's affair; the servo notices that it cannot close them further.
package servos
