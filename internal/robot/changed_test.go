package robot_test

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
)

// lateHand is a guard that begins to watch only after a hand has come and gone, when the table has been looked at
// already.
type lateHand struct {
	reaches func()
}

func (l *lateHand) Begin(context.Context) (float64, bool, error) {
	if reaches := l.reaches; reaches != nil {
		l.reaches = nil
		reaches()
	}
	return 0, false, nil
}

func (l *lateHand) Along(arm.Motion) {}

func (l *lateHand) Watch(ctx context.Context) (robot.Glimpse, error) {
	select {
	case <-ctx.Done():
		return robot.Glimpse{}, ctx.Err()
	case <-time.After(time.Millisecond):
		return robot.Glimpse{At: time.Now()}, nil
	}
}

func (l *lateHand) Mistaken() bool { return true }

// repairedNothing checks that nothing had to be put right.
func (m *match) repairedNothing() {
	for _, e := range m.events {
		if e.Kind == robot.Repairing {
			m.t.Errorf("repaired: %s", e.Text)
		}
	}
}

// TestADiscIsLaidWhereTheArmSetsUp has a human lay a disc on the square that the arm is about to set one on, again and
// again. The arm sets nothing on it.
func TestADiscIsLaidWhereTheArmSetsUp(t *testing.T) {
	m := setsUp(t, scripted(t))
	for s := checkers.Square(21); s <= 32; s++ {
		m.table.shift(s, s-8, 3, 3)
	}
	for s := checkers.Square(1); s <= 6; s++ { // which lie in the human's lap
		m.table.takeOff(s)
	}
	hand := &lateHand{}
	m.Guard = hand
	owes := 6
	asks := m.told
	m.told = func(e robot.Event) {
		if e.Kind == robot.Asking {
			return // it takes its time
		}
		if asks(e); e.Kind != robot.Carrying || owes == 0 || e.Transfer.To.Square == 0 {
			return
		}
		hand.reaches = func() {
			owes--
			m.table.put(checkers.Black, e.Transfer.To.Square, -6, 4)
		}
	}
	m.table.takeOff(13) // a white one is lacking, and spare ones are used
	m.setUpAndPlay()
	if owes > 0 {
		t.Errorf("the human has not laid %d discs", owes)
	}
	m.repairedNothing()
}

// TestTheHumanSetsUpWhatTheArmHasBegun has a human finish the set-up that the arm is about to begin. The game goes on
// from what stands there.
func TestTheHumanSetsUpWhatTheArmHasBegun(t *testing.T) {
	m := setsUp(t, scripted(t, "11-15", "22-18"))
	stands := slices.Clone(m.table.discs)
	for s := checkers.Square(9); s <= 11; s++ {
		m.table.shift(s, s+4, 3, 3)
	}
	hand := &lateHand{}
	m.Guard = hand
	tells := m.told
	carried := 0
	m.told = func(e robot.Event) {
		tells(e)
		if e.Kind == robot.Carrying {
			if carried++; carried == 2 {
				hand.reaches = func() { m.table.discs = stands }
			}
		}
	}
	m.setUpAndPlay()
	m.moved([]string{"11-15", "22-18"})
}

// TestADiscIsLaidElsewhereWhileTheArmSetsUp has a human lay discs on other squares while the arm carries one. They are
// set up with the others, and nobody is asked to take them away.
func TestADiscIsLaidElsewhereWhileTheArmSetsUp(t *testing.T) {
	m := setsUp(t, scripted(t))
	for s := checkers.Square(21); s <= 32; s++ {
		m.table.shift(s, s-8, 3, 3)
	}
	for s := checkers.Square(1); s <= 3; s++ {
		m.table.takeOff(s)
	}
	laid := 0
	m.table.onGrip = func() {
		if laid++; laid <= 3 {
			m.table.lay([2]int{1, 0})
		}
	}
	tells := m.told
	m.told = func(e robot.Event) {
		if e.Kind != robot.Asking {
			tells(e)
		}
	}
	m.setUpAndPlay()
	m.repairedNothing()
}

// TestADiscIsLaidWhereTheArmMoves has a human lay a disc on the square of the robot's move, which it is asked to take
// away, and once only reach out.
func TestADiscIsLaidWhereTheArmMoves(t *testing.T) {
	for name, lays := range map[string]bool{"lays a disc": true, "lays nothing": false} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18"))
			hand := &lateHand{}
			m.Guard = hand
			m.told = func(e robot.Event) {
				switch e.Kind {
				case robot.Carrying:
					hand.reaches = func() {
						if lays {
							m.table.put(checkers.White, 15, 6, 4)
						}
						m.table.hand = true
						m.table.wait(2)
						m.table.later(func() { m.table.hand = false })
					}
				case robot.Repairing:
					if strings.Contains(e.Text.String(), "square 15 should") {
						m.table.wait(2)
						m.table.reach(func() { m.table.takeOff(15); m.table.shift(11, 15, 0, 0) })
					}
				}
			}
			if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, io.EOF) && !errors.Is(err, errNoIdea) {
				t.Fatal(err)
			}
			m.moved([]string{"11-15", "22-18"})
			asked := slices.ContainsFunc(m.events, func(e robot.Event) bool {
				return e.Kind == robot.Repairing
			})
			if asked != lays {
				t.Errorf("the human is asked to put something right: %t", asked)
			}
		})
	}
}

