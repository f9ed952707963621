package learn

import (
	"bytes"
	"html/template"
	"io"
	"math"
	"strings"
)

// Judged is an evaluation by its name, and how well it foretells results in each phase.
type Judged struct {
	Name   string
	Phases []Foretold
}

// The picture's sizes, in units of SVG.
const (
	curvesWidth, curvesHeight = 640.0, 360.0
	curvesLeft, curvesTop     = 48.0, 16.0
	curvesRight, curvesBottom = 88.0, 40.0
	curvesTicks               = 10 // of the correlation, to 1
)

// DrawCurves writes a picture (SVG) of how the correlation in each phase goes from one evaluation to the next.
func DrawCurves(to io.Writer, evaluations []Judged) error {
	most := 0.1
	for _, j := range evaluations {
		for _, f := range j.Phases {
			if f.Correlation > most { // never where it is no number
				most = f.Correlation
			}
		}
	}
	most = math.Ceil(most*curvesTicks) / curvesTicks
	x := func(i int) float64 {
		return tenths(curvesLeft + (curvesWidth-curvesLeft-curvesRight)*float64(i)/float64(max(1, len(evaluations)-1)))
	}
	y := func(correlation float64) float64 {
		return tenths(curvesHeight - curvesBottom - (curvesHeight-curvesTop-curvesBottom)*max(0, correlation)/most)
	}
	var picture struct {
		Width, Height float64
		Right         float64 // where the curves end
		Lines         []curve
		Names, Ticks  []label
	}
	picture.Width, picture.Height, picture.Right = curvesWidth, curvesHeight, curvesWidth-curvesRight
	for tick := range int(math.Round(most*curvesTicks)) + 1 {
		share := float64(tick) / curvesTicks
		picture.Ticks = append(picture.Ticks, label{curvesLeft, y(share), template.HTMLEscaper(share)})
	}
	for i, j := range evaluations {
		picture.Names = append(picture.Names, label{x(i), curvesHeight - curvesBottom/2, j.Name})
		for k, f := range j.Phases {
			if i == 0 {
				picture.Lines = append(picture.Lines, curve{Name: f.Pieces(), Colour: curveColours[k%len(curveColours)]})
			}
			if math.IsNaN(f.Correlation) {
				continue
			}
			l := &picture.Lines[k]
			l.Points = append(l.Points, label{X: x(i), Y: y(f.Correlation)})
		}
	}
	return curvesTemplate.Execute(to, picture)
}

// tenths is a coordinate that is short to write.
func tenths(x float64) float64 { return math.Round(10*x) / 10 }

// HoldsCurves tells by how a file begins whether it is a picture of DrawCurves.
func HoldsCurves(head []byte) bool {
	return bytes.HasPrefix(head, []byte("<svg ")) && bytes.Contains(head, []byte("<title>"+curvesTitle))
}

const curvesTitle = "How well evaluations foretell results"

type label struct {
	X, Y float64
	Text string
}

type curve struct {
	Name, Colour string
	Points       []label
}

// Last is where the curve ends.
func (c curve) Last() label {
	if len(c.Points) == 0 {
		return label{X: curvesLeft, Y: curvesHeight - curvesBottom}
	}
	return c.Points[len(c.Points)-1]
}

// The colours are Okabe and Ito's, which people who see fewer colours tell apart.
var curveColours = []string{"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00"}

var curvesTemplate = template.Must(template.New("curves").Parse(strings.TrimLeft(`
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{.Width}} {{.Height}}" font-family="sans-serif" font-size="12">
<title>`+curvesTitle+`, by the number of pieces</title>
<rect width="{{.Width}}" height="{{.Height}}" fill="#fff"/>
{{range .Ticks}}<path d="M{{.X}} {{.Y}}H{{$.Right}}" stroke="#ddd"/>
<text x="{{.X}}" y="{{.Y}}" dx="-8" text-anchor="end" dy=".35em">{{.Text}}</text>
{{end}}{{range .Names}}<text x="{{.X}}" y="{{.Y}}" text-anchor="middle">{{.Text}}</text>
{{end}}{{range .Lines}}<polyline points="{{range .Points}}{{.X}},{{.Y}} {{end}}" fill="none"
 stroke="{{.Colour}}" stroke-width="2"/>
{{$colour := .Colour}}{{range .Points}}<circle cx="{{.X}}" cy="{{.Y}}" r="3" fill="{{$colour}}"/>{{end}}
<text x="{{.Last.X}}" y="{{.Last.Y}}" dx="8" dy=".35em" fill="{{.Colour}}">{{.Name}} pieces</text>
{{end}}</svg>
`, "\n")))
