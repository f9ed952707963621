package boards

import (
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"
)

// Shot is one picture of a film, in which a game goes on in a scene: what stands on the board changes, whose hand is
// over it, and the noise, and nothing else.
type Shot struct {
	Number int      // from 0
	Grid   []string // rows from the first corner on, of ".lLdD"
	Hand   *Reach   // nil: nobody reaches for the board
}

// Reach is a hand over a square, counted from the first corner, that comes from one of the board's sides: 0 is the
// one from the first corner to the second, and so on clockwise.
type Reach struct{ Row, Column, From int }

// DrawShot draws a shot into a new picture of three 8-bit channels, which the caller closes.
func DrawShot(s Scene, shot Shot) (gocv.Mat, error) {
	p := &s.pieces
	p.film, p.grid, p.hand = s.Seed+1, nil, 0
	for _, row := range shot.Grid {
		p.grid = append(p.grid, []byte(row))
	}
	if r := shot.Hand; r != nil {
		l := lots{rand.New(rand.NewPCG(s.Seed, 80))}
		p.hand, p.handTone = l.between(0.8, 1.5), hsv(l.between(10, 28), l.between(0.25, 0.6), l.between(90, 235))
		half := float64(s.Squares) / 2
		x, y := float64(r.Column)+0.5-half, float64(r.Row)+0.5-half
		p.handAngle = float64(r.From-1) * math.Pi / 2
		sin, cos := math.Sincos(p.handAngle)
		p.handIn, p.handAcross = half-(x*cos+y*sin)+0.3, y*cos-x*sin
	}
	return draw(drawing{scene: &s, lots: lots{rand.New(rand.NewPCG(s.Seed, 78))}, shot: uint64(shot.Number) + 1})
}

// OnDark says that the men stand on the squares of odd row and column together, the darker ones.
func (s *Scene) OnDark() bool { return s.pieces.onDark }

// Small says that the squares of the picture in a film's size are smaller than those of a table that is
// watched, or the pieces taller.
func (s Scene) Small() bool {
	s.Resize(640, 480)
	return s.shortest() < 24 || s.pieces.height > 0.3
}

// Camouflaged says that a side's pieces have nearly the colour of the squares that they stand on.
func (s *Scene) Camouflaged() bool {
	const near = 40 // grey values a channel
	played := s.board.light
	if s.pieces.onDark {
		played = s.board.dark
	}
	return min(s.pieces.light.distance(played), s.pieces.dark.distance(played)) < near
}
