package moves_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// recordings are what two people do at a table, each step a move ("11-15", perhaps with others that follow before
// anybody looks: "11-15 22-18"), a position to be seen ("=FEN"), or so many moves taken back ("-2"); and what the
// recorder must have said after each.
var recordings = []struct {
	name   string
	steps  []string
	want   []moves.Kind
	record string
}{
	{"a game begins", []string{"11-15", "22-18", "15x22", "25x18"},
		[]moves.Kind{moves.Accepted, moves.Accepted, moves.Accepted, moves.Accepted}, "11-15 22-18 15x22 25x18"},
	{"a quick reply", []string{"11-15 22-18", "15x22 25x18"},
		[]moves.Kind{moves.Accepted, moves.Accepted}, "11-15 22-18 15x22 25x18"},
	{"three moves between looks", []string{"11-15", "22-18 15x22 25x18"},
		[]moves.Kind{moves.Accepted, moves.Accepted}, "11-15 22-18 15x22 25x18"},
	{"a move taken back", []string{"11-15", "-1", "11-16"},
		[]moves.Kind{moves.Accepted, moves.TakenBack, moves.Accepted}, "11-16"},
	{"two moves taken back", []string{"11-15", "22-18", "15x22", "-2", "23-19"},
		[]moves.Kind{moves.Accepted, moves.Accepted, moves.Accepted, moves.TakenBack, moves.Accepted}, "11-15 23-19"},
	{"another move instead", []string{"11-15", "-1 11-16", "22-18"},
		[]moves.Kind{moves.Accepted, moves.Corrected, moves.Accepted}, "11-16 22-18"},
	{"two other moves instead", []string{"11-15", "22-18", "-2 12-16 24-20"},
		[]moves.Kind{moves.Accepted, moves.Accepted, moves.Corrected}, "12-16 24-20"},
	{"set up again", []string{"11-15", "22-18", "15x22", "25x18", "8-11", "=start", "12-16"},
		[]moves.Kind{moves.Accepted, moves.Accepted, moves.Accepted, moves.Accepted, moves.Accepted, moves.NewGame,
			moves.Accepted}, "12-16"},
}

func TestRecordings(t *testing.T) {
	var said strings.Builder
	for _, tt := range recordings {
		t.Run(tt.name, func(t *testing.T) {
			truth := checkers.NewGame(checkers.Start())
			table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
			if v := lastSaid(recorder, table, 10); v.Kind != moves.NewGame {
				t.Fatalf("at first: %q", v.Kind)
			}
			for i, step := range tt.steps {
				for _, word := range strings.Fields(step) {
					truth = do(t, truth, word)
				}
				table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
				v := lastSaid(recorder, table, 20)
				fmt.Fprintf(&said, "%s: %s\n  %s\n", tt.name, v.Kind, v.Text)
				if v.Kind != tt.want[i] {
					t.Fatalf("after %s: %q (%s), not %q", step, v.Kind, v.Text, tt.want[i])
				}
			}
			if got := words(recorder.Game().Moves()); got != tt.record {
				t.Errorf("the record is %q, not %q", got, tt.record)
			}
		})
	}
	expect.Golden(t, "testdata/recordings.txt", said.String())
}

// do makes a step of a recording.
func do(t *testing.T, g *checkers.Game, word string) *checkers.Game {
	t.Helper()
	var back int
	switch _, err := fmt.Sscanf(word, "-%d", &back); {
	case word == "=start":
		return checkers.NewGame(checkers.Start())
	case err == nil:
		for range back {
			g.Undo()
		}
		return g
	}
	m, err := g.Position().ParseMove(word)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(m); err != nil {
		t.Fatal(err)
	}
	return g
}

func words(moves []checkers.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return strings.Join(texts, " ")
}

