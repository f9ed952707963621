package firmware

import (
	"bytes"
	"regexp"
	"time"

	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/world"
)

// wire is what lies between a host and the controller, and what goes wrong there. It is a world.Actor: delays are
// simulated time.
type wire struct {
	board   *Board
	deliver func(string) // to the host
	packets bool         // and not lines are what goes over it
	partial []byte       // of a packet

	reliable bool // it lies in one computer: nothing is lost on it

	faults []Fault
	lines  int     // that the board has received
	due    []due   // faults whose line has come
	armed  []Fault // faults that wait for an answer or a line
	held   []string
	hold   time.Duration // until what is held is delivered
	replug time.Duration // until the cable is back; 0: it is
	dark   time.Duration // until the supply is back; 0: it is
	tool   leak
}

// due is a fault that happens after a time.
type due struct {
	Fault
	left time.Duration
}

// Busy is part of world.Actor.
func (w *wire) Busy() bool {
	return len(w.due) > 0 || w.hold > 0 || w.replug > 0 || w.dark > 0 || w.tool.busy()
}

// Advance is part of world.Actor.
func (w *wire) Advance(s *world.State, dt time.Duration) {
	var waiting []due
	for _, d := range w.due {
		if d.left -= dt; d.left > 0 {
			waiting = append(waiting, d)
			continue
		}
		w.happen(s, d.Fault)
	}
	w.due = waiting
	if w.hold > 0 {
		if w.hold -= dt; w.hold <= 0 {
			w.release()
		}
	}
	if w.replug > 0 {
		if w.replug -= dt; w.replug <= 0 {
			w.replug = 0
			w.board.socket.Plug()
		}
	}
	if w.dark > 0 {
		if w.dark -= dt; w.dark <= 0 {
			w.dark = 0
			w.board.brain.PowerUp()
			w.network(gantry.Socket.Plug)
		}
	}
	w.tool.advance(w, s, dt)
}

// happen is a fault whose time has come.
func (w *wire) happen(s *world.State, f Fault) {
	s.Note("fault %s", f.What)
	switch f.What {
	case Reset:
		w.board.brain.PowerUp()
		w.network(gantry.Socket.Unplug)
		w.network(gantry.Socket.Plug)
	case Halt:
		w.board.brain.Trip()
	case BrownOut:
		if k, ok := w.board.brain.(*klipper); ok {
			k.loseMCU(f.For) // whose supply is not that of the computer beside it
			return
		}
		w.board.brain.PowerUp()
		w.held, w.hold = nil, 0
		w.dark = f.For
		w.network(gantry.Socket.Unplug)
	case Unplug:
		w.held, w.hold = nil, 0
		w.replug = f.For
		w.board.socket.Unplug()
	default:
		w.armed = append(w.armed, f)
	}
}

// network does something with a socket in a network, which the controller itself keeps up: it goes down with its
// supply.
func (w *wire) network(do func(gantry.Socket)) {
	if n, ok := w.board.socket.(*network); ok && n.server == nil {
		do(n)
	}
}

// take is an armed fault of one of some kinds.
func (w *wire) take(kinds ...string) (Fault, bool) {
	for i, f := range w.armed {
		for _, kind := range kinds {
			if f.What == kind {
				w.armed = append(w.armed[:i:i], w.armed[i+1:]...)
				return f, true
			}
		}
	}
	return Fault{}, false
}

// receive passes on what a host sends, line by line or packet by packet.
func (w *wire) receive(sent []byte) {
	if w.dark > 0 {
		w.partial = nil
		return
	}
	if w.packets {
		w.partial = append(w.partial, sent...)
		for len(w.partial) > 0 {
			n := dobotCut(w.partial)
			if n == 0 {
				return
			}
			part := w.partial[:n:n]
			w.partial = w.partial[n:]
			if n > 1 {
				part = w.spoil(part)
				w.count()
			}
			w.board.brain.Receive(part)
		}
		return
	}
	for len(sent) > 0 {
		n := bytes.IndexByte(sent, '\n') + 1
		ended := n > 0
		if !ended {
			n = len(sent)
		}
		part := sent[:n]
		sent = sent[n:]
		if n > 1 {
			part = w.spoil(part)
		}
		if ended && (!w.reliable || bytes.Contains(part, []byte("gcode/script"))) {
			w.count()
		}
		w.board.brain.Receive(part)
	}
}

func (w *wire) spoil(part []byte) []byte {
	switch {
	case w.reliable:
		return part
	case w.packets && dobotMoves(part):
		if _, found := w.take(GarbleDigit); found {
			part = bytes.Clone(part)
			part[len(part)-6] ^= 0x40
			return part
		}
	case !w.packets && bytes.ContainsAny(part, "XYZ"):
		if _, found := w.take(GarbleDigit); found {
			return garbleDigit(part)
		}
	}
	f, found := w.take(LoseLine, GarbleLine)
	switch {
	case !found:
		return part
	case f.What == LoseLine:
		return nil
	}
	part = bytes.Clone(part)
	part[len(part)/2] ^= 0x15
	return part
}

// garbleDigit changes the last digit of a coordinate: the line is still a line.
func garbleDigit(part []byte) []byte {
	part = bytes.Clone(part)
	i := bytes.IndexAny(part, "XYZ") + 1
	for i < len(part) && bytes.IndexByte([]byte("-.0123456789"), part[i]) >= 0 {
		i++
	}
	if d := part[i-1]; d >= '0' && d <= '9' {
		part[i-1] = '0' + (d-'0'+5)%10
	}
	return part
}

// count notices that a line has been received.
func (w *wire) count() {
	w.lines++
	w.arm()
}

// arm takes the faults whose line has come.
func (w *wire) arm() {
	var later []Fault
	for _, f := range w.faults {
		if f.Lines > w.lines {
			later = append(later, f)
			continue
		}
		if f.Wait == 0 && f.What != Reset && f.What != Halt && f.What != Unplug && f.What != BrownOut {
			w.armed = append(w.armed, f)
			continue
		}
		w.due = append(w.due, due{f, f.Wait})
	}
	w.faults = later
}

// answer is how a firmware begins one.
var answer = regexp.MustCompile(`^(?:ok|error:|\$\d+ )`)

// send passes on what the controller says.
func (w *wire) send(text string) {
	if w.packets || answer.MatchString(text) {
		f, found := w.take(LoseAnswer, GarbleAnswer, LateAnswer)
		switch {
		case !found:
		case f.What == LoseAnswer:
			return
		case f.What == GarbleAnswer && w.packets: // its length, so that it swallows what comes behind
			text = text[:2] + string([]byte{text[2] ^ 0x15}) + text[3:]
		case f.What == GarbleAnswer:
			text = string(text[0]^0x15) + text[1:]
		case f.What == LateAnswer:
			w.hold = max(w.hold, f.For)
		}
	}
	if w.dark > 0 {
		return
	}
	if w.hold > 0 {
		w.held = append(w.held, text)
		return
	}
	w.deliver(text)
}

func (w *wire) release() {
	w.hold = 0
	for _, text := range w.held {
		w.deliver(text)
	}
	w.held = nil
}
