package variant

import (
	"math/rand/v2"
	"slices"
	"testing"

	"draughtsman/engine/checkers"

	"pgregory.net/rapid"
)

// This file plays by the rules once more, as simply as they can be written down, and compares.

// brute is a board by cell, without the empty ones.
type brute struct {
	size   int
	turn   Player
	pieces map[Cell]Piece
	runs   [2]bruteRun
}

// bruteRun is where a king stands that has taken so many steps in a row.
type bruteRun struct {
	at    Cell
	steps int
}

func bruteOf(p Position) brute {
	b := brute{p.Size(), p.Turn(), map[Cell]Piece{}, [2]bruteRun{}}
	for i, r := range p.runs {
		if r.steps > 0 {
			b.runs[i] = bruteRun{p.board().cell(r.at), int(r.steps)}
		}
	}
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
func (b brute) ways(piece Piece, back, straight bool) (ways []Cell) {
	for _, way := range []Cell{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {2, 0}, {0, 2}, {0, -2}, {-2, 0}} {
		forwards := way.Row == 0 || (way.Row > 0) == (b.turn == First)
		if (piece.IsKing() || back || forwards) && (straight || way.Row*way.Column != 0) {
			ways = append(ways, way)
		}
	}
	return ways
}

// far is how many empty cells a piece may pass over in one go.
func (b brute) far(r Rules, piece Piece) int {
	if piece.IsKing() && r.Flying {
		return b.size
	}
	return 0
}

// longer is every capture that a capture begins, at any length and by every way.
func (b brute) longer(r Rules, m bruteMove) (all []bruteMove) {
	free := func(c Cell) bool { return b.vacant(c) || c == m.path[0] }
	for _, way := range b.ways(m.piece, r.MenBack, r.Straight) {
		over := m.path[len(m.path)-1].plus(way)
		for i := 0; i < b.far(r, m.piece) && free(over); i++ {
			over = over.plus(way)
		}
		victim := b.pieces[over]
		if victim == Empty || victim.Player() == b.turn || slices.Contains(m.captured, over) || over == m.path[0] ||
			r.SpareKings && victim.IsKing() && !m.piece.IsKing() {
			continue
		}
		var landed []bruteMove
		to := over.plus(way)
		for i := 0; i <= b.far(r, m.piece) && free(to); i++ {
			landed = append(landed, b.jumped(r, m, over, to)...)
			to = to.plus(way)
		}
		if b.far(r, m.piece) > 0 && slices.ContainsFunc(landed, func(l bruteMove) bool { return l.open }) {
			// Where the king can go on from one square that it may land on, it does.
			for i := range landed {
				landed[i].open = landed[i].open || len(landed[i].path) == len(m.path)+1
			}
		}
		all = append(all, landed...)
	}
	return all
}

func (b brute) jumped(r Rules, m bruteMove, over, to Cell) (all []bruteMove) {
	next := bruteMove{
		path:     append(slices.Clone(m.path), to),
		captured: append(slices.Clone(m.captured), over),
		piece:    b.crowned(m.piece, to),
	}
	on := next
	if r.Crowning == CrownAtEnd {
		on.piece = m.piece
	}
	var further []bruteMove
	if on.piece == m.piece || r.Crowning == CrownGoesOn {
		further = b.longer(r, on)
	}
	next.open = len(further) > 0
	return append([]bruteMove{next}, further...)
}

// worth is how well a capture meets a demand.
func (b brute) worth(d Demand, m bruteMove) (worth int) {
	for i, c := range m.captured {
		king := b.pieces[c].IsKing()
		switch {
		case d == Most:
			worth++
		case d == Value && king:
			worth += 1999
		case d == Value:
			worth += 1000
		case d == MostKings && king:
			worth++
		case d == EarliestKing && king:
			worth = max(worth, 1000-i)
		}
	}
	if d == ByKing && b.pieces[m.path[0]].IsKing() {
		worth = 1
	}
	return worth
}

func (b brute) moves(r Rules) (legal []bruteMove) {
	var captures, steps []bruteMove
	for from, piece := range b.pieces {
		if piece.Player() != b.turn {
			continue
		}
		for _, m := range b.longer(r, bruteMove{path: []Cell{from}, piece: piece}) {
			if !m.open || r.BreakOff {
				captures = append(captures, m)
			}
		}
		if run := b.runs[b.turn]; r.KingRun > 0 && run.steps >= r.KingRun && run.at == from {
			continue
		}
		for _, way := range b.ways(piece, false, false) {
			to := from.plus(way)
			for i := 0; i <= b.far(r, piece) && b.vacant(to); i++ {
				steps = append(steps, bruteMove{path: []Cell{from, to}, piece: b.crowned(piece, to)})
				to = to.plus(way)
			}
		}
	}
	for _, d := range r.Prefer {
		best := 0
		for _, m := range captures {
			best = max(best, b.worth(d, m))
		}
		captures = slices.DeleteFunc(captures, func(m bruteMove) bool { return b.worth(d, m) < best })
	}
	if r.Flying || r.Straight {
		captures = b.different(r, captures)
	}
	legal = captures
	if len(captures) == 0 || !r.Compulsory {
		legal = append(legal, steps...)
	}
	return legal
}

// different leaves one of the captures by one piece that lead to the same position.
func (b brute) different(r Rules, captures []bruteMove) (left []bruteMove) {
	seen := map[[2]Position]bool{}
	for _, m := range captures {
		from := brute{b.size, b.turn, map[Cell]Piece{m.path[0]: b.pieces[m.path[0]]}, [2]bruteRun{}}
		if key := [2]Position{from.position(), b.play(r, m).position()}; !seen[key] {
			seen[key] = true
			left = append(left, m)
		}
	}
	return left
}

func (c Cell) plus(way Cell) Cell { return Cell{c.Row + way.Row, c.Column + way.Column} }

func (b brute) play(r Rules, m bruteMove) brute {
	next := brute{b.size, b.turn.Opponent(), map[Cell]Piece{}, b.runs}
	for c, piece := range b.pieces {
		if c != m.path[0] && !slices.Contains(m.captured, c) {
			next.pieces[c] = piece
		}
	}
	to := m.path[len(m.path)-1]
	next.pieces[to] = m.piece
	run := &next.runs[b.turn]
	if run.at != m.path[0] || run.steps == 0 {
		*run = bruteRun{}
	}
	*run = bruteRun{to, run.steps + 1}
	if !b.pieces[m.path[0]].IsKing() || len(m.captured) > 0 {
		*run = bruteRun{}
	}
	for player := range next.runs {
		men := 0
		for _, piece := range next.pieces {
			if piece == Man(Player(player)) {
				men++
			}
		}
		if run := next.runs[player]; r.KingRun == 0 || men == 0 || next.pieces[run.at] != King(Player(player)) {
			next.runs[player] = bruteRun{}
		}
	}
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
	for i, r := range b.runs {
		if r.steps > 0 {
			p.runs[i] = run{p.board().square(r.at), square(r.steps)}
		}
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
		n += b.play(r, m).perft(r, depth-1)
	}
	return n
}

// anyRules draws one of the rule sets, or one that mixes them.
var anyRules = rapid.Custom(func(t *rapid.T) Rules {
	r := rapid.SampledFrom(All()).Draw(t, "rules")
	if rapid.IntRange(0, 3).Draw(t, "mixed") == 0 {
		r.Name = "mixed"
		r.Compulsory = rapid.Bool().Draw(t, "compulsory")
		r.Prefer[0] = rapid.SampledFrom([]Demand{None, None, Most, Value, ByKing, MostKings, EarliestKing}).Draw(t, "demand")
		r.Prefer[1] = rapid.SampledFrom([]Demand{None, Most, Value, ByKing, MostKings, EarliestKing}).Draw(t, "next demand")
		r.BreakOff = rapid.Bool().Draw(t, "break off")
		r.Crowning = rapid.SampledFrom([]Crowning{CrownEnds, CrownGoesOn, CrownAtEnd}).Draw(t, "crowning")
		r.Flying = rapid.Bool().Draw(t, "flying")
		r.MenBack = rapid.Bool().Draw(t, "men back")
		r.Straight = rapid.Bool().Draw(t, "straight")
		r.SpareKings = rapid.Bool().Draw(t, "spare kings")
		r.KingRun = rapid.SampledFrom([]int{0, 1, 3}).Draw(t, "king's run")
		if i := slices.Index(r.Prefer[:], None); i >= 0 {
			clear(r.Prefer[i:])
		}
	}
	return r
})

// fastRules are those that the board of size 8 has a faster form for.
var fastRules = anyRules.Filter(func(r Rules) bool { return r.IsFast(checkers.Board8.Size()) })

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
		for range 50 {
			p := randomPosition(random, 4+2*random.IntN(4))
			for i, king := range p.pieces {
				if men := king.without(&p.kings); r.KingRun > 0 && !men.empty() && !p.kings.empty() && random.IntN(2) == 0 {
					king = king.without(&men)
					for s := range king.all() {
						p.runs[i] = run{s, square(1 + random.IntN(r.KingRun))}
					}
				}
			}
			compareMoves(t, r, p)
		}
	})
}