// lastSaid is the last verdict but Waiting and Settling within some looks, or the last of all.
func lastSaid(r *moves.Recorder, table *table, looks int) (said moves.Verdict) {
	for range looks {
		if v := r.Observe(table.look()); v.Kind != moves.Waiting && v.Kind != moves.Settling ||
			said.Kind == moves.Waiting {
			said = v
		}
	}
	return said
}

// A misread move is put right by what the table shows later. The camera sees 11-15 as 11-16 and goes on seeing it
// until White has moved.
func TestMisreadMoveIsCorrected(t *testing.T) {
	table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
	lastSaid(recorder, table, 10)
	table.picture[11], table.picture[16] = none, dark
	if v := lastSaid(recorder, table, 20); v.Text.String() != "Black (dark) moved 11-16." {
		t.Fatal(v.Text)
	}
	table.picture[16], table.picture[15] = none, dark
	table.picture[24], table.picture[20] = none, light
	v := lastSaid(recorder, table, 20)
	want := "The record is corrected: 11-15 24-20 instead of 11-16."
	if v.Kind != moves.Corrected || v.Text.String() != want {
		t.Errorf("%q: %s", v.Kind, v.Text)
	}
}

// A square that can hardly be read is believed where the rules leave nothing else; but not where only
// a man has been lifted.
func TestRecorderBelievesADoubtfulSquare(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		shown     put
		doubtful  checkers.Square // it may as well be empty
		want      string          // recorded
	}{
		{"a capture", "B:W18,32:B2,15", put{15: none, 18: none, 22: dark}, 22, "15x22"},
		{"lifted", "B:W32:B2,15", put{15: none}, 18, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table, recorder := newTable(position(t, tt.fen), 1), moves.NewRecorder(position(t, tt.fen), moves.Options{})
			lastSaid(recorder, table, 10)
			for s, c := range tt.shown {
				table.picture[s] = c
			}
			for range 30 {
				s := table.look()
				for n, c := range table.picture {
					s.Odds[n] = vision.Odds{}
					s.Odds[n][c] = 1
				}
				s.Odds[tt.doubtful] = vision.Odds{vision.Nothing: 0.55, vision.LightPiece: 0.05, vision.DarkPiece: 0.4}
				recorder.Observe(s)
			}
			got := ""
			for _, m := range recorder.Game().Moves() {
				got += m.String()
			}
			if got != tt.want {
				t.Errorf("recorded %q, not %q", got, tt.want)
			}
		})
	}
}

// What the rules allow on no square counts for little: a man that has left it is not another one's.
func TestRecorderKnowsWhatMayStandThere(t *testing.T) {
	table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
	lastSaid(recorder, table, 10)
	table.picture[12], table.picture[16] = none, dark
	for range 10 {
		s := table.look()
		for n, c := range table.picture {
			s.Odds[n] = vision.Odds{}
			s.Odds[n][c] = 1
		}
		s.Odds[12] = vision.Odds{vision.Nothing: 0.14, vision.LightPiece: 0.85, vision.DarkPiece: 0.01}
		recorder.Observe(s)
	}
	if got := words(recorder.Game().Moves()); got != "12-16" {
		t.Errorf("recorded %q", got)
	}
}

// A man that looks like one of the other side wherever it stands on a square spoils every reading from then on, and
// the record goes on all the same; but not with what no legal moves explain.
func TestMisreadForAsLongAsItStands(t *testing.T) {
	for _, tt := range []struct{ name, moves, illegal string }{
		{"a game", "11-15 22-18 15x22 25x18 7-11 29-25 2-7 24-19 11-16 25-22 7-11 28-24", ""},
		{"until somebody moves too far", "11-15 22-18 15x22 25x18 7-11 29-25 2-7 24-19", "12 20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const misread = 7
			truth := checkers.NewGame(checkers.Start())
			table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
			look := func(times int) (v moves.Verdict) {
				for range times {
					s := table.look()
					if len(truth.Moves()) > 6 && table.picture[misread] == dark {
						s.Odds[misread] = vision.Odds{vision.Nothing: 0.3, vision.LightPiece: 0.695, vision.DarkPiece: 0.005}
					}
					v = recorder.Observe(s)
				}
				return v
			}
			look(10)
			for _, word := range strings.Fields(tt.moves) {
				do(t, truth, word)
				table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
				look(30)
			}
			if tt.illegal != "" {
				var from, to int
				if _, err := fmt.Sscan(tt.illegal, &from, &to); err != nil {
					t.Fatal(err)
				}
				table.picture[from], table.picture[to] = none, dark
				if v := look(40); v.Kind != moves.Illegal {
					t.Errorf("%q: %s", v.Kind, v.Text)
				}
			}
			if got := words(recorder.Game().Moves()); got != tt.moves {
				t.Errorf("the record is %q, not %q", got, tt.moves)
			}
		})
	}
}

