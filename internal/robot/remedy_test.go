package robot

import (
	"slices"
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// example is the layout of the example's table, and the table with the start position.
func example() (layout, planner.Table) {
	described := config.Example()
	return layout{described.Setup(config.ExampleFrame()), moves.Options{BlackPieces: calibration.Dark}},
		planner.Table{Position: checkers.Start(), Tray: described.Tray}
}

// shown is a sighting that is sure of a position.
func (l layout) shown(p checkers.Position) (s vision.Sighting) {
	for square, content := range l.picture(p) {
		for other := range s.Odds[square] {
			s.Odds[square][other] = 0.005
		}
		s.Odds[square][content] = 0.99
	}
	return s
}

// trial is a transfer, and what is seen after an attempt.
type trial struct {
	state
	seen observed
}

// newTrial is a transfer from a table, after which all is right.
func newTrial(t *testing.T, l layout, before planner.Table, transfer planner.Transfer) *trial {
	t.Helper()
	after, err := before.Apply(transfer)
	if err != nil {
		t.Fatal(err)
	}
	tr := &trial{
		state: state{want: expected{layout: l, transfer: transfer, after: after}, before: before},
		seen:  observed{fine: true},
	}
	tr.see(after.Position)
	return tr
}

// carried is a transfer of a man from 11 to 15 at the start.
func carried(t *testing.T) *trial {
	l, table := example()
	return newTrial(t, l, table, planner.Transfer{
		Side: checkers.Black, From: planner.OnSquare(11), To: planner.OnSquare(15),
	})
}

// crowned is a transfer of a spare disc to the man on 30, which is a king.
func crowned(t *testing.T) *trial {
	l, table := example()
	table.Position = table.Position.Put(30, checkers.King(checkers.Black))
	table.Single = checkers.SetOf(30)
	slot := 1 + slices.IndexFunc(table.Tray.Slots, func(s planner.Slot) bool {
		return len(s.Holds) > 0 && s.Holds[len(s.Holds)-1] == checkers.Black
	})
	return newTrial(t, l, table, planner.Transfer{
		Side: checkers.Black, From: planner.Place{Slot: slot}, To: planner.OnSquare(30),
		FromLevel: len(table.Tray.Slots[slot-1].Holds) - 1, ToLevel: 1,
	})
}

// captured is a transfer of the upper disc of a king on 18 to the tray's second slot, which holds a disc.
func captured(t *testing.T) *trial {
	l, table := example()
	table.Position = table.Position.Put(18, checkers.King(checkers.Black))
	table.Tray.Slots = slices.Clone(table.Tray.Slots)
	table.Tray.Slots[1].Holds = planner.Stack{checkers.Black}
	return newTrial(t, l, table, planner.Transfer{
		Side: checkers.Black, From: planner.OnSquare(18), To: planner.InSlot(2), FromLevel: 1, ToLevel: 1,
	})
}

// changed has slots look otherwise than before, and the place that the disc came from, and nothing else. A disc seems
// to have fallen on those that should not.
func (tr *trial) changed(side checkers.Side, slots ...int) {
	t := tr.want.transfer
	same := Same{Known: true, Slots: slices.Repeat([]bool{true}, len(tr.want.after.Tray.Slots))}
	same.Squares = ^checkers.SetOf(t.From.Square)
	for _, number := range append(slots, t.From.Slot) {
		if number == 0 {
			continue
		}
		same.Slots[number-1] = false
		if place := planner.InSlot(number); place != t.From && place != t.To {
			tr.seen.survey.Fallen = append(tr.seen.survey.Fallen, Fallen{
				Stray: Stray{Side: side, At: tr.want.after.Tray.Slots[number-1].At}, Slot: number})
		}
	}
	tr.seen.survey.Same = same
	tr.seen.fine = tr.seen.match.Shown && tr.lies(tr.seen.survey)
}

// see has the squares show a position.
func (tr *trial) see(p checkers.Position) {
	tr.seen.sighting = tr.want.shown(p)
	tr.seen.survey.Sighting = tr.seen.sighting
	tr.seen.match = moves.Compare(tr.seen.sighting, tr.want.picture(tr.want.after.Position), tr.want.moves)
	tr.seen.fine = tr.seen.match.Shown
}

// put has a square show another piece than it should.
func (tr *trial) put(piece checkers.Piece, squares ...checkers.Square) {
	p := tr.want.after.Position
	for _, s := range squares {
		p = p.Put(s, piece)
	}
	tr.see(p)
}

// gone has one square be empty that should not be, and another one show a black man, if it is not 0.
func (tr *trial) gone(from, to checkers.Square) {
	p := tr.want.after.Position.Put(from, checkers.Empty)
	if to != 0 {
		p = p.Put(to, checkers.Man(checkers.Black))
	}
	tr.see(p)
}

// stray has a black disc lie a little off a square's corner.
func (tr *trial) stray(s checkers.Square) {
	at := tr.want.at(tr.want.after, planner.OnSquare(s))
	half := tr.want.setup.Board.SquareMM / 2
	at.X, at.Y = at.X+half, at.Y+half
	tr.seen.survey.Strays = append(tr.seen.survey.Strays, Stray{Side: checkers.Black, At: at})
}

// did has something been tried some times.
func (tr *trial) did(times int, t try) {
	tr.tried = append(tr.tried, slices.Repeat(tries{t}, times)...)
}

// missed is a try after the disc was not lifted from a square.
func missed(from checkers.Square) try {
	r := remedy{kind: retryLower}
	r.transfer.From = planner.OnSquare(from)
	return try{remedy: r, after: true}
}

// straightened15 is a try with the disc on 15, which stood so far off the middle.
func straightened15(off [2]float64) try {
	r := remedy{kind: straighten}
	r.transfer.From, r.transfer.FromOffset = planner.OnSquare(15), off
	return try{remedy: r}
}

func TestRemedies(t *testing.T) {
	man := checkers.Man(checkers.Black)
	for name, tt := range map[string]struct {
		of       func(*testing.T) *trial
		happens  func(*trial)
		kind     remedyKind
		from, to checkers.Square // of one for the arm; from is 0 in the tray
		lower    float64         // mm
		stray    bool            // the disc is taken from between the squares
		said     string
	}{
		"all is right": {of: carried, happens: func(*trial) {}, kind: noRemedy},
		"the disc is still there": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 11); tr.before.Offset[11] = [2]float64{2, 1} },
			kind:    retryLower, from: 11, to: 15, lower: lowerMM, said: "still at square 11"},
		"still there after two misses": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 11); tr.did(mostMisses, missed(11)) },
			kind:    askHuman},
		"still there since the arm has failed": {of: carried,
			happens: func(tr *trial) {
				tr.gone(15, 11)
				tr.did(mostMisses, missed(11))
				tr.faulty = true
			},
			kind: retryLower, from: 11, to: 15, lower: lowerMM},
		"dropped on another square": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 19) },
			kind:    fetch, from: 19, to: 15, said: "is on square 19"},
		"dropped, and missed before": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 19); tr.did(1, try{}) },
			kind:    fetch, from: 19, to: 15, lower: lowerMM},
		"dropped between the squares": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 0); tr.stray(15) },
			kind:    fetch, from: 15, to: 15, stray: true, said: "lies beside its place"},
		"nowhere to be seen": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 0) }, kind: askHuman},
		"the neighbour was knocked to another square": {of: carried,
			happens: func(tr *trial) { tr.gone(12, 16) },
			kind:    putBack, from: 16, to: 12, said: "is on square 16"},
		"the neighbour stands across its edge": {of: carried,
			happens: func(tr *trial) {
				at := tr.want.at(tr.want.after, planner.OnSquare(12))
				at.X += 20
				tr.seen.fine = false
				tr.seen.astride = []Askew{{Stray: Stray{Side: checkers.Black, At: at}, Square: 12}}
			},
			kind: putBack, from: 12, to: 12, said: "across its edge"},
		"set down beside the middle": {of: carried,
			happens: func(tr *trial) { tr.seen.sighting.Offset[15] = [2]float64{0, 2 * tr.want.askewMM()} },
			kind:    straighten, from: 15, to: 15, said: "not in its middle"},
		"straightened already": {of: carried,
			happens: func(tr *trial) {
				tr.seen.sighting.Offset[15] = [2]float64{0, 2 * tr.want.askewMM()}
				tr.did(1, straightened15([2]float64{}))
			},
			kind: noRemedy},
		"missed where it was to be straightened": {of: carried,
			happens: func(tr *trial) {
				tr.seen.sighting.Offset[15] = [2]float64{0, 2 * tr.want.askewMM()}
				tr.did(1, straightened15([2]float64{.5, 2 * tr.want.askewMM()}))
			},
			kind: straighten, from: 15, to: 15, lower: lowerMM},
		"missed there twice": {of: carried,
			happens: func(tr *trial) {
				off := [2]float64{0, 2 * tr.want.askewMM()}
				tr.seen.sighting.Offset[15] = off
				tr.did(2, straightened15(off))
			},
			kind: noRemedy},
		"the tool may hold it": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 0); tr.held = &tr.want.transfer },
			kind:    setDown, from: 11, to: 15},
		"the tool cannot hold what is still there": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 11); tr.held = &tr.want.transfer },
			kind:    retryLower, from: 11, to: 15, lower: lowerMM},
		"another disc lies there": {of: carried,
			happens: func(tr *trial) { tr.put(checkers.Man(checkers.White), 15) }, kind: askHuman},
		"tried often enough": {of: carried,
			happens: func(tr *trial) { tr.gone(15, 19); tr.did(mostRemedies, try{}) }, kind: askHuman},
		"people clear the table": {of: carried,
			happens: func(tr *trial) { tr.put(checkers.Empty, 1, 2, 3, 15); tr.seen.cleared = true }, kind: letClear},
		"two discs more": {of: carried,
			happens: func(tr *trial) { tr.put(man, 16, 19) }, kind: askHuman},
		"no crown has come": {of: crowned,
			happens: func(tr *trial) {
				tr.seen.fine = false
				tr.changed(checkers.Black)
			},
			kind: retryLower, to: 30, lower: lowerMM, said: "No disc has come from tray slot"},
		"the crown has fallen": {of: crowned,
			happens: func(tr *trial) { tr.seen.fine = false; tr.seen.survey.Same.Known = true; tr.stray(23) },
			kind:    fetch, from: 23, to: 30, stray: true},
		"the crown fell on a stack": {of: crowned,
			happens: func(tr *trial) { tr.seen.fine = false; tr.changed(checkers.Black, 2) },
			kind:    fetch, to: 30, said: "lies on tray slot 2"},
		"another disc fell on a stack": {of: crowned,
			happens: func(tr *trial) { tr.seen.fine = false; tr.changed(checkers.White, 2) },
			kind:    retryLower, to: 30, lower: lowerMM, said: "No disc has come from tray slot"},
		"the crown does not lie on the stack": {of: crowned,
			happens: func(tr *trial) {
				tr.seen.fine = false
				tr.changed(checkers.Black, 2)
				tr.did(1, try{remedy: remedy{kind: fetch, from: planner.InSlot(2)}})
			},
			kind: retryLower, to: 30, lower: lowerMM, said: "No disc has come from tray slot"},
		"the captured king's upper disc fell on a stack": {of: captured,
			happens: func(tr *trial) { tr.seen.fine = false; tr.changed(checkers.Black, 6) },
			kind:    fetch, said: "lies on tray slot 6"},
		"the captured king's upper disc fell back on it": {of: captured,
			happens: func(tr *trial) { tr.seen.fine = false; tr.changed(checkers.Black) },
			kind:    retryLower, from: 18, lower: lowerMM},
		"the captured king's upper disc is in the tray": {of: captured,
			happens: func(tr *trial) { tr.changed(checkers.Black, 2) }, kind: noRemedy},
		"the crown is not seen": {of: crowned,
			happens: func(tr *trial) { tr.seen.fine = false; tr.did(mostRemedies, try{}) }, kind: tellHuman},
	} {
		t.Run(name, func(t *testing.T) {
			tr := tt.of(t)
			tt.happens(tr)
			r := remedyFor(tr.state, tr.seen)
			if r.kind != tt.kind {
				t.Fatalf("%s (%q), want %s", r.kind, r.said, tt.kind)
			}
			if got, want := r.transfer.From.Square, tt.from; got != want && !tt.stray {
				t.Errorf("from %d, want %d", got, want)
			}
			if r.transfer.To.Square != tt.to || r.lower != tt.lower || (r.stray != nil) != tt.stray {
				t.Errorf("to %d, %g mm lower, a stray: %v", r.transfer.To.Square, r.lower, r.stray)
			}
			if !strings.Contains(r.said.String(), tt.said) {
				t.Errorf("said %q", r.said)
			}
			if tt.kind == retryLower && r.transfer.FromOffset != tr.before.Offset[tt.from] {
				t.Errorf("taken %v mm off the middle", r.transfer.FromOffset)
			}
			if again := remedyFor(tr.state, tr.seen); again.kind != r.kind || again.said != r.said {
				t.Errorf("asked again: %s (%q)", again.kind, again.said)
			}
		})
	}
}

