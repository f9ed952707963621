package dobot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// link has each command arrive, and once if that matters, over a line that loses packets. The session's lock guards
// what it knows.
type link struct {
	conn   *session.Session
	answer time.Duration // the longest silence of an arm that is alive
	log    zerolog.Logger

	decoder Decoder
	counted bool              // since the queue was emptied the last time
	last    uint64            // number of the command that was queued last
	sent    []*session.Answer // that have not come, in the order of their commands
	speed   session.Line      // what has set the speed last
	overdue *session.Answer   // one that is waited for in vain
}

// split cuts what comes from the arm into packets.
func (l *link) split(b []byte, emit func(string)) {
	l.decoder.feed(b, func(raw []byte) { emit(string(raw)) })
}

// errLost is the error of a command, or of its answer, where something that was sent later is answered: answers come
// in the order of the commands.
var errLost = fmt.Errorf("%w: a packet was lost on the line", arm.ErrNoAnswer)

// receive takes in one packet from the arm: the answer to the oldest command that is like it and has none. It may be
// that of a later one; then that one is taken to have none, and is asked for again.
func (l *link) receive(raw string) {
	p, err := Parse([]byte(raw))
	if err != nil {
		return
	}
	l.log.Debug().Str("line", p.text()).Msg("arm says")
	if p.Queued && len(p.Params) < 8 || !p.Write && len(p.Params) < needs[p.ID] {
		return
	}
	if p.ID == idVersion && !p.Write {
		l.conn.Version = fmt.Sprintf("%d.%d.%d", p.Params[0], p.Params[1], p.Params[2])
	}
	i := slices.IndexFunc(l.sent, func(a *session.Answer) bool {
		q := read(a.Text)
		return q.ID == p.ID && q.Write == p.Write && q.Queued == p.Queued
	})
	if i < 0 || p.Queued && !l.count(number(p.Params)) {
		return
	}
	for _, passed := range l.sent[:i] {
		l.close(passed, errLost)
	}
	a := l.sent[i]
	l.sent = l.sent[i+1:]
	a.Said = string(p.Params)
	l.close(a, nil)
}

// close delivers the answer to a command. What is to be carried out in turn is cut short while the arm is being
// stopped.
func (l *link) close(a *session.Answer, err error) {
	if l.conn.Stopping != nil && read(a.Text).Queued {
		err = l.conn.Stopping
	}
	l.conn.Deliver(a, err)
}

// count notes the number of a command that was queued. Numbers that do not rise are those of a controller that has
// restarted.
func (l *link) count(n uint64) bool {
	if l.counted && int64(n-l.last) <= 0 {
		l.restart()
		return false
	}
	l.last, l.counted = n, true
	return true
}

// restart is a reset that nobody here asked for.
func (l *link) restart() {
	l.counted = false
	l.conn.Restarted()
}

// frame is a packet as its bytes go out.
func (l *link) frame(a *session.Answer) string {
	l.sent = append(l.sent, a)
	if read(a.Text).ID == idPace {
		l.speed = session.Line{Text: a.Text}
	}
	return string(wire(a.Text))
}

// ask sends a command that may be sent twice until it is answered, each time waiting twice as long.
func (l *link) ask(ctx context.Context, p Packet) ([]byte, error) {
	said, err := l.insist(ctx, p, firstAnswerTimeout, l.answer)
	if errors.Is(err, session.ErrTimeout) {
		err = l.conn.Lost(fmt.Errorf("%w: nothing has come to %s for %v; check its power and cable, then home it",
			arm.ErrNoAnswer, meanings[p.ID], l.answer.Round(time.Second/10)))
	}
	return said, err
}

// insist sends a command until one of the times is answered; the error is session.ErrTimeout when none is in all that
// time.
func (l *link) insist(ctx context.Context, p Packet, limit, total time.Duration) ([]byte, error) {
	var tries []*session.Answer
	for began := arm.Now(); arm.Since(began) < total; limit *= 2 {
		a, err := l.conn.Send(session.Line{Text: p.text()})
		if err != nil {
			return nil, err
		}
		tries = append(tries, a)
		var answer *session.Answer
		err = l.conn.Wait(ctx, min(limit, total-arm.Since(began)), func() bool {
			lost := 0
			for _, a := range tries {
				switch {
				case a.Done && !errors.Is(a.Err, errLost):
					answer = a
				case a.Done:
					lost++
				}
			}
			return answer != nil || lost == len(tries)
		})
		switch {
		case answer != nil:
			return []byte(answer.Said), answer.Err
		case errors.Is(err, session.ErrTimeout):
			l.conn.Do(l.giveUp)
		case err != nil:
			return nil, err
		}
	}
	return nil, session.ErrTimeout
}

