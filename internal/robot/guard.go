package robot

import (
	"context"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// Guard looks for hands while the arm moves.
type Guard interface {
	// Begin says that the arm is about to move from its park point. It returns when nothing moves on the table any
	// more, with the speed, in mm/s, up to which what comes over the table is seen in time. There is a hand if
	// something that is no disc lies over the table that did not when the arm moved last.
	Begin(ctx context.Context) (fastest float64, hand bool, err error)
	// Along says what the arm does from now on. It is called from other goroutines than the rest, and does not wait.
	Along(arm.Motion)
	// Watch waits for the next picture, and tells what it shows. An error means that there are no pictures any more.
	Watch(ctx context.Context) (Glimpse, error)
	// Mistaken says that what was taken for a hand last is none. It reports whether the guard learns from that: it may
	// doubt it, where the hand need only have left by chance.
	Mistaken() (learns bool)
}

// Glimpse is what one picture shows, of the arm in motion or at rest.
type Glimpse struct {
	At     time.Time // when it arrived, on the table's clock
	Hand   bool      // something other than the arm is over the board or the tray
	Likely bool      // it is more like a hand than most of what is taken for one wrongly
	Sure   bool      // it looks like a hand, wherever the arm is and whatever that looks like
	Still  bool      // nothing has changed since the picture before
}

// Times after which something is said or done. They are those of pictures, on the table's clock. No time that passes
// lets the arm go on: only what is seen does, or what a person says.
const (
	freeBeforeGoingOn  = time.Second      // for which nothing is seen,
	freePictures       = 5                // in so many pictures
	stillBeforeHoming  = 7 * time.Second  // in which hardly anything moves, until the arm gets out of the way to look;
	likelyBeforeHoming = time.Minute      // where it is likely a hand
	timeToAnswer       = 3 * time.Second  // before that, when a person is asked what it is
	stillShare         = 0.8              // of the pictures, in which nothing moves
	handBeforeAgain    = 10 * time.Second // until a person is told again,
	handAgain          = time.Minute      // and from then on
	blindBeforeHold    = 2500 * time.Millisecond
	hangBeforeStop     = 3 * time.Second
	feedInterval       = time.Second // of the watchdog while the arm is held
)

// Why the motions of an arm were stopped.
var (
	// errUnmoved says that what was taken for a hand has hardly moved for long. The arm is brought out of the picture;
	// then it is seen whether it was the arm.
	errUnmoved = fmt.Errorf("%w: what is taken for a hand does not move; it is looked at without the arm", arm.ErrStopped)
	// errHand says that the arm could not be held for a hand.
	errHand = fmt.Errorf("%w for what is over the board", arm.ErrStopped)
)

// guarding is what is known of the watch over the arm, from game to game.
type guarding struct {
	fastest  float64       // mm/s, at which the guard sees what comes in time; 0: any speed
	looked   time.Time     // when the guard saw the last picture
	worked   time.Duration // by the arm, being held included
	mistakes int           // times that the guard took the arm for a hand, and has learnt from that
}

// guardedArm is an arm that is held while the guard, if there is one, sees a hand.
type guardedArm struct {
	Arm
	guard    Guard // nil: nobody looks
	machine  planner.Machine
	tell     func(Event)
	orders   <-chan Order
	complain func()           // Robot.complain
	now      func() time.Time // on the table's clock
	*guarding
}

// begin has the guard, if there is one, see the table before the arm moves over it, and waits for as long as
// something lies over it that was not there when the arm moved last. A person may say that it belongs there.
func (a *guardedArm) begin(ctx context.Context) error {
	if a.guard == nil {
		return nil
	}
	for said := false; ; {
		fastest, hand, err := a.guard.Begin(ctx)
		a.fastest, a.looked = fastest, time.Now()
		if err != nil || !hand {
			if err == nil && said {
				a.tell(Event{Kind: Waiting, Text: boardFree, Free: true})
			}
			return err
		}
		if !said {
			said = true
			a.tell(Event{Kind: Waiting, Held: true, Text: sentence.Say("Something lies over the board or the tray that was " +
				"not there before; the arm waits until it is gone. If it belongs there, type m and Enter.")})
		}
		select {
		case o := <-a.orders:
			a.answered(o)
		default:
		}
	}
}

// answered reports whether an order says that what was taken for a hand is none; others are refused.
func (a *guardedArm) answered(o Order) bool {
	if o.Command != (OwnArm{}) {
		o.refused(sentence.Say("The arm waits for what is over the board: take it away, or say that it is the robot's " +
			"own arm."))
		return false
	}
	o.accepted()
	a.mistaken()
	return true
}

// mistaken tells the guard that it took something else for a hand.
func (a *guardedArm) mistaken() {
	if !a.guard.Mistaken() {
		return
	}
	a.mistakes++
	if a.mistakes == mistakesToTell {
		a.tell(Event{Kind: Waiting, Text: sentence.Say("The robot has taken its own arm for a hand twice on this table. " +
			"It learns from that; if it goes on, run `draughtsman calibrate check` to see how late the camera is, or play with " +
			"--no-guard and keep your hands off while the arm moves.")})
	}
}

// mistakesToTell is after how many mistakes people are told how to go on without the guard.
const mistakesToTell = 2

var (
	boardFree  = sentence.Say("The board is free; the arm goes on.")
	stillThere = sentence.Say("Something is still over the board or the tray; the arm waits until it is gone. If " +
		"nothing is there, type m and Enter.")
)

// awaitHandGone waits until no hand is seen over the table, wherever the arm is; or, as far as that goes, until it is
// clear that what is seen does not move and need not be one, or a person says so: then only what surely is a hand
// counts.
func (a *guardedArm) awaitHandGone(ctx context.Context) (sureOnly bool, err error) {
	if a.guard == nil {
		return false, nil
	}
	var free freeTime
	var wait patience
	var told time.Time // by the pictures' clock; zero: nobody was
	for {
		g, err := a.guard.Watch(ctx)
		if err != nil {
			return false, err
		}
		a.looked = time.Now()
		a.complain()
		if free.since(g) {
			if !told.IsZero() {
				a.tell(Event{Kind: Waiting, Text: boardFree, Free: true})
			}
			return false, nil
		}
		switch {
		case told.IsZero() && g.Hand:
			told = g.At
			a.tell(Event{Kind: Waiting, Held: true,
				Text: sentence.Say("Something is over the board; the arm waits until it is gone.")})
		case !told.IsZero() && g.At.Sub(told) >= handBeforeAgain:
			told = g.At.Add(handAgain - handBeforeAgain)
			a.tell(Event{Kind: Waiting, Text: stillThere, Held: true})
		}
		if !told.IsZero() {
			select {
			case o := <-a.orders:
				if a.answered(o) {
					return true, nil
				}
			default:
			}
		}
		if still, most := wait.unmoved(g); still >= most {
			return true, nil
		}
	}
}

// freeTime is for how long nothing has been seen over the table.
type freeTime struct {
	from     time.Time
	pictures int
}

// since reports whether nothing has been seen for long enough, with another picture.
func (f *freeTime) since(g Glimpse) bool {
	if g.Hand {
		*f = freeTime{}
		return false
	}
	if f.pictures == 0 {
		f.from = g.At
	}
	f.pictures++
	return f.pictures >= freePictures && g.At.Sub(f.from) >= freeBeforeGoingOn
}

// patience is what was seen lately of something over the table.
type patience struct {
	since  time.Time // when it was seen first; zero: it was not
	recent []Glimpse
}

// unmoved is for how long, with another picture, hardly anything has moved and nothing looked like a hand for sure; and
// after how long the arm gets out of the way, to see whether it was the arm.
func (p *patience) unmoved(g Glimpse) (still, most time.Duration) {
	most = stillBeforeHoming
	if p.since.IsZero() {
		if !g.Hand {
			return 0, most
		}
		p.since = g.At
	}
	p.recent = append(p.recent, g)
	for p.recent[0].At.Before(g.At.Add(-stillBeforeHoming)) {
		p.recent = p.recent[1:]
	}
	unmoved := 0
	for _, g := range p.recent {
		switch {
		case g.Sure:
			return 0, most
		case g.Still:
			unmoved++
		}
		if g.Likely {
			most = likelyBeforeHoming
		}
	}
	if float64(unmoved) < stillShare*float64(len(p.recent)) {
		return 0, most
	}
	return g.At.Sub(p.since), most
}
