package track

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// probe is a short profile across a line between two squares.
type probe struct {
	along int // the axis along which it crosses its line: 0 for x, 1 for y
	// 1 where what is seen becomes brighter, in the sense of the signal, along that axis; or −1
	rises   float32
	edges   [4]bool             // whether it lies among the outermost squares, far, right, near or left
	taps    [samples]tap        // where the picture shows it
	partial [parameters]float64 // mm of the line along the axis for each parameter of the motion
}

// tap is a place between four pixels of a picture: the index of the upper left one's first sample, and how far it is
// from there.
type tap struct {
	index  int32
	fx, fy float32
}

// The parameters of a motion are turns about x, y and z, in millimetres at half the board's edge from the middle, and
// shifts along them.
const parameters = 6

// motion is how the board has been moved, as calibration.Pose.Moved has it.
type motion [parameters]float64

// of is a pose of the board's camera after the motion; half is half the board's edge, mm.
func (m motion) of(pose calibration.Pose, half float64) calibration.Pose {
	return pose.Moved(calibration.Rotation{m[0] / half, m[1] / half, m[2] / half}, calibration.Vector{m[3], m[4], m[5]})
}

// probes are those of a board that the picture shows in full.
func probes(board calibration.Board, camera calibration.Camera) []probe {
	var list []probe
	n := board.Squares
	moved := partialsOf(camera, board.Half())
	for line := 1; line < n; line++ { // between two columns, or two rows
		for square := range n { // along it
			for _, beside := range probesAside {
				for _, across := range [2]float64{float64(square) + beside, float64(square+1) - beside} {
					for along := range 2 {
						if p, ok := newProbe(board, camera, moved, along, line, square, across); ok {
							list = append(list, p)
						}
					}
				}
			}
		}
	}
	return list
}

// newProbe crosses the line between two columns (along 0) or two rows (along 1) at a place in a row or a column, in
// squares. It is false where the picture ends before.
func newProbe(board calibration.Board, camera calibration.Camera, moved [parameters]calibration.Camera, along, line,
	square int, across float64) (probe, bool) {
	p := probe{along: along, rises: 1}
	at := func(off float64) calibration.BoardPoint {
		column, row := float64(line)+off, across
		if along == 1 {
			column, row = across, float64(line)-off // y points to row 0
		}
		return calibration.BoardPoint{X: column*board.SquareMM - board.Half(), Y: board.Half() - row*board.SquareMM}
	}
	points := make([]calibration.BoardPoint, samples)
	for i := range points {
		points[i] = at(sampleStep * float64(i-middleSample))
	}
	for i, seen := range camera.ProjectAll(points) {
		var ok bool
		if p.taps[i], ok = newTap(camera.Lens, seen); !ok {
			return p, false
		}
	}
	for i, m := range moved {
		now, err := camera.Locate(m.Project(points[middleSample]), 0)
		if err != nil {
			return p, false
		}
		p.partial[i] = now.X - points[middleSample].X
		if along == 1 {
			p.partial[i] = now.Y - points[middleSample].Y
		}
	}
	row, column := square, line // of the second square along x
	if along == 1 {
		row, column = line-1, square // along y
	}
	if board.Number(row, column) != 0 { // the others are bare
		p.rises = -1
	}
	last := board.Squares - 1
	p.edges = [4]bool{square == 0, square == last, square == last, square == 0}
	if along == 0 {
		p.edges[1], p.edges[3] = false, false
	} else {
		p.edges[0], p.edges[2] = false, false
	}
	return p, true
}

// partialsOf are the cameras that see the board moved by one millimetre in each parameter.
func partialsOf(camera calibration.Camera, half float64) (moved [parameters]calibration.Camera) {
	for i := range moved {
		var m motion
		m[i] = 1
		moved[i] = calibration.Camera{Lens: camera.Lens, Pose: m.of(camera.Pose, half)}
	}
	return moved
}

// newTap is the tap of a pixel; it is false outside the picture.
func newTap(lens calibration.Lens, at calibration.Pixel) (tap, bool) {
	if !(at.X >= 0 && at.Y >= 0 && at.X < float64(lens.Width-1) && at.Y < float64(lens.Height-1)) {
		return tap{}, false
	}
	x, y := math.Floor(at.X), math.Floor(at.Y)
	return tap{int32(3 * (int(y)*lens.Width + int(x))), float32(at.X - x), float32(at.Y - y)}, true
}

// signal tells the two kinds of square apart: a weighted sum of the logarithms of a pixel's samples, in which
// squares that are never played on lie 1 above those that are.
type signal [3][256]float32

// newSignal is the signal that suits a board's colours.
func newSignal(c calibration.Colours) *signal {
	logs := imaging.Logarithms(imaging.CalibratedDark)
	empty := c.Tones.Empty.Mean
	green := empty.Brightness - (empty.Red+empty.Blue)/3
	darker := [3]float64{-green - empty.Blue, -green, -green - empty.Red}
	size := darker[0]*darker[0] + darker[1]*darker[1] + darker[2]*darker[2]
	var s signal
	for channel := range s {
		for v := range s[channel] {
			s[channel][v] = float32(darker[channel] / size * float64(logs[v]))
		}
	}
	return &s
}

// at is the signal at a place of a picture with rows of so many bytes.
func (s *signal) at(bytes []uint8, row int, t tap) float32 {
	upper := bytes[t.index : t.index+6 : t.index+6]
	lower := bytes[int(t.index)+row:][:6:6]
	a := s[0][upper[0]] + s[1][upper[1]] + s[2][upper[2]]
	b := s[0][upper[3]] + s[1][upper[4]] + s[2][upper[5]]
	c := s[0][lower[0]] + s[1][lower[1]] + s[2][lower[2]]
	d := s[0][lower[3]] + s[1][lower[4]] + s[2][lower[5]]
	a += t.fx * (b - a)
	c += t.fx * (d - c)
	return a + t.fy*(c-a)
}

// find returns how far from its place the probe's line is seen, in squares along the axis; it is false where it is
// not seen.
func (p *probe) find(bytes []uint8, row int, s *signal) (float64, bool) {
	var sums [samples + 1]float32
	for i, t := range p.taps {
		sums[i+1] = sums[i] + s.at(bytes, row, t)
	}
	var steps [samples]float32
	best := stepFlank
	for i := stepFlank; i < samples-stepFlank; i++ {
		steps[i] = p.rises * (sums[i+1+stepFlank] - sums[i+1] - (sums[i] - sums[i-stepFlank])) / stepFlank
		if steps[i] > steps[best] {
			best = i
		}
	}
	if steps[best] < leastStep || best == stepFlank || best == samples-stepFlank-1 {
		return 0, false
	}
	for i := stepFlank; i < samples-stepFlank; i++ {
		if (i <= best-rivalApart || i >= best+rivalApart) && steps[i] > rivalStep*steps[best] {
			return 0, false
		}
	}
	return sampleStep * (float64(best-middleSample) + imaging.Peak(steps[best-1], steps[best], steps[best+1])), true
}
