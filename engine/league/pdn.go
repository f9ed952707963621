package league

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/variant"
)

// PDN writes games in Portable Draughts Notation in the order of their numbers, each as soon as all before it, of the
// league's shard, are written.
//
// On the board of size 8 the rule sets whose moves are those of English draughts have its GameType, 21. All others
// have none, since PDN knows no number for them, but the tags Variant, a rule set, and BoardSize; moves are in
// numbers of squares all the same, counted from the side that moves first. "1-0" says that whoever moved first won. A
// forfeited move is followed by a comment.
type PDN struct {
	league  *League
	w       io.Writer
	next    int
	waiting map[int]Record
}

// NewPDN is a writer of the games of a league.
func NewPDN(l *League, w io.Writer) *PDN {
	return &PDN{league: l, w: w, next: int(l.Setup.Shard.Nth(0)) + 1, waiting: map[int]Record{}}
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
	p.next += max(1, p.league.Setup.Shard.Of)
	if err := pdn.WriteSheet(p.w, p.league.sheet(r)); err != nil {
		return fmt.Errorf("game %d as PDN: %w", r.Game, err)
	}
	return nil
}

// sheet is the record of a game.
func (l *League) sheet(r Record) pdn.Sheet {
	colours := l.colours()
	rules := tagsOf(l.Rules, l.Setup.Size)
	if l.english() {
		rules = []pdn.Tag{pdn.GameType(checkers.English)}
	}
	tags := []pdn.Tag{
		{Name: "Event", Value: "League of " + strings.Join(l.names(), ", ")},
		{Name: "Date", Value: r.Began.Format("2006.01.02")},
		{Name: "Round", Value: r.number()},
		{Name: colours[variant.First], Value: r.First},
		{Name: colours[variant.Second], Value: r.Second},
		{Name: "Result", Value: string(r.Result)},
	}
	tags = append(append(tags, rules...), pdn.Tag{Name: "Termination", Value: r.Reason})
	for i := range tags {
		tags[i].Value = pdn.Plain(oneLine(tags[i].Value))
	}
	s := pdn.Sheet{Tags: tags, Moves: r.Moves, Comments: map[int]string{}, Result: string(r.Result)}
	for _, f := range r.Forfeits {
		s.Comments[f.Ply-1] = pdn.Plain(string(f.Kind) + ", a random move: " + f.Why)
	}
	return s
}

// number is a game's number, with that of its round where there are rounds: "2.13".
func (r Record) number() string {
	if r.Round == 0 {
		return fmt.Sprint(r.Game)
	}
	return fmt.Sprintf("%d.%d", r.Round, r.Game)
}

// english reports whether moves are those of English draughts.
func (l *League) english() bool {
	return l.Setup.Size == checkers.Board8.Size() && (l.Rules.Name == variant.English().Name ||
		l.Rules.Name == variant.CSCI561().Name)
}

func (l *League) names() []string {
	names := make([]string, len(l.Players))
	for i, p := range l.Players {
		names[i] = p.Name
	}
	return names
}
