// Package grbl drives gantries whose controller runs Grbl 1.1 or a relative, grblHAL or FluidNC: a pure codec for its
// lines, and an arm.Arm over any port that carries bytes.
//
// What the driver does about Grbl's habits:
//
//   - "ok" means read and queued. Every motion is followed by a dwell, G4 P0, which Grbl answers only when its
//     planner is empty: that answer means finished.
//   - Motions are G53 G1 … F…: machine coordinates, so that no work offset that an earlier program left behind moves
//     the table away, and G1 rather than G0 because a rapid ignores the speed. Each line says G90 G21 G94 too, since
//     a reset or a start-up block ($N) may have changed the modes.
//   - Lines go out without spaces: one garbled into 0xA0 would switch the pump.
//     They have no checksums, so that the machine is held when it leaves its way,
//     and its place is looked at before corners and before the tool is switched.
//   - A line ends with \n alone (\r\n would be two lines and two answers), is at most 79 characters long, and never
//     are more than 127 bytes unanswered: beyond that Grbl drops bytes without a word. Only motions that go straight
//     on are counted so: one that is lost among them is a piece of the same way that the next one makes.
//   - Grbl without soft limits runs into its frame on request, so arm.Limits are checked before anything is sent.
//   - Homing is silent until it ends; a motion is watched with '?'.
//   - After an alarm, an unexpected banner, a lost answer or a reset that did not find the machine at rest the
//     position is not known: everything but Home is refused, and nothing is ever sent twice.
//   - A reset (0x18) switches the coolant outputs off and lets fall what a suction tool holds. Stop and a cancelled
//     context therefore hold ('!'), and leave the rest of the motion unfinished in the controller with the vacuum on;
//     the reset that clears it comes with the next Home.
//
// What the relatives add (gnea/grbl and they speak one protocol):
//
//   - They greet with names of their own, have more axes and fields in reports, more
//     alarms and errors, settings that are masks ($21, $22 of grblHAL) or text, or
//     none at all (FluidNC keeps most in a file). What is not known is passed over.
//   - After a start they raise an alarm that only asks for homing (11, 14).
//   - Behind a limit they answer '?' with Alarm where Grbl is silent. A motion that
//     FluidNC called ok may be one that it does not make: the alarm ends the wait.
//   - When grblHAL has refused a line it answers all G-code as it did that, until
//     an empty line: one goes in front of the next.
//   - A port that is USB itself, or a socket, resets nothing when it is opened: a
//     greeting is waited for as long as '?' is not answered, then a reset is sent.
package grbl
