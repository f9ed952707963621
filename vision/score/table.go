package score

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"
)

// Total sums up marks.
type Total struct {
	Source         string          `json:"source"`
	Pictures       int             `json:"pictures"`
	Found          int             `json:"found"`
	Wrong          int             `json:"wrong"`
	Refused        int             `json:"refused"`
	Reasons        map[string]int  `json:"reasons,omitempty"` // of the refusals
	Squares        int             `json:"squares"`           // of boards that were found, as Right and Unsure
	Right          int             `json:"right"`
	Unsure         int             `json:"unsure"`
	Mistakes       Mistakes        `json:"mistakes"`
	Boards         int             `json:"whole_boards"` // read without a mistake
	Kings          int             `json:"kings"`        // of boards that were found, as the next two
	KingsRight     int             `json:"kings_right"`
	KingsFalse     int             `json:"kings_false"`
	Confident      Told            `json:"confident"`             // boards that were found, read with the confidence Confident or more
	KingStyles     map[string]Told `json:"king_styles,omitempty"` // where labels state them
	MedianElapsed  time.Duration   `json:"median_ns"`
	LongestElapsed time.Duration   `json:"longest_ns"`
	elapsed        []time.Duration
}

// Confident is the confidence from which on an answer counts as one.
const Confident = 0.9

// Told is how many of some things were read rightly.
type Told struct {
	Right int `json:"right"`
	Of    int `json:"of"`
}

// All is the source of the total over all sources.
const All = "all"

// Totals sums up marks by source, in the order in which sources first appear, and over all last.
func Totals(marks []Mark) []Total {
	var totals []Total
	at := make(map[string]int)
	add := func(source string, m Mark) {
		i, ok := at[source]
		if !ok {
			i = len(totals)
			at[source] = i
			totals = append(totals, Total{Source: source})
		}
		totals[i].add(m)
	}
	for _, m := range marks {
		add(m.Source, m)
	}
	all := Total{Source: All}
	for _, m := range marks {
		all.add(m)
	}
	totals = append(totals, all)
	for i := range totals {
		t := &totals[i]
		if slices.Sort(t.elapsed); len(t.elapsed) > 0 {
			t.MedianElapsed, t.LongestElapsed = t.elapsed[len(t.elapsed)/2], t.elapsed[len(t.elapsed)-1]
		}
	}
	return totals
}

func (t *Total) add(m Mark) {
	t.Pictures++
	t.elapsed = append(t.elapsed, m.Elapsed)
	switch m.Verdict {
	case Wrong:
		t.Wrong++
	case Refused:
		t.Refused++
		if t.Reasons == nil {
			t.Reasons = make(map[string]int)
		}
		t.Reasons[m.Reason]++
	case Found:
		t.Found++
		t.Squares += m.Labelled
		t.Right += m.Right
		t.Unsure += m.Unsure
		t.Mistakes.add(m.Mistakes)
		t.Kings += m.Kings
		t.KingsRight += m.KingsRight
		t.KingsFalse += m.KingsFalse
		if m.KingStyle != "" {
			if t.KingStyles == nil {
				t.KingStyles = make(map[string]Told)
			}
			told := t.KingStyles[m.KingStyle]
			t.KingStyles[m.KingStyle] = Told{told.Right + m.KingsRight, told.Of + m.Kings}
		}
		if m.Whole {
			t.Boards++
		}
		if m.Confidence >= Confident {
			t.Confident.Of++
			if m.Whole {
				t.Confident.Right++
			}
		}
	}
}

// Write prints totals as a table. Squares, mistakes by what is wrong and kings are counted on boards that were found;
// whole boards are out of all pictures. After it come the boards of which the answers are sure, the kings by what they
// are, where labels state that, and the reasons of refusals.
func Write(w io.Writer, totals []Total) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, err := fmt.Fprintln(tw,
		"source\tpictures\tfound\twrong\trefused\tsquares right\t?\tking\tmissed\tghost\tside\twhole boards\tkings\t"+
			"false kings\tms\tmax ms\t")
	if err != nil {
		return err
	}
	for _, t := range totals {
		_, err := fmt.Fprintf(tw, "%s\t%d\t%s\t%s\t%d\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%d/%d\t%d\t%d\t%d\t\n",
			t.Source, t.Pictures, percent(t.Found, t.Pictures), percent(t.Wrong, t.Pictures), t.Refused,
			percent(t.Right, t.Squares), percent(t.Unsure, t.Squares),
			t.Mistakes.King, t.Mistakes.Missed, t.Mistakes.Ghost, t.Mistakes.Side, percent(t.Boards, t.Pictures),
			t.KingsRight, t.Kings, t.KingsFalse, t.MedianElapsed.Milliseconds(), t.LongestElapsed.Milliseconds())
		if err != nil {
			return err
		}
	}
	if err := tw.Flush(); err != nil || len(totals) == 0 {
		return err
	}
	if sure := totals[len(totals)-1].Confident; sure.Of > 0 {
		_, err := fmt.Fprintf(w, "confidence of %g or more: %d of %d whole\n", Confident, sure.Right, sure.Of)
		if err != nil {
			return err
		}
	}
	styles := totals[len(totals)-1].KingStyles
	for _, style := range slices.Sorted(maps.Keys(styles)) {
		told := styles[style]
		if _, err := fmt.Fprintf(w, "kings as a %s: %d of %d told\n", style, told.Right, told.Of); err != nil {
			return err
		}
	}
	reasons := totals[len(totals)-1].Reasons
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		if _, err := fmt.Fprintf(w, "%d refused: %s\n", reasons[reason], reason); err != nil {
			return err
		}
	}
	return nil
}

// percent is n of all, with a decimal, or a dash when there are none.
func percent(n, all int) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(all))
}
