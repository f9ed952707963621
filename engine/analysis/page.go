package analysis

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"draughtsman/engine/pdn"
)

// page is what the template shows.
type page struct {
	extent
	Policy    string
	Generator string
	Style     template.CSS
	Script    template.JS
	Title     string
	Outcome   string
	Facts     []Tag
	Sides     []sideRow
	Limits    string
	Threshold string
	Squares   []square
	Board     diagram // the last position, for where no script runs
	BeginFEN  string
	Curve     curve
	Mistakes  []mistake
	Columns   [2]string // of Lines
	Lines     []line
}

// sideRow is one thing that is told of both sides.
type sideRow struct{ Name, Black, White string }

type mistake struct {
	row
	Board diagram
}

// shownTags are the tags that are shown, in their order.
var shownTags = []string{"Event", "Site", "Date", "Round", pdn.LevelTag}

func pageOf(r Report) (page, error) {
	p := page{
		extent: extentOf(r.Rules),
		Policy: policy(), Generator: generator, Style: template.CSS(style), Script: template.JS(script),
		Outcome: outcomes[r.Result],
		Limits:  r.Limits.String(), Threshold: inMen(float64(r.Threshold)), Squares: named(r.Rules), BeginFEN: r.Start,
	}
	for _, name := range shownTags {
		if value := r.Tag(name); value != "" && value != "?" {
			p.Facts = append(p.Facts, Tag{name, value})
		}
	}
	p.Title = r.player("Black") + " – " + r.player("White")
	p.Sides = sideRows(r.Sides["Black"], r.Sides["White"])
	rows := make([]row, len(r.Moves))
	var err error
	for i, m := range r.Moves {
		if rows[i], err = rowOf(r.Rules, m); err != nil {
			return page{}, err
		}
	}
	first := r.Rules.Begins()
	p.Columns = [2]string{first.String(), first.Opponent().String()}
	p.Curve, p.Lines = curveOf(r, rows), linesOf(rows, first)
	if p.Board, err = lastBoard(r); err != nil {
		return page{}, err
	}
	for _, m := range r.Mistakes {
		shown, err := mistakeOf(r, m)
		if err != nil {
			return page{}, err
		}
		p.Mistakes = append(p.Mistakes, shown)
	}
	return p, nil
}

// player is who played a side.
func (r Report) player(side string) string {
	if name := r.Tag(side); name != "" && name != "?" {
		return name + " (" + side + ")"
	}
	return side
}

// sideRows tell how well both sides played.
func sideRows(black, white Accuracy) []sideRow {
	choosing := func(s Accuracy, text string) string {
		if s.Choices == 0 {
			return "–"
		}
		return text
	}
	var rows []sideRow
	tell := func(name string, of func(Accuracy) string) {
		rows = append(rows, sideRow{name, of(black), of(white)})
	}
	tell("Accuracy", func(s Accuracy) string { return choosing(s, fmt.Sprintf("%.0f %%", s.Percent)) })
	tell("Mean loss", func(s Accuracy) string { return choosing(s, inMen(s.MeanLoss)) })
	tell("Mistakes", func(s Accuracy) string { return strconv.Itoa(s.Blunders) })
	tell("As the engine's", func(s Accuracy) string { return fmt.Sprintf("%d of %d", s.Best, s.Choices) })
	tell("Forced moves", func(s Accuracy) string { return strconv.Itoa(s.Moves - s.Choices) })
	return rows
}

// outcomes are results in words.
var outcomes = map[string]string{"1-0": "Black won", "0-1": "White won", "1/2-1/2": "Drawn", "*": "No result"}

// lastBoard is the board after all moves, the squares of the last one marked.
func lastBoard(r Report) (diagram, error) {
	last := len(r.Moves)
	d, err := diagramOf(r.Rules, r.before(last+1), "The position after the last move")
	d.ID = "board"
	if err != nil || last == 0 {
		return d, err
	}
	squares, err := squaresOf(r.Rules, r.Moves[last-1].Text)
	for _, s := range squares {
		d.Marked = append(d.Marked, placeOf(r.Rules, s))
	}
	return d, err
}

// mistakeOf shows the position before a mistake, with the move that was played and the one that was better.
func mistakeOf(r Report, m Move) (mistake, error) {
	var shown mistake
	var err error
	if shown.row, err = rowOf(r.Rules, m); err != nil {
		return mistake{}, err
	}
	label := fmt.Sprintf("Move %d: %s to move. %s was played, %s was better.", m.Number, m.Side, m.Text, m.Best[0])
	if shown.Board, err = diagramOf(r.Rules, r.before(m.Ply), label); err != nil {
		return mistake{}, err
	}
	for _, w := range []struct{ kind, move string }{{"better", m.Best[0]}, {"played", m.Text}} {
		drawn, err := wayOf(r.Rules, w.kind, w.move)
		if err != nil {
			return mistake{}, err
		}
		shown.Board.Ways = append(shown.Board.Ways, drawn)
	}
	return shown, nil
}

// String is how far the engine looked, in words.
func (l Limits) String() string {
	var parts []string
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("%d plies ahead", l.Depth))
	}
	if l.Seconds > 0 {
		parts = append(parts, fmt.Sprintf("for %g s a move", l.Seconds))
	}
	return strings.Join(parts, " or ")
}
