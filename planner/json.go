package planner

import (
	"encoding/json"
	"math"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// MarshalJSON is the plan for other programs. Points are [x, y, z] in arm mm, all numbers are rounded to three
// places; times are seconds.
//
//	{"task": "Black plays 15x22x31", "fen": "B:W18,26,27:B15", "move": "15x22x31", "fen_after": "W:W27:BK31",
//	 "single_kings_after": [], "takes_s": 24.31, "path_mm": 3310.52, "start": [600, 480, 80], "notes": [],
//	 "steps": [{
//	   "transfer": {"side": "white", "from": {"square": 18}, "to": {"slot": 4}, "from_level": 0, "to_level": 0,
//	                "from_offset": [0, 0], "purpose": "takes the captured man off"},
//	   "takes_s": 6.1,
//	   "motions": [{"kind": "rise", "over": {"park": true}, "to": [600, 480, 80], "height_mm": 68,
//
// "speed_mm_s": 80, "takes_s": 0.4}, …]}, …]}
//
// A place is {"square": number, always from Black's side on}, {"slot": number from 1}, {"park": true} or {"at": [x, y]}
// in board mm; "move" is missing where the task is no move, and a transfer has "king_piece": true where it carries a
// king that is a piece of its own. The kinds of motions are rise, travel, descend, approach, grip, check and release;
// speed_mm_s is 0 for the last three, whose "to" is where the tool stays.
func (p Plan) MarshalJSON() ([]byte, error) {
	plan := planJSON{
		Task: p.Task, FEN: p.Before.Position.FEN(), After: p.After.Position.FEN(),
		Single: []int{}, Takes: inSeconds(p.Takes), Path: thousandths(p.PathMM), Start: point(p.Start),
		Notes: append([]string{}, p.Notes...), Steps: []stepJSON{},
	}
	if p.Move != (checkers.Move{}) {
		plan.Move = p.Move.String()
	}
	for s := range p.After.Single.All() {
		plan.Single = append(plan.Single, int(s))
	}
	for _, s := range p.Steps {
		plan.Steps = append(plan.Steps, s.json())
	}
	return json.Marshal(plan)
}

type planJSON struct {
	Task   string     `json:"task"`
	FEN    string     `json:"fen"`
	Move   string     `json:"move,omitempty"`
	After  string     `json:"fen_after"`
	Single []int      `json:"single_kings_after"`
	Takes  float64    `json:"takes_s"`
	Path   float64    `json:"path_mm"`
	Start  [3]float64 `json:"start"`
	Notes  []string   `json:"notes"`
	Steps  []stepJSON `json:"steps"`
}

type stepJSON struct {
	Transfer transferJSON `json:"transfer"`
	Takes    float64      `json:"takes_s"`
	Motions  []motionJSON `json:"motions"`
}

type transferJSON struct {
	Side       string     `json:"side"`
	King       bool       `json:"king_piece,omitempty"`
	From       placeJSON  `json:"from"`
	To         placeJSON  `json:"to"`
	FromLevel  int        `json:"from_level"`
	ToLevel    int        `json:"to_level"`
	FromOffset [2]float64 `json:"from_offset"`
	Purpose    string     `json:"purpose"`
}

type motionJSON struct {
	Kind   Kind       `json:"kind"`
	Over   placeJSON  `json:"over"`
	To     [3]float64 `json:"to"`
	Height float64    `json:"height_mm"`
	Speed  float64    `json:"speed_mm_s"`
	Takes  float64    `json:"takes_s"`
}

type placeJSON struct {
	Square int         `json:"square,omitempty"`
	Slot   int         `json:"slot,omitempty"`
	Park   bool        `json:"park,omitempty"`
	At     *[2]float64 `json:"at,omitempty"`
}

func (s Step) json() stepJSON {
	t := s.Transfer
	step := stepJSON{
		Transfer: transferJSON{
			Side: colour(t.Side), King: t.King, From: t.From.json(), To: t.To.json(),
			FromLevel: t.FromLevel, ToLevel: t.ToLevel,
			FromOffset: [2]float64{thousandths(t.FromOffset[0]), thousandths(t.FromOffset[1])},
			Purpose:    t.Purpose,
		},
		Takes:   inSeconds(s.Takes),
		Motions: []motionJSON{},
	}
	for _, m := range s.Motions {
		step.Motions = append(step.Motions, motionJSON{
			Kind: m.Kind, Over: m.Over.json(), To: point(m.To),
			Height: thousandths(m.Height), Speed: thousandths(m.Speed), Takes: inSeconds(m.Takes),
		})
	}
	return step
}

func (p Place) json() placeJSON {
	j := placeJSON{Square: int(p.Square), Slot: p.Slot, Park: p == Place{}}
	if p.Aside {
		j.At = &[2]float64{thousandths(p.At.X), thousandths(p.At.Y)}
	}
	return j
}

func point(p calibration.ArmPoint) [3]float64 {
	return [3]float64{thousandths(p.X), thousandths(p.Y), thousandths(p.Z)}
}

// thousandths is a number rounded to three places, so that the text is the same on every machine. Adding 0 turns −0
// into 0.
func thousandths(x float64) float64 { return math.Round(x*1000)/1000 + 0 }

func inSeconds(d time.Duration) float64 { return thousandths(d.Seconds()) }
