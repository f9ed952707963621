// Package drawn draws pictures of boards with known corners and pieces, for
// tests: flat colours, round discs with sides, a pinhole camera, noise. It is no
// model of light; what it tests is geometry.
package drawn

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Scene is what is drawn. Lengths on the board are squares.
type Scene struct {
	Width, Height int      // of the picture, pixels
	Grid          []string // rows of ".lLdD" as seen when not turned; as many as columns
	Tilt          float64  // of the camera from the vertical, radians
	Turn          float64  // of the board on the table, radians, anticlockwise as seen
	Fill          float64  // the board's side to the picture's height, about
	Noise         float64  // standard deviation, grey values
	Blur          float64  // standard deviation, pixels
	Radius        float64  // of a disc
	Thickness     float64  // of a disc; a king is two
	Frame         float64  // width of a plain border around the squares
	Jitter        float64  // the farthest that discs lie off the middle of their squares
	Spares        int      // discs beside the board
	Palette       Palette
	Seed          uint64
}

// Palette are the colours of a scene.
type Palette struct {
	LightSquare, DarkSquare, LightPiece, DarkPiece, Table, Border color.RGBA
}

// Wood is a plain wooden board with cream and black discs on a green table.
var Wood = Palette{
	LightSquare: color.RGBA{R: 222, G: 184, B: 135},
	DarkSquare:  color.RGBA{R: 120, G: 72, B: 40},
	LightPiece:  color.RGBA{R: 240, G: 232, B: 210},
	DarkPiece:   color.RGBA{R: 38, G: 34, B: 34},
	Table:       color.RGBA{R: 70, G: 100, B: 80},
	Border:      color.RGBA{R: 84, G: 50, B: 30},
}

// Start is a grid with the men of the start position on the dark squares, the darker side above.
func Start(squares int) []string {
	grid := make([]string, squares)
	for r := range grid {
		row := make([]byte, squares)
		for c := range row {
			row[c] = '.'
			if dark(r, c) && r < squares/2-1 {
				row[c] = 'd'
			}
			if dark(r, c) && r > squares/2 {
				row[c] = 'l'
			}
		}
		grid[r] = string(row)
	}
	return grid
}

func dark(row, column int) bool { return (row+column)%2 == 1 }

// Default is a scene of a board of so many squares with its start position.
func Default(squares int) Scene {
	return Scene{
		Width: 960, Height: 720, Grid: Start(squares), Tilt: 0.35, Turn: 0.1, Fill: 0.75,
		Noise: 2, Blur: 0.6, Radius: 0.38, Thickness: 0.17, Frame: 0.35, Palette: Wood, Seed: 1,
	}
}

// camera projects points of the board, squares from its middle, to the picture.
type camera struct {
	focal, cx, cy float64
	sin, cos      float64 // of the tilt
	tsin, tcos    float64 // of the turn
	distance      float64
}

func (s Scene) camera() camera {
	c := camera{focal: 1.1 * float64(s.Width), cx: float64(s.Width-1) / 2, cy: float64(s.Height-1) / 2}
	c.sin, c.cos = math.Sincos(s.Tilt)
	c.tsin, c.tcos = math.Sincos(s.Turn)
	c.distance = c.focal * float64(len(s.Grid)) / (s.Fill * float64(s.Height))
	return c
}

// project is the pixel of a point x right, y down and z up on an unturned board.
func (c camera) project(x, y, z float64) (px, py float64) {
	x, y = c.tcos*x+c.tsin*y, -c.tsin*x+c.tcos*y
	across, depth := y*c.cos-z*c.sin, c.distance-y*c.sin-z*c.cos
	return c.cx + c.focal*x/depth, c.cy + c.focal*across/depth
}

// At is the pixel of a lattice point of the board, rows and columns from its first corner.
func (s Scene) At(row, column float64) calibration.Pixel {
	half := float64(len(s.Grid)) / 2
	x, y := s.camera().project(column-half, row-half, 0)
	return calibration.Pixel{X: x, Y: y}
}

// Corners are those of the playing area, in the order of the grid: its top left, top right,
// bottom right, bottom left.
func (s Scene) Corners() [4]calibration.Pixel {
	n := float64(len(s.Grid))
	return [4]calibration.Pixel{s.At(0, 0), s.At(0, n), s.At(n, n), s.At(n, 0)}
}

