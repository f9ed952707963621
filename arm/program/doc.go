// Package program drives an arm by a program of the user's: JSON lines on its standard input and output, as
// docs/arm-protocol.md describes them.
//
// What the driver does, whatever the program does:
//
//   - The limits are checked before a request is written.
//   - Every answer has a deadline, that of a motion by its length and speed. A program that ends, writes anything but
//     answers, or does not answer in time is a lost cable: ErrDisconnected. It is ended with all that it has started;
//     who connects again starts another, which has to be homed.
//   - The place is asked for after every motion and before a motion that was held
//     goes on. One outside the limits or off the way is never gone on from.
//   - An end of its standard input is the program's sign to stop the arm, so that
//     it does so too when this process dies.
package program
