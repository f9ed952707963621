package servos

import (
	"slices"
	"time"

	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
)

// What can go wrong.
const (
	LoseAnswer   = "lose answer"   // the next answer does not arrive
	GarbleAnswer = "garble answer" // a byte of the next answer is another
	LateAnswer   = "late answer"   // the next answer, and all after it, come later
	LoseRequest  = "lose request"  // the next packet does not reach the servos
	BrownOut     = "brown-out"     // the supply dips and the servos restart
	Overload     = "overload"      // the shoulder has too much to lift and lets go
	Unplug       = "unplug"        // the adapter's cable is pulled
)

// Fault is something that goes wrong once.
type Fault struct {
	Packets int           // once so many packets have been sent to the servos in all
	Wait    time.Duration // and so much simulated time has gone by
	What    string        // one of the above
	For     time.Duration // of LateAnswer and Unplug
}

// wire is what lies between a host and the servos, and what goes wrong there. Delays are simulated time.
type wire struct {
	arm    *arm
	socket gantry.Socket
	echo   bool
	heard  listener

	faults  []Fault // that have not begun, in no order
	packets int     // that were sent to the servos
	armed   []Fault // faults that wait for an answer or a packet
	held    []string
	hold    time.Duration // until what is held is delivered
	replug  time.Duration // until the cable is back; 0: it is
}

func (w *wire) busy() bool {
	return w.hold > 0 || w.replug > 0 || slices.ContainsFunc(w.faults,
		func(f Fault) bool { return f.Packets <= w.packets })
}

func (w *wire) advance(s *world.State, dt time.Duration) {
	for i := 0; i < len(w.faults); i++ {
		f := &w.faults[i]
		if f.Packets > w.packets {
			continue
		}
		if f.Wait -= dt; f.Wait > 0 {
			continue
		}
		w.happen(s, *f)
		w.faults = slices.Delete(w.faults, i, i+1)
		i--
	}
	if w.hold > 0 {
		if w.hold -= dt; w.hold <= 0 {
			w.hold = 0
			for _, text := range w.held {
				w.socket.Send(text)
			}
			w.held = nil
		}
	}
	if w.replug > 0 {
		if w.replug -= dt; w.replug <= 0 {
			w.replug = 0
			w.socket.Plug()
		}
	}
}

// happen is a fault whose time has come.
func (w *wire) happen(s *world.State, f Fault) {
	s.Note("fault %s", f.What)
	switch f.What {
	case BrownOut:
		w.arm.restart()
	case Overload:
		w.arm.servos[1].m[rStatus] |= overloaded
		w.arm.servos[1].m[rTorque] = 0
	case Unplug:
		w.held, w.hold, w.replug = nil, 0, f.For
		w.socket.Unplug()
	default:
		w.armed = append(w.armed, f)
	}
}

// take is an armed fault of one of some kinds.
func (w *wire) take(kinds ...string) (Fault, bool) {
	for i, f := range w.armed {
		if slices.Contains(kinds, f.What) {
			w.armed = slices.Delete(w.armed, i, i+1)
			return f, true
		}
	}
	return Fault{}, false
}

// receive is what a host sends.
func (w *wire) receive(s *world.State, sent []byte) {
	if w.echo {
		w.deliver(sent)
	}
	for _, b := range sent {
		if !w.heard.hear(b) {
			continue
		}
		w.packets++
		if _, lost := w.take(LoseRequest); lost {
			continue
		}
		for _, reply := range w.arm.answers(&w.heard) {
			w.reply(reply)
		}
	}
	w.arm.drive(s)
}

// reply passes on what a servo says.
func (w *wire) reply(b []byte) {
	f, found := w.take(LoseAnswer, GarbleAnswer, LateAnswer)
	switch {
	case !found:
	case f.What == LoseAnswer:
		return
	case f.What == GarbleAnswer:
		b[len(b)/2] ^= 0x15
	case f.What == LateAnswer:
		w.hold = max(w.hold, f.For)
	}
	w.deliver(b)
}

func (w *wire) deliver(b []byte) {
	if w.hold > 0 {
		w.held = append(w.held, string(b))
		return
	}
	w.socket.Send(string(b))
}
