// Package firmware is the simulated table's arm and its controller, at the other end of a pseudo-terminal: a gantry
// with GRBL 1.1h on an Arduino, with grblHAL, FluidNC or Marlin 2.1, a uArm, or a Dobot Magician. All move by the
// same planner with limited acceleration and coast when they are stopped dead; what they say, and when, is each
// firmware's own. A script of faults (ParseFaults) has things go wrong on the line and in the controller.
//
// # GRBL
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
// # Marlin and the uArm
//
// Marlin checks numbers and sums of lines, asks for them again, says nothing to blank lines and to numbers that it
// has had, clamps at its soft endstops without a word, calls the queue's end the position, and is dead after kill().
// Its pump is the first fan's output. The uArm answers under the request's number, a motion when it is nearly over,
// and lets everything but a bare M410 wait for it; here its arm is long enough for the whole bed and moves in
// straight lines. Both have the arm's frame for coordinates, once Marlin is homed. Not simulated are temperatures,
// displays, SD cards, the laser and the uArm's joints.
//
// # The Dobot Magician
//
// It takes packets with a checksum, says nothing to those that are garbled or that it does not know, counts what is
// queued and what it has carried out, and stops its queue at an alarm until that is cleared. Opening its port resets
// nothing. From a start until it has found its switch it is wrong about how its base is turned. Its arm, too, is long
// enough for the whole bed; each motion begins and ends at rest, however many are queued. A line of a fault script is
// a packet. Not simulated are its joints, jumps, arcs, continuous paths, inputs and outputs, and the rail.
//
// # In a network
//
// With Options.Listen the controller is reached over TCP or a WebSocket as FluidNC is, by several clients, each of
// which gets the answers to its own lines; with Options.Relay as behind a computer that shares its serial port. An
// unplugged cable is a network that swallows everything and tells nobody; a controller that restarts resets its
// connections.
//
// Klipper is the gantry under a host program with Moonraker in front of it: JSON-RPC, scripts, planned motions that
// nothing but a shutdown stops, restarts of the firmware. A line of a fault script is a script of G-code. Not
// simulated are heaters, extruders, files, macros other than PUMP_ON and PUMP_OFF, transforms such as bed meshes, and
// Moonraker's logins.
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
package firmware
