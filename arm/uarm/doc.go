// Package uarm drives the uArm Swift and Swift Pro: a pure codec for their lines, and an arm.Arm over any port that
// carries bytes.
//
// What the driver does about the uArm's habits:
//
//   - Requests are numbered, "#7 G0 …", and answered under their number,
//     "$7 ok …". An answer that comes late can never be taken for another's.
//   - The ok to a motion comes when it has been handed to the planner, a moment before its end: the next one then
//     runs into it, round a corner if P2220 says that the arm was told that corner. M2200 tells when nothing moves
//     any more; "@9" says that it is time to ask.
//   - What P2220 prints is no measurement but a variable of the firmware's (current_position): after a motion where
//     it was told to go, whether it came there or not. It shows whether a line arrived whole, which has no checksum,
//     and never that the arm is blocked. The joints' encoders are asked for by P2200, and M2221 has the firmware make
//     a place of the angles: that is where the arm is, to within less than a millimetre.
//   - A refusal may come with "ok" in front: "$7 ok E22 unreachable". Any E code in an answer is a refusal, and
//     limits are checked before anything is sent.
//   - An unknown command is not answered under its number: its echo counts as
//     the answer, and if that is garbled the request times out.
//   - Events, "@…", come between a request and its answer. "@5 V0" means that
//     the arm's own power is off: it has fallen.
//   - Everything queues behind a motion. Only a bare M410 is acted on as it is read. It makes the firmware take the
//     angles of its joints for its place in millimetres, and the next motion would begin there, below the table: with
//     V3.2.0 one from (200, 0, 100) to (250, 100, 100) that was stopped ended at (-13, 32, -48), and the firmware
//     called it (250, 100, 100). M2000 reads the encoders into that variable; it goes out before anything else that
//     follows an M410, and both are compared.
//   - M2000 stops what moves, and forgets requests that wait: nothing else may be under way. For half a second after
//     it, as after M410, motions are dropped (cleaning_buffer_counter, in Marlin's stepper.cpp) and called done.
//     Nothing is sent meanwhile.
//   - There are no switches to home at. Homing means reading the encoders (M2000, and M17, which also switches the
//     motors on), rising, and going to the home point, where they have to have the arm.
//   - kill() is the end until a reset: nothing is sent to a halted controller.
package uarm
