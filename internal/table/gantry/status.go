package gantry

import "fmt"

// status is how a line is answered: ok, or error:N with GRBL's numbers.
type status int

const (
	okay                 status = 0
	expectedLetter       status = 1
	badNumber            status = 2
	invalidStatement     status = 3
	negativeValue        status = 4
	settingDisabled      status = 5
	notIdle              status = 8
	locked               status = 9
	softLimitsNeedHoming status = 10
	lineOverflow         status = 11
	travelExceeded       status = 15
	invalidJog           status = 16
	unsupported          status = 20
	modalViolation       status = 21
	noFeedRate           status = 22
	notInteger           status = 23
	axisConflict         status = 24
	wordRepeated         status = 25
	noAxisWords          status = 26
	badLineNumber        status = 27
	valueMissing         status = 28
	badCoordinates       status = 29
	needsStraightMotion  status = 30
	axisWordsExist       status = 31
	unusedWords          status = 36
	homingRequired       status = 46  // grblHAL
	settingMissing       status = 53  // grblHAL
	criticalEvent        status = 79  // grblHAL
	readOnlySetting      status = 162 // FluidNC
)

// answer is the line that says it.
func (s status) answer() string {
	if s == okay {
		return "ok\r\n"
	}
	return fmt.Sprintf("error:%d\r\n", s)
}

// state is what the controller is doing, as its reports name it.
type state int

const (
	idle state = iota
	running
	holding
	jogging
	alarmed
	homingState
	checking
)

// alarm is the N of ALARM:N.
type alarm int

const (
	hardLimitAlarm   alarm = 1
	softLimitAlarm   alarm = 2
	abortAlarm       alarm = 3
	homingAbortAlarm alarm = 6

	homingRequiredAlarm alarm = 11 // grblHAL
	unhomedAlarm        alarm = 14 // FluidNC
)

// alarmNames are FluidNC's (bdring/FluidNC, FluidNC/src/Protocol.cpp).
var alarmNames = map[alarm]string{
	hardLimitAlarm: "Hard Limit", softLimitAlarm: "Soft Limit", abortAlarm: "Abort Cycle",
	homingAbortAlarm: "Homing Fail Reset", unhomedAlarm: "Unhomed",
}
