package detect

import (
	"math"

	"draughtsman/vision/imaging"
)

// unexplained returns the strongest saddles that no lattice explains yet: of each filter width, and of all together.
func (p *saddleSet) unexplained(explained []bool) (byWidth [][]saddle, all []saddle) {
	for _, of := range p.byWidth {
		rest := make([]saddle, 0, len(of))
		for _, s := range of {
			if !explained[s.id] {
				rest = append(rest, s)
			}
		}
		all = append(all, rest...)
		byWidth = append(byWidth, suppressed(rest, saddlesAWidth))
	}
	return byWidth, suppressed(all, saddlesInAll)
}

// markExplained marks the saddles that a lattice explains: those near nodes of the right polarity, among its own
// nodes or, with continued, as far as it can be continued.
func (p *saddleSet) markExplained(l *lattice, continued bool, explained []bool) {
	inv, ok := l.h.Inverse()
	if !ok {
		return
	}
	low, high := l.bounds()
	if continued {
		low, high = imaging.Pt(-farthestExplained, -farthestExplained), imaging.Pt(farthestExplained, farthestExplained)
	}
	for _, of := range p.byWidth {
		for i := range of {
			u, front := inv.At(of[i].at)
			if !front || u.X < low.X-0.5 || u.Y < low.Y-0.5 || u.X > high.X+0.5 || u.Y > high.Y+0.5 {
				continue
			}
			column, row := math.Round(u.X), math.Round(u.Y)
			if max(math.Abs(u.X-column), math.Abs(u.Y-row)) < nearNode &&
				parity(int(column), int(row))*polarity(of[i].phase, l.phase) > 0 {
				explained[of[i].id] = true
			}
		}
	}
	if continued {
		p.follow(l, explained)
	}
}

// front is a place up to which a pattern has been followed.
type front struct {
	at    imaging.Point
	phase complex128
	steps [2]imaging.Point // to the next crossings along its rows and columns
}

// follow marks the saddles that are connected with a lattice from crossing to crossing, over gaps of one. The
// distortion of a lens or the folds of a cloth lead a pattern away from every plane; what was left of it would be
// taken for another one.
func (p *saddleSet) follow(l *lattice, explained []bool) {
	var fronts []front
	for _, n := range l.nodes {
		at, ok := l.h.At(n.point())
		right, inFront := l.h.At(n.point().Plus(imaging.Pt(1, 0)))
		down, before := l.h.At(n.point().Plus(imaging.Pt(0, 1)))
		if ok && inFront && before {
			fronts = append(fronts, front{at, l.phase * complex(parity(n.column, n.row), 0),
				[2]imaging.Point{right.Minus(at), down.Minus(at)}})
		}
	}
	reached := make([]bool, p.count)
	for len(fronts) > 0 {
		f := fronts[len(fronts)-1]
		fronts = fronts[:len(fronts)-1]
		reach := nearNode * min(f.steps[0].Length(), f.steps[1].Length())
		if reach < leastStep*nearNode {
			continue
		}
		for way, step := range f.steps {
			for _, leap := range [...]float64{1, -1, 2, -2} {
				sign := 1 - 2*math.Mod(math.Abs(leap), 2) // neighbours are unlike
				target := f.at.Plus(step.Times(leap))
				nearest, least := -1, math.Inf(1)
				p.index.within(target, reach, func(i int, square float64) {
					s := &p.index.of[i]
					if sign*polarity(s.phase, f.phase) < samePhase || !s.along(f.steps) {
						return
					}
					explained[s.id] = true
					if square < least {
						nearest, least = i, square
					}
				})
				if nearest < 0 || reached[p.index.of[nearest].id] {
					continue
				}
				s := &p.index.of[nearest]
				reached[s.id] = true
				next := front{s.at, s.phase, f.steps}
				next.steps[way] = step.Plus(s.at.Minus(f.at).Times(1 / leap)).Times(0.5)
				fronts = append(fronts, next)
			}
		}
	}
}

// along reports whether a crossing's edges have two directions.
func (s *saddle) along(steps [2]imaging.Point) bool {
	for _, step := range steps {
		if min(math.Abs(s.edges[0].Cross(step)), math.Abs(s.edges[1].Cross(step))) > alongDiagonal*step.Length() {
			return false
		}
	}
	return true
}

// mostlyExplained reports whether so many of some saddles are explained by now that another pass over the others is
// worth while.
func (p *saddleSet) mostlyExplained(explained []bool, of []saddle) bool {
	n := 0
	for i := range of {
		if explained[of[i].id] {
			n++
		}
	}
	return 4*n > len(of)
}
