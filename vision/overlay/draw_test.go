package overlay

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision"
)

// rendered is a picture of a position, and the table that it shows.
func rendered(t testing.TB, p checkers.Position) (gocv.Mat, Geometry) {
	t.Helper()
	o := scene.DefaultOptions()
	s, err := scene.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	board := calibration.Board{Squares: o.Layout.Board.Size(), SquareMM: o.Layout.Square}
	var seen []calibration.Correspondence
	for row := range board.Squares {
		for column := range board.Squares {
			at := board.Centre(row, column)
			x, y := s.Project(world.Point{X: at.X, Y: at.Y})
			seen = append(seen, calibration.Correspondence{Pixel: calibration.Pixel{X: x, Y: y}, BoardPoint: at})
		}
	}
	camera, _, err := calibration.FitCamera(o.Width, o.Height, seen)
	if err != nil {
		t.Fatal(err)
	}
	picture := gocv.NewMat()
	t.Cleanup(func() { picture.Close() })
	if err := s.Render(world.NewState(o.Layout, p, 1), 1, &picture); err != nil {
		t.Fatal(err)
	}
	return picture, Geometry{camera, board, calibration.Disc{DiameterMM: o.Layout.DiscDiameter,
		HeightMM: o.Layout.DiscHeight}}
}

// pieces is the drawing of the pieces of a position.
func pieces(p checkers.Position) (d Drawing) {
	for square := range p.Set.Board().All().All() {
		row, column := p.Set.Board().Place(square)
		m := Mark{Cell: Cell{row, column}, Label: square.String(), Confidence: 1}
		switch piece := p.At(square); {
		case piece == checkers.Empty:
		case piece.Side() == checkers.Black:
			m.Content, m.King = vision.DarkPiece, piece.IsKing()
		default:
			m.Content, m.King = vision.LightPiece, piece.IsKing()
		}
		d.Marks = append(d.Marks, m)
	}
	return d
}

// changed counts the pixels around a place, within 12, that the drawing changed.
func changed(before, after gocv.Mat, at calibration.Pixel) (count int) {
	for y := int(at.Y) - 12; y <= int(at.Y)+12; y++ {
		for x := int(at.X) - 12; x <= int(at.X)+12; x++ {
			if before.GetVecbAt(y, x)[1] != after.GetVecbAt(y, x)[1] {
				count++
			}
		}
	}
	return count
}

func TestWhatIsDrawnWhere(t *testing.T) {
	position, err := checkers.ParseFEN("B:W18,26,27,K6:B15,K30")
	if err != nil {
		t.Fatal(err)
	}
	picture, table := rendered(t, position)
	original := picture.Clone()
	defer original.Close()
	drawn := gocv.NewMat()
	defer drawn.Close()
	square := func(s checkers.Square) calibration.Pixel {
		return table.Camera.Project(table.Board.Centre(table.Board.Place(int(s))))
	}
	corner := table.Camera.Project(table.Board.Corners()[2])
	middle := calibration.Pixel{X: 480, Y: 15}
	unsureOf12 := pieces(position)
	unsureOf12.Marks[11].Unknown = true
	for _, test := range []struct {
		name    string
		drawing Drawing
		at      calibration.Pixel
		least   int
		most    int
	}{
		{"the board's corner", Drawing{}, corner, 60, 625},
		{"no mark", Drawing{}, square(18), 0, 0},
		{"a piece", pieces(position), square(18), 30, 400},
		{"an empty square", pieces(position), square(12), 4, 100},
		{"an unsure one", unsureOf12, square(12), 101, 625},
		{"no banner", pieces(position), middle, 0, 0},
		{"a banner", Drawing{Banner: "something is over the board"}, middle, 500, 625},
		{"good news", Drawing{Banner: "the board is where it was", Fine: true}, middle, 500, 625},
		{"whose side it is", Drawing{Sides: true}, table.Camera.Project(calibration.BoardPoint{Y: -184}), 60, 500},
		{"a corner's name", Drawing{Corners: [4]string{"", "", "C", ""}},
			table.Camera.Project(calibration.BoardPoint{X: 176, Y: -176}), 40, 400},
		{"an aim", Drawing{Aim: &Cell{Row: 4, Column: 1}}, square(17), 60, 625},
		{"a measured point", Drawing{Sketch: Sketch{Points: []calibration.Pixel{square(18)}}}, square(18), 20, 150},
		{"a ring", Drawing{Sketch: Sketch{Rings: []calibration.Pixel{{X: square(18).X + 16, Y: square(18).Y}}}}, square(18),
			40, 300},
		{"a trace", Drawing{Sketch: Sketch{Traces: [][4]calibration.Pixel{{square(18), square(19), square(27), square(26)}}}},
			square(18), 20, 200},
		{"a label", Drawing{Sketch: Sketch{Labels: []Label{{calibration.Pixel{X: square(18).X, Y: square(18).Y + 24}, "A"}}}},
			square(18), 20, 300},
		{"a zone", Drawing{Sketch: Sketch{Zones: []Zone{{From: square(18), To: calibration.Pixel{X: 900, Y: 700}}}}},
			square(18), 20, 300},
		{"a caption", Drawing{Caption: "15x22x31"}, calibration.Pixel{X: 480, Y: 704}, 500, 625},
	} {
		if err := Draw(picture, table, test.drawing, &drawn); err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if n := changed(original, drawn, test.at); n < test.least || n > test.most {
			t.Errorf("%s: %d pixels changed, want %d to %d", test.name, n, test.least, test.most)
		}
	}
	if changed(original, picture, corner) > 0 {
		t.Error("the picture itself was drawn on")
	}
}

