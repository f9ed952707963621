package guide

import (
	"draughtsman/calibration"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/overlay"
)

// Words are what stands on a picture: across the top, and whether that is good news, and across the bottom. ASCII
// only.
type Words struct {
	Banner  string
	Fine    bool
	Caption string
}

// Shown is what is shown of a session in its picture.
type Shown struct {
	on *overlay.Geometry // nil: no board is known in it
	overlay.Drawing
}

// With has words stand on the picture.
func (s Shown) With(w Words) Shown {
	s.Banner, s.Fine, s.Caption = w.Banner, w.Fine, w.Caption
	return s
}

// Save draws it on a picture, and saves that. What belongs to a picture of another size is left out.
func (s Shown) Save(path string, frame camera.Frame) error {
	return overlay.Write(path, frame.Image, fitting(s.on, frame), s.Drawing)
}

// JPEG is what Save saves, as a JPEG file.
func (s Shown) JPEG(frame camera.Frame) ([]byte, error) {
	return overlay.DrawnJPEG(frame.Image, fitting(s.on, frame), s.Drawing)
}

// fitting is a geometry if it is one of such pictures.
func fitting(g *overlay.Geometry, frame camera.Frame) *overlay.Geometry {
	if g == nil || g.Camera.Lens.Width != frame.Image.Cols() || g.Camera.Lens.Height != frame.Image.Rows() {
		return nil
	}
	return g
}

// Shown is the target in a picture, nil if there is none, with where it has been and where it should come.
func (p *Poses) Shown(frame camera.Frame, target *detect.Board) Shown {
	s := Shown{Drawing: overlay.Drawing{Sketch: p.Sketch()}}
	if target == nil {
		return s
	}
	for _, c := range target.Crossings {
		s.Points = append(s.Points, c.At)
	}
	board := calibration.Board{Squares: p.squares, SquareMM: 1}
	fitted, _, err := learn.Detection{Board: *target}.Camera(frame.Image, learn.Setup{Board: board})
	if err == nil { // its points are there all the same
		s.on = &overlay.Geometry{Camera: fitted, Board: board}
	}
	return s
}

// cornerNames are what the picture calls the corners of a place, in its order.
const cornerNames = "ABCD"

// ShownPlace is a place in a picture: the corners by their names, and who sits where.
func ShownPlace(frame camera.Frame, p learn.Detection, setup learn.Setup) Shown {
	d := overlay.Drawing{Sides: !p.Guessed}
	for i := range p.Corners {
		// The board's corners begin at the edge where Black sits.
		d.Corners[i] = cornerNames[(int(p.Black)+i)%4:][:1]
	}
	for _, c := range p.Crossings {
		d.Points = append(d.Points, c.At)
	}
	fitted, _, err := p.Camera(frame.Image, setup)
	if err != nil { // corners that no board has, so far
		d.Traces = append(d.Traces, p.Corners)
		for i, at := range p.Corners {
			d.Labels = append(d.Labels, overlay.Label{At: at, Text: cornerNames[i : i+1]})
		}
		return Shown{Drawing: d}
	}
	return Shown{&overlay.Geometry{Camera: fitted, Board: setup.Board, Disc: setup.Disc}, d}
}

// ShownAim is a square that the tool is to touch.
func ShownAim(known calibration.Calibration, square int) Shown {
	row, column := known.Board.Place(square)
	return ShownReport(known, overlay.Drawing{Aim: &overlay.Cell{Row: row, Column: column}})
}

// ShownReport is the drawing of a check.
func ShownReport(known calibration.Calibration, d overlay.Drawing) Shown {
	return Shown{&overlay.Geometry{Camera: known.Camera, Board: known.Board, Disc: known.Disc}, d}
}
