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
func (p *physics) mishap(m Mishap) bool {
	i := slices.Index(p.state.Mishaps, m)
	if i < 0 {
		return false
	}
	p.state.Mishaps = slices.Delete(slices.Clone(p.state.Mishaps), i, i+1)
	p.log.counts.Mishaps++
	p.log.record("mishap " + strings.ReplaceAll(string(m), " ", "-"))
	return true
}

// slip lets fall what hangs on the nozzle if it is to fall on its way.
func (p *physics) slip() {
	s := p.state
	d := s.Disc(s.Tool.Held)
	if d == nil || d.At.Beside(p.liftedAt) < dropDistanceMM || !p.mishap(DropPiece) {
		return
	}
	s.Tool.Held, p.misses = NoDisc, true
	p.fall(d, true)
	p.log.counts.Dropped++
	p.log.record(fmt.Sprintf("drop %d", d.ID))
}

// knock shoves the nearest disc aside that is not in a stack, to where nothing is in its way.
func (p *physics) knock(by *Disc) {
	if !slices.Contains(p.state.Mishaps, KnockPiece) {
		return
	}
	l := p.layout
	if _, on := l.SquareAt(by.At); !on {
		return
	}
	var nearest *Disc
	for i := range p.state.Discs {
		d := &p.state.Discs[i]
		_, on := l.SquareAt(d.At)
		if d.ID == by.ID || !on || d.At.Z > 0 || len(l.above(p.state, d)) > 0 || d.At.Beside(by.At) > knockSquares*l.Square {
			continue
		}
		if nearest == nil || d.At.Beside(by.At) < nearest.At.Beside(by.At) {
			nearest = d
		}
	}
	if nearest == nil {
		return
	}
	for range 16 {
		to := nearest.At.plus(around(2*math.Pi*p.random.Float64(), knockMM))
		free := !slices.ContainsFunc(p.state.Discs, func(d Disc) bool {
			return d.ID != nearest.ID && d.At.Beside(to) < l.DiscDiameter+1
		})
		if _, on := l.SquareAt(to); on && free && p.mishap(KnockPiece) {
			nearest.At = to
			p.log.record(fmt.Sprintf("knock %d", nearest.ID))
			return
		}
	}
}

// shake has happen what waits for nothing.
func (p *physics) shake() {
	s, l := p.state, p.layout
	if len(s.Mishaps) == 0 {
		return
	}
	if s.Tool.Held == NoDisc && s.Hand.Held == NoDisc && p.mishap(BumpTable) {
		by := around(2*math.Pi*p.random.Float64(), bumpMM)
		for i := range s.Discs {
			if _, on := l.SquareAt(s.Discs[i].At); on {
				s.Discs[i].At = s.Discs[i].At.plus(by)
			}
		}
	}
	if p.mishap(DimLamps) {
		s.Light = minLight + (2-2*minLight)*p.random.Float64()
	}
}
