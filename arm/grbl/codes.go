package grbl

import (
	"fmt"

	"draughtsman/arm"
)

// RejectedError is a line that the controller answered with "error:N", or with a text of its own in place of the
// number. It matches arm.ErrRejected.
type RejectedError struct {
	Line     string
	Code     int    // 0: none that is known
	Text     string // the controller's own, "" if it gave a number
	Firmware Firmware
	Own      bool // the line is one of the driver's, and no tool's
}

func (e *RejectedError) Error() string {
	text := fmt.Sprintf("the controller refused %q with error:%d, %s", e.Line, e.Code,
		meaning(e.Firmware, e.Code, faults, moreFaults))
	if e.Code == 0 && e.Text != "" {
		text = fmt.Sprintf("the controller refused %q: %.80s", e.Line, e.Text)
	}
	const firstOfGCode, lastOfGCode = 20, 37
	if e.Own && (e.Code == 1 || e.Code == 2 || e.Code >= firstOfGCode && e.Code <= lastOfGCode) {
		text += "; as it was sent it is right, so that it was garbled on its way"
	}
	return text
}

// Is makes errors.Is(err, arm.ErrRejected) true.
func (e *RejectedError) Is(target error) bool { return target == arm.ErrRejected }

// AlarmError is "ALARM:N". It matches arm.ErrAlarm.
type AlarmError struct {
	Code     int
	Firmware Firmware
	Foreign  bool // nothing was under way that was sent from here
}

func (e *AlarmError) Error() string {
	text := fmt.Sprintf("the controller raised alarm %d, %s", e.Code, meaning(e.Firmware, e.Code, alarms, moreAlarms))
	if e.Foreign && e.Code == softLimit {
		text += ", in a line that this program did not send: another sender (a terminal, a pendant, a web page) is " +
			"connected to it; close that"
	}
	return text + ": see that the machine is free, then home it"
}

// Is makes errors.Is(err, arm.ErrAlarm) true.
func (e *AlarmError) Is(target error) bool { return target == arm.ErrAlarm }

// meaning is what a code means, in all of the family or in one of it.
func meaning(f Firmware, code int, all map[int]string, more map[Firmware]map[int]string) string {
	if text, ok := more[f][code]; ok {
		return text
	}
	if text, ok := all[code]; ok {
		return text
	}
	return fmt.Sprintf("which %s does not document", f)
}

// softLimit is the alarm of a target beyond the travel.
const softLimit = 2

// What the codes mean, after doc/csv/alarm_codes_en_US.csv of Grbl 1.1h.
var alarms = map[int]string{
	1:         "a limit switch was hit",
	softLimit: "a target lies beyond the machine's travel ($130 to $132)",
	3:         "it was reset in mid-motion",
	4:         "the probe was not in its starting state",
	5:         "the probe touched nothing",
	6:         "it was reset while homing",
	7:         "the safety door was opened while homing",
	8:         "homing could not move off the limit switch ($27 is too small, or a switch is stuck)",
	9:         "homing did not find a limit switch (a wire is off, or $130 to $132 are too small)",
}

// What the relatives' own mean: grblHAL/core alarms.c, bdring/FluidNC Alarm.h and Protocol.cpp.
var moreAlarms = map[Firmware]map[int]string{
	Grbl: {11: "it wants to be homed"}, // grblHAL that was built to greet as Grbl
	GrblHAL: {
		10: "its emergency stop is pressed",
		11: "it wants to be homed",
		12: "a limit switch is pressed already",
		13: "the probe's protection was triggered",
		14: "the spindle did not reach its speed in time",
		15: "homing did not find the second switch of an axis with two motors",
		16: "its self-test failed (switch it off and on)",
		17: "a motor's driver reports a fault",
		18: "its homing is set up wrongly ($44 to $46)",
	},
	FluidNC: {
		softLimit: "a target lies beyond the machine's travel (max_travel_mm and mpos_mm)",

		8:  "homing could not move off the limit switch (pulloff_mm is too small, or a switch is stuck)",
		9:  "homing did not find a limit switch (a wire is off, or max_travel_mm is too small)",
		10: "the spindle does not obey",
		11: "a control input (door, reset, hold) was active when it started",
		12: "a switch that serves both ends of an axis is pressed",
		13: "its stop input was hit",
		14: "it wants to be homed",
		15: "it wants to be homed after its start",
		16: "a board of additional inputs was reset",
		17: "a line of a job of its own was refused",
		18: "a limit switch was hit while probing",
	},
}

