package config

import (
	"strings"

	"github.com/goccy/go-yaml"
)

// Key is what there is to know of a key of the description.
type Key struct {
	Path    string // from the top: "machine.reach.min"; [] stands for each of a list
	Unit    string // "" for what has none
	Default string // what counts where it is left out; Needed where it may not be
	Example string // of its value, in YAML
	About   string // what it says, short enough to stand behind it
}

// Needed is the default of a key that has none.
const Needed = "needed"

// Joints of an arm of servos, from its foot on, with their angles.
var servoJoints = []struct{ name, least, most string }{
	{"shoulder_pan", "-110", "110"}, {"shoulder_lift", "-100", "100"}, {"elbow_flex", "-43.8", "96.83"},
	{"wrist_flex", "-95", "95"}, {"wrist_roll", "-157.21", "162.79"},
}

// Keys are all keys of the description, in the order of the file, but for groups that only hold others.
func Keys() []Key {
	keys := append([]Key{}, tableKeys...)
	for i, joint := range servoJoints {
		path := "arm.servos.joints." + joint.name
		keys = append(keys,
			Key{path + ".id", "", string(rune('1' + i)), string(rune('1' + i)), "the servo's id"},
			Key{path + ".zero", "steps", "2048", "2060", "its position in the middle pose"},
			Key{path + ".reversed", "", "false", "true", "its position falls as the angle rises"},
			Key{path + ".min_deg", "°", joint.least, joint.least, "the least angle, from the middle pose"},
			Key{path + ".max_deg", "°", joint.most, joint.most, "the greatest angle"})
	}
	return append(append(keys, gripperKeys...), machineKeys...)
}

var tableKeys = []Key{
	{"version", "", Needed, "1", "of this file's form"},

	{"board.squares", "", Needed, "8", "along an edge, as the game is played on: 8 or 10"},
	{"board.square_mm", "mm", Needed, "40", "side of a square"},
	{"board.mirrored", "", "as the game has it", "false", "the square in White's right corner is played on"},
	{"disc.diameter_mm", "mm", Needed, "31", "of a piece; no more than a square"},
	{"disc.height_mm", "mm", Needed, "7", "of a man"},
	{"game", "", "english", "russian",
		"english, pool, russian, brazilian, czech, italian, spanish, international or frisian"},
	{"black_pieces", "", Needed, "dark", "what Black's pieces look like, dark or light"},

	{"camera.source", "", Needed, `"0"`, "number or path of a device, file, pattern or address"},
	{"camera.give_up", "time", "15s", "30s", "how long a camera that has stopped is tried again"},
	{"camera.lens", "", "the calibration's, with -lens", "lens.yaml", "what was learnt of the lens; a file beside this"},
	{"camera.size", "pixels", "as it comes", "1280x720", "of pictures of this computer's camera; each edge 16 to 20000"},
	{"camera.rate", "1/s", "as it comes", "30", "pictures a second"},
	{"camera.autofocus", "", "off", `"on"`, "whether the camera goes on focusing by itself"},
	{"camera.auto_exposure", "", "off", `"on"`, "whether it goes on setting the exposure by itself"},
	{"camera.auto_white_balance", "", "off", `"on"`, "whether it goes on setting the white balance by itself"},
	{"camera.focus", "driver's", "where it has settled", "30", "the focus, set by hand"},
	{"camera.exposure_ms", "ms", "where it has settled", "8", "the exposure, set by hand"},
	{"camera.white_balance_k", "K", "where it has settled", "4500", "the white balance, set by hand"},

	{"arm.driver", "", Needed, "grbl", "grbl, marlin, klipper, uarm, dobot, feetech, program or hands"},
	{"arm.port", "", Needed, "/dev/ttyUSB0", "serial port or address; none for program and hands"},
	{"arm.baud", "bits/s", "the driver's", "115200", "over a serial port"},
	{"arm.grip", "", "the driver's", "[M3 S1000]", "commands that take hold of a disc"},
	{"arm.release", "", "the driver's", "[M5]", "commands that let go of it"},
	{"arm.patience", "time", "the driver's, 2s to 5s", "8s", "the longest silence of a controller that is alive"},
	{"arm.command", "", "none", "[python3, my_arm.py]", "the program that drives the arm; of the driver program alone"},

	{"arm.servos.profile", "", Needed, "so101", "the kind of arm; of the driver feetech alone"},
	{"arm.servos.jaws_deg", "°", "90", "90", "from the fixed jaw to the moving one; 0 is away from the arm"},
	{"arm.servos.lean_deg", "°", "45", "30", "how far the hand may lean from upright"},
	{"arm.servos.nearest_mm", "mm", "100", "120", "how near to the arm's axis the tool may come"},
	{"arm.servos.volts_min", "V", "4.5", "4.5", "the least supply"},
	{"arm.servos.volts_max", "V", "13", "8.4", "the greatest supply"},
	{"arm.servos.links.up_mm", "mm", "116.6", "118", "from the foot up to the shoulder's axis"},
	{"arm.servos.links.out_mm", "mm", "30.4", "30", "from the axis of the foot out to the shoulder's"},
	{"arm.servos.links.upper_mm", "mm", "116", "117", "from the shoulder's axis to the elbow's"},
	{"arm.servos.links.lower_mm", "mm", "135", "136", "from the elbow's axis to the wrist's"},
	{"arm.servos.links.hand_mm", "mm", "159.23", "161", "from the wrist's axis to the finger tips"},
}

