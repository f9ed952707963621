package moves_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// player is somebody clumsy at a table, and what the follower made of it.
type player struct {
	t        interface{ Fatalf(string, ...any) }
	table    *table
	follower *moves.Recorder
	random   *rand.Rand
	rules    checkers.RuleSet
	plies    int
	wrong    int // sightings of something wrong
	looks    int // most sightings of a finished move until it was accepted
}

// expect shows the board for a number of sightings, each of which must have one of the verdicts.
func (p *player) expect(looks int, allowed ...moves.Kind) (last moves.Verdict) {
	for range looks {
		last = p.follower.Observe(p.table.look())
		if !slices.Contains(allowed, last.Kind) {
			p.t.Fatalf("ply %d of\n%v: said %q: %s", p.plies, p.follower.Position(), last.Kind, last.Text)
		}
	}
	return last
}

// until shows the board until a verdict is said, at most so many times.
func (p *player) until(looks int, wanted, allowed []moves.Kind) (moves.Verdict, int) {
	for i := range looks {
		v := p.follower.Observe(p.table.look())
		if slices.Contains(wanted, v.Kind) {
			return v, i + 1
		}
		if !slices.Contains(allowed, v.Kind) {
			p.t.Fatalf("ply %d of\n%v: said %q: %s", p.plies, p.follower.Position(), v.Kind, v.Text)
		}
	}
	p.t.Fatalf("ply %d of\n%v: none of %v within %d looks", p.plies, p.follower.Position(), wanted, looks)
	return moves.Verdict{}, 0
}

func (p *player) hands() {
	for range p.random.IntN(6) {
		if k := p.follower.Observe(p.table.hand()).Kind; k != moves.Obstructed && k != moves.Moving && k != moves.Settling {
			p.t.Fatalf("under a hand: %q", k)
		}
	}
}

var complaints = []moves.Kind{moves.Illegal, moves.Unfinished, moves.Unclear}

// blunder changes squares so that the board shows no legal move, waits for the complaint, and puts it right.
func (p *player) blunder(position checkers.Position) {
	before := p.table.picture
	for range 1 + p.random.IntN(3) {
		a, b := 1+p.random.IntN(p.table.board.Squares()), 1+p.random.IntN(p.table.board.Squares())
		switch p.random.IntN(3) {
		case 0: // a piece, or nothing, goes somewhere else
			p.table.picture[b], p.table.picture[a] = p.table.picture[a], none
		case 1: // taken off
			p.table.picture[a] = none
		case 2: // put on
			p.table.picture[a] = light + vision.Content(p.random.IntN(2))
		}
	}
	legal := func(m checkers.Move) bool {
		return moves.PictureOf(position.Play(m), calibration.Dark) == p.table.picture
	}
	if p.table.picture == before || slices.ContainsFunc(position.Moves(), legal) {
		p.table.picture = before
		return
	}
	p.hands()
	// one misread square may for once make one blunder look like nothing
	p.until(60, complaints, []moves.Kind{moves.Settling, moves.Waiting})
	p.wrong++
	p.hands()
	p.table.picture = before
	p.until(30, []moves.Kind{moves.Restored}, append([]moves.Kind{moves.Settling}, complaints...))
}

// halfMove leaves a move at a stage of it for a while: the piece on its way or in the hand, captured pieces on the
// board or off.
func (p *player) halfMove(position checkers.Position, m checkers.Move) {
	before, done := p.table.picture, moves.PictureOf(position.Play(m), calibration.Dark)
	path := m.Path()
	p.table.picture[path[0]] = none
	if at := p.random.IntN(len(path) + 1); at < len(path) {
		p.table.picture[path[at]] = before[path[0]]
	}
	for _, s := range m.CapturedInOrder() {
		if p.random.IntN(2) == 0 {
			p.table.picture[s] = none
		}
	}
	if p.table.picture == before || p.table.picture == done {
		return
	}
	p.expect(p.random.IntN(25), append([]moves.Kind{moves.Settling, moves.Waiting}, complaints...)...)
	p.hands()
}

