package analysis

import (
	"encoding/json"
	"fmt"

	"draughtsman/engine/search"
)

// Score is what a position is worth to a side, in hundredths of a man, or as search.Win describes.
type Score int

// Decided reports whether the game counts as won, above 0, or as lost.
func (s Score) Decided() bool { return s >= Decided || s <= -Decided }

// Men is the score in men, between the scores from which a game counts as decided.
func (s Score) Men() float64 {
	return float64(within(int(s))) / 100
}

// String is the score for people: in men, "+0.45", or for a game that is decided "won in 12 plies", or "won" where
// the number of plies is not known.
func (s Score) String() string {
	text := "lost"
	if s > 0 {
		text = "won"
	}
	plies, known := search.Distance(int(s))
	switch {
	case !s.Decided():
		return fmt.Sprintf("%+.2f", float64(s)/100)
	case !known:
		return text
	case plies == 1:
		return text + " in 1 ply"
	}
	return fmt.Sprintf("%s in %d plies", text, plies)
}

// MarshalJSON implements json.Marshaler by Worth.
func (s Score) MarshalJSON() ([]byte, error) { return json.Marshal(WorthOf(int(s))) }

// Worth is a score for programs: the plies to the end of the game where they are known, or hundredths of a man, with
// the outcome, "won" or "lost", where the game counts as decided.
type Worth struct {
	Score   *int   `json:"score,omitempty"`
	WonIn   *int   `json:"won_in,omitempty"`
	LostIn  *int   `json:"lost_in,omitempty"`
	Outcome string `json:"outcome,omitempty"`
}

// WorthOf is that of a score.
func WorthOf(score int) Worth {
	switch plies, known := search.Distance(score); {
	case known && score > 0:
		return Worth{WonIn: &plies}
	case known:
		return Worth{LostIn: &plies}
	case Score(score).Decided():
		return Worth{Score: &score, Outcome: Score(score).String()}
	}
	return Worth{Score: &score}
}
