// Package firmware is what else can be at the other end of the simulated arm's line than the gantry with GRBL: Marlin
// 2.1, a uArm, a Dobot Magician, Klipper, and networks; and what goes wrong there, by a script of faults (ParseFaults),
// with GRBL and its relatives, too. All move the gantry's machine by its planner; what they say, and when, is each
// firmware's own.
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
package firmware
