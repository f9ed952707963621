package world

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// Counts are what has happened since the world began.
type Counts struct {
	Lifts      int // discs lifted by the tool
	Placed     int // discs let go by the tool
	Dropped    int // of those, discs that fell further than they should
	Missed     int // times that suction was switched on and off without a disc
	Collisions int // tool, carried disc or placed disc against a disc or the table
	Hands      int // times that a hand came over the board or the tray
	HandHits   int // times that the tool moved where a hand was
	Moves      int // moves of the game, both sides
	Mishaps    int // that have happened

	// How far the tool moved while a hand was over the board or the tray, mm: in the time in which it is seen and the tool
	// brakes, and after that.
	Braking, UnderHand float64
}

// account is what has happened, counted and written to the truth log.
type account struct {
	layout Layout
	state  *State
	counts Counts
	out    io.Writer // nil: nobody reads it
	failed error     // why it cannot be written
}

// Counts are what has happened so far.
func (w *World) Counts() Counts {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.counts
}

// Record writes one line to the truth log: an event, and all that is true now.
func (w *World) Record(event string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log.record(event)
}

// truthDisc and truthLine are the truth log's format: one JSON object a line.
type truthDisc struct {
	ID   int     `json:"id"`
	Side string  `json:"side"` // "black" or "white"
	X    float64 `json:"x"`    // board mm
	Y    float64 `json:"y"`
	Z    float64 `json:"z"` // of the underside
}

type truthLine struct {
	T     float64     `json:"t"`              // simulated seconds
	Event string      `json:"event"`          // a word, then what it is about
	FEN   string      `json:"fen"`            // what stands on the squares; side to move of the game
	Held  *truthDisc  `json:"held"`           // in the tool, or else in the hand
	Hand  []float64   `json:"hand,omitempty"` // x, y and z of its fingertips; absent: nobody sees one
	Discs []truthDisc `json:"discs"`

	// Only with the event "setup".
	SquareMM       float64 `json:"square_mm,omitempty"`
	DiscDiameterMM float64 `json:"disc_diameter_mm,omitempty"`
	DiscHeightMM   float64 `json:"disc_height_mm,omitempty"`
}

func (a *account) record(event string) {
	if a.out == nil || a.failed != nil {
		return
	}
	l := a.layout
	p, _ := l.Position(a.state)
	line := truthLine{T: round(a.state.Now.Seconds(), 1000), Event: event, FEN: p.FEN(),
		Discs: make([]truthDisc, 0, len(a.state.Discs))}
	for _, d := range a.state.Discs {
		line.Discs = append(line.Discs, inTruth(d))
	}
	for _, id := range []int{a.state.Hand.Held, a.state.Tool.Held} {
		if d := a.state.Disc(id); d != nil {
			held := inTruth(*d)
			line.Held = &held
		}
	}
	if h := a.state.Hand; h.Visible {
		line.Hand = []float64{round(h.At.X, 10), round(h.At.Y, 10), round(h.At.Z, 10)}
	}
	if event == "setup" {
		line.SquareMM, line.DiscDiameterMM, line.DiscHeightMM = l.Square, l.DiscDiameter, l.DiscHeight
	}
	text, err := json.Marshal(line)
	if err == nil {
		_, err = a.out.Write(append(text, '\n'))
	}
	if err != nil {
		a.failed = fmt.Errorf("cannot write the simulated table's truth log: %w", err)
	}
}

func inTruth(d Disc) truthDisc {
	side := "black"
	if d.Side != 0 {
		side = "white"
	}
	return truthDisc{ID: d.ID, Side: side, X: round(d.At.X, 100), Y: round(d.At.Y, 100), Z: round(d.At.Z, 100)}
}

// round is x to one part of a unit, never the negative zero.
func round(x, parts float64) float64 { return math.Round(x*parts)/parts + 0 }