// What a square under a reflection seems to show counts for little: a man that is not seen there was moved there
// if the game has gone on.
func TestUnderAReflection(t *testing.T) {
	for _, hidden := range []bool{true, false} {
		table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
		lastSaid(recorder, table, 10)
		truth := do(t, checkers.NewGame(checkers.Start()), "11-15")
		table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
		lastSaid(recorder, table, 10)
		for _, move := range []string{"23-19", "8-11"} {
			do(t, truth, move)
			table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
			for range 20 {
				s := table.look()
				s.Hidden[19], s.Odds[19] = hidden, vision.Odds{vision.Nothing: 0.99, vision.LightPiece: 0.005,
					vision.DarkPiece: 0.005}
				recorder.Observe(s)
			}
		}
		if got := words(recorder.Game().Moves()); hidden != (got == "11-15 23-19 8-11") {
			t.Errorf("hidden %t: the record is %q", hidden, got)
		}
	}
}

// What is not a game is not recorded, and said.
func TestRecorderComplains(t *testing.T) {
	for _, tt := range []struct {
		name  string
		begun bool
		shown put
		want  string
	}{
		{"not set up", false, put{12: none},
			"The first position is not set up: square 12 should show a dark piece but is empty."},
		{"too far", true, put{11: none, 19: dark},
			"A dark piece went from 11 to 19, which is not a legal move. Put it back on 11."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
			if tt.begun {
				lastSaid(recorder, table, 10)
			}
			for s, c := range tt.shown {
				table.picture[s] = c
			}
			if v := lastSaid(recorder, table, 30); v.Kind != moves.Illegal || v.Text.String() != tt.want {
				t.Errorf("%q: %s", v.Kind, v.Text)
			}
			if len(recorder.Game().Moves()) > 0 {
				t.Error("it is on record")
			}
		})
	}
}

// Of a series of pictures the last one may be the only one of the last move.
func TestFinish(t *testing.T) {
	for name, hand := range map[string]bool{"free to the end": false, "a hand at the end": true} {
		t.Run(name, func(t *testing.T) {
			table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
			lastSaid(recorder, table, 10)
			if v := recorder.Finish(); v.Kind == moves.Accepted {
				t.Errorf("%s", v.Text)
			}
			table.picture[11], table.picture[15] = none, dark
			recorder.Observe(table.look())
			if hand {
				for range 3 {
					s := table.hand()
					s.Obstructed = true
					recorder.Observe(s)
				}
			}
			if v := recorder.Finish(); v.Kind != moves.Accepted || recorder.Finish().Kind == moves.Accepted {
				t.Errorf("%q: %s", v.Kind, v.Text)
			}
		})
	}
}

// Where each position is seen only once, the next one confirms it.
func TestRarePictures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 6))
		truth := checkers.NewGame(checkers.Start())
		table, recorder := newTable(checkers.Start(), random.Uint64()), moves.NewRecorder(checkers.Start(), moves.Options{})
		for range 80 {
			legal := truth.Position().Moves()
			if len(legal) == 0 {
				break
			}
			if err := truth.Play(legal[random.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
			recorder.Observe(table.hand())
			table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
			table.now = table.now.Add(time.Second)
			recorder.Observe(table.look())
		}
		recorder.Finish()
		if got, want := recorder.Game().Position(), truth.Position(); got != want {
			t.Fatalf("the record is %s after %s", words(recorder.Game().Moves()), words(truth.Moves()))
		}
	})
}