// finer is how many pixels are drawn for one, along both axes.
const finer = 3

// fraction is how many bits of a drawn pixel's coordinates lie behind the point.
const fraction = 6

// Draw draws a scene into a new picture of three 8-bit channels.
func Draw(s Scene) (gocv.Mat, error) {
	fine := gocv.NewMatWithSizeFromScalar(scalar(s.Palette.Table), s.Height*finer, s.Width*finer, gocv.MatTypeCV8UC3)
	defer fine.Close()
	p := painter{scene: s, camera: s.camera(), on: &fine, random: rand.New(rand.NewPCG(s.Seed, 1))}
	p.board()
	p.discs()
	if p.err != nil {
		return gocv.Mat{}, fmt.Errorf("drawing a board: %w", p.err)
	}
	out := gocv.NewMat()
	err := gocv.Resize(fine, &out, image.Pt(s.Width, s.Height), 0, 0, gocv.InterpolationArea)
	if err == nil && s.Blur > 0 {
		err = gocv.GaussianBlur(out, &out, image.Pt(0, 0), s.Blur, s.Blur, gocv.BorderReplicate)
	}
	var px []uint8
	if err == nil {
		px, err = out.DataPtrUint8()
	}
	if err != nil {
		_ = out.Close()
		return gocv.Mat{}, fmt.Errorf("drawing a board: %w", err)
	}
	addNoise(px, 3*s.Width, s.Noise, p.random)
	return out, nil
}

// addNoise adds normal noise, every row from another place of one long list.
func addNoise(px []uint8, row int, deviation float64, random *rand.Rand) {
	if deviation == 0 {
		return
	}
	list := make([]int, 1<<15)
	for i := range list {
		list[i] = int(math.Round(deviation * random.NormFloat64()))
	}
	for start := 0; start < len(px); start += row {
		from := random.IntN(len(list))
		for i, v := range px[start : start+row] {
			px[start+i] = uint8(min(max(int(v)+list[(from+i)%len(list)], 0), 255))
		}
	}
}

func scalar(c color.RGBA) gocv.Scalar {
	return gocv.NewScalar(float64(c.B), float64(c.G), float64(c.R), 0)
}

type painter struct {
	scene  Scene
	camera camera
	on     *gocv.Mat
	random *rand.Rand
	err    error
}

// fill fills a polygon of points x, y, z.
func (p *painter) fill(points [][3]float64, c color.RGBA) {
	if p.err != nil {
		return
	}
	corners := make([]image.Point, len(points))
	for i, q := range points {
		x, y := p.camera.project(q[0], q[1], q[2])
		fixed := func(v float64) int { return int(math.Round(((v+0.5)*finer - 0.5) * (1 << fraction))) }
		corners[i] = image.Pt(fixed(x), fixed(y))
	}
	polygon := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer polygon.Close()
	p.err = gocv.FillPolyWithParams(p.on, polygon, c, gocv.LineAA, fraction, image.Point{})
}

// plan is the side of a square in the plan of the board, pixels.
const plan = 64

// board draws the board without pieces: a plan seen from straight above, warped, for
// OpenCV fills polygons to the nearest line of pixels only.
func (p *painter) board() {
	n := len(p.scene.Grid)
	margin := int(math.Ceil(p.scene.Frame)) + 1
	side := (n + 2*margin) * plan
	flat := gocv.NewMatWithSizeFromScalar(scalar(p.scene.Palette.Table), side, side, gocv.MatTypeCV8UC3)
	defer flat.Close()
	fill := func(x0, y0, x1, y1 float64, c color.RGBA) {
		at := func(v float64) int { return int(math.Round((v + float64(margin)) * plan)) }
		region := flat.Region(image.Rect(at(x0), at(y0), at(x1), at(y1)))
		defer region.Close()
		region.SetTo(scalar(c))
	}
	m, f := float64(n), p.scene.Frame
	fill(-f, -f, m+f, m+f, p.scene.Palette.Border)
	fill(0, 0, m, m, p.scene.Palette.LightSquare)
	for r := range n {
		for c := range n {
			if dark(r, c) {
				fill(float64(c), float64(r), float64(c)+1, float64(r)+1, p.scene.Palette.DarkSquare)
			}
		}
	}
	h := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer h.Close()
	// Plan pixel q has its centre at (q + ½)/plan − margin squares from the first corner.
	origin := 0.5/plan - float64(margin) - m/2
	for r, line := range p.camera.plane() {
		for c, v := range line {
			if c < 2 {
				h.SetDoubleAt(r, c, v/plan)
			} else {
				h.SetDoubleAt(r, 2, v+(line[0]+line[1])*origin)
			}
		}
	}
	p.err = gocv.WarpPerspectiveWithParams(flat, p.on, h, image.Pt(p.on.Cols(), p.on.Rows()), gocv.InterpolationLinear,
		gocv.BorderConstant, p.scene.Palette.Table)
}

