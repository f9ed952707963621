package dobot

import (
	"encoding/binary"
	"math"

	"draughtsman/arm"
)

// The commands that the driver uses, by their ID.
const (
	idVersion     = 2
	idPose        = 10 // 8 floats: x, y, z, r, four joints
	idAlarms      = 20 // 16 bytes; written: clear them
	idClearAlarms = 21 // in some firmware, in place of writing 20
	idHomeParams  = 30 // where homing ends: 4 floats
	idHome        = 31
	idSuction     = 62 // switched by the arm, on
	idGripper     = 63 // switched by the arm, closed
	idPace        = 81 // of straight motions: mm/s, °/s, mm/s², °/s²
	idRatio       = 83 // per cent of speed and acceleration that are used
	idMove        = 84 // mode, x, y, z, r
	idStart       = 240
	idForceStop   = 242
	idEmpty       = 245
	idDone        = 246 // the number of the last command that was carried out
)

const (
	straightLine = 2 // MOVL_XYZ
	turnSpeed    = 100.0
	posesFloats  = 8
	alarmBytes   = 16
)

// needs is how many bytes the answer to a question has at least.
var needs = map[byte]int{idVersion: 3, idPose: 4 * posesFloats, idAlarms: alarmBytes, idDone: 8}

// meanings say what a command is about, for people.
var meanings = map[byte]string{
	idVersion: "the question for its version", idPose: "the question for its position",
	idAlarms:      "the question for its alarms",
	idClearAlarms: "clearing its alarms", idHomeParams: "setting where homing ends", idHome: "homing",
	idSuction: "switching the suction cup",
	idGripper: "switching the gripper", idPace: "setting its speed", idRatio: "setting its speed", idMove: "a motion",
	idStart:     "starting its queue",
	idForceStop: "stopping it", idEmpty: "emptying its queue", idDone: "the question how far it is",
}

func question(id byte) Packet { return Packet{ID: id} }

func setting(id byte, params ...byte) Packet { return Packet{ID: id, Write: true, Params: params} }

func queued(id byte, params []byte) Packet {
	return Packet{ID: id, Write: true, Queued: true, Params: params}
}

func floats(values ...float64) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	return b
}

// motion is a straight line to a place. The tool does not turn about itself.
func motion(to arm.Point) Packet {
	return queued(idMove, append([]byte{straightLine}, floats(to.X, to.Y, to.Z, 0)...))
}

// pace sets how fast the motions behind it are.
func pace(speed, accel float64) Packet {
	return queued(idPace, floats(speed, turnSpeed, accel, turnSpeed))
}

// home looks for the base's switch, and goes to where homing ends.
func home() Packet { return queued(idHome, make([]byte, 4)) }

// homeAt sets where homing ends.
func homeAt(p arm.Point) Packet { return setting(idHomeParams, floats(p.X, p.Y, p.Z, 0)...) }

// fullRatio has speed and acceleration mean what they say.
func fullRatio() Packet { return setting(idRatio, floats(100, 100)...) }

// number is the number in the answer to a queued command, or to idDone.
func number(params []byte) uint64 { return binary.LittleEndian.Uint64(params) }

// place is the tool's in an answer to idPose.
func place(params []byte) arm.Point {
	at := func(i int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(params[4*i:])))
	}
	return arm.Point{X: at(0), Y: at(1), Z: at(2)}
}
