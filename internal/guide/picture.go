package guide

import (
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
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

func (w Words) on(d *overlay.Drawing) { d.Banner, d.Fine, d.Caption = w.Banner, w.Fine, w.Caption }

// Show saves a picture with words alone.
func Show(path string, frame camera.Frame, w Words) error {
	var d overlay.Drawing
	w.on(&d)
	return overlay.Write(path, frame.Image, nil, d)
}

// Show saves a picture with the target in it, nil if there is none, and with where it has been and where it should
// come.
func (p *Poses) Show(path string, frame camera.Frame, target *detect.Board, w Words) error {
	d := overlay.Drawing{Sketch: p.Sketch()}
	w.on(&d)
	if target == nil {
		return overlay.Write(path, frame.Image, nil, d)
	}
	for _, c := range target.Crossings {
		d.Points = append(d.Points, c.At)
	}
	board := calibration.Board{Squares: p.squares, SquareMM: 1}
	fitted, _, err := learn.Detection{Board: *target}.Camera(frame.Image, learn.Setup{Board: board})
	if err != nil { // its points are there all the same
		return overlay.Write(path, frame.Image, nil, d)
	}
	return overlay.Write(path, frame.Image, &overlay.Geometry{Camera: fitted, Board: board}, d)
}

// cornerNames are what the picture calls the corners of a place, in its order.
const cornerNames = "ABCD"

// ShowPlace saves a picture with a place in it: the corners by their names, and who sits where; the corner that is
// selected, if it is one, is ringed.
func ShowPlace(path string, frame camera.Frame, p learn.Detection, setup learn.Setup, selected int, w Words) error {
	d := overlay.Drawing{Sides: !p.Guessed}
	for i := range p.Corners {
		// The board's corners begin at the edge where Black sits.
		d.Corners[i] = cornerNames[(int(p.Black)+i)%4:][:1]
	}
	for _, c := range p.Crossings {
		d.Points = append(d.Points, c.At)
	}
	w.on(&d)
	if selected >= 0 && selected < len(p.Corners) {
		d.Rings = append(d.Rings, p.Corners[selected])
	}
	fitted, _, err := p.Camera(frame.Image, setup)
	if err != nil { // corners that no board has, so far
		d.Traces = append(d.Traces, p.Corners)
		for i, at := range p.Corners {
			d.Labels = append(d.Labels, overlay.Label{At: at, Text: cornerNames[i : i+1]})
		}
		return overlay.Write(path, frame.Image, nil, d)
	}
	return overlay.Write(path, frame.Image, &overlay.Geometry{Camera: fitted, Board: setup.Board, Disc: setup.Disc}, d)
}

// ShowAim saves a picture with a square marked that the tool is to touch.
func ShowAim(path string, frame camera.Frame, known calibration.Calibration, square int, w Words) error {
	d := overlay.Drawing{}
	w.on(&d)
	s := checkers.Square(square)
	d.Aim = &overlay.Cell{Row: s.Row(), Column: s.Column()}
	return draw(path, frame, known, d)
}

// ShowReport saves a picture with the drawing of a check.
func ShowReport(path string, frame camera.Frame, known calibration.Calibration, d overlay.Drawing) error {
	return draw(path, frame, known, d)
}

// draw draws with a calibration, if it is one of such pictures.
func draw(path string, frame camera.Frame, known calibration.Calibration, d overlay.Drawing) error {
	if known.Camera.Lens.Width != frame.Image.Cols() || known.Camera.Lens.Height != frame.Image.Rows() {
		return overlay.Write(path, frame.Image, nil, d)
	}
	return overlay.Write(path, frame.Image, &overlay.Geometry{Camera: known.Camera, Board: known.Board, Disc: known.Disc},
		d)
}
