package pdn

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The most tags and plies of a game that are kept: many times what any game has, and few enough that no file fills
// the memory.
const (
	mostTags  = 200
	mostPlies = 10000
)

// mostBehind is how many words behind the last move are kept.
const mostBehind = 200

// record is a game on its way out of a file.
type record struct {
	notes
	remarks
	telling
	branches
	others Others
	tags   tags     // all of them
	board  *several // nil until the moves have begun
	ended  bool     // a result has come, and no move since
	plies  int      // moves seen, those included that were not played
	part   token    // a capture of which more jumps are to come, or nothing
	result Result   // among the moves
	last   token    // the one before
	astray bool     // inside words that are no moves, of which the first has been named
	behind []token  // words after the last move so far: remarks, unless more moves follow
}

// tags are those of a game; of two with the same name the first counts.
type tags []Tag

func (all tags) has(name string) bool {
	return slices.ContainsFunc(all, func(t Tag) bool { return strings.EqualFold(t.Name, name) })
}

// haveResult reports whether they say how the game ended.
func (all tags) haveResult() bool {
	return slices.ContainsFunc(all, func(t Tag) bool {
		result, _ := tagResult(t.Value)
		return strings.EqualFold(t.Name, "Result") && result != Unfinished
	})
}

// read reads the game that begins with a token, and gives the one after it.
func (g *record) read(l *lexer, t token) token {
	for ; t.kind != end; t = l.next() {
		switch t.kind {
		case comment:
			g.comment(t)
			continue
		case variation:
			g.variation(t)
			continue
		}
		if g.ended && !g.goesOn(t) || g.begins(t) {
			break
		}
		g.takeBack(t)
		switch t.kind {
		case broken, brokenTag:
			g.fault(t, errors.New(t.text))
		case tag:
			g.tag(t)
		case number:
			g.count(t)
		case move:
			g.begin()
			g.move(t)
		case word:
			g.word(t)
		case result:
			g.begin()
			g.end(t)
		}
		g.last = t
	}
	g.finishPart()
	g.close()
	return t
}

// close takes what stands behind the last move of a whole game, such as "White resigns", for a remark.
func (g *record) close() {
	if !g.ended && !g.tags.haveResult() {
		g.misplaced()
	}
	for _, t := range g.behind {
		g.remark(token{text: tidy(t.text), line: t.line})
	}
}

// misplaced names words among the moves, once for a row of them.
func (g *record) misplaced() {
	if len(g.behind) > 0 {
		g.fault(g.behind[0], notUnderstood(g.behind[0]))
	}
	g.behind = nil
}

func notUnderstood(t token) error {
	return fmt.Errorf("%q is neither a move nor a result", plain(t.text))
}

// blank reports whether nothing at all came of a record: a number, say, that stands alone.
func (g *record) blank() bool { return g.board == nil && len(g.tags) == 0 && len(g.faults) == 0 }

// begins reports whether a token is the first of the next game: a tag after moves, the tag again that this game began
// with, or a first move number.
func (g *record) begins(t token) bool {
	switch {
	case g.depth > 0: // no game begins within a variation
	case t.kind == tag:
		return g.board != nil && !t.bare || len(g.tags) > 0 && strings.EqualFold(t.text, g.tags[0].Name)
	case t.kind == number:
		return t.text == "1." && g.moveNumber() > 1
	}
	return false
}

// goesOn reports whether the game goes on after a result, as some in collections do: with the number of the move that
// is due, or with a move that is legal here and not at the start of a game. A second result and words that explain it
// belong to the first.
func (g *record) goesOn(t token) bool {
	switch t.kind {
	case number:
		due := g.moveNumber()
		return due > 1 && strings.TrimSuffix(t.text, ".") == strconv.Itoa(due)
	case move:
		if g.faults.Cut() {
			return false
		}
		return g.board.legal(t.text) && !g.board.anew().Legal(t.text)
	case result, word, broken:
		return true
	}
	return false
}

// end takes a result. The last that says something counts. A variation has none in PDN, and may go on after it.
func (g *record) end(t token) {
	if g.depth > 0 {
		return
	}
	g.ended = true
	if r, _ := parseResult(t.text); r != Unfinished { // it is one: the lexer has seen to that
		g.result = r
	}
}

// count takes the number of a move, which says nothing that the moves do not; but a second one without a dot stands
// for a square.
func (g *record) count(t token) {
	g.ended = false
	if g.last.kind == number && !strings.HasSuffix(t.text, ".") {
		g.word(token{kind: word, text: g.last.text + " " + t.text, line: g.last.line})
	}
}