// Without a board there is still what is told in pixels.
func TestPlain(t *testing.T) {
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), 720, 960, gocv.MatTypeCV8UC3)
	defer picture.Close()
	drawn := gocv.NewMat()
	defer drawn.Close()
	at := calibration.Pixel{X: 300, Y: 300}
	d := Drawing{Banner: "no board is in view", Caption: "show it", Sketch: Sketch{Points: []calibration.Pixel{at}}}
	if err := drawPlain(picture, d, &drawn); err != nil {
		t.Fatal(err)
	}
	for name, where := range map[string]calibration.Pixel{"banner": {X: 480, Y: 15}, "caption": {X: 480, Y: 704},
		"point": at} {
		if changed(picture, drawn, where) < 20 {
			t.Errorf("no %s is drawn", name)
		}
	}
	grey := gocv.NewMatWithSize(72, 96, gocv.MatTypeCV8UC1)
	defer grey.Close()
	if err := drawPlain(grey, d, &drawn); err == nil {
		t.Error("a grey picture was drawn on")
	}
}

// Whoever watches the file finds a whole picture at any time, and nothing else is left beside it.
func TestSaveInOneStep(t *testing.T) {
	folder := t.TempDir()
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), 720, 960, gocv.MatTypeCV8UC3)
	defer picture.Close()
	for _, name := range []string{"live.png", "live.jpg"} {
		path := filepath.Join(folder, name)
		for range 3 {
			if err := Save(path, picture); err != nil {
				t.Fatal(err)
			}
		}
		again := gocv.IMRead(path, gocv.IMReadColor)
		if again.Cols() != 960 {
			t.Errorf("%s is %d pixels wide", name, again.Cols())
		}
		again.Close()
	}
	for _, bad := range []string{filepath.Join(folder, "live.doc"), filepath.Join(folder, "nowhere", "live.png")} {
		if err := Save(bad, picture); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
		t.Errorf("in the folder: %v (%v)", left, err)
	}
}

func TestAPictureOfAnotherSize(t *testing.T) {
	_, table := rendered(t, checkers.Start())
	small := gocv.NewMatWithSize(10, 20, gocv.MatTypeCV8UC3)
	defer small.Close()
	into := gocv.NewMat()
	defer into.Close()
	if err := Draw(small, table, Drawing{}, &into); err == nil || !strings.Contains(err.Error(), "20×10 pixels") {
		t.Errorf("got %v", err)
	}
}

// With DRAUGHTSMAN_OVERLAY=FILE the drawing is written for people to look at.
func TestForTheEye(t *testing.T) {
	name := os.Getenv("DRAUGHTSMAN_OVERLAY")
	if name == "" {
		t.Skip("DRAUGHTSMAN_OVERLAY names no file to write a picture to")
	}
	position, err := checkers.ParseFEN("B:W18,26,27,K6,21,32:B15,K30,1,3,9")
	if err != nil {
		t.Fatal(err)
	}
	picture, table := rendered(t, position)
	drawing := pieces(position)
	random := rand.New(rand.NewPCG(1, 1))
	for i := range drawing.Marks {
		drawing.Marks[i].Confidence = 1 - .05*random.Float64()*random.Float64()
	}
	drawing.Marks[13].Unknown = true
	drawing.Caption = "Black plays 15x22x31"
	into := gocv.NewMat()
	defer into.Close()
	if err := Draw(picture, table, drawing, &into); err != nil {
		t.Fatal(err)
	}
	if !gocv.IMWrite(name, into) {
		t.Error("not written")
	}
}

func BenchmarkDraw(b *testing.B) {
	picture, table := rendered(b, checkers.Start())
	into := gocv.NewMat()
	defer into.Close()
	drawing := pieces(checkers.Start())
	for b.Loop() {
		if err := Draw(picture, table, drawing, &into); err != nil {
			b.Fatal(err)
		}
	}
}
