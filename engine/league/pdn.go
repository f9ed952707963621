package league

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"draughtsman/engine/variant"
)

// PDN writes games in Portable Draughts Notation in the order of their numbers,
// each as soon as all before it are written.
//
// On the board of size 8 the rule sets whose moves are those of English
// draughts have its GameType, 21. All others have none, since PDN knows no
// number for them, but the tags Variant, a rule set, and BoardSize; moves are
// in numbers of squares all the same, counted from the side that moves first.
// "1-0" says that whoever moved first won. A forfeited move is followed by a
// comment.
type PDN struct {
	league  *League
	w       io.Writer
	next    int
	waiting map[int]Record
}

// NewPDN is a writer of the games of a league.
func NewPDN(l *League, w io.Writer) *PDN {
	return &PDN{league: l, w: w, next: 1, waiting: map[int]Record{}}
}

// Keep takes a record and writes what can be written.
func (p *PDN) Keep(r Record) error {
	p.waiting[r.Game] = r
	for {
		r, found := p.waiting[p.next]
		if !found {
			return nil
		}
		if err := p.write(r); err != nil {
			return err
		}
	}
}

// Flush writes the games that wait for one that has not been played.
func (p *PDN) Flush() error {
	for _, game := range slices.Sorted(maps.Keys(p.waiting)) {
		p.next = game
		if err := p.write(p.waiting[game]); err != nil {
			return err
		}
	}
	return nil
}

// write writes the next game.
func (p *PDN) write(r Record) error {
	delete(p.waiting, p.next)
	p.next++
	if _, err := io.WriteString(p.w, p.league.pdn(r)); err != nil {
		return fmt.Errorf("write game %d as PDN: %w", r.Game, err)
	}
	return nil
}

// width is the longest line of moves, in characters.
const width = 80

func (l *League) pdn(r Record) string {
	var b strings.Builder
	tag := func(name, value string) {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(value))
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, value)
	}
	first, second := "Black", "White"
	if l.Rules.Letters[variant.First] != 'b' {
		first, second = second, first
	}
	tag("Event", "League of "+strings.Join(l.names(), ", "))
	tag("Date", r.Began.Format("2006.01.02"))
	tag("Round", fmt.Sprint(r.Game))
	tag(first, r.First)
	tag(second, r.Second)
	tag("Result", string(r.Result))
	if l.english() {
		tag("GameType", "21")
	} else {
		tag("Variant", l.Rules.Name)
		tag("BoardSize", fmt.Sprint(l.Setup.Size))
	}
	tag("Termination", r.Reason)
	b.WriteByte('\n')
	b.WriteString(wrap(l.movetext(r)))
	b.WriteByte('\n')
	return b.String()
}

// english reports whether moves are those of English draughts.
func (l *League) english() bool {
	return l.Setup.Size == 8 && (l.Rules.Name == variant.English().Name || l.Rules.Name == variant.CSCI561().Name)
}

// movetext is the words of a game.
func (l *League) movetext(r Record) []string {
	var words []string
	forfeits := r.Forfeits
	for i, m := range r.Moves {
		if i%2 == 0 {
			m = fmt.Sprintf("%d. %s", i/2+1, m)
		}
		words = append(words, m)
		if len(forfeits) > 0 && forfeits[0].Ply == i+1 {
			why := strings.NewReplacer("{", "(", "}", ")").Replace(forfeits[0].Why)
			words = append(words, strings.Fields("{"+string(forfeits[0].Kind)+", a random move: "+why+"}")...)
			forfeits = forfeits[1:]
		}
	}
	return append(words, string(r.Result))
}

// wrap puts words into lines.
func wrap(words []string) string {
	var b strings.Builder
	column := 0
	for _, word := range words {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
	return b.String()
}

func (l *League) names() []string {
	names := make([]string, len(l.Players))
	for i, p := range l.Players {
		names[i] = p.Name
	}
	return names
}
