// Package boards draws pictures of boards with known corners and pieces: plain ones, by which geometry is tested, and
// boards of every kind, and things that are none, by lot from a seed, to measure how a board is found on tables that
// nobody has photographed. It is no model of light; what it varies is everything else.
package boards

import (
	"math"
	"math/rand/v2"

	"draughtsman/calibration"
)

// Content is what a picture shows.
type Content uint8

// The contents.
const (
	Whole Content = iota // a board, all of it
	Cut                  // a board that the picture's edge cuts
	Other                // no board: patterns that are like one
)

// Set says which styles scenes are made of.
type Set uint8

// The sets. Pictures of Kept were looked at, by the causes of what went wrong, after the finder had been measured with
// them; what is only in Unseen was drawn for measuring alone.
const (
	Shown  Set = iota
	Kept       // at least one style that no scene of the first set has
	Unseen     // at least one that neither has
)

// Scene is a picture to draw: everything that was drawn by lot from its seed.
type Scene struct {
	Seed    uint64
	Content Content
	Squares int // along an edge
	view    view
	board   boardStyle
	table   tableStyle
	pieces  pieceStyle
	light   lightStyle
	sensor  sensorStyle
	depth   *depthStyle // nil: it is drawn flat
	coarse  bool        // the table is drawn no finer than is needed where little of it is seen
}

// Corners are those of the playing area, clockwise as seen.
func (s *Scene) Corners() [4]calibration.Pixel { return s.view.corners(s.Squares) }

// lots are random numbers.
type lots struct{ *rand.Rand }

func (l lots) between(low, high float64) float64 { return low + (high-low)*l.Float64() }
func (l lots) chance(p float64) bool             { return l.Float64() < p }

func oneOf[T any](l lots, of ...T) T { return of[l.IntN(len(of))] }

// fewestPixels is the shortest side of a square that scenes have, px: the mean along the board's shortest edge.
const fewestPixels = 15

// New draws a scene by lot.
func New(seed uint64, set Set) Scene {
	l := lots{rand.New(rand.NewPCG(seed, 77))}
	s := Scene{Seed: seed, Squares: oneOf(l, 8, 8, 8, 10, 10, 6, 12)}
	switch p := l.Float64(); {
	case p < 0.12:
		s.Content = Other
	case p < 0.20:
		s.Content = Cut
	}
	size := oneOf(l, [2]int{640, 480}, [2]int{800, 600}, [2]int{1024, 768}, [2]int{1280, 720}, [2]int{1280, 960},
		[2]int{1920, 1080}, [2]int{720, 960})
	only := l.additions(set)
	for {
		s.view = view{
			width: size[0], height: size[1],
			focal: l.between(0.75, 2.2) * float64(max(size[0], size[1])),
			tilt:  l.between(0, 55) * math.Pi / 180, turn: 2 * math.Pi * l.Float64(), roll: l.between(-0.15, 0.15),
		}
		if l.chance(0.5) {
			s.view.bend = l.between(-0.2, 0.2)
		}
		fill, place := l.between(0.35, 0.95), point{l.between(-1, 1), l.between(-1, 1)}
		s.view.frame(s.Squares, fill, place)
		if s.Content == Cut {
			s.view.cut(l, s.Squares)
		}
		if s.Content == Other || s.shortest() >= fewestPixels {
			break
		}
	}
	s.board = anyBoard(l, only[0])
	s.table = anyTable(l, only[1], s.Content == Other, &s.board)
	s.pieces = anyPieces(l, only[2], s.Squares, &s.board)
	for {
		s.light, s.sensor = anyLight(l, only[3]), anySensor(l)
		if s.Content != Whole || s.legible() {
			return s
		}
	}
}

// legible says that a person can tell the two kinds of square at the board's corners and in its middle: that they
// differ by twelve grey values there, and by more than the noise.
func (s *Scene) legible() bool {
	middle := calibration.Pixel{}
	corners := s.Corners()
	for _, c := range corners {
		middle.X, middle.Y = middle.X+c.X/4, middle.Y+c.Y/4
	}
	for _, p := range append(corners[:], middle) {
		gain, _ := s.light.at(p.X/float64(s.view.width), p.Y/float64(s.view.height))
		if s.board.contrast()*gain*s.light.depth*s.sensor.contrast < max(12, 1.2*s.sensor.noise) {
			return false
		}
	}
	return true
}

// Resize gives the picture another size: the same board before the same camera, in a wider or narrower frame.
func (s *Scene) Resize(width, height int) {
	by := min(float64(width)/float64(s.view.width), float64(height)/float64(s.view.height))
	s.view.width, s.view.height, s.view.focal = width, height, s.view.focal*by
}

