package planner

import (
	"fmt"
	"strings"
	"time"

	"draughtsman/engine/checkers"
)

// Text is the plan for a person to follow: a paragraph a transfer, a line a motion. x, y and z are the tip in the
// arm's coordinates, height is the tip above the playing surface, all mm.
func (p Plan) Text() string {
	var b strings.Builder
	game := p.Before.Position.Set
	transfers := "transfers"
	if len(p.Steps) == 1 {
		transfers = "transfer"
	}
	fmt.Fprintf(&b, "%s: %d %s, %s s, %.2f m of way.\n", p.Task, len(p.Steps), transfers, seconds(p.Takes), p.PathMM/1000)
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "Note: %s\n", note)
	}
	fmt.Fprintf(&b, "\n   %-9s %-14s %8s %8s %8s %8s %7s %6s\n", "motion", "over", "x", "y", "z", "height", "mm/s", "s")
	fmt.Fprintf(&b, "   %-9s %-14s %8.1f %8.1f %8.1f\n", "start", Place{}, p.Start.X, p.Start.Y, p.Start.Z)
	for i, step := range p.Steps {
		fmt.Fprintf(&b, "\n%d. %s (%s s)\n", i+1, step.Transfer.In(game), seconds(step.Takes))
		for _, m := range step.Motions {
			b.WriteString("   " + m.line(game) + "\n")
		}
	}
	return b.String()
}

// line is one motion without an end of line; what stays where it is has no coordinates.
func (m Motion) line(game checkers.RuleSet) string {
	if m.Speed == 0 {
		return fmt.Sprintf("%-9s %-14s %8s %8s %8s %8s %7s %6s", m.Kind, m.Over.In(game), "", "", "", "", "",
			seconds(m.Takes))
	}
	return fmt.Sprintf("%-9s %-14s %8.1f %8.1f %8.1f %8.1f %7.0f %6s", m.Kind, m.Over.In(game), m.To.X, m.To.Y, m.To.Z,
		m.Height, m.Speed, seconds(m.Takes))
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }
