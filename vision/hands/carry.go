package hands

import (
	"math"

	"draughtsman/calibration"
)

// parts says how the parts of an arm move with its tool: where what is seen of the arm
// at some cell, with the tool at one place, may be seen with the tool at another. nil:
// that is not known for these places.
type parts func(w *Watch, from, to calibration.BoardPoint) mover

// mover says where a cell may go to that moves in one of some ways, which depend on the
// machine.
type mover func(x, y float32, as ways, to func(x, y float32, way int))

// ways are some of the ways in which parts may move, a bit each.
type ways uint16

const anyWay = ^ways(0)

// Axes are the directions, in the board's frame, along which the parts of a
// machine with straight axes move.
type Axes [3]calibration.BoardPoint

// AxesOf are those of a machine whose frame is known.
func AxesOf(frame calibration.ArmFrame) (axes Axes) {
	origin := frame.ToBoard(calibration.ArmPoint{})
	for i, p := range []calibration.ArmPoint{{X: 1}, {Y: 1}, {Z: 1}} {
		q := frame.ToBoard(p)
		axes[i] = calibration.BoardPoint{X: q.X - origin.X, Y: q.Y - origin.Y, Z: q.Z - origin.Z}
	}
	return axes
}

// straight are the parts of a machine with straight axes: each takes part in the
// motions along some axes and not along others, which makes eight ways. How fast it moves
// in the picture depends on how high it is, which is tried for two heights.
func straight(axes Axes) parts {
	heights := [...]float64{0, 140} // mm above the tool's tip
	return func(w *Watch, from, to calibration.BoardPoint) mover {
		d := calibration.BoardPoint{X: to.X - from.X, Y: to.Y - from.Y, Z: to.Z - from.Z}
		var along [3]float64
		for i, a := range axes {
			along[i] = d.X*a.X + d.Y*a.Y + d.Z*a.Z
		}
		var points []calibration.BoardPoint
		for _, height := range heights {
			for subset := range 1 << len(axes) {
				p := from
				p.Z += height
				for i, a := range axes {
					if subset>>i&1 == 1 {
						p.X, p.Y, p.Z = p.X+along[i]*a.X, p.Y+along[i]*a.Y, p.Z+along[i]*a.Z
					}
				}
				points = append(points, p)
			}
		}
		var shifts [16][2]float32
		for i, p := range w.camera.ProjectAll(points) {
			shifts[i] = w.cell(p)
		}
		for h := range heights {
			still := shifts[h<<len(axes)]
			for subset := range 1 << len(axes) {
				s := &shifts[h<<len(axes)|subset]
				s[0], s[1] = s[0]-still[0], s[1]-still[1]
			}
		}
		return func(x, y float32, as ways, to func(x, y float32, way int)) {
			for i, s := range shifts {
				if as>>i&1 == 1 {
					to(x+s[0], y+s[1], i)
				}
			}
		}
	}
}

// carried is where the arm may be seen with its tool at a place, as it was seen with the
// tool near that and each part moved as it moves with the tool. It is false where that is
// not known.
func (w *Watch) carried(tool calibration.BoardPoint, spacing float64, move parts) (envelope, bool) {
	const inexact = 0.15 // of the tool's motion, by which a part moves otherwise
	likely := 1.0        // of the places where the tool may have been, that it was in
	if w.straight {
		likely = 0.4 // a part that is taken to move in one way only is known the better for it
	}
	var list []envelope
	for _, n := range w.memory.near(tool) {
		mover := move(w, n.tool, tool)
		if mover == nil {
			return nil, false
		}
		shown := make([]bool, len(w.inside))
		for k, c := range n.cells {
			as := anyWay
			if n.as != nil {
				as = n.as[k]
			}
			mover(float32(int(c)%w.columns), float32(int(c)/w.columns), as, func(x, y float32, _ int) {
				if i, j := int(x+.5), int(y+.5); x > -.5 && y > -.5 && i < w.columns && j < w.rows {
					shown[j*w.columns+i] = true
				}
			})
		}
		e := envelope(w.distances(shown))
		reach := float32(nearer*w.perMM*(likely*n.within+spacing/2) + inexact*w.perMM*(n.off-n.within))
		for i := range e {
			e[i] -= reach
		}
		list = append(list, e)
	}
	return agreed(list), true
}

// How the way in which a part moves is found out.
const (
	sortSilhouettes = 8    // that a silhouette is held against
	sortNearMM      = 30.0 // of tool between them, from
	sortFarMM       = 160.0
	sortFits        = 0.75 // of the silhouettes against which a way has to fit
	sortOff         = 1.5  // cells by which it may be off, and
	sortOffShare    = 0.1  // of how far the tool has moved
)

// sort finds out in which ways the parts move that a silhouette shows: those in which each
// cell is found again in the silhouettes with the tool elsewhere. Where none fits it may
// be any.
func (w *Watch) sort(s *silhouette) {
	type other struct {
		move mover
		away []uint8
		off  float32
	}
	var others []other
	step := max(1, len(w.memory.list)/97) | 1
	for k := 0; k < len(w.memory.list) && len(others) < sortSilhouettes; k++ {
		o := &w.memory.list[k*step*31%len(w.memory.list)]
		if d := distance(o.tool, s.tool); d >= sortNearMM && d <= sortFarMM {
			if move := w.parts(w, s.tool, o.tool); move != nil {
				others = append(others, other{move, o.away, float32(sortOff + w.perMM*(sortOffShare*d+o.within+s.within))})
			}
		}
	}
	if len(others) < sortSilhouettes/2 {
		return
	}
	need := int(math.Ceil(sortFits * float64(len(others))))
	s.as = make([]ways, len(s.cells))
	for i, c := range s.cells {
		var fits [16]int
		x, y := float32(int(c)%w.columns), float32(int(c)/w.columns)
		for _, o := range others {
			o.move(x, y, anyWay, func(x, y float32, way int) {
				u, v := int(x+.5), int(y+.5)
				outside := x < -.5 || y < -.5 || u >= w.columns || v >= w.rows
				if outside || float32(o.away[v*w.columns+u]) <= o.off {
					fits[way]++
				}
			})
		}
		for way, n := range fits {
			if n >= need {
				s.as[i] |= 1 << way
			}
		}
		if s.as[i] == 0 {
			s.as[i] = anyWay
		}
	}
}