// TestADiscIsLaidWhileTheArmMissesOne has a human lay a disc of the other colour on the square of a disc that the arm
// has not taken hold of. It is set up where it belongs.
func TestADiscIsLaidWhileTheArmMissesOne(t *testing.T) {
	m := setsUp(t, scripted(t))
	m.table.takeOff(12)
	m.table.takeOff(32)
	m.table.slips = 1
	tells := m.told
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.Asking:
			return
		case robot.Carrying:
			m.table.onGrip = func() {
				if m.table.slips == 1 {
					m.table.put(e.Transfer.Side.Opponent(), e.Transfer.To.Square, 3, 2)
				}
			}
		}
		tells(e)
	}
	m.setUpAndPlay()
	for _, e := range m.events {
		if e.Kind == robot.Repairing && e.Want != nil {
			t.Errorf("the human is asked: %s", e.Text)
		}
	}
	m.trayIsKnown()
}

// trayIsKnown checks that the robot takes as many discs to lie in each slot as there are.
func (m *match) trayIsKnown() {
	for i, slot := range m.Tray.Slots {
		lie := 0
		for _, d := range m.table.discs {
			if math.Hypot(d.at.X-slot.At.X, d.at.Y-slot.At.Y) < 3 {
				lie++
			}
		}
		if holds := m.Left.Tray[i]; len(holds) != lie {
			m.t.Errorf("slot %d holds %d discs, and is taken to hold %q", i+1, lie, holds)
		}
	}
}

// TestADiscIsLaidWhileTheArmDropsOne has a human lay a disc of the other colour on the square of one that the arm lets
// fall on another one. All of them are set up, and the tray holds what it is taken to hold.
func TestADiscIsLaidWhileTheArmDropsOne(t *testing.T) {
	m := setsUp(t, scripted(t))
	m.table.takeOff(12)
	m.table.takeOff(32)
	fallen := false
	tells := m.told
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.Asking:
			return
		case robot.Carrying:
			if e.Transfer.From.Slot != 0 && !fallen {
				fallen = true
				at := m.table.centre(15)
				m.table.loses = &at
				m.table.release = func() {
					m.table.release = nil
					m.table.put(e.Transfer.Side.Opponent(), e.Transfer.To.Square, 3, 2)
				}
			}
		}
		tells(e)
	}
	m.setUpAndPlay()
	if !fallen {
		t.Error("no disc has fallen")
	}
	m.trayIsKnown()
}

// TestAPieceIsLostWhileTheArmSetsUp has a piece vanish while the arm sets up. The human is asked for it, where it
// should stand: what cannot be seen may lie in the arm's way.
func TestAPieceIsLostWhileTheArmSetsUp(t *testing.T) {
	m := setsUp(t, scripted(t))
	for s := checkers.Square(9); s <= 12; s++ {
		m.table.shift(s, s+4, 3, 3)
	}
	asked := 0
	m.table.release = func() {
		m.table.release = nil
		m.table.takeOff(29)
	}
	tells := m.told
	m.told = func(e robot.Event) {
		tells(e)
		switch e.Kind {
		case robot.Asking:
			t.Errorf("asked: %s", e.Text)
		case robot.Repairing:
			if e.Want != nil {
				asked++
				m.table.wait(3)
				m.table.reach(func() { m.table.put(checkers.White, 29, 2, 1) })
			}
		}
	}
	m.setUpAndPlay()
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

// TestTheHumanPutsADiscForOneInTheTray has a human put a disc on a square, beside a piece that it was asked for, before
// the arm has taken one for it out of the tray. The arm knows that the one in the tray is still there.
func TestTheHumanPutsADiscForOneInTheTray(t *testing.T) {
	m := setsUp(t, scripted(t))
	for s := checkers.Square(7); s <= 12; s++ {
		m.table.takeOff(s)
	}
	fails := &failsToGrip{table: m.table, where: anywhere}
	m.Arm = fails
	asked := false
	tells := m.told
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.Asking:
		case robot.Recovering:
			m.table.takeOff(29)
		case robot.Repairing:
			if e.Want != nil && !asked {
				asked, fails.where = true, nil
				m.table.wait(3)
				m.table.reach(func() {
					for s := checkers.Square(1); s <= 32; s++ {
						if piece := e.Want.Position.At(s); len(m.table.on(s)) == 0 && piece != checkers.Empty {
							m.table.put(piece.Side(), s, 3, 2)
						}
					}
				})
			}
		default:
			tells(e)
		}
	}
	m.setUpAndPlay()
	if !asked {
		t.Error("the human is not asked")
	}
	m.trayIsKnown()
}

// TestADiscIsNotInTheTray has the tray hold fewer discs than the robot believes. Once a human has put down one that the
// arm could not lift it is not believed in any more: it does not ask for that again.
func TestADiscIsNotInTheTray(t *testing.T) {
	m := setsUp(t, scripted(t))
	m.table.takeOff(12)
	missed, asked := 0, 0 // slot, and times
	tells := m.told
	m.told = func(e robot.Event) {
		switch e.Kind {
		case robot.Asking:
		case robot.Carrying:
			if from := e.Transfer.From.Slot; from != 0 && missed == 0 {
				missed = from
				at := m.Tray.Slots[from-1].At
				m.table.discs = slices.DeleteFunc(m.table.discs, func(d disc) bool {
					return d.at.X == at.X && d.at.Y == at.Y && d.at.Z > 0
				})
				m.table.Remember()
			}
		case robot.Repairing:
			if e.Want != nil {
				asked++
				m.table.wait(3)
				m.table.reach(func() { m.table.put(checkers.Black, 12, 3, 2) })
			}
		default:
			tells(e)
		}
	}
	m.setUpAndPlay()
	if missed == 0 || asked != 1 {
		t.Fatalf("slot %d, asked %d times", missed, asked)
	}
	m.trayIsKnown()
}
