package guide

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"draughtsman/calibration"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/overlay"
)

// Wish is a pose of the target that a lens needs.
type Wish int

// The wishes. An edge is as seen in the picture; one that is turned away is farther from the camera than the others.
const (
	LeftAway Wish = iota
	RightAway
	TopAway
	BottomAway
	TopLeft
	TopRight
	BottomLeft
	BottomRight
	wishes
)

// String is the wish for people: "left edge away".
func (w Wish) String() string {
	return [...]string{
		"left edge away", "right edge away", "top edge away", "bottom edge away",
		"top left corner", "top right corner", "bottom left corner", "bottom right corner",
	}[w]
}

const (
	minTargetTilt   = 14 * math.Pi / 180 // radians: a target is tilted
	cornerShare     = 0.28               // of the picture's width and height: its corners
	minPoseDistance = 0.06               // of the picture's width: how far a pose is from every other, at least
	mostPoses       = 16
	// maxLensErrorPX is the most, px for each 1000 of the picture's longer edge, that a lens's pictures may be off.
	maxLensErrorPX = 1.5
)

// pictureCorners are where the picture's corners begin, as shares of its width and height.
var pictureCorners = map[Wish][2]float64{
	TopLeft: {}, TopRight: {1 - cornerShare, 0}, BottomLeft: {0, 1 - cornerShare},
	BottomRight: {1 - cornerShare, 1 - cornerShare},
}

// Poses are the pictures of a target for a lens.
type Poses struct {
	squares       int
	everyPicture  bool // each is a pose of its own, as in a folder of pictures
	width, height int
	still         still
	views         []pose
}

// pose is one picture that was taken.
type pose struct {
	corners [4]calibration.Pixel
	seen    []calibration.Correspondence
	grants  []Wish
}

// NewPoses collects pictures of a target with so many squares along an edge. In a film the target must be held still;
// where every picture is a pose of its own, it need not.
func NewPoses(squares int, everyPicture bool) *Poses {
	return &Poses{squares: squares, everyPicture: everyPicture}
}

// Seen is what became of a picture.
type Seen int

// What becomes of pictures.
const (
	Moving Seen = iota // the target is not held still
	Same               // it was seen so before
	Taken
)

// Offer looks at a target in a picture of a size, and keeps it if it is held still and differs from the poses so far.
func (p *Poses) Offer(target detect.Board, width, height int) (Seen, error) {
	if p.width == 0 {
		p.width, p.height = width, height
	}
	if width != p.width || height != p.height {
		return Moving, fmt.Errorf("the pictures have different sizes, %d×%d and %d×%d pixels: a lens needs pictures of one "+
			"size", p.width, p.height, width, height)
	}
	if !p.still.see(target, width) && !p.everyPicture {
		return Moving, nil
	}
	for _, v := range p.views {
		if apart(v.corners, target.Corners) < minPoseDistance*float64(width) {
			return Same, nil
		}
	}
	v := pose{corners: target.Corners}
	board := calibration.Board{Squares: p.squares, SquareMM: 1}
	v.seen = target.Corresponding(board, calibration.Top)[len(target.Corners):]
	camera, _, err := calibration.FitCamera(width, height, v.seen)
	if err != nil {
		return Moving, nil //nolint:nilerr // such a target is looked at again
	}
	v.grants = granted(camera, target, width, height)
	if len(p.views) > 0 && !p.everyPicture && !p.wants(v.grants) {
		return Same, nil
	}
	p.views = append(p.views, v)
	return Taken, nil
}

// Lost says that a picture shows no target.
func (p *Poses) Lost() { p.still.lost() }

// granted are the wishes that a pose fulfils.
func granted(camera calibration.Camera, target detect.Board, width, height int) (grants []Wish) {
	// The target's normal, towards the camera. Only what is not parallel to the picture tells the focal length,
	// wherever it is held.
	m := camera.Pose.Rotation.Matrix()
	x, y := m[0][2], m[1][2]
	least := math.Sin(minTargetTilt)
	for wish, tilt := range map[Wish]float64{LeftAway: -x, RightAway: x, TopAway: -y, BottomAway: y} {
		if tilt > least {
			grants = append(grants, wish)
		}
	}
	in := func(v, from float64) bool { return from == 0 && v < cornerShare || from > 0 && v > from }
	for wish, from := range pictureCorners {
		if slices.ContainsFunc(target.Crossings, func(c detect.Crossing) bool {
			return in(c.At.X/float64(width), from[0]) && in(c.At.Y/float64(height), from[1])
		}) {
			grants = append(grants, wish)
		}
	}
	slices.Sort(grants)
	return grants
}

// Wanted are the wishes that no pose has fulfilled.
func (p *Poses) Wanted() (wanted []Wish) {
	for w := range wishes {
		if !slices.ContainsFunc(p.views, func(v pose) bool { return slices.Contains(v.grants, w) }) {
			wanted = append(wanted, w)
		}
	}
	return wanted
}

