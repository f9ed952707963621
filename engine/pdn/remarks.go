package pdn

import "errors"

// The most bytes that are kept of all comments of a game, each counted with what it takes in memory besides its text.
const (
	longestComments = 1 << 18
	commentOverhead = 64
)

// remarks is the comments of a game on its way out of a file.
type remarks struct {
	after map[int]string // as in Game
	bytes int            // of all of them, as longestComments counts
	apart string         // what may belong to the next game
}

// inFront is the remarks of a game in front of which a comment stands, "" for none.
func inFront(text string) (r remarks) {
	r.add(-1, text)
	return r
}

// add adds a comment after a move, and reports whether it was short enough to be kept.
func (r *remarks) add(ply int, text string) bool {
	old := r.after[ply]
	text, fits := joined(old, text)
	more := len(text) - len(old)
	if old == "" {
		more += commentOverhead
	}
	if !fits || r.bytes+more > longestComments {
		return false
	}
	if text != "" {
		if r.after == nil {
			r.after = map[int]string{}
		}
		r.after[ply] = text
		r.bytes += more
	}
	return true
}

// joined is two comments as one, and the first alone where that would be too long.
func joined(first, second string) (text string, fits bool) {
	switch {
	case first == "" || second == "":
		return first + second, true
	case len(first)+len(" ")+len(second) > longestValue:
		return first, false
	}
	return first + " " + second, true
}

// upTo is the comments of a game of so many moves, nil where there are none.
func (r *remarks) upTo(plies int) map[int]string {
	for ply := range r.after {
		if ply >= plies {
			delete(r.after, ply)
		}
	}
	if len(r.after) == 0 {
		return nil
	}
	return r.after
}

// comment takes a comment, which stands after the move that was read last. Behind a result and an empty line it
// belongs to the next game, unless this one goes on. Comments after a move that cannot be played are left out with it.
func (g *record) comment(t token) {
	if t.hint != "" {
		g.hint(t, errors.New(t.hint))
	}
	if g.ended && t.line > g.last.line+1 {
		text, fits := joined(g.apart, t.text)
		g.apart = text
		g.hintAtRest(t, fits)
		return
	}
	g.remark(t)
}

// takeBack has comments that stood apart belong to this game, which goes on with a token.
func (g *record) takeBack(t token) {
	if g.apart != "" {
		g.remark(token{text: g.apart, line: t.line})
		g.apart = ""
	}
}

func (g *record) remark(t token) {
	if g.faults.Cut() {
		return
	}
	g.hintAtRest(t, g.add(g.lastPly(), t.text))
}