// cut moves the camera so that up to two squares of the board, three quarters of one at least, lie outside.
func (v *view) cut(l lots, squares int) {
	half, beyond := float64(squares)/2, l.between(0.75, 2)
	x, y := oneOf(l, -1.0, 1.0), oneOf(l, -1.0, 1.0)
	if l.chance(0.6) {
		x = 0
	}
	w, h := float64(v.width-1), float64(v.height-1)
	for range 25 {
		low, high := v.outline(half)
		inner, outer := v.outline(half - beyond)
		dx, dy := 0.0, 0.0
		switch {
		case x < 0:
			dx = (low.x + inner.x) / 2
		case x > 0:
			dx = (high.x+outer.x)/2 - w
		case y < 0:
			dy = (low.y + inner.y) / 2
		default:
			dy = (high.y+outer.y)/2 - h
		}
		sin, cos := math.Sincos(v.roll)
		dx, dy = cos*dx-sin*dy, sin*dx+cos*dy
		v.at.x += 0.7 * dx * v.distance / v.focal
		v.at.y += 0.7 * dy * v.distance / (v.focal * math.Cos(v.tilt))
	}
}

// shortest is the mean side of the squares along the board's shortest edge, px.
func (s *Scene) shortest() float64 {
	c, least := s.Corners(), math.Inf(1)
	for i, p := range c {
		q := c[(i+1)%4]
		least = min(least, math.Hypot(p.X-q.X, p.Y-q.Y)/float64(s.Squares))
	}
	return least
}

// Kinds are the words under which a scene is counted, one of each group.
func (s *Scene) Kinds() []string {
	if s.Content == Cut {
		return []string{"cut by the picture's edge"}
	}
	if s.Content == Other {
		return []string{"no board: " + s.table.pattern}
	}
	band := func(v float64, words []string, limits ...float64) string {
		for i, limit := range limits {
			if v < limit {
				return words[i]
			}
		}
		return words[len(limits)]
	}
	quarter := math.Mod(s.view.turn+s.view.roll+2*math.Pi, math.Pi/2) * 180 / math.Pi
	contrast := s.board.contrast() * s.sensor.contrast
	pieces, heights := s.pieces.style, []string{"to 0.2 squares high", "0.2–0.35 high", "0.35–0.6 high", "0.6–0.9 high"}
	if s.depth != nil {
		pieces = s.depth.kind
	}
	return []string{
		"all",
		"squares " + map[int]string{6: "6×6", 8: "8×8", 10: "10×10", 12: "12×12"}[s.Squares],
		"tilt " + band(s.view.tilt*180/math.Pi, []string{"0–15°", "15–30°", "30–45°", "45–55°"}, 15, 30, 45),
		"turned " + band(math.Min(quarter, 90-quarter), []string{"0–15°", "15–30°", "30–45°"}, 15, 30),
		"squares of " + band(s.shortest(), []string{"15–22 px", "22–40 px", "40 px and more"}, 22, 40),
		"lens bend " + band(math.Abs(s.view.bend), []string{"none", "to 0.1", "to 0.2"}, 1e-9, 0.1),
		"light " + s.light.name,
		"noise " + band(s.sensor.noise, []string{"to 3", "3–8", "8–16"}, 3, 8),
		"blur " + band(s.sensor.blur/s.shortest(), []string{"to 1/25 square", "to 1/12", "to 1/6"}, 1.0/25, 1.0/12),
		"contrast " + band(contrast, []string{"to 30 grey values", "30–60", "60 and more"}, 30, 60),
		"JPEG " + band(float64(s.sensor.jpeg), []string{"40–60", "60–80", "80–95"}, 60, 80),
		"board " + s.board.texture,
		"frame " + s.board.frame,
		"table " + s.table.pattern,
		"pieces " + pieces,
		"pieces " + band(s.pieces.height, heights, 0.2, 0.35, 0.601),
		"piece colours " + s.pieces.scheme,
	}
}

// GoesOn says that further squares surround the board, beyond a tape.
func (s *Scene) GoesOn() bool { return s.Content != Other && s.board.frame == "further squares" }

// At is the pixel of a point of the board's lattice, rows and columns from the first of its corners.
func (s *Scene) At(row, column float64) calibration.Pixel {
	half := float64(s.Squares) / 2
	p := s.view.pixel(column-half, row-half, 0)
	return calibration.Pixel{X: p.x, Y: p.y}
}

// Size of the picture, pixels.
func (s *Scene) Size() (width, height int) { return s.view.width, s.view.height }

// Plain says that little comes between the squares and the picture.
func (s *Scene) Plain() bool {
	return s.light.name == "even" && s.sensor.noise < 3 && s.sensor.blur < 1 && s.sensor.motion == 0 &&
		s.sensor.contrast == 1 &&
		s.board.texture == "plain" && s.board.raised == 0 && s.board.vary == 0 && s.board.line < 0.06 && s.shortest() > 30 &&
		s.pieces.hand == 0
}
