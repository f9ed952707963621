package feetech

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm/session"
)

// How often a servo is asked before it counts as silent: with patience, each time but the first for twice as long as
// before, which is 1.6 s in all (a busy computer takes its time, and meanwhile the arm stands still), or hastily,
// when it has to stand still. What is asked may be asked again: nothing is changed by it, and an answer that comes
// late counts.
const (
	patientAttempts = 5
	hastyAttempts   = 2
	nameAttempts    = 4 // for its name, of a servo that has not answered hastily: twice as many signs that it is not there
)

// errSilent is a servo that has not answered; callers say which and why.
var errSilent = errors.New("no answer")

// bus is a conversation with servos on one line: one asks, the others answer, one at a time.
type bus struct {
	*session.Conn
	answer time.Duration // to wait for all replies to a request
	log    zerolog.Logger
	echo   bool // the adapter returns what is sent

	turn    session.Turn // to ask
	decoder Decoder      // with what follows inside Do
	inbox   []Packet
}

// longestReply is the most parameters that any reply to this driver has.
const longestReply = 64

func newBus(port io.ReadWriteCloser, answer time.Duration, log zerolog.Logger) *bus {
	b := &bus{answer: answer, log: log, turn: make(session.Turn, 1), decoder: Decoder{Longest: longestReply}}
	b.Conn = session.Packets(port, func(p []byte) {
		b.decoder.Feed(p, func(p Packet) { b.inbox = append(b.inbox, p) })
	})
	return b
}

// ask sends a request and returns the replies of so many parameters that came from the servos named, by id. Those of
// others, and those that come late, are dropped. Without names it only sends.
func (b *bus) ask(ctx context.Context, request Packet, from []byte, params int) (map[byte]Packet, error) {
	return b.askFor(ctx, b.answer, request, from, params)
}

// askFor is ask with a time of its own to wait for all replies.
func (b *bus) askFor(ctx context.Context, limit time.Duration, request Packet, from []byte,
	params int) (map[byte]Packet, error) {
	text, err := request.Encode()
	if err != nil {
		return nil, err
	}
	giveBack, err := b.turn.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer giveBack()
	b.Do(func() {
		b.decoder.Reset() // what is left belongs to an earlier request
		b.inbox = b.inbox[:0]
		if b.echo {
			b.decoder.Expect(text)
		}
		err = b.Ended()
	})
	if err != nil {
		return nil, err
	}
	b.log.Trace().Hex("bytes", text).Msg("to the arm")
	if err := b.Write(text); err != nil {
		return nil, err
	}
	return b.collect(ctx, limit, from, params)
}

// collect waits for replies. Those that came by the time are the answer also when others did not.
func (b *bus) collect(ctx context.Context, limit time.Duration, from []byte, params int) (map[byte]Packet, error) {
	replies := map[byte]Packet{}
	err := b.Wait(ctx, limit, func() bool {
		for _, p := range b.inbox {
			b.log.Trace().Uint8("servo", p.ID).Uint8("status", p.Code).Hex("data", p.Params).Msg("arm says")
			if slices.Contains(from, p.ID) && len(p.Params) == params {
				replies[p.ID] = p
			}
		}
		b.inbox = b.inbox[:0]
		return len(replies) == len(from)
	})
	if err != nil && !errors.Is(err, session.ErrTimeout) {
		return nil, err
	}
	return replies, nil
}

// presence is what comes of asking a servo for its name.
type presence int

const (
	absent presence = iota
	present
	garbled // something answers, and hardly ever as one servo does
)

// ping asks for a servo by its name, so many times.
func (b *bus) ping(ctx context.Context, id byte, attempts int) (presence, error) {
	strange := 0
	for try := range attempts {
		before := b.heard()
		replies, err := b.askFor(ctx, b.answer<<max(0, try-1), Packet{ID: id, Code: Ping}, []byte{id}, 0)
		switch {
		case err != nil:
			return absent, err
		case len(replies) > 0:
			return present, nil
		case b.several(before, pingLength):
			strange++
		}
	}
	if strange > attempts/2 {
		return garbled, nil
	}
	return absent, nil
}

// get reads registers of one servo. The error of one that stays silent is errSilent.
func (b *bus) get(ctx context.Context, id byte, address, length int) (Packet, error) {
	for try := range patientAttempts {
		replies, err := b.askFor(ctx, b.answer<<max(0, try-1), Packet{ID: id, Code: Read,
			Params: []byte{byte(address), byte(length)}}, []byte{id}, length)
		if err != nil {
			return Packet{}, err
		}
		if p, ok := replies[id]; ok {
			return p, nil
		}
	}
	return Packet{}, errSilent
}

// getAll reads the same registers of several servos, in one request if nothing gets lost: only those that did not
// answer are asked again, at last each by itself. What a servo that stays silent would have said is missing.
func (b *bus) getAll(ctx context.Context, ids []byte, address, length, tries int) (map[byte]Packet, error) {
	all := map[byte]Packet{}
	missing := slices.Clone(ids)
	ask := func(limit time.Duration, request Packet, ids []byte) error {
		replies, err := b.askFor(ctx, limit, request, ids, length)
		maps.Copy(all, replies)
		missing = slices.DeleteFunc(missing, func(id byte) bool { _, ok := all[id]; return ok })
		return err
	}
	for try := 0; try < tries && len(missing) > 0; try++ {
		if err := ask(b.answer<<max(0, try-1), Packet{ID: Broadcast, Code: SyncRead,
			Params: append([]byte{byte(address), byte(length)}, missing...)}, slices.Clone(missing)); err != nil {
			return nil, err
		}
	}
	for left := len(missing) + 1; 0 < len(missing) && len(missing) < left; {
		left = len(missing)
		if err := ask(b.answer, Packet{ID: missing[0], Code: Read, Params: []byte{byte(address), byte(length)}},
			missing[:1:1]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// setting is what is written to one servo.
type setting struct {
	id   byte
	data []byte
}

// putAll writes the same registers of several servos, each its own data. No servo answers to it; whether it arrived
// is seen by reading.
func (b *bus) putAll(address int, settings []setting) error {
	p, err := toAll(address, settings)
	if err == nil {
		_, err = b.ask(context.Background(), p, nil, 0)
	}
	return err
}

// toAll is the packet that writes the same registers of several servos.
func toAll(address int, settings []setting) (Packet, error) {
	params := []byte{byte(address), 0}
	for _, s := range settings {
		if err := mayWrite(address, s.data); err != nil {
			return Packet{}, err
		}
		params[1] = byte(len(s.data))
		params = append(append(params, s.id), s.data...)
	}
	return Packet{ID: Broadcast, Code: SyncWrite, Params: params}, nil
}