// giveUp drops a packet whose rest does not come, so that it does not swallow others.
func (l *link) giveUp() { l.decoder.giveUp(func(raw []byte) { l.receive(string(raw)) }) }

// strange are the first lines of what came and was no packet.
func (l *link) strange() []string {
	var skipped string
	l.conn.Do(func() { skipped = string(l.decoder.Skipped) })
	return strings.FieldsFunc(skipped, func(r rune) bool { return r == '\n' || r == '\r' })
}

// watch notices an answer that is late.
func (l *link) watch(a *session.Answer, since time.Time) error {
	l.conn.Do(func() {
		if !a.Done && arm.Since(since) >= firstAnswerTimeout {
			l.overdue = a
		}
	})
	return nil
}

func (l *link) urgent() bool { return l.overdue != nil && !l.overdue.Done }

// tend finds out what became of a command whose answer is late, and sends it again if it has not arrived.
func (l *link) tend(ctx context.Context) error {
	var a *session.Answer
	l.conn.Do(func() { a, l.overdue = l.overdue, nil })
	err := l.settle(ctx, a)
	l.conn.Do(func() {
		l.close(a, err)
		a.Err = err
	})
	return err
}

// sendAttempts is how often a command is sent before its line counts as dead.
const sendAttempts = 5

// settle makes sure that a command has arrived, once if that matters.
func (l *link) settle(ctx context.Context, a *session.Answer) error {
	p, again := read(a.Text), session.Line{Text: a.Text, Moves: a.Moves}
	for range sendAttempts {
		answered, err := l.outcome(ctx, a)
		if err == nil && !answered && p.Queued && p.ID != idPace {
			answered, err = l.arrivedInQueue(ctx, p)
		}
		if err != nil || answered {
			return err
		}
		if a, err = l.conn.SendReady(again); err != nil {
			return err
		}
	}
	return l.unsure(p)
}

// outcome waits until a command is answered, or is known not to be any more: then a question is answered that was
// asked later.
func (l *link) outcome(ctx context.Context, a *session.Answer) (answered bool, err error) {
	err = l.conn.Wait(ctx, firstAnswerTimeout, func() bool { return a.Done })
	if errors.Is(err, session.ErrTimeout) {
		_, err = l.ask(ctx, question(idVersion))
	}
	if err == nil {
		l.conn.Do(func() { err = a.Err })
	}
	if errors.Is(err, errLost) {
		return false, nil
	}
	return err == nil, err
}

// arrivedInQueue reports whether a command whose answer is lost is in the queue. The speed that is set already is
// queued once more: its number tells how many came before it.
func (l *link) arrivedInQueue(ctx context.Context, p Packet) (bool, error) {
	var before uint64
	var probe session.Line
	l.conn.Do(func() { before, probe = l.last, l.speed })
	for missing := uint64(1); missing <= sendAttempts; missing++ {
		a, err := l.conn.SendReady(probe)
		if err != nil {
			return false, err
		}
		answered, err := l.outcome(ctx, a)
		switch {
		case err != nil:
			return false, err
		case !answered:
			continue // this one may be in the queue, too
		}
		switch number([]byte(a.Said)) - before - 1 {
		case missing:
			return true, nil
		case 0:
			return false, nil
		default:
			return false, l.unsure(p)
		}
	}
	return false, l.unsure(p)
}

// unsure is the error when too much has been lost to tell what is queued.
func (l *link) unsure(p Packet) error {
	return l.conn.Lost(fmt.Errorf("%w: so much was lost on the line that it is not known whether %s has arrived; a "+
		"shorter cable, away from the motors', then home it", arm.ErrNoAnswer, meanings[p.ID]))
}
