package hands_test

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// report sums up the transfers without a hand, and the hands, by what they have in common.
func report(list []outcome) string {
	var out strings.Builder
	var visited []visitedTable
	for _, m := range list {
		for _, r := range m.handOutcomes {
			visited = append(visited, visitedTable{m.setup, r})
		}
	}
	fmt.Fprintln(&out, "Transfers without a hand. The arm is held for a false hand until none is seen for a second, "+
		"10 s at most.")
	table(&out, "pictures\tfalse\talarms\ttables\twithout\theld, median\tlongest\tnot let go on", list, without,
		func(by func(setup) string) func(outcome) string { return func(m outcome) string { return by(m.setup) } }, nil)
	fmt.Fprintln(&out, "\nHands, those that come in the first transfer by themselves. The arm waits for one that is seen "+
		"until it has gone. All times are less the camera's delay.")
	table(&out, "hands\talarm first\tseen\tmedian\tslowest\tdriven on under\tmm in all\twent on after, median\tslowest\t"+
		"not within 10 s", visited, withHands, func(by func(setup) string) func(visitedTable) string {
		return known(func(v visitedTable) string { return by(v.setup) })
	}, handKinds)
	return out.String()
}

// visitedTable is a hand, and the table over which it came.
type visitedTable struct {
	setup
	handOutcome
}

// kinds are what tables may have in common.
var kinds = []func(setup) string{
	func(m setup) string { return m.arm.name },
	func(m setup) string { return m.tool + " tool" },
	func(m setup) string { return fmt.Sprintf("%.1f s late", m.camera.delay.Seconds()) },
	func(m setup) string { return fmt.Sprintf("%g a second", m.camera.fps) },
	func(m setup) string { return m.camera.manner() },
	func(m setup) string { return fmt.Sprintf("JPEG %d", m.camera.quality) },
	func(m setup) string { return "light: " + m.light.name },
	func(m setup) string { return "seen from " + m.seat.String() },
	func(m setup) string { return "arm " + m.knows() },
	func(setup) string { return "all" },
}

// handKinds are what hands may have in common. Those that come in the first transfer stand by themselves.
var handKinds = []func(visitedTable) string{
	func(v visitedTable) string { return either(v.first, "in the first transfer", "") },
	known(func(v visitedTable) string { return "from: " + v.side }),
	known(func(v visitedTable) string {
		return either(v.side == v.arm.side, "from the arm's side", "from another side")
	}),
	known(func(v visitedTable) string { return "hand: " + v.holds }),
	known(func(v visitedTable) string { return "colour: " + v.colour }),
	known(func(v visitedTable) string { return either(v.along, "along the edge", "straight in") }),
	known(func(v visitedTable) string { return either(v.moves, "moves", "lies still") }),
	known(func(v visitedTable) string { return either(v.speed > 400, "over 400 mm/s", "under 400 mm/s") }),
}

// known leaves out hands that come before anything is learnt.
func known(by func(visitedTable) string) func(visitedTable) string {
	return func(v visitedTable) string { return either(v.first, "", by(v)) }
}

func either(which bool, yes, no string) string {
	if which {
		return yes
	}
	return no
}

// table writes a row for each group of a list: by some kinds of its own, then by what tables have in common.
func table[T any](out io.Writer, head string, list []T, row func(string, []T) string,
	by func(func(setup) string) func(T) string, own []func(T) string) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\t%s\t\n", head)
	all := slices.Clone(own)
	for _, k := range kinds {
		all = append(all, by(k))
	}
	for _, kind := range all { // "" belongs to no group
		groups := map[string][]T{}
		for _, v := range list {
			groups[kind(v)] = append(groups[kind(v)], v)
		}
		names := make([]string, 0, len(groups))
		for name := range groups {
			if name != "" {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Fprintln(w, row(name, groups[name]))
		}
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(out, err)
	}
}

// without sums up the transfers without a hand of some tables.
func without(name string, list []outcome) string {
	var pictures, hands, alarms, free, stuck int
	var holds []time.Duration
	for _, m := range list {
		pictures, hands, alarms, stuck = pictures+m.pictures, hands+m.hands, alarms+m.alarms, stuck+m.stuck
		holds = append(holds, m.holds...)
		if m.hands == 0 {
			free++
		}
	}
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%s\t%s\t%d\t", name, pictures, hands, alarms, len(list),
		share(free, len(list)), spread(holds), stuck)
}

// withHands sums up some hands.
func withHands(name string, list []visitedTable) string {
	var early, seen, driven, stuck int
	var under float64
	var after, late []time.Duration
	for _, r := range list {
		switch {
		case r.early:
			early++
		case r.seen:
			seen++
			after = append(after, r.after)
		}
		if r.driven > 0 {
			driven++
		}
		if r.went {
			late = append(late, r.late)
		}
		if r.stuck {
			stuck++
		}
		under += r.under
	}
	return fmt.Sprintf("%s\t%d\t%d\t%s\t%s\t%s\t%.0f\t%s\t%d\t", name, len(list), early, share(seen, len(list)),
		spread(after), share(driven, seen), under, spread(late), stuck)
}

func share(n, of int) string {
	if of == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%.0f %%)", n, 100*float64(n)/float64(of))
}

// spread is the median and the longest of some times, in two columns.
func spread(list []time.Duration) string {
	if len(list) == 0 {
		return "–\t–"
	}
	slices.Sort(list)
	return fmt.Sprintf("%.2f s\t%.2f s", list[len(list)/2].Seconds(), list[len(list)-1].Seconds())
}

func (m outcome) String() string {
	text := fmt.Sprintf("%v: %d pictures, %d false hands in %d alarms", m.setup, m.pictures, m.hands, m.alarms)
	for _, h := range m.holds {
		text += fmt.Sprintf(", held %.2f s", h.Seconds())
	}
	text += fmt.Sprintf(", %d held for good", m.stuck)
	for _, r := range m.handOutcomes {
		text += "; " + r.String()
	}
	return text
}

func (r handOutcome) String() string {
	what := fmt.Sprintf("hand %s, %s, from %s, ", r.colour, r.holds, r.side) +
		either(r.first, "in the first transfer, ", "") + either(r.along, "along the edge, ", "") +
		either(r.moves, "moving, ", "still, ")
	switch {
	case r.early:
		return what + "after a false alarm"
	case !r.seen:
		return what + "never seen"
	}
	what += fmt.Sprintf("seen after %.2f s", r.after.Seconds())
	if r.driven > 0 {
		what += fmt.Sprintf(", driven on under %d times, %.0f mm", r.driven, math.Ceil(r.under))
	}
	switch {
	case r.stuck:
		what += ", held for good"
	case r.went:
		what += fmt.Sprintf(", the arm went on %.2f s after it", r.late.Seconds())
	}
	return what
}
