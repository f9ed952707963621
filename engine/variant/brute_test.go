package variant

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// This file plays by the rules once more, as simply as they can be written down, and compares.

// brute is a board by cell, without the empty ones.
type brute struct {
	size   int
	turn   Player
	pieces map[Cell]Piece
}

func bruteOf(p Position) brute {
	b := brute{p.Size(), p.Turn(), map[Cell]Piece{}}
	for row := range p.Size() {
		for column := range p.Size() {
			if piece := p.At(Cell{row, column}); piece != Empty {
				b.pieces[Cell{row, column}] = piece
			}
		}
	}
	return b
}

// bruteMove is a path and what comes of it.
type bruteMove struct {
	path     []Cell
	captured []Cell
	piece    Piece // that ends it
	open     bool  // it might be continued
}

func (b brute) kingRow() int {
	if b.turn == First {
		return b.size - 1
	}
	return 0
}

// crowned is the piece that a piece becomes where it comes to.
func (b brute) crowned(piece Piece, at Cell) Piece {
	if at.Row == b.kingRow() {
		return King(piece.Player())
	}
	return piece
}

func (b brute) vacant(c Cell) bool {
	return c.Row >= 0 && c.Column >= 0 && c.Row < b.size && c.Column < b.size && b.pieces[c] == Empty
}

// ways is where a piece may turn to.
func (b brute) ways(piece Piece) (ways []Cell) {
	for _, rows := range []int{1, -1} {
		if piece.IsKing() || (rows == 1) == (b.turn == First) {
			ways = append(ways, Cell{rows, -1}, Cell{rows, 1})
		}
	}
	return ways
}

// longer is every capture that a capture begins, at any length.
func (b brute) longer(r Rules, m bruteMove) (all []bruteMove) {
	at := m.path[len(m.path)-1]
	for _, way := range b.ways(m.piece) {
		over := Cell{at.Row + way.Row, at.Column + way.Column}
		to := Cell{over.Row + way.Row, over.Column + way.Column}
		victim := b.pieces[over]
		if victim == Empty || victim.Player() == b.turn || slices.Contains(m.captured, over) {
			continue
		}
		if !b.vacant(to) && to != m.path[0] {
			continue
		}
		next := bruteMove{
			path:     append(slices.Clone(m.path), to),
			captured: append(slices.Clone(m.captured), over),
			piece:    b.crowned(m.piece, to),
		}
		var further []bruteMove
		if next.piece == m.piece || r.CrownGoesOn {
			further = b.longer(r, next)
		}
		next.open = len(further) > 0
		all = append(append(all, next), further...)
	}
	return all
}

func (b brute) moves(r Rules) (legal []bruteMove) {
	var captures, steps []bruteMove
	for from, piece := range b.pieces {
		if piece.Player() != b.turn {
			continue
		}
		captures = append(captures, b.longer(r, bruteMove{path: []Cell{from}, piece: piece})...)
		for _, way := range b.ways(piece) {
			if to := (Cell{from.Row + way.Row, from.Column + way.Column}); b.vacant(to) {
				steps = append(steps, bruteMove{path: []Cell{from, to}, piece: b.crowned(piece, to)})
			}
		}
	}
	most := 0
	for _, m := range captures {
		most = max(most, len(m.captured))
	}
	for _, m := range captures {
		if (!m.open || r.BreakOff) && (!r.Most || len(m.captured) == most) {
			legal = append(legal, m)
		}
	}
	if len(captures) == 0 || !r.Compulsory {
		legal = append(legal, steps...)
	}
	return legal
}

func (b brute) play(m bruteMove) brute {
	next := brute{b.size, b.turn.Opponent(), map[Cell]Piece{}}
	for c, piece := range b.pieces {
		if c != m.path[0] && !slices.Contains(m.captured, c) {
			next.pieces[c] = piece
		}
	}
	next.pieces[m.path[len(m.path)-1]] = m.piece
	return next
}

