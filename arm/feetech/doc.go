// Package feetech drives arms of Feetech STS3215 serial servos, such as the SO-100 and the SO-101: a pure codec for
// the packets on their bus, and an arm.Arm over any port that carries bytes.
//
// The servos know nothing of each other. Where the tool goes is worked out here, 50 times a second, from the arm's
// geometry (package kinematics), and sent to all joints in one packet, so that the tool moves along a straight line
// with a speed that rises and falls steadily, and slowly round the corners of motions that follow each other.
//
// What the driver does about the servos' habits:
//
//   - Nothing tells that a motion is over. It is when every joint's position (register 56) is where it was sent and
//     no longer changes or is reported as moving (66). A joint that stops short, because gravity pulls it down, is
//     sent as much further; one that then still does not get there is blocked.
//   - What a servo does not understand (a bad checksum, too few parameters, registers that do not exist), it answers
//     with silence, or with a plain "fine". Nothing is believed to be set that was not read back, and every question
//     is asked up to five times.
//   - Positions are absolute: nothing has to be found at switches. Home checks the servos, takes hold of the arm
//     where it is, raises the tool and brings it to the place where the arm waits.
//   - Stopping makes each joint's goal the place where it is. Switching the torque off would let the arm fall, and is
//     left for servos that go on moving nevertheless.
//   - A servo that restarted, because its supply dipped, has let go: it is
//     noticed by its torque switch being off, and the arm has to be homed.
//   - Registers below 40 are in the servo's EPROM and are never written, nor the lock (55) that guards them. 128 in
//     register 40 would make the present position the middle; 0 and 1 are all that is ever written there.
package feetech
