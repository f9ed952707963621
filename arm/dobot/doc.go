// Package dobot drives the Dobot Magician: a pure codec for the packets of its communication protocol (V1.1.5), and
// an arm.Arm over any port that carries bytes.
//
// What the driver does about the Magician's habits:
//
//   - An answer repeats what its command was, and not which one: it has no number. Answers come in the order of the
//     commands, so that, once a question has been answered that was asked later, an answer that is missing is lost.
//   - The answer to a command that goes into the queue comes when it is queued, and counts it. The arm has moved when
//     the count of what it has carried out (246) has come as far, and stands where it was sent.
//   - A packet with a bad checksum is passed over without a word. The next command
//     is only sent when the one before is known to be in the queue, which takes
//     less time than any motion: no lost packet leads the tool round a corner.
//   - The arm stands at the end of every motion. Motions that go straight on at one speed are sent as one.
//   - What was lost, the command or its answer, is found out by queueing a command that changes nothing, the speed
//     that is set already: the number it is given tells what came before it. A motion is sent again only if it never
//     arrived; where too much was lost to tell, the arm is stopped and homed.
//   - A controller that restarts counts from the beginning, and reports alarm 0.
//   - An alarm stops the queue until it is cleared, which only homing does.
//   - Opening the port resets nothing: what an earlier program has queued would go
//     on. Connecting and homing stop the arm (242) and empty its queue (245).
//   - Homing looks for the base's switch, and begins by lifting the tool.
package dobot
