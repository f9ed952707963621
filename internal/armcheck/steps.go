package armcheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"draughtsman/arm"
)

// steps are the checks in their order. Each begins with the arm homed and at its park point, but for the first two,
// and leaves it there.
func (r *run) steps() []step {
	return []step{
		{"connect", "see the messages in docs/arms.md", r.connect},
		{"home", "is its way to the switches free, and does Home return only when it has ended?", r.home},
		{"place", "what Position returns has to be what the arm measures, in mm, in its own coordinates", r.place},
		{"reach", "make machine.reach what the arm reaches, and look at what Move answers", r.reach},
		{"time", "Move has to return when the arm stands still, no earlier; make the speeds and accelerations under " +
			"machine what it can do", r.time},
		{"line", "a motion has to be a straight line of the tool: lead all joints or axes together", r.straight},
		{"tool", "Grip and Release have to switch the tool, and what it feels has to be so", r.tool},
		{"hold", "Hold has to bring it to rest on its way, and Resume let it go on from there; or do not offer it", r.hold},
		{"stop", "Stop has to bring it to rest, and end the motion with the error that it was stopped", r.stop},
		{"limits", "a target outside of machine.reach must move nothing", r.limits},
		{"connect again", "a connection that is closed has to end what moves, and leave the port to the next one", r.again},
	}
}

func (r *run) connect(ctx context.Context) (string, error) {
	began := r.Now()
	if err := r.open(ctx); err != nil {
		return "", err
	}
	found := fmt.Sprintf("in %.1f s", r.Now().Sub(began).Seconds())
	if named, ok := r.arm.(fmt.Stringer); ok {
		found += fmt.Sprintf(", to %v", named)
	}
	return found, nil
}

func (r *run) home(ctx context.Context) (string, error) {
	began := r.Now()
	if err := r.arm.Home(ctx); err != nil {
		return "", err
	}
	took := r.Now().Sub(began)
	if err := r.arm.Move(ctx, r.park, r.Table.Machine.VerticalSpeed); err != nil {
		return "", fmt.Errorf("it homed, and did not go to its park point: %w", err)
	}
	return fmt.Sprintf("in %.1f s, and it went to its park point", took.Seconds()), nil
}

func (r *run) place(ctx context.Context) (string, error) { return r.isAt(ctx, r.park) }

// reach goes to the corners and back.
func (r *run) reach(ctx context.Context) (string, error) {
	if len(r.corners) == 0 {
		return "", fmt.Errorf("from the park point %v no straight way is free to any corner of the reach", r.park)
	}
	refused, short := "", ""
	for _, c := range r.corners {
		err := r.thereAndBack(ctx, c.at)
		// An arm with joints refuses what lies outside of its ring, and nothing moves.
		for share := 0.8; err != nil && !arm.NeedsHoming(err) && refusal(err) && share > 0.3; share -= 0.2 {
			refused = fmt.Sprintf("; %v is refused (%v)", c.at, err)
			p := r.park
			err = r.thereAndBack(ctx, arm.Point{X: p.X + share*(c.at.X-p.X), Y: p.Y + share*(c.at.Y-p.Y), Z: p.Z})
		}
		if err != nil {
			return "", err
		}
		if c.short {
			short = ", as far as the way is free"
		}
	}
	return fmt.Sprintf("%d corners at z %.1f mm and back", len(r.corners), r.park.Z) + short + refused, nil
}

// refusal reports whether an error is a target that the arm does not go to.
func refusal(err error) bool { return errors.Is(err, arm.ErrLimit) || errors.Is(err, arm.ErrRejected) }

// thereAndBack goes from the park point to a place and back.
func (r *run) thereAndBack(ctx context.Context, to arm.Point) error {
	for _, p := range []arm.Point{to, r.park} {
		began := r.Now()
		if err := r.arm.Move(ctx, p, r.Table.Machine.TravelSpeed); err != nil {
			return err
		}
		r.legs = append(r.legs, leg{r.park.Distance(to), r.Now().Sub(began)})
		if _, err := r.isAt(ctx, p); err != nil {
			return err
		}
	}
	if len(r.legs) == 2 || r.park.Distance(to) > r.park.Distance(r.far) {
		r.far = to
	}
	return nil
}