func (b brute) position() Position {
	p, err := NewPosition(b.size, b.turn)
	if err != nil {
		panic(err)
	}
	for c, piece := range b.pieces {
		p = p.Put(c, piece)
	}
	return p
}

func (b brute) perft(r Rules, depth int) int {
	moves := b.moves(r)
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += b.play(m).perft(r, depth-1)
	}
	return n
}

// anyRules draws one of the rule sets, or one that mixes them.
var anyRules = rapid.Custom(func(t *rapid.T) Rules {
	r := rapid.SampledFrom(All()).Draw(t, "rules")
	if rapid.IntRange(0, 3).Draw(t, "mixed") == 0 {
		r.Name = "mixed"
		r.Compulsory = rapid.Bool().Draw(t, "compulsory")
		r.Most = rapid.Bool().Draw(t, "most")
		r.BreakOff = rapid.Bool().Draw(t, "break off")
		r.CrownGoesOn = rapid.Bool().Draw(t, "crown goes on")
	}
	return r
})

// anyPosition draws a position of a size from 4 to 12 that passes Validate.
var anyPosition = rapid.Custom(func(t *rapid.T) Position {
	size := 2 * rapid.IntRange(2, 6).Draw(t, "half the size")
	return positionOf(t, size)
})

// positionOf fills a board at random, more or less densely. It goes by a seed, since numbers drawn one by one are
// mostly small, and so boards mostly empty.
func positionOf(t *rapid.T, size int) Position {
	seed := rapid.Uint64().Draw(t, "seed")
	return randomPosition(rand.New(rand.NewPCG(seed, uint64(size))), size)
}

func randomPosition(random *rand.Rand, size int) Position {
	p, err := NewPosition(size, Player(random.IntN(2)))
	if err != nil {
		panic(err)
	}
	full, mine, kings := 0.1+0.6*random.Float64(), 0.1+0.5*random.Float64(), random.Float64()
	for s := range square(size * size / 2) {
		if random.Float64() > full {
			continue
		}
		player := p.turn
		if random.Float64() > mine {
			player = player.Opponent()
		}
		piece := Man(player)
		if p.board().kingRow[player].has(s) || random.Float64() < kings {
			piece = King(player)
		}
		p.put(s, piece)
	}
	return p
}

func TestMovesAgreeWithTheSimplestRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules.Draw(t, "rules")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 200 {
			compareMoves(t, r, randomPosition(random, 4+2*random.IntN(5)))
		}
	})
}

func compareMoves(t *rapid.T, r Rules, p Position) {
	b := bruteOf(p)
	want := b.moves(r)
	got := r.Moves(p)
	if len(got) != len(want) {
		t.Fatalf("%+v\n%sgives %v, want %d moves", r, p, got, len(want))
	}
	if stuck := !p.CanCapture() && !p.canStep(); stuck != (len(got) == 0) {
		t.Fatalf("\n%sstuck is %v, moves: %v", p, stuck, got)
	}
	for _, m := range got {
		i := slices.IndexFunc(want, func(w bruteMove) bool { return slices.Equal(w.path, m.Path()) })
		if i < 0 {
			t.Fatalf("%+v\n%sgives %s, which is not legal", r, p, m)
		}
		w := want[i]
		if !slices.Equal(w.captured, m.Captured()) || m.IsCapture() != (len(w.captured) > 0) ||
			m.Captures() != len(w.captured) {
			t.Fatalf("\n%s%s captures %v, want %v", p, m, m.Captured(), w.captured)
		}
		if m.From() != w.path[0] || m.To() != w.path[len(w.path)-1] {
			t.Fatalf("%s goes from %v to %v", m, m.From(), m.To())
		}
		if got, want := r.Play(p, m), b.play(w).position(); got != want {
			t.Fatalf("%+v\n%s%s leads to\n%swant\n%s", r, p, m, got, want)
		}
		if got, want := r.Crowns(p, m), w.piece != p.At(m.From()); got != want {
			t.Fatalf("\n%s%s crowns: %v, want %v", p, m, got, want)
		}
	}
}
