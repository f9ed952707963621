package klipper

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// How motions are cut into pieces.
const (
	pieceTime     = 400 * time.Millisecond // the longest that one may take
	sendAheadTime = 300 * time.Millisecond // of planned motion at which the next is sent
	defaultAccel  = 500                    // mm/s² that any machine has, until it has told its own
)

// Program is the G-code of some steps as the driver sends it, a line each, for a machine that reaches every speed at
// once. A step outside the limits is an error.
func Program(c Config, steps []arm.Step) (string, error) {
	c, err := c.WithDefaults(usual, tool)
	if err != nil {
		return "", err
	}
	return words(c, nil).Program(c.Limits, steps)
}

func words(c Config, pieces func(from, to arm.Point, speed float64) int) session.Words {
	return session.Words{
		Home:  session.Texts(homing),
		Move:  motion,
		Stops: true, Pieces: pieces,
		Drain: session.Texts("M400"),
		Grip:  switching(c.Grip, c.GripSettle), Release: switching(c.Release, c.ReleaseSettle),
	}
}

// homing lifts the tool first. What others may have left behind would move the coordinates, or the speed.
const homing = "SET_GCODE_OFFSET X=0 Y=0 Z=0\nM220 S100\nG90\nG28 Z\nG28 X Y"

// motion is a straight line that is planned at once.
func motion(to arm.Point, speed float64) string {
	return "G90\nG1 " + session.Feed(to, speed) + "\nG4 P0"
}

// switching is one script that ends when the tool has settled.
func switching(texts []string, settle time.Duration) []session.Line {
	script := append(append([]string{}, texts...), fmt.Sprintf("G4 P%d", settle.Milliseconds()), "M400")
	return []session.Line{{Text: strings.Join(script, "\n"), Takes: settle}}
}

// pieces is into how many equal parts a motion is cut so that each, from rest to rest, takes no longer than
// pieceTakes with an acceleration in mm/s².
func pieces(length, speed, accel float64) int {
	t := pieceTime.Seconds()
	longest := accel * t * t / 4 // without reaching the speed
	if speed < accel*t/2 {
		longest = speed * (t - speed/accel)
	}
	return max(1, int(math.Ceil(length/longest-1e-9)))
}

// request is a message to Moonraker.
type request struct {
	Version string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params,omitempty"`
	ID      uint32 `json:"id"`
}

// encode is a request as it goes out.
func encode(method string, params any, id uint32) string {
	text, err := json.Marshal(request{"2.0", method, params, id})
	if err != nil {
		panic(err) // of plain values
	}
	return string(text) + "\n"
}

type scriptParams struct {
	Script string `json:"script"`
}