// What the codes mean, after doc/csv/error_codes_en_US.csv of Grbl 1.1h.
var faults = map[int]string{
	1:  "a word without its letter",
	2:  "a number that is not one",
	3:  "an unknown $ command",
	4:  "a negative value where none is allowed",
	5:  "homing is switched off in its settings",
	6:  "a step pulse shorter than 3 µs",
	7:  "its stored settings could not be read and were set back",
	8:  "a command that works only at rest",
	9:  "it is locked by an alarm or a jog",
	10: "soft limits ($20) need homing ($22)",
	11: "a line of more than 79 characters",
	12: "more than 30000 steps a second",
	13: "the safety door is open",
	14: "a start-up line that is too long",
	15: "a jog beyond the machine's travel",
	16: "an invalid jog",
	17: "laser mode without a PWM output",
	20: "an unsupported G-code command",
	21: "two commands of one group in a line",
	22: "a motion without a feed rate",
	23: "a value that must be a whole number",
	24: "two commands that both need axis words",
	25: "a word given twice",
	26: "axis words are missing",
	27: "an invalid line number",
	28: "a value is missing",
	29: "an unsupported work coordinate system",
	30: "G53 works with G0 and G1 only",
	31: "axis words that no command uses",
	32: "an arc without axes in its plane",
	33: "an invalid target",
	34: "an invalid arc radius",
	35: "an arc without offsets in its plane",
	36: "words that no command uses",
	37: "a tool length offset on the wrong axis",
	38: "a tool number that is too large",
}

// What the relatives' own mean: grblHAL/core errors.h and errors.c, bdring/FluidNC Error.h and Error.cpp.
var moreFaults = map[Firmware]map[int]string{
	GrblHAL: {
		11: "a line of more than 256 characters",
		12: "more steps a second than it can make",
		18: "its reset input is active",
		19: "a value that must be more than 0",
		39: "a value out of range",
		40: "a tool change that has not ended",
		41: "a motion that needs a turning spindle",
		42: "a plane that is not ZX",
		43: "a feed rate that is too high",
		44: "a spindle speed out of range",
		45: "a limit switch is pressed: only homing is allowed",
		46: "it has to be homed first",
		47: "the tool in the spindle is not known",
		48: "words that contradict each other",
		49: "its self-test failed: switch it off and on",
		50: "its emergency stop is pressed",
		51: "a motor's driver reports a fault",
		52: "a setting out of range",
		53: "a setting that this board does not have",
		54: "a retract position below the drilling depth",
		55: "a homing of two axes with two motors each at once",
		56: "a coordinate system that is locked",
		57: "an unexpected end of file",
		58: "an input or output that it does not have",
		60: "its SD card could not be mounted",
		61: "a file could not be read",
		62: "a folder could not be opened",
		63: "a folder that does not exist",
		64: "its SD card is not mounted",
		65: "its file system is not mounted",
		66: "its file system may not be written",
		70: "its Bluetooth could not be started",
		71: "an unknown operation in an expression",
		72: "a division by zero in an expression",
		73: "a value out of range in an expression",
		74: "a value that does not fit in an expression",
		75: "an expression that is none",
		76: "an expression without a result",
		77: "a password is needed",
		78: "access was denied",
		79: "a command that does not work behind an alarm before a reset",
		80: "flow control outside of a macro",
		81: "an unknown flow control statement",
		82: "flow control that is nested too deeply",
		83: "no memory for flow control",
		84: "a file could not be opened",
	},
	FluidNC: {
		5:   "no axis has a homing section in its configuration file",
		11:  "a line of more than 254 characters",
		12:  "more steps a second than it can make",
		18:  "no homing cycle is configured",
		19:  "an axis that may not be homed alone",
		38:  "a value that is too large",
		39:  "a P value that is too large",
		40:  "a control input (door, reset, hold) is active",
		60:  "its file system could not be mounted",
		61:  "a file could not be read",
		62:  "a folder could not be opened",
		63:  "a folder that does not exist",
		64:  "a file that is empty",
		65:  "a file that does not exist",
		66:  "a file could not be opened",
		67:  "its file system is busy",
		68:  "a folder could not be removed",
		69:  "a file could not be removed",
		70:  "a file could not be renamed",
		80:  "a setting out of range",
		81:  "a setting's value that it does not know",
		82:  "a file could not be made",
		83:  "its file system could not be formatted",
		90:  "a message could not be sent",
		100: "a setting could not be stored",
		101: "its stored settings could not be read",
		110: "a password is needed",
		111: "an unexpected end of line",
		112: "an unexpected end of file",
		113: "it was reset",
		120: "another of its connections is busy",
		130: "a jog that was cancelled",
		150: "a pin that does not exist in its configuration file",
		151: "a setting that its configuration file does not know",
		152: "its configuration file is wrong: look at the ERR lines of its start",
		160: "an upload failed",
		161: "a download failed",
		162: "a setting that can be changed in its configuration file only",
		170: "a division by zero in an expression",
		171: "a value that does not fit in an expression",
		172: "an expression without a result",
		173: "an unknown operation in an expression",
		174: "a value out of range in an expression",
		175: "an expression that is none",
		176: "an unknown flow control statement",
		177: "flow control outside of a macro",
		178: "no memory for flow control",
		179: "flow control that is nested too deeply",
	},
}

// texts are the codes of what FluidNC says in place of a number, if its verbose_errors are on, of those that make a
// difference here (Error.cpp).
var texts = map[string]int{
	"Setting disabled":                                         5,
	"Command requires idle state":                              8,
	"GCode cannot be executed in lock or alarm state":          9,
	"Unsupported GCode command":                                20,
	"Configuration is invalid. Check boot messages for ERR's.": 152,
}
