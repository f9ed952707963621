package dobot

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"draughtsman/arm"
	"draughtsman/arm/session"
	"draughtsman/internal/testkit/expect"
)

// An answer closes its own command, those before it are lost, and what comes behind stays open. Numbers that do not
// rise are a restarted controller's, the same once more, too.
func TestReceive(t *testing.T) {
	for number, restarted := range map[uint64]bool{7: true, 8: true, 9: false} {
		var all []*session.Answer
		l := &link{conn: &session.Session{}, counted: true, last: 8}
		for _, p := range []Packet{pace(100, 200), motion(arm.Point{}), pace(20, 200)} {
			all = append(all, &session.Answer{Line: session.Line{Text: p.text()}})
		}
		l.sent, l.conn.Open = slices.Clone(all), slices.Clone(all)
		b, err := queued(idMove, binary.LittleEndian.AppendUint64(nil, number)).Encode()
		expect.OK(t, err)
		l.receive(string(b))
		lost := l.conn.Distrust
		switch {
		case restarted && !errors.Is(lost, arm.ErrPositionLost), !restarted && lost != nil:
			t.Errorf("number %d: %v", number, lost)
		case !restarted && (!all[1].Done || !errors.Is(all[0].Err, errLost) || !slices.Equal(l.conn.Open, all[2:])):
			t.Errorf("lost: %v, answered: %v, open: %v", all[0].Err, all[1].Done, l.conn.Open)
		}
	}
}
