package hands

import (
	"compress/gzip"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"draughtsman/calibration"
)

const (
	maxPoses     = 600 // some 10 MB
	poseApartMM  = 15  // between positions of the tool at which the arm is remembered
	posesAtPlace = 2   // that are enough within it
	mistakenMM   = 60  // from the tool then, within which what was taken for a hand wrongly is none
	axisWeight   = 4   // of a mm along one axis of the board, where that counts more than the others
	outrun       = 1.6 // by which a part of the arm, nearer to the camera, outruns the tool in the picture
)

// Pose is the arm as it was seen with its tool at a place, without a hand.
type Pose struct {
	Tool     calibration.BoardPoint
	WithinMM float64  // the tool was so near to that place
	Cells    []uint16 // in which the arm was seen
	Colours  []uint8  // blue, green and red of each of them, as the camera sees them in the light of the free table
	Mistaken []uint16 // blocks that looked like a hand
}

// poses are what is remembered of an arm.
type poses []Pose

// remember learns a picture as one of the arm, and what of it was mistaken for a hand, where it is known where the tool
// was.
func (m *poses) remember(o observation, mistaken []bool) {
	if len(o.tools) > 0 {
		m.add(poseOf(o.now, o.arm, mistaken, o.tools))
	}
}

// add remembers a pose, unless there are enough of its place. The oldest make room.
func (m *poses) add(p Pose) {
	near := 0
	for _, other := range *m {
		if distance(other.Tool, p.Tool) < poseApartMM && other.WithinMM <= p.WithinMM+poseApartMM {
			near++
		}
	}
	if near >= posesAtPlace && len(p.Mistaken) == 0 {
		return
	}
	if len(*m) >= maxPoses {
		*m = slices.Delete(*m, 0, maxPoses/10)
	}
	*m = append(*m, p)
}

// near returns the poses whose tools were nearest to a place: in space, and with one axis of the board's that counts
// more. What one axis of an arm moves along there, as a portal's beam, looks alike wherever the others are. None twice.
func (m poses) near(tool calibration.BoardPoint) (list []*Pose) {
	for _, weights := range [][2]float64{{1, 1}, {axisWeight, 1}, {1, axisWeight}} {
		var best *Pose
		least := math.Inf(1)
		for i := range m {
			p := m[i].Tool
			off := math.Hypot(math.Hypot(weights[0]*(p.X-tool.X), weights[1]*(p.Y-tool.Y)), p.Z-tool.Z) + m[i].WithinMM
			if off < least {
				best, least = &m[i], off
			}
		}
		if best != nil && !slices.Contains(list, best) {
			list = append(list, best)
		}
	}
	return list
}

// over paints the pose over a table.
func (p *Pose) over(free []logColour) []logColour {
	list := slices.Clone(free)
	for k, i := range p.Cells {
		for c := range 3 {
			list[i][c] = logarithms[p.Colours[3*k+c]]
		}
	}
	return list
}

// poseOf is a pose from the blocks that show the arm.
func poseOf(now []logColour, arm, mistaken []bool, tools []calibration.BoardPoint) (p Pose) {
	p.Tool, p.WithinMM = middle(tools)
	for b, is := range arm {
		if !is {
			continue
		}
		for _, i := range cellsOf(b) {
			p.Cells = append(p.Cells, uint16(i))
			for _, v := range now[i] {
				p.Colours = append(p.Colours, uint8(min(max(math.Exp(float64(v))-darkOffset+.5, 0), 255)))
			}
		}
	}
	for b, is := range mistaken {
		if is {
			p.Mistaken = append(p.Mistaken, uint16(b))
		}
	}
	return p
}

// cellsOf are the cells of a block.
func cellsOf(b int) [4]int {
	i := b/blockColumns*2*Columns + b%blockColumns*2
	return [4]int{i, i + 1, i + Columns, i + Columns + 1}
}

// mistaken returns which blocks may look like a hand with the tool at a place, since they did without one.
func (m poses) mistaken(tool calibration.BoardPoint, blocksPerMM float64) []bool {
	list := make([]bool, blocks)
	for i := range m {
		p := &m[i]
		off := distance(p.Tool, tool) + p.WithinMM
		if len(p.Mistaken) == 0 || off > mistakenMM {
			continue
		}
		reach := 1 + int(outrun*blocksPerMM*off)
		for _, b := range p.Mistaken {
			x, y := int(b)%blockColumns, int(b)/blockColumns
			for v := max(0, y-reach); v <= min(blockRows-1, y+reach); v++ {
				for u := max(0, x-reach); u <= min(blockColumns-1, x+reach); u++ {
					list[v*blockColumns+u] = true
				}
			}
		}
	}
	return list
}

// middle returns the middle one of some positions and the greatest distance from it, mm.
func middle(places []calibration.BoardPoint) (p calibration.BoardPoint, within float64) {
	p = places[len(places)/2]
	for _, q := range places {
		within = max(within, distance(p, q))
	}
	return p, within
}

// memory is what a file keeps of an arm, as a camera has seen it.
type memory struct {
	Camera    calibration.Camera
	Latencies []Latency
	Paces     []float64
	Poses     poses
}

// Save writes what was learnt of the arm, for Recall.
func (d *Detector) Save(to io.Writer) error {
	compressed := gzip.NewWriter(to)
	err := gob.NewEncoder(compressed).Encode(memory{d.camera, d.latencies, d.paces, d.poses})
	return errors.Join(err, compressed.Close())
}

// ErrOtherCamera says that what was kept of an arm was seen by a camera that stood elsewhere.
var ErrOtherCamera = errors.New("the camera or the board has been moved since the arm was seen to move")

// Recall reads what Save has written. It is ErrOtherCamera where the camera sees the board otherwise now.
func (d *Detector) Recall(from io.Reader) error {
	plain, err := gzip.NewReader(from)
	if err != nil {
		return fmt.Errorf("reading what was kept of the arm: %w", err)
	}
	var m memory
	if err := gob.NewDecoder(io.LimitReader(plain, maxMemory)).Decode(&m); err != nil {
		return fmt.Errorf("reading what was kept of the arm: %w", err)
	}
	if m.Camera != d.camera {
		return ErrOtherCamera
	}
	for i := range m.Poses {
		if !m.Poses[i].valid() {
			return errors.New("reading what was kept of the arm: the file holds no poses")
		}
	}
	d.latencies, d.paces, d.poses = m.Latencies, m.Paces, m.Poses[:min(len(m.Poses), maxPoses)]
	if len(d.latencies) > 0 && !d.latency.Known() {
		d.takeLatency()
	}
	return nil
}

// maxMemory is the greatest length of what a file keeps, in bytes.
const maxMemory = 64 << 20

// valid reports whether a pose of a file can be one.
func (p *Pose) valid() bool {
	return len(p.Colours) == 3*len(p.Cells) && p.WithinMM >= 0 &&
		!slices.ContainsFunc(p.Cells, func(i uint16) bool { return i >= cells }) &&
		!slices.ContainsFunc(p.Mistaken, func(b uint16) bool { return b >= blocks })
}
