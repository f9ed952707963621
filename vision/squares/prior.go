package squares

import (
	"math"
	"slices"

	"draughtsman/vision/squares/network"
)

// prior is what is expected of positions, as natural logarithms of odds.
type prior struct {
	king      float64 // that a piece is a king
	fullKing  float64 // besides, while its side has all its men
	perRow    float64 // that a man is of the side that sits nearer, for each row from the middle of the board
	kingsRow  float64 // that a man stands where it would be crowned
	otherKind float64 // that a piece stands on the kind of square that is not played on
	covered   float64 // that something lies over a square
}

// games is what games are like. Of 362 between masters, about 20,000 positions of English draughts, 3 % of the pieces
// are kings, and the odds that a man is White's change by a factor of 2.4 from one row to the next. Less is said here,
// for the squares of a board are not independent, and there are positions that nobody has played: not everybody crowns
// a man that has arrived.
var games = prior{king: -2.4, fullKing: -6, perRow: 0.3, kingsRow: -1, otherKind: -7, covered: -2}

// told is what is expected where the network was told what squares of the table show: it takes an odd man for a king
// less often then. Chosen on drawn tables of the first set; what it does on others is in docs/notes/seeing.md.
func (e prior) told() prior {
	e.king = -1.4
	return e
}

// posterior is the likeliest position, with the probabilities of each square's content under what it says of the whole:
// on which kind of square is played, and from which edge the lighter side plays.
type posterior struct {
	contents      []network.Content
	probabilities [][network.Contents]float64
	played        int // the kind of square, as (row + column) mod 2
}

// decide finds the likeliest position of a board with n squares along an edge, given the log odds of every square's
// contents, up to a constant for each square. The kind of square that is played on and the edge from which the lighter
// side plays are decided together with the contents.
func (e prior) decide(logOdds [][network.Contents]float64, n int) (best posterior) {
	most := math.Inf(-1)
	for kind := range 2 {
		for edge := range 4 {
			p := posterior{played: kind, contents: make([]network.Content, n*n),
				probabilities: make([][network.Contents]float64, n*n)}
			sum := 0.0
			for i, odds := range logOdds {
				for c := range odds {
					odds[c] += e.logOdds(network.Content(c), i/n, i%n, n, kind, edge)
				}
				p.contents[i], p.probabilities[i] = likeliest(odds)
				sum += odds[p.contents[i]]
			}
			if sum > most {
				most, best = sum, p
			}
		}
	}
	sides := [2][2]network.Content{{network.LightMan, network.LightKing}, {network.DarkMan, network.DarkKing}}
	for _, side := range sides {
		best.limit(side, startMen(n), e.fullKing)
	}
	return best
}

// logOdds is that of a content on a square before it is looked at, against nothing on it.
func (e prior) logOdds(c network.Content, row, column, n, kind, edge int) float64 {
	if c == network.Empty {
		return 0
	}
	if c == network.Covered {
		return e.covered
	}
	odds := 0.0
	if (row+column)%2 != kind {
		odds += e.otherKind
	}
	if c == network.LightKing || c == network.DarkKing {
		return odds + e.king
	}
	// rows from the edge at which the man's side sits: 0 to n−1
	from := [4]int{row, n - 1 - column, n - 1 - row, column}[edge]
	if c == network.DarkMan {
		from = n - 1 - from
	}
	if from == n-1 {
		odds += e.kingsRow
	}
	return odds + e.perRow*(float64(n-1)/2-float64(from))
}

// likeliest returns the content with the greatest odds, and the probabilities of all.
func likeliest(logOdds [network.Contents]float64) (best network.Content, p [network.Contents]float64) {
	for c, odds := range logOdds {
		if odds > logOdds[best] {
			best = network.Content(c)
		}
	}
	total := 0.0
	for c, odds := range logOdds {
		p[c] = math.Exp(odds - logOdds[best])
		total += p[c]
	}
	for c := range p {
		p[c] /= total
	}
	return best, p
}

// startMen returns how many men a side has at the start on a board of so many squares along an edge: it never has
// more pieces.
func startMen(squares int) int { return squares / 2 * (squares/2 - 1) }

// limit lets a side, its men and its kings, have no more pieces than men at the start: the least probable become what
// they are else. A side that has them all has hardly a king.
func (p *posterior) limit(side [2]network.Content, most int, fullKing float64) {
	var of []int
	for i, c := range p.contents {
		if c == side[0] || c == side[1] {
			of = append(of, i)
		}
	}
	probability := func(i int) float64 { return p.probabilities[i][side[0]] + p.probabilities[i][side[1]] }
	slices.SortFunc(of, func(a, b int) int {
		switch pa, pb := probability(a), probability(b); {
		case pa > pb:
			return -1
		case pa < pb:
			return 1
		}
		return a - b
	})
	for _, i := range of[min(most, len(of)):] {
		p.change(i, func(odds *[network.Contents]float64) { odds[side[0]], odds[side[1]] = 0, 0 })
	}
	if len(of) < most {
		return
	}
	for _, i := range of[:most] {
		p.change(i, func(odds *[network.Contents]float64) { odds[side[1]] *= math.Exp(fullKing) })
	}
}

// change decides a square anew after its probabilities have been changed.
func (p *posterior) change(i int, by func(probabilities *[network.Contents]float64)) {
	of := &p.probabilities[i]
	by(of)
	total := 0.0
	for _, v := range of {
		total += v
	}
	if total <= 0 {
		*of = [network.Contents]float64{network.Empty: 1}
		total = 1
	}
	for c := range of {
		of[c] /= total
	}
	p.contents[i] = network.Empty
	for c, v := range of {
		if v > of[p.contents[i]] {
			p.contents[i] = network.Content(c)
		}
	}
}
