package camera

import (
	"context"
	"slices"
	"sync"
)

// peekers wait for a copy of the next picture.
type peekers struct {
	mu   sync.Mutex
	list []chan Frame // each has room for one
}

// Peek waits for a copy of the next picture that arrives, whether anybody asks for that one by Next or not: it takes
// nothing from whoever does. Files and sequences have a next picture only when somebody asks for it. The errors are
// those of Next, and Peek may be called by several goroutines.
func (c *Camera) Peek(ctx context.Context) (Frame, error) {
	mine := make(chan Frame, 1)
	c.peekers.add(mine)
	for asked := c.asked; ; {
		select {
		case asked <- request{}: // one is taken, if none is being taken already
			asked = nil
		case frame := <-mine:
			return frame, nil
		case <-c.ended:
			return Frame{}, c.peekers.drop(mine, c.err)
		case <-c.closed.Done():
			return Frame{}, c.peekers.drop(mine, ErrClosed)
		case <-ctx.Done():
			return Frame{}, c.peekers.drop(mine, ctx.Err())
		}
	}
}

func (p *peekers) add(mine chan Frame) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, mine)
}

// drop has somebody wait no longer, and returns why.
func (p *peekers) drop(mine chan Frame, why error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(c chan Frame) bool { return c == mine })
	select {
	case frame := <-mine:
		_ = frame.Close() // it came in this very moment
	default:
	}
	return why
}

// show gives a copy of a picture to whoever waits for one. It is the camera's goroutine that copies: whoever reads
// pictures does not wait for that.
func (p *peekers) show(frame Frame) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.list {
		c <- Frame{Image: frame.Image.Clone(), Time: frame.Time, Number: frame.Number}
	}
	p.list = nil
}