// What was tried is what the next remedy depends on.
func TestRemediesAreNoted(t *testing.T) {
	tr := carried(t)
	tr.gone(15, 11)
	for n := range mostMisses {
		r := remedyFor(tr.state, tr.seen)
		if r.kind != retryLower {
			t.Fatalf("after %d misses: %s", n, r.kind)
		}
		tr.state = tr.begun(r)
	}
	if r := remedyFor(tr.state, tr.seen); r.kind != askHuman {
		t.Errorf("after %d misses: %s", mostMisses, r.kind)
	}

	tr = carried(t)
	tr.gone(15, 0)
	tr.stray(15)
	tr.state = tr.begun(remedyFor(tr.state, tr.seen))
	if n := tr.tried.strays(tr.seen.survey.Strays[0].At, 1); n != 1 {
		t.Errorf("fetched from there %d times", n)
	}

	tr = carried(t)
	off := [2]float64{0, 2 * tr.want.askewMM()}
	tr.seen.sighting.Offset[15] = off
	for n := range mostMisses {
		r := remedyFor(tr.state, tr.seen)
		if r.kind != straighten {
			t.Fatalf("after %d misses: %s", n, r.kind)
		}
		tr.state = tr.begun(r)
	}
	if r := remedyFor(tr.state, tr.seen); r.kind != noRemedy || !tr.unmoved(tr.seen.sighting) {
		t.Errorf("after %d misses: %s", mostMisses, r.kind)
	}
}
