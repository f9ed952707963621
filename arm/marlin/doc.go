// Package marlin drives machines whose controller runs Marlin 2: a pure codec for its lines, and an arm.Arm over any
// port that carries bytes.
//
// What the driver does about Marlin's habits:
//
//   - "ok" to a motion means queued, and M114 tells where the queue will end, not where the tool is. M400 is answered
//     when the queue is empty: that answer means finished, and then M114 tells where its count of steps has the tool.
//     That is compared with the target, because soft endstops clamp one beyond them without a word; steps that the
//     motors lost it cannot show.
//   - M410 stops without slowing down. After it M114 is true again but for the steps lost: a machine that was stopped
//     is homed at its switches, which measure, before it goes on.
//   - Every line is numbered and has a checksum; what Marlin did not receive whole it asks for again, and the "ok"
//     behind a "Resend:" is no answer. A number that it does not expect tells a restart that nobody saw, and one that
//     it has had is dropped without a word: when nothing comes, the last line is sent once more.
//   - At most three lines are unanswered, so that one of its four buffers is free to read M410, which stops at once;
//     it goes without a number, since a repeated one is dropped without an answer.
//   - Blank lines are never sent: Marlin does not answer them. Neither is a
//     line of more than 95 characters: it would be cut off and carried out.
//   - An unknown command is answered by "echo:Unknown command" and then "ok".
//   - "echo:busy:" is no answer, but a sign of life, every second after M113 S1.
//   - kill() is the end until a reset: nothing is sent to a halted controller.
//   - Motors that rest for two minutes would be switched off (and the position lost): M84 S0 keeps them on.
//   - Before homing anew, and when connecting, a line that comes back word by
//     word makes sure that late answers are not taken for those to new lines.
package marlin