// wants reports whether one of some grants is wanted.
func (p *Poses) wants(grants []Wish) bool {
	return slices.ContainsFunc(p.Wanted(), func(w Wish) bool { return slices.Contains(grants, w) })
}

// Taken is how many pictures were taken.
func (p *Poses) Taken() int { return len(p.views) }

// Undo forgets the last picture.
func (p *Poses) Undo() {
	if len(p.views) > 0 {
		p.views = p.views[:len(p.views)-1]
	}
}

// Enough reports whether no further pose is needed.
func (p *Poses) Enough() bool {
	return len(p.views) >= mostPoses || len(p.views) > 0 && len(p.Wanted()) == 0
}

// Lens fits the lens to the pictures. One that fits far worse than the others, as when the target was bent or moved,
// is left out; its number is told, from 1.
func (p *Poses) Lens() (made calibration.LensFit, left []int, err error) {
	numbers := make([]int, len(p.views))
	for i := range numbers {
		numbers[i] = i + 1
	}
	for {
		var views [][]calibration.Correspondence
		for _, n := range numbers {
			views = append(views, p.views[n-1].seen)
		}
		made, err = calibration.FitLens(p.width, p.height, views)
		var untold *calibration.Untold
		if err != nil && !errors.As(err, &untold) {
			return made, left, err
		}
		bad, found := outlier(made.EachPX)
		if !found || len(left) == len(p.views)/4 {
			break
		}
		left = append(left, numbers[bad])
		numbers = slices.Delete(numbers, bad, bad+1)
	}
	if worst := maxLensErrorPX * float64(max(p.width, p.height)) / 1000; made.ResidualPX > worst {
		return made, left, fmt.Errorf("the target's lines lie %.1f px from where one lens would show them (at most %.1f): "+
			"fix it to something flat, hold it still, and take the pictures again", made.ResidualPX, worst)
	}
	return made, left, p.explain(err)
}

// explain adds which poses are missing.
func (p *Poses) explain(err error) error {
	var untold *calibration.Untold
	if wanted := p.Wanted(); errors.As(err, &untold) && len(wanted) > 0 {
		var texts []string
		for _, w := range wanted {
			texts = append(texts, w.String())
		}
		return fmt.Errorf("%w; poses still wanted: %s", err, strings.Join(texts, ", "))
	}
	return err
}

// outlier is the picture that fits more than three times as badly as most do.
func outlier(each []float64) (worst int, found bool) {
	sorted := slices.Clone(each)
	slices.Sort(sorted)
	for i := range each {
		if each[i] > each[worst] {
			worst = i
		}
	}
	const visiblePX = 0.3 // px
	return worst, len(each) > 3 && each[worst] > math.Max(3*sorted[len(sorted)/2], visiblePX)
}

// Sketch shows where the target has been, and where it should come.
func (p *Poses) Sketch() (s overlay.Sketch) {
	for _, v := range p.views {
		s.Traces = append(s.Traces, v.corners)
	}
	w, h := float64(p.width-1), float64(p.height-1)
	const insetShare = 0.012
	for _, wish := range p.Wanted() {
		from, corner := pictureCorners[wish]
		if !corner {
			continue
		}
		s.Zones = append(s.Zones, overlay.Zone{
			From:  calibration.Pixel{X: (from[0] + insetShare) * w, Y: (from[1] + insetShare) * h},
			To:    calibration.Pixel{X: (from[0] + cornerShare - insetShare) * w, Y: (from[1] + cornerShare - insetShare) * h},
			Label: "corner here",
		})
	}
	return s
}

// Find looks for the target in a picture. A *detect.Refusal says that it is not there.
func (p *Poses) Find(frame camera.Frame) (detect.Board, error) {
	return detect.Find(frame.Image, detect.Options{Squares: p.squares})
}

// still tells when a target is held still. The zero value has seen nothing.
type still struct {
	corners [4]calibration.Pixel
	looks   int // in which it has been where it is
}

const (
	trembleShare = 0.0025 // of the picture's width: how far a hand may tremble from picture to picture
	stillLooks   = 3      // in a row
)

// see is told where a target is, and reports whether it is held still.
func (s *still) see(board detect.Board, width int) bool {
	if s.looks == 0 || apart(s.corners, board.Corners) > trembleShare*float64(width) {
		s.looks = 0
	}
	s.corners = board.Corners
	s.looks++
	return s.looks >= stillLooks
}

// lost is told that no target is seen.
func (s *still) lost() { s.looks = 0 }

// apart is the greatest distance between corners, px, whichever of them was counted first.
func apart(a, b [4]calibration.Pixel) float64 {
	least := math.Inf(1)
	for first := range 4 {
		worst := 0.0
		for i := range 4 {
			p, q := a[i], b[(i+first)%4]
			worst = math.Max(worst, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
		least = math.Min(least, worst)
	}
	return least
}
