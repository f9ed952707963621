package calibration

import (
	"fmt"
	"math"
)

// Moved is the pose in which a camera sees the board after it was turned about its middle and then shifted, mm of its
// own frame. A camera that was nudged sees the same as if the board had been moved instead.
func (p Pose) Moved(turn Rotation, shift Vector) Pose {
	m, q := p.Rotation.Matrix(), turn.Matrix()
	var turned [3][3]float64
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				turned[i][j] += m[i][k] * q[k][j]
			}
		}
	}
	moved := mul(m, shift)
	for i := range 3 {
		moved[i] += p.Translation[i]
	}
	return Pose{Rotation: RotationOf(turned), Translation: moved}
}

// Drift is how a board would have to have been moved for a camera that stood still to see it in another pose.
type Drift struct {
	ShiftMM float64 // of its middle, over the table
	TurnDeg float64 // anticlockwise as White sees it
	WorstMM float64 // of that one of the playing area's corners which has moved the farthest, over the table
}

// Drift is what lies between two poses over a board.
func (b Board) Drift(before, now Pose) Drift {
	m, n := before.Rotation.Matrix(), now.Rotation.Matrix()
	moved := func(p BoardPoint) BoardPoint {
		v := mul(n, [3]float64{p.X, p.Y, p.Z})
		for i := range 3 {
			v[i] += now.Translation[i] - before.Translation[i]
		}
		v = mulT(m, v)
		return BoardPoint{X: v[0], Y: v[1], Z: v[2]}
	}
	middle, right := moved(BoardPoint{}), moved(BoardPoint{X: 1})
	d := Drift{
		ShiftMM: math.Hypot(middle.X, middle.Y),
		TurnDeg: math.Atan2(right.Y-middle.Y, right.X-middle.X) * 180 / math.Pi,
	}
	for _, corner := range b.Corners() {
		to := moved(corner)
		d.WorstMM = math.Max(d.WorstMM, math.Hypot(to.X-corner.X, to.Y-corner.Y))
	}
	return d
}

// String is the drift for people: "2.1 mm and 0.4°".
func (d Drift) String() string {
	return fmt.Sprintf("%.1f mm and %.1f°", d.ShiftMM, math.Abs(d.TurnDeg))
}

// Refit finds where the camera stands now that it sees points of the table where they were seen; it is looked for
// from where it stood. The residual is the root mean square distance, px. There must be four points or more.
func (c Camera) Refit(seen []Correspondence) (Pose, float64, error) {
	if len(seen) < 4 {
		return Pose{}, 0, fmt.Errorf("%d points of the board were seen: at least 4 are needed", len(seen))
	}
	pose := func(x []float64) Pose { return c.Pose.Moved(Rotation{x[0], x[1], x[2]}, Vector{x[3], x[4], x[5]}) }
	x, sum := minimise(make([]float64, 6), 2*len(seen), func(x, into []float64) {
		p := pose(x)
		m := p.Rotation.Matrix()
		for i, s := range seen {
			at := c.Lens.project(m, p.Translation, s.BoardPoint)
			into[2*i], into[2*i+1] = at.X-s.Pixel.X, at.Y-s.Pixel.Y
		}
	})
	if math.IsInf(sum, 1) {
		return Pose{}, 0, fmt.Errorf("no pose of the camera shows the board's points where they were seen")
	}
	return pose(x), math.Sqrt(sum / float64(len(seen))), nil
}
