package robot_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/planner"
)

// person carries out what is said, in place of an arm.
type person struct {
	*table
	said []string
	obey func() // what is done about a sentence
}

func (p *person) Announce(_ context.Context, sentence string) error {
	p.said = append(p.said, sentence)
	p.obey()
	return nil
}

// Grip must not be asked of a person.
func (p *person) Grip(context.Context) error {
	p.t.Error("a person is asked to grip")
	return nil
}

// transfer takes the uppermost disc of one place to another.
func (tb *table) transfer(t planner.Transfer) {
	at := func(p planner.Place) calibration.BoardPoint {
		if p.Slot > 0 {
			return config.Example().Tray.Slots[p.Slot-1].At
		}
		return tb.centre(p.Square)
	}
	from, to := at(t.From), at(t.To)
	i, _ := tb.below(from, 10)
	if i < 0 {
		tb.t.Errorf("there is no disc at %s", t.From)
		return
	}
	d := tb.discs[i]
	tb.discs = append(tb.discs[:i:i], tb.discs[i+1:]...)
	_, to.Z = tb.below(to, 10)
	d.at = to
	tb.discs = append(tb.discs, d)
}

// handsMatch is a match in which a person stands in for the arm; obey is told the plan, and how much of it has been
// done.
func handsMatch(t *testing.T, choose chooser, obey func(p *person, plan planner.Plan, step int)) (*match, *person) {
	m := newMatch(t, calibration.Dark, choose)
	p := &person{table: m.table}
	m.Arm = p
	var plan planner.Plan
	step := 0
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.Decided:
			plan = *e.Plan
		case robot.Carrying:
			step = e.Step - 1
		}
	}
	p.obey = func() { obey(p, plan, step) }
	return m, p
}

// request is how a person is asked for a transfer.
var request = regexp.MustCompile(`^(Move the black disc from square \d+ to square \d+|Take the (black|white) disc on square \d+ off the board|Put a black disc on square \d+); this .*[a-z]\.$`)

// One transfer after the other, or all at once: a whole game is played, and the record is true.
func TestAPersonCarriesOut(t *testing.T) {
	for name, obey := range map[string]func(p *person, plan planner.Plan, step int){
		"one by one": func(p *person, plan planner.Plan, step int) {
			p.reach(func() { p.transfer(plan.Steps[step].Transfer) })
		},
		"all at once": func(p *person, plan planner.Plan, step int) {
			if step > 0 {
				return // a crown is asked for though it is there: men and kings look alike
			}
			p.reach(func() {
				for _, s := range plan.Steps[step:] {
					p.transfer(s.Transfer)
				}
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			var all feats
			for seed := range uint64(3) {
				m, p := handsMatch(t, random(seed), obey)
				if _, err := m.play(t.Context(), checkers.Black); err != nil {
					t.Fatal(err)
				}
				if said := m.complaints(); len(said) > 0 {
					t.Errorf("complaints: %q", said)
				}
				all.count(m.kept.games[0], checkers.Black)
				for _, s := range p.said {
					if !request.MatchString(s) {
						t.Errorf("said: %q", s)
					}
				}
			}
			if all.captures == 0 {
				t.Error("nothing was captured")
			}
		})
	}
}

// Who takes time is not complained of, and reminded after a minute; so is one who has done something else.
func TestAPersonIsReminded(t *testing.T) {
	var reminded []string
	var began, first time.Time
	m, p := handsMatch(t, scripted(t, "11-15"), func(p *person, _ planner.Plan, _ int) {
		began = p.now
		p.wait(650)
		p.reach(func() { p.shift(11, 15, 0, 0) })
	})
	told := m.told
	m.told = func(e robot.Event) {
		told(e)
		if e.Kind == robot.Waiting {
			if reminded = append(reminded, e.Text.String()); len(reminded) == 1 {
				first = p.now
			}
		}
	}
	_, _ = m.play(t.Context(), checkers.Black) // ends with the moves
	if want := "Still to do: Move the black disc from square 11 to square 15; this carries the man."; len(reminded) != 1 ||
		reminded[0] != want {
		t.Errorf("reminded by %q, want once %q", reminded, want)
	}
	if after := first.Sub(began); after < time.Minute {
		t.Errorf("reminded after %v", after)
	}
	if said := m.complaints(); len(said) > 0 || m.plies() != 1 {
		t.Errorf("complaints: %q, and %d moves", said, m.plies())
	}
}

// printer prints what it is asked, as the arm of a dry run.
type printer struct {
	*person
	grips, moves int
}

func (p *printer) Grip(context.Context) error                           { p.grips++; return nil }
func (p *printer) Release(context.Context) error                        { return nil }
func (p *printer) Move(_ context.Context, _ arm.Point, _ float64) error { p.moves++; return nil }
func (p *printer) Home(context.Context) error                           { return nil }

// In a dry run the motions of a transfer are shown to the person who carries it out.
func TestMotionsAreShown(t *testing.T) {
	m, p := handsMatch(t, scripted(t, "11-15"), func(p *person, plan planner.Plan, step int) {
		p.reach(func() { p.transfer(plan.Steps[step].Transfer) })
	})
	shown := &printer{person: p}
	m.Arm, m.ShowMotions = shown, true
	_, _ = m.play(t.Context(), checkers.Black) // ends with the moves
	if shown.grips != 1 || shown.moves < 6 || m.plies() != 1 {
		t.Errorf("%d grips and %d motions were shown for %d moves", shown.grips, shown.moves, m.plies())
	}
}

// What is done wrong is said once it stays so, and put right.
func TestAPersonErrs(t *testing.T) {
	m, p := handsMatch(t, scripted(t, "11-15"), func(p *person, _ planner.Plan, _ int) {
		p.wait(5)
		p.reach(func() { p.shift(11, 16, 0, 0) })
		p.wait(700)
		p.reach(func() { p.shift(16, 15, 0, 0) })
	})
	_, _ = m.play(t.Context(), checkers.Black) // ends with the moves
	if want := []string{"Move the black disc from square 11 to square 15; this carries the man."}; len(p.said) != 1 ||
		p.said[0] != want[0] {
		t.Errorf("said %q, want %q", p.said, want)
	}
	if said := m.complaints(); len(said) != 1 || !strings.Contains(said[0], "16") {
		t.Errorf("complaints: %q", said)
	}
	if m.plies() != 1 {
		t.Errorf("%d moves were made", m.plies())
	}
}
