package program

import (
	"encoding/json"
	"fmt"
	"math"

	"draughtsman/arm"
)

// Version is the version of the protocol that this package speaks.
const Version = 1

// maxLine is the longest line of a program that is read, in bytes.
const maxLine = 64 << 10

// The methods of the protocol.
const (
	identify = "identify"
	home     = "home"
	move     = "move"
	grip     = "grip"
	release  = "release"
	feel     = "feel"
	position = "position"
	hold     = "hold"
	resume   = "resume"
	stop     = "stop"
)

// request is a line to the program.
type request struct {
	ID     int    `json:"id"`
	Method string `json:"method"`
	Params any    `json:"params,omitempty"`
}

// encode is a request as it is written, with its end.
func (r request) encode() ([]byte, error) {
	line, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode the request %q: %w", r.Method, err)
	}
	return append(line, '\n'), nil
}

// point is a place in mm.
type point struct {
	X number `json:"x"`
	Y number `json:"y"`
	Z number `json:"z"`
}

func pointOf(p arm.Point) point { return point{number(p.X), number(p.Y), number(p.Z)} }

// target is what move asks for.
type target struct {
	point
	Speed number `json:"speed"`
}

// limits are a box in mm and the greatest speed in mm/s.
type limits struct {
	Min   point  `json:"min"`
	Max   point  `json:"max"`
	Speed number `json:"speed"`
}

func limitsOf(l arm.Limits) limits {
	return limits{Min: pointOf(l.Min), Max: pointOf(l.Max), Speed: number(l.MaxSpeed)}
}

// greeting is what identify is asked with.
type greeting struct {
	Version int    `json:"version"`
	Limits  limits `json:"limits"`
}

// number is a number that is written to the thousandth.
type number float64

// MarshalJSON is part of json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	rounded := math.Round(float64(n)*1000) / 1000
	if rounded == 0 {
		rounded = 0 // not -0
	}
	return json.Marshal(rounded)
}

// answer is a line of the program.
type answer struct {
	ID     *int            `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *failure        `json:"error"`
}

// failure is why a request was not carried out.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// parse reads a line of the program. What it does not know of it, it ignores.
func parse(line []byte) (answer, error) {
	var a answer
	if err := json.Unmarshal(line, &a); err != nil || a.ID == nil {
		return answer{}, fmt.Errorf("it wrote %.80q to its standard output, which is for answers only, a JSON object with "+
			"an id each; "+
			"let it print to its standard error", line)
	}
	return a, nil
}

// place reads the place in a result; all three coordinates have to be there.
func place(result json.RawMessage) (arm.Point, error) {
	var p struct{ X, Y, Z *float64 }
	if err := json.Unmarshal(result, &p); err != nil || p.X == nil || p.Y == nil || p.Z == nil {
		return arm.Point{}, fmt.Errorf("a place was asked for, and came as %.80q; it is {\"x\": …, \"y\": …, \"z\": …} in mm",
			result)
	}
	return arm.Point{X: *p.X, Y: *p.Y, Z: *p.Z}, nil
}

// holding reads the answer to feel.
func holding(result json.RawMessage) (bool, error) {
	var f struct{ Holding *bool }
	if err := json.Unmarshal(result, &f); err != nil || f.Holding == nil {
		return false, fmt.Errorf("whether the tool holds something was asked for, and came as %.80q; it is {\"holding\": "+
			"true} or false", result)
	}
	return *f.Holding, nil
}
