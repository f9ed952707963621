package robot

import (
	"slices"
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/testkit/expect"
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
	expect.OK(t, err)
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

// answered is carried with the human's answer 22-18, which need not have been made.
func answered(t *testing.T) *trial {
	tr := carried(t)
	p := tr.want.after.Position
	p.Turn = checkers.White
	move, err := p.ParseMove("22-18")
	expect.OK(t, err)
	tr.want.after.Position = p
	tr.want.replies = []planner.Table{tr.want.after.Watch(move)}
	return tr
}

// knocked is a position in which a white man stands elsewhere.
func knocked(p checkers.Position, from, to checkers.Square) checkers.Position {
	return p.Put(from, checkers.Empty).Put(to, checkers.Man(checkers.White))
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
			happens: func(tr *trial) { tr.gone(15, 19); tr.seen.sighting.Offset[19] = [2]float64{3, -2} },
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
			happens: func(tr *trial) { tr.seen.sighting.Offset[15] = [2]float64{3, 2 * tr.want.askewMM()} },
			kind:    straighten, from: 15, to: 15, said: "not in its middle"},
		"a neighbour was pushed to its edge": {of: carried,
			happens: func(tr *trial) { tr.seen.sighting.Offset[12] = [2]float64{0, .3 * tr.want.setup.Board.SquareMM} },
			kind:    straighten, from: 12, to: 12, said: "not in its middle"},
		"a neighbour was pushed a little": {of: carried,
			happens: func(tr *trial) { tr.seen.sighting.Offset[12] = [2]float64{0, .2 * tr.want.setup.Board.SquareMM} },
			kind:    noRemedy},
		"a neighbour stands where it stood": {of: carried,
			happens: func(tr *trial) {
				far := .3 * tr.want.setup.Board.SquareMM
				tr.seen.sighting.Offset[12] = [2]float64{far, -far}
				tr.want.stood[12] = tr.seen.sighting.Offset[12]
			},
			kind: noRemedy},
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
		"the tool held it and all is right": {of: carried,
			happens: func(tr *trial) { tr.held = &tr.want.transfer }, kind: noRemedy},
		"the tool may hold what the tray should": {of: captured,
			happens: func(tr *trial) { tr.held = &tr.want.transfer }, kind: setDown, from: 18},
		"the tool may hold the crown": {of: crowned,
			happens: func(tr *trial) { tr.held = &tr.want.transfer }, kind: setDown, to: 30},
		"a disc more lies beside a square that shows its own": {of: carried,
			happens: func(tr *trial) { tr.seen.fine = false; tr.stray(12) }, kind: tellHuman},
		"it lies beside a square that may be empty": {of: carried,
			happens: func(tr *trial) {
				tr.stray(12)
				odds := &tr.seen.sighting.Odds[12]
				odds[vision.Nothing], odds[vision.DarkPiece] = .39, .6
				tr.seen.survey.Sighting, tr.seen.fine = tr.seen.sighting, false
			},
			kind: putBack, from: 12, to: 12, stray: true},
		"a neighbour is knocked while the human answers": {of: answered,
			happens: func(tr *trial) { tr.see(knocked(tr.want.replies[0].Position, 23, 19)) },
			kind:    putBack, from: 19, to: 23},
		"a neighbour is knocked where an answer leads": {of: answered,
			happens: func(tr *trial) { tr.see(knocked(tr.want.after.Position, 32, 18)) },
			kind:    putBack, from: 18, to: 32},
		"the man that is to be crowned was knocked away": {of: crowned,
			happens: func(tr *trial) { tr.gone(30, 18) },
			kind:    putBack, from: 18, to: 30},
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
			if off := tr.seen.sighting.Offset[tt.from]; (tt.kind == fetch || tt.kind == straighten) && !tt.stray &&
				tt.from != 0 && (farther(r.transfer.FromOffset, off, .01) || farther(r.table.Offset[tt.from], off, .01)) {
				t.Errorf("fetched %v mm off the middle, on a table with %v", r.transfer.FromOffset, r.table.Offset[tt.from])
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
	if tr.unmoved(tr.seen.sighting) {
		t.Error("unmoved, and was not to be straightened")
	}
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

// Where the colours do not tell whether a disc lies where it belongs, changes, heights and strays do.
func TestLies(t *testing.T) {
	const unknown, neither, from, to, both = -1, 0, 1, 2, 3 // look as before
	moved := func(t *testing.T) *trial {
		l, table := example()
		table.Position = table.Position.Put(18, checkers.King(checkers.Black)).Put(30, checkers.King(checkers.Black))
		table.Single = checkers.SetOf(30)
		return newTrial(t, l, table, planner.Transfer{Side: checkers.Black, From: planner.OnSquare(18),
			To: planner.OnSquare(30), FromLevel: 1, ToLevel: 1})
	}
	for n, tt := range []struct {
		of     func(*testing.T) *trial
		same   int
		king   bool            // two discs are seen where the disc was, or should be
		strays []checkers.Side // that are seen
		late   bool
		missed int
		lies   bool
	}{
		{of: crowned, same: both}, {of: crowned, same: to, king: true}, {of: crowned, same: from, king: true},
		{of: crowned, same: neither, lies: true}, {of: crowned, same: neither, king: true, lies: true},
		{of: crowned, same: neither, strays: []checkers.Side{checkers.Black}},
		{of: crowned, same: neither, king: true, strays: []checkers.Side{checkers.Black}},
		{of: crowned, same: neither, strays: []checkers.Side{checkers.White}, lies: true},
		{of: crowned, same: unknown}, {of: crowned, same: unknown, king: true, lies: true},
		{of: crowned, same: unknown, king: true, strays: []checkers.Side{checkers.Black}},
		{of: crowned, same: both, late: true}, {of: crowned, same: both, late: true, king: true, lies: true},
		{of: captured, same: both}, {of: captured, same: to}, {of: captured, same: from},
		{of: captured, same: neither, lies: true}, {of: captured, same: neither, king: true, lies: true},
		{of: captured, same: neither, strays: []checkers.Side{checkers.Black}},
		{of: captured, same: neither, strays: []checkers.Side{checkers.White}, lies: true},
		{of: captured, same: unknown, lies: true}, {of: captured, same: unknown, king: true},
		{of: captured, same: both, late: true}, {of: captured, same: both, late: true, missed: 1, lies: true},
		{of: captured, same: both, late: true, missed: 1, king: true},
		{of: captured, same: to, late: true, lies: true}, {of: captured, same: from, late: true, lies: true},
		{of: moved, same: unknown, lies: true}, {of: moved, same: unknown, king: true}, {of: moved, same: both},
		{of: moved, same: neither, lies: true},
	} {
		tr := tt.of(t)
		w := tr.want.transfer
		v := Survey{Same: Same{Known: tt.same != unknown, Slots: make([]bool, len(tr.before.Tray.Slots))}}
		for place, is := range map[planner.Place]bool{w.From: tt.same&from != 0, w.To: tt.same&to != 0} {
			switch {
			case !is || !v.Same.Known:
			case place.Slot != 0:
				v.Same.Slots[place.Slot-1] = true
			default:
				v.Same.Squares |= checkers.SetOf(place.Square)
			}
			if tt.king && place.Square != 0 {
				v.Kings |= checkers.SetOf(place.Square)
			}
		}
		for _, side := range tt.strays {
			v.Strays = append(v.Strays, Stray{Side: side})
		}
		tr.late = tt.late
		tr.did(tt.missed, missed(w.From.Square))
		if tr.lies(v) != tt.lies {
			t.Errorf("%d: %t, want %t", n, !tt.lies, tt.lies)
		}
	}
}
