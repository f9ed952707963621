package hands

import (
	"math"

	"draughtsman/calibration"
)

// motionModel says how the parts of an arm move in the picture when its tool goes from one position to another; nil
// where that is not known for these positions.
type motionModel func(d *Detector, from, to calibration.BoardPoint) warp

// warp calls to with each place to which a cell may go if it moves in one of some modes. Places are in cells.
type warp func(x, y float32, in modes, to func(x, y float32, mode int))

// modes is a set of the modes in which a part may move, a bit each: what they mean depends on the model.
type modes uint16

const anyMode = ^modes(0)

// Axes are the directions along which the parts of a Cartesian machine move, in the board's frame.
type Axes [3]calibration.BoardPoint

// AxesOf returns the axes of a machine from its frame.
func AxesOf(frame calibration.ArmFrame) (axes Axes) {
	origin := frame.ToBoard(calibration.ArmPoint{})
	for i, p := range []calibration.ArmPoint{{X: 1}, {Y: 1}, {Z: 1}} {
		q := frame.ToBoard(p)
		axes[i] = calibration.BoardPoint{X: q.X - origin.X, Y: q.Y - origin.Y, Z: q.Z - origin.Z}
	}
	return axes
}

// cartesianModel returns the motion model of a machine with straight axes. A part takes part in the motion along some
// of the three axes, which makes eight modes. How fast it moves in the picture depends on its height, of which two
// are tried.
func cartesianModel(axes Axes) motionModel {
	return func(d *Detector, from, to calibration.BoardPoint) warp {
		motion := calibration.BoardPoint{X: to.X - from.X, Y: to.Y - from.Y, Z: to.Z - from.Z}
		var along [3]float64
		for i, a := range axes {
			along[i] = motion.X*a.X + motion.Y*a.Y + motion.Z*a.Z
		}
		var points []calibration.BoardPoint
		for _, height := range partHeights {
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
		for i, p := range d.camera.ProjectAll(points) {
			shifts[i] = d.toCell(p)
		}
		for h := range partHeights {
			still := shifts[h<<len(axes)]
			for subset := range 1 << len(axes) {
				s := &shifts[h<<len(axes)|subset]
				s[0], s[1] = s[0]-still[0], s[1]-still[1]
			}
		}
		return func(x, y float32, in modes, to func(x, y float32, mode int)) {
			for i, s := range shifts {
				if in>>i&1 == 1 {
					to(x+s[0], y+s[1], i)
				}
			}
		}
	}
}

// warpedEnvelope returns where the arm may be with its tool at a position, from the silhouettes near that, each part
// moved as the model says. It is false where the model does not know.
func (d *Detector) warpedEnvelope(tool calibration.BoardPoint, spacing float64) (envelope, bool) {
	likely := 1.0 // share of the positions at which the tool may have been
	if d.cartesian {
		likely = fittedShare // a part that moves in one mode only is known the better for it
	}
	var list []envelope
	for _, n := range d.silhouettes.near(tool) {
		move := d.model(d, n.tool, tool)
		if move == nil {
			return nil, false
		}
		shown := make([]bool, len(d.inArea))
		for k, c := range n.cells {
			in := anyMode
			if n.modes != nil {
				in = n.modes[k]
			}
			move(float32(int(c)%d.columns), float32(int(c)/d.columns), in, func(x, y float32, _ int) {
				if i, j := int(x+.5), int(y+.5); x > -.5 && y > -.5 && i < d.columns && j < d.rows {
					shown[j*d.columns+i] = true
				}
			})
		}
		e := envelope(d.distances(shown))
		reach := float32(perspectiveGain*d.cellsPerMM*(likely*n.toleranceMM+spacing/2) +
			modelErrorShare*d.cellsPerMM*(n.offMM-n.toleranceMM))
		for i := range e {
			e[i] -= reach
		}
		list = append(list, e)
	}
	return combined(list), true
}

// fitModes finds the modes in which each cell of a silhouette moves: those in which it is found again in silhouettes
// with the tool elsewhere. Where none fits it may be any.
func (d *Detector) fitModes(s *silhouette) {
	type other struct {
		move      warp
		distance  []uint8
		tolerance float32 // cells
	}
	var others []other
	step := max(1, len(d.silhouettes.list)/97) | 1
	for k := 0; k < len(d.silhouettes.list) && len(others) < fitSilhouettes; k++ {
		o := &d.silhouettes.list[k*step*31%len(d.silhouettes.list)]
		if away := distance(o.tool, s.tool); away >= fitNearMM && away <= fitFarMM {
			if move := d.model(d, s.tool, o.tool); move != nil {
				tolerance := fitToleranceCells + d.cellsPerMM*(fitToleranceShare*away+o.toleranceMM+s.toleranceMM)
				others = append(others, other{move, o.distance, float32(tolerance)})
			}
		}
	}
	if len(others) < fitSilhouettes/2 {
		return
	}
	need := int(math.Ceil(fitShare * float64(len(others))))
	s.modes = make([]modes, len(s.cells))
	for i, c := range s.cells {
		var fits [16]int
		x, y := float32(int(c)%d.columns), float32(int(c)/d.columns)
		for _, o := range others {
			o.move(x, y, anyMode, func(x, y float32, mode int) {
				u, v := int(x+.5), int(y+.5)
				outside := x < -.5 || y < -.5 || u >= d.columns || v >= d.rows
				if outside || float32(o.distance[v*d.columns+u]) <= o.tolerance {
					fits[mode]++
				}
			})
		}
		for mode, n := range fits {
			if n >= need {
				s.modes[i] |= 1 << mode
			}
		}
		if s.modes[i] == 0 {
			s.modes[i] = anyMode
		}
	}
}