// play plays a game of random moves and returns when it is over.
func (p *player) play(limit int) {
	position := p.rules.Start()
	p.table.picture = moves.PictureOf(position, calibration.Dark)
	p.follower = turn(position, moves.Options{BlackPieces: calibration.Dark, Game: p.rules})
	for range limit {
		legal := position.Moves()
		if len(legal) == 0 {
			return
		}
		p.plies++
		p.expect(p.random.IntN(4), moves.Waiting, moves.Settling)
		if p.random.IntN(6) == 0 {
			p.blunder(position)
		}
		m := legal[p.random.IntN(len(legal))]
		for _, other := range legal {
			// What looks the same must be the same, or it could not be told.
			if result := position.Play(other); result != position.Play(m) && moves.PictureOf(result, calibration.Dark) ==
				moves.PictureOf(position.Play(m), calibration.Dark) {
				p.t.Fatalf("in\n%v, %s and %s look alike and differ", position, m, other)
			}
		}
		p.hands()
		if p.random.IntN(3) == 0 {
			p.halfMove(position, m)
		}
		position = position.Play(m)
		p.table.picture = moves.PictureOf(position, calibration.Dark)
		v, looks := p.until(40, []moves.Kind{moves.Accepted}, append([]moves.Kind{moves.Settling}, complaints...))
		if p.follower.Position() != position {
			p.t.Fatalf("ply %d: %s was played and %s accepted", p.plies, m, v.Moves[0])
		}
		p.looks = max(p.looks, looks)
	}
}

// TestNoWrongMoveInManyGames plays some ten thousand plies before a noisy camera and clumsy hands.
func TestNoWrongMoveInManyGames(t *testing.T) {
	for _, tt := range []struct {
		name          string
		blur, misread float64
		games         int
		looks         int // at most, until a move is accepted
		rules         checkers.RuleSet
	}{
		{"clean", 0, 0, 60, 5, checkers.English},
		{"noisy", 0.3, 0, 60, 30, checkers.English},
		{"misread squares", 0.15, 0.002, 60, 30, checkers.English},
		{"pool", 0.3, 0, 20, 30, checkers.Pool},
		{"russian", 0.3, 0, 20, 30, checkers.Russian},
		{"brazilian", 0.3, 0, 20, 30, checkers.Brazilian},
		{"czech", 0.3, 0, 20, 30, checkers.Czech},
		{"italian", 0.3, 0, 20, 30, checkers.Italian},
		{"spanish", 0.3, 0, 20, 30, checkers.Spanish},
		{"international", 0.3, 0, 20, 30, checkers.International},
		{"frisian", 0.3, 0, 20, 30, checkers.Frisian},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &player{t: t, table: newTable(tt.rules.Start(), 5), random: rand.New(rand.NewPCG(3, 9)), rules: tt.rules}
			p.table.blur, p.table.misread = tt.blur, tt.misread
			for range tt.games {
				p.play(120)
			}
			if p.looks > tt.looks {
				t.Errorf("a move took %d sightings to be accepted, not at most %d", p.looks, tt.looks)
			}
			t.Logf("%d plies, %d times something wrong, at most %d sightings until a move was accepted", p.plies, p.wrong,
				p.looks)
		})
	}
}

func TestGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		p := &player{t: t, table: newTable(checkers.Start(), seed), random: rand.New(rand.NewPCG(seed, 1))}
		p.table.blur = rapid.Float64Range(0, 0.25).Draw(t, "blur")
		p.play(rapid.IntRange(1, 60).Draw(t, "plies"))
	})
}

// Whatever is shown, the follower is consistent: an accepted move is legal and its result is what the last sighting
// shows most likely, square by square.
func TestAcceptedMovesAreSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		position := checkers.Start()
		table, follower := newTable(position, random.Uint64()), turn(position, moves.Options{})
		table.blur = 0.5
		for range 200 {
			if random.IntN(4) == 0 {
				table.picture[1+random.IntN(32)] = vision.Content(random.IntN(3))
			}
			s := table.look()
			before := follower.Position()
			v := follower.Observe(s)
			if v.Kind != moves.Accepted {
				if follower.Position() != before {
					t.Fatalf("%q changed the position", v.Kind)
				}
				continue
			}
			if !slices.Contains(before.Moves(), v.Moves[0]) || follower.Position() != before.Play(v.Moves[0]) {
				t.Fatalf("accepted %s in\n%v", v.Moves[0], before)
			}
		}
	})
}
