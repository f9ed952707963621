package hub

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"draughtsman/engine/process"
)

// quitGrace is the time in which a program has to leave when it is asked to.
const quitGrace = 500 * time.Millisecond

// ErrLate says that an engine gave no answer while there was time. It may still be asked again.
var ErrLate = errors.New("no answer in time")

// Client runs an engine. It is not safe for use by several goroutines at once.
type Client struct {
	name  string
	proc  *process.Talking
	say   chan string   // to be written
	lines chan string   // read; closed when nothing more comes
	ended chan struct{} // closed after lines, when err tells why
	quit  chan struct{} // closed when nobody reads lines any more
	err   error
	owed  bool // a search was broken off, and its answer is still to come
}

// Answer is what a search came to, as the engine wrote it. Ponder is the reply that it expects, if it says so. Error,
// which the protocol does not know, is why there is no move.
type Answer struct{ Move, Ponder, Error string }

// Start runs a program as an engine and has it initialise itself with the parameters given that it declares to have;
// a value that it says it cannot take is an error. The program has until ctx ends to be ready; an error leaves
// nothing running. Close ends it.
func Start(ctx context.Context, command []string, params ...Arg) (*Client, error) {
	proc, err := process.Start(command)
	if err != nil {
		return nil, err
	}
	c := &Client{
		name: command[0], proc: proc,
		say: make(chan string, 16), lines: make(chan string, 64),
		ended: make(chan struct{}), quit: make(chan struct{}),
	}
	go c.write()
	go c.read()
	if err := c.initialise(ctx, params); err != nil {
		c.stop(0)
		return nil, fmt.Errorf("%s does not start as a Hub engine: %w", command[0], err)
	}
	return c, nil
}

// Name is what the engine calls itself.
func (c *Client) Name() string { return c.name }

func (c *Client) initialise(ctx context.Context, params []Arg) error {
	if err := c.send(ctx, Msg("hub")); err != nil {
		return err
	}
	declared := map[string]Message{}
	_, err := c.await(ctx, "wait", func(m Message) {
		switch m.Command {
		case "id":
			if name := m.Value("name"); name != "" {
				c.name = strings.TrimSpace(name + " " + m.Value("version"))
			}
		case "param":
			declared[m.Value("name")] = m
		}
	})
	if err != nil {
		return err
	}
	for _, p := range params {
		m, known := declared[p.Name]
		if !known {
			continue
		}
		if values := strings.Fields(m.Value("values")); len(values) > 0 && !slices.Contains(values, p.Value) {
			return fmt.Errorf("it has no %s %s, only %s", p.Name, p.Value, strings.Join(values, ", "))
		}
		if err := c.send(ctx, Msg("set-param", "name", p.Name, "value", p.Value)); err != nil {
			return err
		}
	}
	if err := c.send(ctx, Msg("init")); err != nil {
		return err
	}
	_, err = c.await(ctx, "ready", nil)
	return err
}

// Search makes the engine think about a position, which a pos message states, and is its answer. info is called with
// each info message and may be nil. If ctx ends first the engine is told to stop, and the error is ErrLate; after any
// other error there is no more to be had from it, and it is to be closed.
func (c *Client) Search(ctx context.Context, position Message, level Level, info func(Message)) (Answer, error) {
	if err := c.settle(ctx); err != nil {
		return Answer{}, err
	}
	for _, m := range []Message{position, level.Message(), Msg("go", "think", "")} {
		if err := c.send(ctx, m); err != nil {
			return Answer{}, err
		}
	}
	c.owed = true
	m, err := c.await(ctx, "done", func(m Message) {
		if m.Command == "info" && info != nil {
			info(m)
		}
	})
	if err != nil {
		_ = c.send(ctx, Msg("stop")) // no room to say so means that it does not listen anyway
		return Answer{}, err
	}
	c.owed = false
	return Answer{Move: m.Value("move"), Ponder: m.Value("ponder"), Error: m.Value("error")}, nil
}

// settle waits until the answer to an earlier search has come, and drops it.
func (c *Client) settle(ctx context.Context) error {
	if !c.owed {
		return nil
	}
	if _, err := c.await(ctx, "done", nil); err != nil {
		return err
	}
	c.owed = false
	return nil
}

// await is the next message of a kind; others are given to meanwhile. Lines that are no messages are ignored, as the
// protocol asks.
func (c *Client) await(ctx context.Context, command string, meanwhile func(Message)) (Message, error) {
	for {
		select {
		case line, more := <-c.lines:
			if !more {
				<-c.ended
				return Message{}, c.err
			}
			m, err := Parse(line)
			if err != nil {
				continue
			}
			switch {
			case m.Command == command:
				return m, nil
			case m.Command == "error":
				return Message{}, fmt.Errorf("%s says: %s", c.name, m.Value("message"))
			case meanwhile != nil:
				meanwhile(m)
			}
		case <-ctx.Done():
			return Message{}, ErrLate
		}
	}
}

// send queues a message to be written. It waits where the program reads nothing and the queue is full.
func (c *Client) send(ctx context.Context, m Message) error {
	select {
	case c.say <- m.String() + "\n":
		return nil
	default:
	}
	select {
	case c.say <- m.String() + "\n":
		return nil
	case <-c.ended:
		return c.err
	case <-ctx.Done():
		return ErrLate
	}
}

// write writes what is to be said until the client closes. Errors show in what is read: a program that closed its
// input has gone, or will not answer.
func (c *Client) write() {
	for {
		select {
		case line := <-c.say:
			_, _ = io.WriteString(c.proc.In, line)
			if line == farewell {
				_ = c.proc.In.Close()
				return
			}
		case <-c.ended:
			return
		}
	}
}

const farewell = "quit\n"

// longestLine is the longest line that is read, in bytes.
const longestLine = 1 << 20

// read hands on lines until the program closes its output or breaks the line limit, and then sees it end.
func (c *Client) read() {
	defer close(c.ended)
	defer close(c.lines)
	in := bufio.NewScanner(c.proc.Out)
	in.Buffer(nil, longestLine)
	for in.Scan() {
		select {
		case c.lines <- in.Text():
		case <-c.quit: // but the program may still want to write
		}
	}
	if in.Err() != nil {
		c.proc.Kill()
	}
	c.err = c.proc.Wait()
}

// Close tells the engine to quit, kills it if it does not, and returns when it has ended.
func (c *Client) Close() error {
	c.stop(quitGrace)
	return nil
}

// stop ends the program after so much time to leave by itself.
func (c *Client) stop(patience time.Duration) {
	select {
	case <-c.quit:
		return // stopped before
	default:
		close(c.quit)
	}
	select {
	case c.say <- farewell:
	default:
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-c.ended:
	case <-timer.C:
		c.proc.Kill()
		<-c.ended
	}
}
