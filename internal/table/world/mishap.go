package world

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Mishap is something that goes wrong at the table once, as soon as it can.
type Mishap string

// What can go wrong. All but the last two wait for the tool, a nozzle.
const (
	MissPick   Mishap = "miss pick"   // the nozzle lifts nothing when it could
	DropPiece  Mishap = "drop piece"  // what hangs on the nozzle falls on the way
	KnockPiece Mishap = "knock piece" // setting a disc down shoves another one aside
	BumpTable  Mishap = "bump table"  // everything on the board slips a little
	DimLamps   Mishap = "dim lamps"   // the light changes, and stays so
)

// Mishaps are all there are.
func Mishaps() []Mishap { return []Mishap{MissPick, DropPiece, KnockPiece, BumpTable, DimLamps} }

const (
	dropDistanceMM = 40.0 // mm from where a disc was lifted at which it falls
	knockSquares   = 2.0  // squares within which something is shoved aside
	knockMM        = 24.0 // mm
	bumpMM         = 3.0  // mm
	minLight       = 0.8  // of the light as it was at the start
)

// mishap takes one that waits, if there is one of its kind.
func (w *World) mishap(m Mishap) bool {
	i := slices.Index(w.state.Mishaps, m)
	if i < 0 {
		return false
	}
	w.state.Mishaps = slices.Delete(slices.Clone(w.state.Mishaps), i, i+1)
	w.counts.Mishaps++
	w.record("mishap " + strings.ReplaceAll(string(m), " ", "-"))
	return true
}

// slip lets fall what hangs on the nozzle if it is to fall on its way.
func (w *World) slip() {
	s, p := &w.state, &w.physics
	d := s.Disc(s.Tool.Held)
	if d == nil || d.At.beside(p.liftedAt) < dropDistanceMM || !w.mishap(DropPiece) {
		return
	}
	s.Tool.Held, p.misses = NoDisc, true
	w.fall(d, true)
	w.counts.Dropped++
	w.record(fmt.Sprintf("drop %d", d.ID))
}

// knock shoves the nearest disc aside that is not in a stack, to where nothing is in its way.
func (w *World) knock(by *Disc) {
	if !slices.Contains(w.state.Mishaps, KnockPiece) {
		return
	}
	l := w.options.Layout
	if _, on := l.SquareAt(by.At); !on {
		return
	}
	var nearest *Disc
	for i := range w.state.Discs {
		d := &w.state.Discs[i]
		_, on := l.SquareAt(d.At)
		if d.ID == by.ID || !on || d.At.Z > 0 || len(w.above(d)) > 0 || d.At.beside(by.At) > knockSquares*l.Square {
			continue
		}
		if nearest == nil || d.At.beside(by.At) < nearest.At.beside(by.At) {
			nearest = d
		}
	}
	if nearest == nil {
		return
	}
	for range 16 {
		angle := 2 * math.Pi * w.random.Float64()
		to := nearest.At.plus(Point{X: knockMM * math.Cos(angle), Y: knockMM * math.Sin(angle)})
		free := !slices.ContainsFunc(w.state.Discs, func(d Disc) bool {
			return d.ID != nearest.ID && d.At.beside(to) < l.DiscDiameter+1
		})
		if _, on := l.SquareAt(to); on && free && w.mishap(KnockPiece) {
			nearest.At = to
			w.record(fmt.Sprintf("knock %d", nearest.ID))
			return
		}
	}
}

// shake has happen what waits for nothing.
func (w *World) shake() {
	s, l := &w.state, w.options.Layout
	if len(s.Mishaps) == 0 {
		return
	}
	if s.Tool.Held == NoDisc && s.Hand.Held == NoDisc && w.mishap(BumpTable) {
		angle := 2 * math.Pi * w.random.Float64()
		by := Point{X: bumpMM * math.Cos(angle), Y: bumpMM * math.Sin(angle)}
		for i := range s.Discs {
			if _, on := l.SquareAt(s.Discs[i].At); on {
				s.Discs[i].At = s.Discs[i].At.plus(by)
			}
		}
	}
	if w.mishap(DimLamps) {
		s.Light = minLight + (2-2*minLight)*w.random.Float64()
	}
}