// Bounds of a motion's time, as shares of what speed and acceleration say, and what is added.
const (
	minTimeShare = 0.85
	maxTimeShare = 1.6
	extraTime    = 700 * time.Millisecond
)

func (r *run) time(context.Context) (string, error) {
	if len(r.legs) == 0 {
		return "", errors.New("no motion has ended that could be measured")
	}
	longest := slices.MaxFunc(r.legs, func(a, b leg) int { return cmp.Compare(a.way, b.way) })
	m := r.Table.Machine
	least := arm.Takes(minTimeShare*longest.way, min(m.TravelSpeed, m.MaxSpeedXY))
	expected := motionTakes(m, longest.way, m.TravelSpeed)
	most := time.Duration(maxTimeShare*float64(expected)) + m.Overhead + extraTime
	found := fmt.Sprintf("%.0f mm at %g mm/s took %.2f s, and %.2f s by its speed and acceleration", longest.way,
		m.TravelSpeed, longest.took.Seconds(), expected.Seconds())
	switch {
	case longest.took < least:
		return "", fmt.Errorf("%s: it was faster than it can be, or says that it has arrived before it has", found)
	case longest.took > most:
		return "", fmt.Errorf("%s: it is slower", found)
	}
	return found, nil
}

// maxOffLineMM is how far from its line, in mm, beyond near, a tool may be.
const maxOffLineMM = 0.5

// straight asks where the arm is while it moves.
func (r *run) straight(ctx context.Context) (string, error) {
	moved := r.begin(ctx, 0.1)
	asking, enough := context.WithCancel(ctx)
	defer enough()
	asked := make(chan []float64, 1)
	go func() {
		var off []float64 // mm, of the places on its way
		for asking.Err() == nil {
			at, err := r.arm.Position(asking)
			if err != nil {
				break
			}
			if at.Distance(r.park) > 1 && at.Distance(r.far) > 1 {
				off = append(off, at.Beside(r.park, r.far))
			}
			r.pause(asking, 50*time.Millisecond)
		}
		asked <- off
	}()
	result := <-moved
	enough()
	off := <-asked
	if result == nil {
		result = r.move(ctx, r.park, r.Table.Machine.TravelSpeed)
	}
	switch {
	case result != nil:
		return "", result
	case len(off) == 0:
		return notOffered("it does not say where it is while it moves")
	}
	said, worst := fmt.Sprintf("while it moved it said %d times where it was", len(off)), slices.Max(off)
	if worst > r.near()+maxOffLineMM {
		return "", fmt.Errorf("%s, up to %.1f mm off the straight line", said, worst)
	}
	return fmt.Sprintf("%s, at most %.2f mm off the straight line", said, worst), nil
}

// tool takes hold of nothing and lets go.
func (r *run) tool(ctx context.Context) (string, error) {
	if err := r.arm.Grip(ctx); err != nil {
		return "", err
	}
	feeler, feels := r.arm.(arm.Feeler)
	holds := false
	var err error
	if feels {
		holds, err = feeler.Holding(ctx)
	}
	if also := r.arm.Release(ctx); err == nil {
		err = also
	}
	switch {
	case err != nil:
		return "", err
	case holds:
		return "", errors.New("it took hold of nothing over a free table, and says that it holds something")
	}
	if _, err := r.isAt(ctx, r.park); err != nil {
		return "", err
	}
	if feels {
		return "it took hold of nothing, said so, and let go", nil
	}
	return "switched on and off; what it holds it does not feel", nil
}

