// Package gantry is the simulated table's arm and its controller, at the other end of a pseudo-terminal: a gantry with
// GRBL 1.1h on an Arduino, or with grblHAL or FluidNC. Other firmwares move the same machine by the same planner, with
// limited acceleration; it coasts when it is stopped dead.
//
// It is written from what the firmware's documents and the real thing do, bad habits included: it sleeps through its
// boot loader, answers every line once and none of them when the motion is over, is deaf while it homes, drops what
// does not fit its buffer without a word, and locks itself up behind a soft limit. Opening the port resets it, as the
// DTR line does to an Uno. Not simulated are arcs, probing, stored positions (G28, G30), inverse-time feed, the
// safety door, sleep, start-up lines and overrides: their commands are answered as by a firmware built without them.
//
// grblHAL and FluidNC are the same gantry under GRBL's relatives. What is theirs: greetings, messages, settings and
// axes of their own; CR LF is one end of a line; behind a limit they go on to answer, grblHAL to refuse and FluidNC
// to call ok what it does not do; they know after a reset whether they have to be homed again, and raise an alarm
// (11, 14) if so. grblHAL answers all G-code like the last line if that was refused. FluidNC reports while it homes.
// With Options.NativeUSB opening the port resets none of the family.
//
// # Coordinates
//
// The arm's frame has its origin at a lower corner of the bed and x, y and z run up to Options.Bed (640 × 520 × 90
// mm). The homing switches sit at the far upper corner, at (Bed.X, Bed.Y, Bed.Z); $H goes there, z first, and ends a
// pull-off ($27, 2 mm) away on every axis.
//
// What machine coordinates that place gets is Options.Origin. By default it is Bed too: this controller is built to
// call its switches (640, 520, 90), so that after homing the reported MPos is (638, 518, 88) and machine coordinates
// are those of the arm's frame. A GRBL as it comes from the shop calls its switches (0, 0, 0), and its bed stretches
// from there to minus the travel; set Origin to the zero point to have one, and G54 (G10 L2 P1) to have the arm's
// frame as work coordinates. Soft limits ($20) hold the machine coordinates between Origin − travel ($130–$132) and
// Origin.
//
// Before homing the controller calls the place where it woke up (0, 0, 0), whatever that is. After a reset in the
// middle of a motion it may be wrong by the steps that the motors lost.
package gantry
