package score

import (
	"math"
	"strings"
	"time"

	"draughtsman/calibration"
)

// Answer is what was read in a picture, in the terms of a Label. A refusal has a reason and nothing else.
type Answer struct {
	Refused string
	Squares int
	Corners [4][2]float64
	Grid    []string // nil when squares were not read
	// Confidence is how probable the answer says it is that every square is right, 0 to 1.
	Confidence float64
	PlayOn     string
	Elapsed    time.Duration
}

// Verdict is whether a board was found.
type Verdict string

// The verdicts.
const (
	Found   Verdict = "found"   // every corner within a quarter of a square
	Wrong   Verdict = "wrong"   // returned as found, and is not
	Refused Verdict = "refused" // not returned
)

// WrongCorner is how far a corner of a found board may be off, in squares.
const WrongCorner = 0.25

// Mark is how good one answer was.
type Mark struct {
	Source  string  `json:"source"`
	File    string  `json:"file"`
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"` // of a refusal
	// farthest corner, squares; infinite when refused or of another size
	Off         float64       `json:"-"`
	Labelled    int           `json:"labelled"`    // squares that the label tells
	Right       int           `json:"right"`       // of these, those read rightly
	Unsure      int           `json:"unsure"`      // of these, those read as ?
	Mistakes    Mistakes      `json:"mistakes"`    // the others
	Kings       int           `json:"kings"`       // kings that the label tells
	KingsRight  int           `json:"kings_right"` // of these, those read as kings of their side
	KingsFalse  int           `json:"kings_false"` // squares read as kings that are none
	KingStyle   string        `json:"king_style,omitempty"`
	PlayOnRight bool          `json:"play_on_right"` // which squares are played on was told, or there is nothing to tell
	Whole       bool          `json:"whole"`         // every labelled square is right, kings read as kings
	Confidence  float64       `json:"confidence"`    // that the answer has in being whole, 0 to 1
	Elapsed     time.Duration `json:"elapsed_ns"`    // finding and reading
}

// Mistakes are squares that were read wrongly, by what is wrong.
type Mistakes struct {
	King   int `json:"king"`   // a man as a king of its side, or a king as a man
	Missed int `json:"missed"` // a piece as an empty square
	Ghost  int `json:"ghost"`  // an empty square as a piece
	Side   int `json:"side"`   // a piece as one of the other side
}

func (m *Mistakes) add(n Mistakes) {
	m.King, m.Missed, m.Ghost, m.Side = m.King+n.King, m.Missed+n.Missed, m.Ghost+n.Ghost, m.Side+n.Side
}

// Judge compares an answer with a label. The answer may begin at any corner.
func Judge(l Label, a Answer) Mark {
	m := Mark{Source: l.Source, File: l.File, KingStyle: l.Kings, Verdict: Wrong, Off: math.Inf(1), Elapsed: a.Elapsed,
		Confidence: a.Confidence}
	for _, row := range l.Grid {
		m.Labelled += len(row) - strings.Count(row, "?")
		m.Kings += strings.Count(row, "L") + strings.Count(row, "D")
	}
	if a.Refused != "" {
		m.Verdict, m.Reason = Refused, a.Refused
		return m
	}
	if a.Squares != l.Squares {
		return m
	}
	var turn int
	turn, m.Off = l.turn(a.Corners)
	if m.Off > WrongCorner {
		return m
	}
	m.Verdict = Found
	if len(a.Grid) == l.Squares {
		m.compare(l, calibration.TurnGrid(a.Grid, turn))
		m.PlayOnRight = l.PlayOn == "none" || l.PlayOn == "" || l.PlayOn == a.PlayOn
	}
	return m
}

// turn returns which of some corners is the label's first, and how far off they are then at the most, in squares.
func (l Label) turn(corners [4][2]float64) (turn int, off float64) {
	off = math.Inf(1)
	for k := range 4 {
		if o := farthest(l.Corners, corners, k) / side(l); o < off {
			turn, off = k, o
		}
	}
	return turn, off
}

// GridFrom is the label's grid as it begins at the first of some corners of its board, which were found.
func (l Label) GridFrom(found [4]calibration.Pixel) []string {
	var corners [4][2]float64
	for i, c := range found {
		corners[i] = [2]float64{c.X, c.Y}
	}
	turn, _ := l.turn(corners)
	return calibration.TurnGrid(l.Grid, (4-turn)%4)
}

// compare counts the squares of a grid that begins at the label's corner.
func (m *Mark) compare(l Label, grid []string) {
	king := func(c byte) bool { return c == 'L' || c == 'D' }
	for r, row := range l.Grid {
		for c := range row {
			truth, seen := row[c], grid[r][c]
			if truth == '?' {
				continue
			}
			switch {
			case seen == '?':
				m.Unsure++
			case seen == truth:
				m.Right++
			case lower(seen) == lower(truth):
				m.Mistakes.King++
			case seen == '.':
				m.Mistakes.Missed++
			case truth == '.':
				m.Mistakes.Ghost++
			default:
				m.Mistakes.Side++
			}
			if king(truth) && seen == truth {
				m.KingsRight++
			}
			if king(seen) && !king(truth) {
				m.KingsFalse++
			}
		}
	}
	m.Whole = m.Right == m.Labelled
}

// farthest is the largest distance of two corners, px, when the answer begins k corners later.
func farthest(label, answer [4][2]float64, k int) float64 {
	worst := 0.0
	for i, p := range label {
		q := answer[(i+k)%4]
		worst = max(worst, math.Hypot(p[0]-q[0], p[1]-q[1]))
	}
	return worst
}

// side is the mean side of a label's squares, px.
func side(l Label) float64 {
	total := 0.0
	for i, p := range l.Corners {
		q := l.Corners[(i+1)%4]
		total += math.Hypot(p[0]-q[0], p[1]-q[1])
	}
	return total / float64(4*l.Squares)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