// plane is the homography from points of the board's surface, x right and y
// down from its middle, to drawn pixels.
func (c camera) plane() [3][3]float64 {
	// The turned point is (a·x + b·y, d·x + a·y), its depth distance − sin·(d·x + a·y).
	a, b, d := c.tcos, c.tsin, -c.tsin
	depth := [3]float64{-c.sin * d, -c.sin * a, c.distance}
	// A picture's pixel v is drawn pixel finer·(v + ½) − ½.
	cx, cy := finer*(c.cx+0.5)-0.5, finer*(c.cy+0.5)-0.5
	f := finer * c.focal
	return [3][3]float64{
		{f*a + cx*depth[0], f*b + cx*depth[1], cx * depth[2]},
		{f*c.cos*d + cy*depth[0], f*c.cos*a + cy*depth[1], cy * depth[2]},
		depth,
	}
}

// disc is a piece to draw.
type disc struct {
	x, y, top float64
	colour    color.RGBA
}

func (p *painter) discs() {
	s := p.scene
	half := float64(len(s.Grid)) / 2
	var discs []disc
	for r, row := range s.Grid {
		for c := range row {
			d := disc{x: float64(c) - half + 0.5, y: float64(r) - half + 0.5, top: s.Thickness, colour: s.Palette.LightPiece}
			switch row[c] {
			case '.':
				continue
			case 'd', 'D':
				d.colour = s.Palette.DarkPiece
			}
			if row[c] == 'L' || row[c] == 'D' {
				d.top *= 2
			}
			angle, off := 2*math.Pi*p.random.Float64(), s.Jitter*math.Sqrt(p.random.Float64())
			d.x, d.y = d.x+off*math.Cos(angle), d.y+off*math.Sin(angle)
			discs = append(discs, d)
		}
	}
	for k := range s.Spares {
		d := disc{x: half + s.Frame + 0.7, y: -half + float64(k) + 0.5, top: s.Thickness, colour: s.Palette.LightPiece}
		if k%2 == 1 {
			d.colour = s.Palette.DarkPiece
		}
		discs = append(discs, d)
	}
	// Far ones first: the camera stands below the picture.
	slices.SortStableFunc(discs, func(a, b disc) int {
		return cmp.Compare(-p.camera.tsin*a.x+p.camera.tcos*a.y, -p.camera.tsin*b.x+p.camera.tcos*b.y)
	})
	for _, d := range discs {
		p.disc(d)
	}
}

// disc draws a disc's side as a pile of circles and its top lighter, with a groove.
func (p *painter) disc(d disc) {
	const layers = 8
	for k := range layers {
		p.circle(d, p.scene.Radius, d.top*float64(k)/layers, shade(d.colour, 0.7))
	}
	p.circle(d, p.scene.Radius, d.top, d.colour)
	p.circle(d, 0.7*p.scene.Radius, d.top, shade(d.colour, 0.85))
	p.circle(d, 0.6*p.scene.Radius, d.top, d.colour)
}

func (p *painter) circle(d disc, radius, z float64, c color.RGBA) {
	points := make([][3]float64, 48)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
		points[i] = [3]float64{d.x + radius*cos, d.y + radius*sin, z}
	}
	p.fill(points, c)
}

func shade(c color.RGBA, by float64) color.RGBA {
	dim := func(v uint8) uint8 { return uint8(float64(v) * by) }
	return color.RGBA{R: dim(c.R), G: dim(c.G), B: dim(c.B)}
}
