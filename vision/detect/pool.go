package detect

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// pool holds the crossings that were found in a picture, a list a filter width.
type pool struct {
	byWidth [][]saddle
	count   int
	near    nearby // all of them
}

// saddles finds the crossings in a picture. The response is Ixy² − Ixx·Iyy of each
// colour channel (the saddle's determinant; Lucchese and Mitra, Using saddle
// points for subpixel feature detection in camera calibration targets, 2002), the
// best channel counts. Then the brightness on a ring around it is looked at:
// a crossing is a second harmonic and little else.
//
// Each width is looked for in the picture halved until it is narrowest there
// (A. Witkin, Scale-space filtering, 1983: what is smooth needs fewer pixels).
func (w workshop) saddles(p picture) (pool, error) {
	var found pool
	level := gocv.NewMat()
	defer level.Close()
	if err := p.mat.CopyTo(&level); err != nil {
		return pool{}, fmt.Errorf("looking for the crossings of squares: %w", err)
	}
	for k := range widths {
		if k > 0 {
			size := image.Pt((level.Cols()+1)/2, (level.Rows()+1)/2)
			if err := gocv.Resize(level, &level, size, 0, 0, gocv.InterpolationArea); err != nil {
				return pool{}, fmt.Errorf("halving the picture: %w", err)
			}
		}
		of, err := w.saddlesAt(level, narrowest)
		if err != nil {
			return pool{}, fmt.Errorf("looking for the crossings of squares: %w", err)
		}
		bx, by := float64(p.Width)/float64(level.Cols()), float64(p.Height)/float64(level.Rows())
		for i := range of {
			of[i].at = imaging.Pt((of[i].at.X+0.5)*bx-0.5, (of[i].at.Y+0.5)*by-0.5)
			of[i].id = found.count
			found.count++
		}
		found.byWidth = append(found.byWidth, of)
	}
	found.near = newNearby(slices.Concat(found.byWidth...))
	return found, nil
}

// saddlesStretched are the saddles of the picture made taller; their places are
// those of the taller picture.
func (w workshop) saddlesStretched(p picture, stretch float64) (pool, error) {
	if stretch == 1 {
		return w.saddles(p)
	}
	tall := picture{mat: gocv.NewMat()}
	tall.Width, tall.Height = p.Width, int(math.Round(stretch*float64(p.Height)))
	defer tall.close()
	if err := gocv.Resize(p.mat, &tall.mat, image.Pt(tall.Width, tall.Height), 0, 0, gocv.InterpolationLinear); err !=
		nil {
		return pool{}, fmt.Errorf("stretching the picture: %w", err)
	}
	return w.saddles(tall)
}

// strongest are the strongest saddles that are not explained yet: of each width, and of all together.
func (p *pool) strongest(explained []bool) (byWidth [][]saddle, all []saddle) {
	for _, of := range p.byWidth {
		rest := make([]saddle, 0, len(of))
		for _, s := range of {
			if !explained[s.id] {
				rest = append(rest, s)
			}
		}
		all = append(all, rest...)
		byWidth = append(byWidth, strongest(rest, saddlesAWidth))
	}
	return byWidth, strongest(all, saddlesInAll)
}

// explain marks the saddles that a lattice explains, as far as it can be
// continued, or among its own nodes alone.
func (p *pool) explain(l *lattice, continued bool, explained []bool) {
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
		p.flood(l, explained)
	}
}

// front is a place up to which a pattern has been followed.
type front struct {
	at    imaging.Point
	phase complex128
	steps [2]imaging.Point // to the next crossings along its rows and columns
}

// flood marks what hangs together with a lattice from crossing to crossing, over gaps of one: the bend of a lens or the
// folds of a cloth lead a pattern away from every plane, and what is left of it would be taken for another one.
func (p *pool) flood(l *lattice, explained []bool) {
	var fronts []front
	for _, n := range l.nodes {
		at, ok := l.h.At(n.vec())
		right, inFront := l.h.At(n.vec().Plus(imaging.Pt(1, 0)))
		down, before := l.h.At(n.vec().Plus(imaging.Pt(0, 1)))
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
				p.near.within(target, reach, func(i int, square float64) {
					s := &p.near.of[i]
					if sign*polarity(s.phase, f.phase) < alike || !s.along(f.steps) {
						return
					}
					explained[s.id] = true
					if square < least {
						nearest, least = i, square
					}
				})
				if nearest < 0 || reached[p.near.of[nearest].id] {
					continue
				}
				s := &p.near.of[nearest]
				reached[s.id] = true
				next := front{s.at, s.phase, f.steps}
				next.steps[way] = step.Plus(s.at.Minus(f.at).Times(1 / leap)).Times(0.5)
				fronts = append(fronts, next)
			}
		}
	}
}

// along says whether a crossing's edges lead along two steps.
func (s *saddle) along(steps [2]imaging.Point) bool {
	for _, step := range steps {
		if min(math.Abs(s.edges[0].Cross(step)), math.Abs(s.edges[1].Cross(step))) > alongDiagonal*step.Length() {
			return false
		}
	}
	return true
}

// mostly says whether so many of some saddles are explained by now that it is worth while to look at the others again.
func (p *pool) mostly(explained []bool, of []saddle) bool {
	n := 0
	for i := range of {
		if explained[of[i].id] {
			n++
		}
	}
	return 4*n > len(of)
}

// strongest are at most n saddles, strongest first, no two nearer than apart.
func strongest(found []saddle, n int) []saddle {
	sorted := slices.Clone(found)
	slices.SortStableFunc(sorted, func(a, b saddle) int { return cmp.Compare(b.strength, a.strength) })
	sorted = sorted[:min(len(sorted), 2*n)]
	kept := make([]saddle, 0, n)
	for _, s := range sorted {
		if len(kept) == n {
			break
		}
		if !slices.ContainsFunc(kept, func(k saddle) bool {
			d := k.at.Minus(s.at)
			return d.Dot(d) < apart*apart
		}) {
			kept = append(kept, s)
		}
	}
	return kept
}
