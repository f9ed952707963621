package kings_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/optics"
	"draughtsman/vision/kings"
)

// options are those of a camera that looks at the board's middle from a tilt, degrees.
func options(tilt float64, scheme string) scene.Options {
	const away = 640
	o := scene.DefaultOptions()
	o.Width, o.Height, o.Camera.FocalPX, o.NoMachine = 800, 600, 760, true
	o.Scheme = scheme
	t, a := tilt*math.Pi/180, 8*math.Pi/180
	o.Camera.Eye = world.Point{X: away * math.Sin(t) * math.Sin(a), Y: -away * math.Sin(t) * math.Cos(a),
		Z: away * math.Cos(t)}
	return o
}

// table is a rendered board, the camera that sees it, and its pieces.
type table struct {
	picture gocv.Mat
	camera  calibration.Camera
	board   calibration.Board
	pieces  []kings.Piece
	kings   []bool
}

func render(t *testing.T, o scene.Options, p checkers.Position) table {
	t.Helper()
	s, err := scene.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a := table{picture: gocv.NewMat(),
		board: calibration.Board{Squares: o.Layout.Board.Size(), SquareMM: o.Layout.Square}}
	t.Cleanup(func() { a.picture.Close() })
	if err := s.Render(world.NewState(o.Layout, p, 1), 1, &a.picture); err != nil {
		t.Fatal(err)
	}
	var seen []calibration.Correspondence
	for row := range a.board.Squares + 1 {
		for column := range a.board.Squares + 1 {
			at := a.board.Crossing(row, column, calibration.Top)
			x, y := s.Project(world.Point{X: at.X, Y: at.Y})
			seen = append(seen, calibration.Correspondence{Pixel: calibration.Pixel{X: x, Y: y}, BoardPoint: at})
		}
	}
	if a.camera, _, err = calibration.FitCamera(o.Width, o.Height, seen); err != nil {
		t.Fatal(err)
	}
	for s := range o.Layout.Board.All().All() {
		if is := p.At(s); is != checkers.Empty {
			row, column := o.Layout.Board.Place(s)
			a.pieces = append(a.pieces, kings.Piece{Row: row, Column: column,
				Dark: (is.Side() == checkers.Black) != o.BlackIsLight})
			a.kings = append(a.kings, is.IsKing())
		}
	}
	return a
}

// position is a random one with men and fewer kings.
func position(random *rand.Rand) (p checkers.Position) {
	for s := range p.Set.Board().All().All() {
		if random.IntN(2) == 0 {
			continue
		}
		piece := checkers.Man(checkers.Side(random.IntN(2)))
		if random.IntN(5) == 0 {
			piece = checkers.King(piece.Side())
		}
		p = p.Put(s, piece)
	}
	return p
}

// Stacks are told from men wherever the camera looks obliquely enough, and men are never kings.
func TestStacks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for i, from := range []struct{ tilt, told float64 }{{20, 0.15}, {30, 0.3}, {45, 0.6}, {55, 0.5}} {
		tilt := from.tilt
		stacks, told := 0, 0
		for j, scheme := range scene.Schemes() {
			if testing.Short() && (i+j)%4 != 0 {
				continue
			}
			o := options(tilt, scheme)
			a := render(t, o, position(random))
			measures, err := kings.MeasurePieces(a.picture, a.camera, a.board, a.pieces)
			if err != nil {
				t.Fatal(err)
			}
			for i, king := range kings.Classify(a.pieces, measures) {
				switch {
				case a.kings[i]:
					stacks++
					if king {
						told++
					}
				case king:
					t.Errorf("%s, tilt %g°: the man %+v is taken for a king: %+v", scheme, tilt, a.pieces[i], measures[i])
				}
			}
		}
		t.Logf("tilt %g°: %d of %d stacks told", tilt, told, stacks)
		if float64(told) < from.told*float64(stacks) && !testing.Short() {
			t.Errorf("tilt %g°: %d of %d stacks told", tilt, told, stacks)
		}
	}
}

// A painted mark makes a king of a man, also straight from above.
func TestMarks(t *testing.T) {
	for i, scheme := range scene.Schemes() {
		if testing.Short() && i > 0 {
			continue
		}
		o := options(5, scheme)
		a := render(t, o, checkers.Start())
		marked := map[int]bool{2: true, 7: true, 15: true, 20: true}
		for k := range marked {
			star(t, &a, a.pieces[k], o.Layout.DiscDiameter/2, o.Layout.DiscHeight)
		}
		measures, err := kings.MeasurePieces(a.picture, a.camera, a.board, a.pieces)
		if err != nil {
			t.Fatal(err)
		}
		for i, king := range kings.Classify(a.pieces, measures) {
			if king != marked[i] {
				t.Errorf("%s: piece %d, marked %t, is told as a king %t: %+v", scheme, i, marked[i], king, measures[i])
			}
		}
	}
}

// star paints a star on the top of a piece.
func star(t *testing.T, a *table, p kings.Piece, radius, height float64) {
	t.Helper()
	c := a.board.Centre(p.Row, p.Column)
	var points []image.Point
	for k := range 10 {
		r := radius * []float64{.7, .3}[k%2]
		sin, cos := math.Sincos(math.Pi * float64(k) / 5)
		q := a.camera.Project(calibration.BoardPoint{X: c.X + r*cos, Y: c.Y + r*sin, Z: height})
		points = append(points, image.Pt(int(math.Round(q.X)), int(math.Round(q.Y))))
	}
	polygon := gocv.NewPointsVectorFromPoints([][]image.Point{points})
	defer polygon.Close()
	ink := color.RGBA{R: 240, G: 220, B: 40}
	if !p.Dark {
		ink = color.RGBA{R: 30, G: 30, B: 90}
	}
	if err := gocv.FillPoly(&a.picture, polygon, ink); err != nil {
		t.Fatal(err)
	}
}

func TestNoPieces(t *testing.T) {
	a := render(t, options(20, scene.Schemes()[0]), checkers.Position{})
	if measures, err := kings.MeasurePieces(a.picture, a.camera, a.board, nil); err != nil ||
		len(measures) > 0 {
		t.Errorf("no pieces measure %v, %v", measures, err)
	}
}

// A camera that seems to lie on the table, among the pieces, is no reason to look for tops a mile away.
func TestCameraOnTheTable(t *testing.T) {
	a := render(t, options(40, scene.Schemes()[0]), checkers.Start())
	asHigh := 0.04*a.board.SquareMM*math.Exp2(14.0/3) + 1e-3 // as the tops of one of the heights that are tried
	a.camera.Pose = optics.LookFrom(calibration.BoardPoint{X: -8, Y: -105, Z: asHigh}, calibration.BoardPoint{}, 0)
	measures, err := kings.MeasurePieces(a.picture, a.camera, a.board, a.pieces)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range measures {
		if math.IsNaN(m.Fit) || math.IsNaN(m.Stack) {
			t.Errorf("piece %d measures %+v", i, m)
		}
	}
}