// holdTime is the time for which an arm is held, heldAskTime that in which it then has to say where it is, and
// maxHeldDriftMM what may change meanwhile: servos give a little.
const (
	maxHeldDriftMM = 1
	holdTime       = time.Second
	heldAskTime    = 3 * time.Second
)

// hold holds the arm in mid-motion and lets it go on.
func (r *run) hold(ctx context.Context) (string, error) {
	holder, holds := r.arm.(arm.Holder)
	if !holds {
		return notOffered("it cannot be held: a hand over the board stops it, and it homes then")
	}
	moved := r.begin(ctx, 0.35)
	began := r.Now()
	if err := holder.Hold(ctx); err != nil {
		return "", errors.Join(err, r.endOf(ctx, moved))
	}
	found := fmt.Sprintf("it stood still within %.2f s", r.Now().Sub(began).Seconds())
	first, told := r.askAt(ctx)
	r.pause(ctx, holdTime)
	second, again := r.askAt(ctx)
	ended := len(moved) > 0
	if err := holder.Resume(ctx); err != nil {
		return "", errors.Join(err, r.endOf(ctx, moved))
	}
	if err := <-moved; err != nil {
		return "", err
	}
	switch {
	case ended:
		return "", errors.New("the motion ended although it was held")
	case told && again && first.Distance(second) > maxHeldDriftMM:
		return "", fmt.Errorf("it moved while it was held, from %v to %v", first, second)
	case told && first.Beside(r.park, r.far) > r.near()+maxOffLineMM:
		return "", fmt.Errorf("it was held at %v, %.1f mm off its way", first, first.Beside(r.park, r.far))
	case told && min(first.Distance(r.park), first.Distance(r.far)) < 1:
		return "", fmt.Errorf("it was held at %v, where it did not move", first)
	case told:
		found += fmt.Sprintf(" at %v", first)
	}
	if _, err := r.isAt(ctx, r.far); err != nil {
		return "", err
	}
	return found + ", and went on to the end", r.move(ctx, r.park, r.Table.Machine.TravelSpeed)
}

// stop stops the arm in mid-motion and homes it.
func (r *run) stop(ctx context.Context) (string, error) {
	moved := r.begin(ctx, 0.35)
	began := r.Now()
	if err := r.arm.Stop(ctx); err != nil {
		return "", errors.Join(err, <-moved)
	}
	found := fmt.Sprintf("it stood still within %.2f s", r.Now().Sub(began).Seconds())
	if err := <-moved; !errors.Is(err, arm.ErrStopped) {
		return "", fmt.Errorf("the motion that was stopped ended with: %s", orNothing(err))
	}
	if err := r.arm.Move(ctx, r.park, r.gentle()); !arm.NeedsHoming(err) {
		return "", fmt.Errorf("after a stop it moves without being homed: %s", orNothing(err))
	}
	return found + ", did not move on, and homed", r.ready(ctx)
}

func orNothing(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}

// limits asks for what is out of reach.
func (r *run) limits(ctx context.Context) (string, error) {
	beyond := r.park
	beyond.Z = r.Table.Machine.Reach.Max.Z + 10
	if err := r.arm.Move(ctx, beyond, r.gentle()); !errors.Is(err, arm.ErrLimit) {
		return "", fmt.Errorf("it was sent to %v, above its reach, and answered: %s", beyond, orNothing(err))
	}
	if _, err := r.isAt(ctx, r.park); err != nil {
		return "", err
	}
	return fmt.Sprintf("%v, 10 mm above its reach, was refused, and nothing moved", beyond), nil
}

// again closes the connection and makes another.
func (r *run) again(ctx context.Context) (string, error) {
	if err := r.close(); err != nil {
		return "", err
	}
	if err := r.open(ctx); err != nil {
		return "", err
	}
	if err := r.arm.Move(ctx, r.park, r.gentle()); !arm.NeedsHoming(err) {
		return "", fmt.Errorf("over a new connection it moves without being homed: %s", orNothing(err))
	}
	return "it did not move before it was homed, and homed", r.ready(ctx)
}