func compareMoves(t *rapid.T, r Rules, p Position) {
	got, all := r.AppendAll(p, nil)
	if !all { // no game begins there, and the simplest rules take long
		return
	}
	b := bruteOf(p)
	want := b.moves(r)
	if len(got) != len(want) {
		t.Fatalf("%+v\n%sgives %v, want %v", r, p, got, want)
	}
	if stuck := r.stuck(&p); stuck != (len(got) == 0) {
		t.Fatalf("\n%sstuck is %v, moves: %v", p, stuck, got)
	}
	for _, m := range got {
		i := slices.IndexFunc(want, func(w bruteMove) bool { return slices.Equal(w.path, m.Path()) })
		if i < 0 && r.long() && m.IsCapture() { // one way stands for all of them, another one here
			i = slices.IndexFunc(want, func(w bruteMove) bool {
				return w.path[0] == m.From() && b.play(r, w).position() == r.Play(p, m)
			})
		}
		if i < 0 {
			t.Fatalf("%+v\n%sgives %s, which is not legal", r, p, m)
		}
		w := want[i]
		if captured := m.Captured(); !sameCells(w.captured, captured) || m.IsCapture() != (len(w.captured) > 0) ||
			m.Captures() != len(w.captured) || !r.long() && !slices.Equal(w.captured, captured) {
			t.Fatalf("\n%s%s captures %v, want %v", p, m, captured, w.captured)
		}
		if m.From() != w.path[0] || m.To() != w.path[len(w.path)-1] {
			t.Fatalf("%s goes from %v to %v", m, m.From(), m.To())
		}
		if got, want := r.Play(p, m), b.play(r, w).position(); got != want {
			t.Fatalf("%+v\n%s%s leads to\n%swant\n%s", r, p, m, got, want)
		}
		if got, want := r.Crowns(p, m), w.piece != p.At(m.From()); got != want {
			t.Fatalf("\n%s%s crowns: %v, want %v", p, m, got, want)
		}
	}
}

func sameCells(a, b []Cell) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(c Cell) bool { return !slices.Contains(b, c) })
}
