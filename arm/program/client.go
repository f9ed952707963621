package program

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// client sends requests and takes their answers, which may come in any order. It ends with the first line that is no
// answer to an open request.
type client struct {
	port    io.ReadWriteCloser
	log     zerolog.Logger
	writing sync.Mutex     // requests are opened in the order in which they are written
	ends    sync.WaitGroup // of the reader, and of closing the port

	session.Monitor     // its end is why no answer will come any more
	asked           int // the last id
	open            map[int]*call
}

// call is a request and what became of it. It changes under the client's lock.
type call struct {
	method string
	done   bool
	result json.RawMessage
	err    error
}

// newClient begins a conversation over a port, whose Close ends a Read that is under way.
func newClient(port io.ReadWriteCloser, log zerolog.Logger) *client {
	s := &client{port: port, log: log, open: map[int]*call{}}
	s.ends.Go(s.read)
	return s
}

func (s *client) read() {
	lines := bufio.NewScanner(s.port)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		s.log.Debug().Str("line", lines.Text()).Msg("from the arm")
		if err := s.receive(lines.Bytes()); err != nil {
			s.fail(err)
			return
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		s.fail(fmt.Errorf("it wrote a line of more than %d bytes", maxLine))
	case err != nil:
		s.fail(err)
	default:
		s.fail(errors.New("it closed its standard output"))
	}
}

// receive takes a line. An error ends the conversation.
func (s *client) receive(line []byte) (err error) {
	a, err := parse(line)
	if err != nil {
		return err
	}
	s.Do(func() {
		c := s.open[*a.ID]
		switch {
		case c == nil && *a.ID >= 1 && *a.ID <= s.asked:
			err = fmt.Errorf("it answered request %d a second time", *a.ID)
		case c == nil:
			err = fmt.Errorf("it answered request %d, and no such request was made", *a.ID)
		default:
			delete(s.open, *a.ID)
			c.done, c.result = true, a.Result
			if a.Error != nil {
				c.err = &failureError{*a.Error}
			}
		}
	})
	return err
}

// fail ends the conversation: every open request fails, and the program is ended. The first reason is kept.
func (s *client) fail(reason error) {
	s.Do(func() {
		if s.Ended() != nil {
			return
		}
		if !errors.Is(reason, arm.ErrDisconnected) {
			reason = fmt.Errorf("%w, the arm's program is ended: %w", arm.ErrDisconnected, reason)
		}
		s.End(reason)
		for id, c := range s.open {
			delete(s.open, id)
			c.done, c.err = true, reason
		}
		s.ends.Go(func() {
			if err := s.port.Close(); err != nil {
				s.log.Warn().Err(err).Msg("the arm's program does not end")
			}
		})
	})
}

// send writes a request, unless there is a reason against it at that very moment. Both functions are called with the
// lock held; sent is told the request.
func (s *client) send(method string, params any, against func() error, sent func(*call)) (*call, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	c := &call{method: method}
	r := request{Method: method, Params: params}
	var err error
	s.Do(func() {
		if err = s.Ended(); err == nil {
			err = against()
		}
		if err == nil {
			s.asked++
			r.ID = s.asked
			s.open[r.ID] = c
			sent(c)
		}
	})
	if err != nil {
		return nil, err
	}
	line, err := r.encode()
	if err == nil {
		s.log.Debug().RawJSON("line", line[:len(line)-1]).Msg("to the arm")
		_, err = s.port.Write(line)
	}
	if err != nil {
		// Its end says more than that it takes no more lines.
		_ = s.Wait(context.Background(), time.Second, func() bool { return false })
		s.fail(fmt.Errorf("it takes no more requests: %w", err))
		return nil, s.Err()
	}
	return c, nil
}

// ask sends a request that moves nothing and waits for its answer. When ctx ends the answer is still owed.
func (s *client) ask(ctx context.Context, method string, params any, limit time.Duration) (json.RawMessage, error) {
	return s.askUnless(ctx, method, params, limit, func() error { return nil })
}

// askUnless is ask unless there is a reason against it when it is sent.
func (s *client) askUnless(ctx context.Context, method string, params any, limit time.Duration,
	against func() error) (json.RawMessage, error) {
	c, err := s.send(method, params, against, func(*call) {})
	if err != nil {
		return nil, err
	}
	err = s.Wait(ctx, limit, func() bool { return c.done })
	if errors.Is(err, session.ErrTimeout) {
		return nil, s.late(c, limit)
	}
	if err != nil && !c.over(s) {
		return nil, err
	}
	return c.result, c.err
}

// over reports whether a call has been answered, or never will be.
func (c *call) over(s *client) (done bool) {
	s.Do(func() { done = c.done })
	return done
}

// late ends a conversation in which an answer has not come in time.
func (s *client) late(c *call, limit time.Duration) error {
	s.fail(fmt.Errorf("%w: it has not answered %s for %v", arm.ErrNoAnswer, c.method, limit))
	return s.Err()
}

// close ends the conversation from this side.
func (s *client) close() error {
	err := s.port.Close()
	s.fail(errors.New("the connection was closed from here"))
	s.ends.Wait()
	return err
}