// evening is two people who play, clumsily, before a recorder.
type evening struct {
	t        interface{ Fatalf(string, ...any) }
	table    *table
	recorder *moves.Recorder
	random   *rand.Rand
	truth    *checkers.Game
	steps    []string // what happened, for people

	plies, doubles, takebacks, misreads int
}

func newEvening(t interface{ Fatalf(string, ...any) }, seed uint64) *evening {
	return &evening{
		t: t, random: rand.New(rand.NewPCG(seed, 2)), truth: checkers.NewGame(checkers.Start()),
		table:    newTable(checkers.Start(), seed),
		recorder: moves.NewRecorder(checkers.Start(), moves.Options{}),
	}
}

// show lets the recorder look at a position, through hands at first.
func (e *evening) show(p checkers.Position) {
	for range e.random.IntN(4) {
		e.recorder.Observe(e.table.hand())
	}
	e.table.picture = moves.PictureOf(p, calibration.Dark)
	for range 6 + e.random.IntN(12) {
		e.recorder.Observe(e.table.look())
	}
}

// settle shows the true position until the record has it.
func (e *evening) settle(what string) {
	e.steps = append(e.steps, what)
	e.show(e.truth.Position())
	for range 40 {
		if e.recorder.Game().Position() == e.truth.Position() {
			return
		}
		e.recorder.Observe(e.table.look())
	}
	e.t.Fatalf("after %s the record is %s, which comes to\n%v and not\n%v", strings.Join(e.steps, ", "),
		words(e.recorder.Game().Moves()), e.recorder.Game().Position(), e.truth.Position())
}

func (e *evening) any() (checkers.Move, bool) {
	legal := e.truth.Position().Moves()
	if len(legal) == 0 {
		return checkers.Move{}, false
	}
	return legal[e.random.IntN(len(legal))], true
}

func (e *evening) play(m checkers.Move) {
	if err := e.truth.Play(m); err != nil {
		e.t.Fatalf("%v", err)
	}
	e.plies++
}

// looksAhead reports whether the table would look the same after one or two further moves as in a position: a crowned
// man may look like the man it was.
func (e *evening) looksAhead(p checkers.Position) bool {
	alike := func(q checkers.Position) bool { return q.Black == p.Black && q.White == p.White }
	now := e.truth.Position()
	for _, m := range now.Moves() {
		next := now.Play(m)
		if alike(next) {
			return true
		}
		for _, reply := range next.Moves() {
			if alike(next.Play(reply)) {
				return true
			}
		}
	}
	return false
}

// stoodBefore reports whether the table looked like a position earlier in the game: moves may have been taken back.
func (e *evening) stoodBefore(p checkers.Position) bool {
	return slices.ContainsFunc(e.truth.History(), func(q checkers.Position) bool {
		return q.Black == p.Black && q.White == p.White
	})
}

// halfMove shows a stage of a move for a while.
func (e *evening) halfMove(m checkers.Move) {
	before := e.table.picture
	path := m.Path()
	e.table.picture[path[0]] = none
	if m.IsCapture() && e.random.IntN(2) == 0 { // the captured pieces are still there
		e.table.picture[m.To()] = before[path[0]]
	}
	for range e.random.IntN(20) {
		e.recorder.Observe(e.table.look())
	}
}

