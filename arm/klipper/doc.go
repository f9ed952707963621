// Package klipper drives gantries whose motors Klipper moves, through Moonraker: JSON-RPC 2.0 over a WebSocket, of
// which each message is a line here (netport's moonraker://).
//
// What the driver does about Klipper's habits (docs/API_Server.md and klippy/toolhead.py of Klipper,
// docs/external_api of Moonraker):
//
//   - Klipper cannot stop a motion that it has planned, other than by a shutdown. That stops the motors dead and
//     switches them off, so that an axis may sink onto a hand; it switches the pump off, so that the disc falls; and
//     it takes a restart of the firmware to get out of. It is the last resort here, not the way to wait for a hand.
//     Instead no motion is ever sent whole: it goes out in pieces that take no more than 0.4 s each, and the next
//     only when less than 0.3 s is planned. When nothing more is sent the tool stands within 0.7 s, on its way, with
//     its grip and its place known; so it does when this program dies or the network fails. Hold and Stop wait for
//     that. The tool stands for a moment at the end of each piece, as Klipper plans a rest where it knows of nothing
//     behind; with accelerations of 3000 mm/s² and speeds of 100 mm/s that costs a tenth of the time.
//   - Homing cannot be cut into pieces. When it is to be stopped, Klipper is shut down.
//   - A script is answered when its last command is. G1 is done when it is queued; G4 P0
//     behind it has it planned at once; M400 waits until nothing moves. After a shutdown
//     M400 is answered as if all were well: the state is asked before that is believed.
//   - An unknown command is no error. Its name is told to all who are connected; when it
//     is one of ours the script counts as refused.
//   - Answers have the number of their request, so that those to other clients cannot be
//     taken for ours; but their scripts run between ours. The place is looked at before
//     every piece, and modes and offsets that others may leave behind are reset with it.
//   - Where the tool is told by toolhead.homed_axes and toolhead.position at rest, and by
//     motion_report in motion, which is up to 0.25 s old.
package klipper
