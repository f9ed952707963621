package learn

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
)

func parse(t *testing.T, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestJudgeSeesBlacksSide has three positions with two lengths of lead; the last one's values are 1, 2 and 4 for
// results 1, 0 and 1 of Black, whoever is to move.
func TestJudgeSeesBlacksSide(t *testing.T) {
	five := []Outcome{
		{parse(t, "B:W29,30:B1,2,3"), 1},
		{parse(t, "W:W29,30:B1,2,3"), 0},
		{parse(t, "W:W29,31:B1,2,4"), -1},
		{parse(t, "B:W29:B1,2"), -1},                 // too few pieces
		{parse(t, "B:W14,29,30:B9,1,2"), -1},         // a capture is due
		{checkers.Start(), 1}, {checkers.Start(), 1}, // all alike
	}
	values := map[checkers.Position]int{five[0].Position: 1, five[1].Position: -2, five[2].Position: -4}
	got := Judge(five, func(p checkers.Position) int { return values[p] })
	last := got[len(got)-1]
	// Pairs (1, 1), (2, 0), (4, 1): covariance 1/9, variances 14/9 and 2/9.
	want := (1.0 / 9) / math.Sqrt(14.0/9*2/9)
	if last.Pieces() != "5-8" || last.Positions != 3 || math.Abs(last.Correlation-want) > 1e-9 {
		t.Errorf("%+v, want %v", last, want)
	}
	if first := got[0]; first.Pieces() != "20-24" || first.Positions != 2 || !math.IsNaN(first.Correlation) {
		t.Errorf("%+v", first)
	}
}

// TestCurvesAreAPicture reads the picture back: a point for each correlation that is a number, the better the higher.
func TestCurvesAreAPicture(t *testing.T) {
	var picture bytes.Buffer
	err := DrawCurves(&picture, []Judged{
		{"first <1>", []Foretold{{Fewest: 20, Most: 24, Correlation: 0.1}, {Fewest: 5, Most: 8, Correlation: math.NaN()}}},
		{"second", []Foretold{{Fewest: 20, Most: 24, Correlation: 0.2}, {Fewest: 5, Most: 8, Correlation: 0.5}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var heights, texts []string
	for in := xml.NewDecoder(&picture); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			for _, a := range token.Attr {
				if token.Name.Local == "circle" && a.Name.Local == "cy" {
					heights = append(heights, a.Value)
				}
			}
		case xml.CharData:
			texts = append(texts, string(token))
		}
	}
	// Down from 320, which is 0, to 16, which is 0.5.
	if got := strings.Join(heights, " "); got != "259.2 198.4 16" {
		t.Errorf("points at %s", got)
	}
	for _, want := range []string{"first <1>", "second", "20-24 pieces", "5-8 pieces"} {
		if !strings.Contains(strings.Join(texts, "\n"), want) {
			t.Errorf("the picture does not say %q", want)
		}
	}
}