// tag takes a tag.
func (g *record) tag(t token) {
	switch {
	case g.board != nil:
		g.fault(t, fmt.Errorf("[%s %s] stands among the moves", t.text, t.value))
		return
	case g.tags.has(t.text):
		return
	case len(g.tags) == mostTags:
		g.fault(t, fmt.Errorf("tag %q is one of more than %d", t.text, mostTags))
		return
	}
	if t.hint != "" {
		g.hint(t, errors.New(t.hint))
	}
	if strings.EqualFold(t.text, "Red") && !g.tags.has("Black") { // as the side that begins is called in some countries
		t.text = "Black"
	}
	g.tags = append(g.tags, Tag{t.text, t.value})
	g.take(t)
}

// moveNumber is the number of the move that is due.
func (g *record) moveNumber() int { return g.numberOf(g.plies) }

// numberOf is the number of the move with an index.
func (g *record) numberOf(ply int) int {
	if g.board != nil && g.board.secondBegins() {
		ply++
	}
	return g.before + ply/2 + 1
}

// lastPly is the index of the move that was read last, -1 before the first.
func (g *record) lastPly() int {
	if g.part.text != "" {
		return g.plies
	}
	return g.plies - 1
}

// move plays the move that a token names. Once a game is cut nothing can be played any more.
func (g *record) move(t token) {
	g.misplaced()
	g.astray, g.ended = false, false
	if g.part.text != "" {
		part := g.part
		g.part = token{}
		rest, follows := strings.CutPrefix(t.text, lastSquare(part.text))
		if !follows || rest == "" || isDigit(rest[0]) {
			g.play(part, false)
		} else {
			t = token{kind: move, text: part.text + rest, line: part.line}
		}
	}
	g.play(t, true)
}

// finishPart names a capture that was never finished.
func (g *record) finishPart() {
	if g.part.text != "" {
		g.play(g.part, false)
		g.part = token{}
	}
}

// play makes a move; if more of it may follow, a capture may stop on its way.
func (g *record) play(t token, more bool) {
	if !g.faults.Cut() {
		var err error
		if g.plies == mostPlies { // all of them played, or the game would be cut
			err = fmt.Errorf("the game is longer than %d moves", mostPlies/2)
		} else {
			err = g.board.play(t, g.moveNumber())
		}
		switch {
		case err != nil && more && g.board.isPart(t.text):
			g.part = t
			return
		case err != nil:
			g.decide()
			g.cut(t, g.moveNumber(), err)
		}
	}
	g.plies++
}

// decide leaves one of the boards that the game may still be, or cuts it where it is in doubt.
func (g *record) decide() {
	if d := g.board.decide(); d != nil {
		g.cut(d.token, d.number, d.err)
	}
}

func lastSquare(text string) string { return text[strings.LastIndexAny(text, "-x")+1:] }

// word names what is neither a move nor anything else, once for a row of such words. One with a figure in it stands
// for a move most likely, which is missing then.
func (g *record) word(t token) {
	switch {
	case strings.ContainsAny(t.text, "0123456789") && g.board != nil && !g.ended:
		g.cut(t, g.moveNumber(), notUnderstood(t))
		g.plies++
	case g.plies > 0 && !g.astray:
		if len(g.behind) < mostBehind {
			g.behind = append(g.behind, t)
		}
		return
	case !g.astray:
		g.fault(t, notUnderstood(t))
	}
	g.astray = true
}

func (g *record) game() (Game, error) {
	g.begin()
	g.decide()
	game := Game{Result: g.result}
	g.board.boards[0].Into(&game)
	game.Comments = g.upTo(game.Plies())
	game.Variations = g.variations(game.Plies())
	game.Hints = g.hints
	for _, t := range g.tags {
		if !game.derives(t) {
			game.Tags = append(game.Tags, t)
		} else if result, known := tagResult(t.Value); known && result != Unfinished && strings.EqualFold(t.Name, "Result") {
			game.Result = result
		}
	}
	game.Result = game.Result.In(game.Start.Set)
	// What the tags say is looked at when all of them are there, and variations when all moves are.
	byLine := func(a, b *Error) int { return a.Line - b.Line }
	slices.SortStableFunc(g.faults, byLine)
	slices.SortStableFunc(g.hints, byLine)
	if len(g.faults) > 0 {
		return game, g.faults
	}
	return game, nil
}