// live plays on until the game is over or a number of steps is done.
func (e *evening) live(steps int) {
	e.settle("start")
	for range steps {
		m, ok := e.any()
		if !ok {
			return
		}
		position := e.truth.Position()
		switch n := len(e.truth.Moves()); {
		case e.random.IntN(8) == 0: // a quick reply
			e.play(m)
			reply, ok := e.any()
			if !ok {
				return
			}
			e.play(reply)
			e.doubles++
			e.settle("at once " + m.String() + " " + reply.String())
		case n > 1 && e.random.IntN(8) == 0:
			back := min(n-1, 1+e.random.IntN(3))
			if history := e.truth.History(); e.looksAhead(history[len(history)-back]) {
				continue // kings may go back as well as be taken back
			}
			for range back {
				e.truth.Undo()
			}
			e.takebacks++
			e.settle(fmt.Sprint("back ", back))
		case e.random.IntN(8) == 0: // read as another move, until it is read right
			others := slices.DeleteFunc(position.Moves(),
				func(o checkers.Move) bool { return position.Play(o) == position.Play(m) })
			if len(others) > 0 && !e.stoodBefore(position.Play(m)) {
				e.misreads++
				wrong := others[e.random.IntN(len(others))]
				e.steps = append(e.steps, "seen as "+wrong.String())
				e.show(position.Play(wrong))
			}
			e.play(m)
			e.settle(m.String())
		default:
			if e.random.IntN(3) == 0 {
				e.halfMove(m)
			}
			e.play(m)
			e.settle(m.String())
		}
	}
}

// Whatever people do and the camera misreads, the record comes to the position on the table.
func TestEvenings(t *testing.T) {
	var sum evening
	rapid.Check(t, func(t *rapid.T) {
		e := newEvening(t, rapid.Uint64().Draw(t, "seed"))
		e.table.blur = rapid.Float64Range(0, 0.25).Draw(t, "blur")
		e.live(rapid.IntRange(1, 60).Draw(t, "steps"))
		sum.plies += e.plies
		sum.doubles += e.doubles
		sum.takebacks += e.takebacks
		sum.misreads += e.misreads
	})
	t.Logf("%d plies, %d quick replies, %d times moves taken back, %d misread moves", sum.plies, sum.doubles,
		sum.takebacks, sum.misreads)
}

// Where every move is seen, the record is exactly what was played, whatever is misread for a moment.
func TestRecordIsWhatWasPlayed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := newEvening(t, rapid.Uint64().Draw(t, "seed"))
		e.table.blur, e.table.misread = 0.15, 0.001
		e.settle("start")
		for range rapid.IntRange(1, 80).Draw(t, "plies") {
			m, ok := e.any()
			if !ok {
				break
			}
			if e.random.IntN(3) == 0 {
				e.halfMove(m)
			}
			e.play(m)
			e.settle(m.String())
			if got, want := e.recorder.Game().History(), e.truth.History(); !slices.Equal(got, want) {
				t.Fatalf("the record is %s after %s", words(e.recorder.Game().Moves()), words(e.truth.Moves()))
			}
		}
	})
}

// A king has captured, and what it has captured is still on the board. That looks as if four other moves had been made
// as well, and is no reason to put those on record.
func TestCaptureThatIsBegunIsNoCorrection(t *testing.T) {
	truth := checkers.NewGame(checkers.Start())
	table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
	lastSaid(recorder, table, 10)
	for _, text := range strings.Fields("9-14 23-19 11-15 21-17 14x21 27-23 7-11 22-18 15x22 26x17 2-7 30-26 21x30 " +
		"19-16 12x19 23x16 30x23 17-14 11x20x27 31x24 10x17 24-19 23x16 28-24 16-20 24-19 20-24 32-28 24x15") {
		m, err := truth.Position().ParseMove(text)
		if err == nil {
			err = truth.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
		if text == "24x15" {
			table.picture[19] = light
			lastSaid(recorder, table, 30)
			if n := len(recorder.Game().Moves()); n != len(truth.Moves())-1 {
				t.Errorf("%d moves are on record", n)
			}
			table.picture[19] = none
		}
		lastSaid(recorder, table, 30)
	}
	if got, want := words(recorder.Game().Moves()), words(truth.Moves()); got != want {
		t.Errorf("the record is %s, want %s", got, want)
	}
}
