package boards

import (
	"image/color"
	"math"

	"draughtsman/calibration"
)

// Plain is a picture in which only the geometry is hard: a board of flat colours in even light before a pinhole
// camera. Lengths on the board are squares.
type Plain struct {
	Width, Height int      // of the picture, pixels
	Grid          []string // rows of ".lLdD" as seen when not turned; as many as columns
	Tilt          float64  // of the camera from the vertical, radians
	Turn          float64  // of the board on the table, radians, anticlockwise as seen
	Fill          float64  // the board's side to the picture's height, about
	Noise         float64  // standard deviation, grey values
	Blur          float64  // standard deviation, pixels, more than 0
	Radius        float64  // of a disc
	Thickness     float64  // of a disc; a king is two
	Frame         float64  // width of a plain border around the squares
	Jitter        float64  // the farthest that discs lie off the middle of their squares
	Spares        int      // discs beside the board
	Palette       Palette
	Seed          uint64
}

// Palette are the colours of a plain board.
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
			if (r+c)%2 == 1 && r < squares/2-1 {
				row[c] = 'd'
			}
			if (r+c)%2 == 1 && r > squares/2 {
				row[c] = 'l'
			}
		}
		grid[r] = string(row)
	}
	return grid
}

// NewPlain is a wooden board of so many squares with its start position.
func NewPlain(squares int) Plain {
	return Plain{
		Width: 960, Height: 720, Grid: Start(squares), Tilt: 0.35, Turn: 0.1, Fill: 0.75,
		Noise: 2, Blur: 0.6, Radius: 0.38, Thickness: 0.17, Frame: 0.35, Palette: Wood, Seed: 1,
	}
}

// Scene is the picture to draw.
func (p Plain) Scene() Scene {
	light, dark := toneOf(p.Palette.LightSquare), toneOf(p.Palette.DarkSquare)
	border := toneOf(p.Palette.Border)
	focal := 1.1 * float64(p.Width)
	s := Scene{
		Seed: p.Seed, Squares: len(p.Grid),
		view: view{
			width: p.Width, height: p.Height, focal: focal, tilt: p.Tilt, turn: p.Turn,
			distance: focal * float64(len(p.Grid)) / (p.Fill * float64(p.Height)),
		},
		board: boardStyle{
			light: light, dark: dark, texture: "plain", frame: "plain", frameTone: border, lineTone: border,
			// whole pixels of the sheet: the squares' edges are drawn where At says
			frameWidth: math.Round(p.Frame*pixelsASquare) / pixelsASquare,
		},
		table: tableStyle{pattern: "plain", a: toneOf(p.Palette.Table)},
		pieces: pieceStyle{
			style: "grooved", onDark: true, light: toneOf(p.Palette.LightPiece), dark: toneOf(p.Palette.DarkPiece),
			radius: p.Radius, height: p.Thickness, jitter: p.Jitter, captured: p.Spares,
		},
		light:  lightStyle{name: "even", gain: 1, tint: tone{1, 1, 1}, floor: 1, depth: 1},
		sensor: sensorStyle{blur: p.Blur, noise: p.Noise, contrast: 1, jpeg: 100},
	}
	for _, row := range p.Grid {
		s.pieces.grid = append(s.pieces.grid, []byte(row))
	}
	return s
}

// At is the pixel of a point of the board's lattice, rows and columns from its first corner.
func (p Plain) At(row, column float64) calibration.Pixel {
	s := p.Scene()
	return s.At(row, column)
}

// Corners are those of the playing area in the order of the grid: its top left, top right, bottom right, bottom left.
func (p Plain) Corners() [4]calibration.Pixel {
	s := p.Scene()
	return s.Corners()
}
