// Package uarm drives the uArm Swift and Swift Pro: a pure codec for their
// lines, and an arm.Arm over any port that carries bytes.
//
// What the driver does about the uArm's habits:
//
//   - Requests are numbered, "#7 G0 …", and answered under their number,
//     "$7 ok …". An answer that comes late can never be taken for another's.
//   - The ok to a motion comes when it has been handed to the planner, a
//     moment before its end: the next one then runs into it, round a corner if
//     P2220 says that the arm is nearly there. M2200 tells when nothing moves any
//     more; "@9" says that it is time to ask.
//   - A refusal may come with "ok" in front: "$7 ok E22 unreachable". Any E
//     code in an answer is a refusal, and limits are checked before anything
//     is sent.
//   - An unknown command is not answered under its number: its echo counts as
//     the answer, and if that is garbled the request times out.
//   - Events, "@…", come between a request and its answer. "@5 V0" means that
//     the arm's own power is off: it has fallen.
//   - Everything queues behind a motion. Only a bare M410 is acted on as it is
//     read; the arm's sensors tell where that left it.
//   - There are no switches to home at: the joints have encoders. Homing means
//     switching the motors on, rising, and going to the home point.
//   - kill() is the end until a reset: nothing is sent to a halted controller.
package uarm