var gripperKeys = []Key{
	{"arm.servos.gripper.id", "", "6", "6", "the servo's id"},
	{"arm.servos.gripper.closed", "steps", "1536", "1500", "its position with the jaws closed on nothing"},
	{"arm.servos.gripper.reversed", "", "false", "true", "its position falls as the jaws open"},
	{"arm.servos.gripper.spare_mm", "mm", "3", "2", "room on each side of a disc before the jaws close"},
	{"arm.servos.gripper.jaw_mm", "mm", "75", "80", "the moving jaw, from its pivot to its tip"},
	{"arm.servos.gripper.fixed_mm", "mm", "-7.9", "-8", "the other jaw's face, beside the axis of the roll"},
	{"arm.servos.gripper.torque", "1/1000", "400", "300", "the most that the servo uses"},
	{"arm.servos.gripper.load", "1/1000", "120", "150", "how hard it works when it touches something"},
}

var machineKeys = []Key{
	{"machine.reach.min", "mm", Needed, "{x: 0, y: 0, z: 0}", "the least of each axis, where the tool's tip may be"},
	{"machine.reach.max", "mm", Needed, "{x: 640, y: 520, z: 90}", "the greatest"},
	{"machine.keep_out[].name", "", "no boxes", "the camera post", "of a box that the tip may not enter"},
	{"machine.keep_out[].min", "mm", "no boxes", "{x: 0, y: 0, z: 0}", "its least x, y and z"},
	{"machine.keep_out[].max", "mm", "no boxes", "{x: 40, y: 40, z: 90}", "its greatest"},
	{"machine.park", "mm", Needed, "{x: 115, y: 480, z: 60}", "where the tip waits, out of the picture"},
	{"machine.max_speed_xy_mm_s", "mm/s", Needed, "200", "what the axes x and y can do"},
	{"machine.max_speed_z_mm_s", "mm/s", Needed, "80", "what the axis z can do"},
	{"machine.accel_xy_mm_s2", "mm/s²", Needed, "1200", "of x and y"},
	{"machine.accel_z_mm_s2", "mm/s²", Needed, "600", "of z"},
	{"machine.travel_mm_s", "mm/s", Needed, "200", "across the table; no more than x and y can do"},
	{"machine.vertical_mm_s", "mm/s", Needed, "80", "up, and down but for the last part"},
	{"machine.approach_mm_s", "mm/s", Needed, "20", "the last part of the way down"},
	{"machine.approach_mm", "mm", Needed, "4", "how long that last part is"},
	{"machine.clearance_mm", "mm", Needed, "8", "kept above everything on the way"},
	{"machine.assumed_mm", "mm", "0", "20", "height of things that may stand anywhere, unknown"},
	{"machine.tool", "", "suction, or fingers with grasp_mm", "suction", "how a disc is held: suction, fingers or magnet"},
	{"machine.tool_radius_mm", "mm", "0", "5", "half the width of the tool at its tip"},
	{"machine.press_mm", "mm", "0", "-0.3", "how far below a disc's top the tip goes; below 0 it stops short"},
	{"machine.grasp_mm", "mm", "0", "4", "how far below a disc's top two fingers hold it"},
	{"machine.stray_mm", "mm", "0", "6", "how far beyond its rim a magnet pulls discs"},
	{"machine.gap_mm", "mm", "0", "0.5", "how far above its support a disc is let go"},
	{"machine.grip_settle", "time", "0s", "250ms", "until a disc is held"},
	{"machine.release_settle", "time", "0s", "150ms", "until it is let go"},
	{"machine.command_overhead", "time", "0s", "10ms", "of each command, beside the motion itself"},

	{"tray.kings", "", "stack", "swap", "what makes a king: stack, swap or virtual"},
	{"tray.slots[].kind", "", Needed, "capture", "capture, spare or king"},
	{"tray.slots[].at", "mm", Needed, "{x: 205, y: 140, z: 0}", "the middle of the slot's floor"},
	{"tray.slots[].capacity", "", Needed, "2", "discs that may lie on one another"},
	{"tray.slots[].holds", "", "nothing", "bb", "what lies there, from the bottom up: b and w"},

	{"calibration", "", Needed, "calibration.yaml", "what was measured; a file beside this"},

	{"engine.threads", "", "half of the processors", "4", "that think at once"},
	{"engine.hash_mb", "MB", "64 for each thread", "512", "memory for what they have seen"},
	{"engine.tables", "", "those found, or the program's", "tables", "a folder of endgame tables, or none"},
	{"engine.tables_mb", "MB", "64", "160", "how much of their distances is kept decompressed"},
	{"engine.book", "", "the program's", "my.book", "a file with an opening book, or none"},
	{"speech.command", "", "none", `[espeak-ng, -v, "{language}", "{text}"]`, "the program that says sentences aloud"},
}

// comments stand behind the keys of a description. Of a list the first has them. A command is a list in one line,
// behind which the encoder cannot put any.
func comments() yaml.CommentMap {
	all := yaml.CommentMap{}
	for _, k := range Keys() {
		if k.Path == "arm.command" || k.Path == "speech.command" {
			continue
		}
		text := " " + k.About
		if k.Unit != "" && k.Unit != "time" {
			text = " " + k.Unit + "; " + k.About
		}
		all["$."+strings.ReplaceAll(k.Path, "[]", "[0]")] = []*yaml.Comment{yaml.LineComment(text)}
	}
	return all
}
