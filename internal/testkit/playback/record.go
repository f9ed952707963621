package playback

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Recorder is a port that remembers what goes over it, to be played back.
type Recorder struct {
	port io.ReadWriteCloser

	mu   sync.Mutex
	last time.Time
	text strings.Builder
}

// Record remembers what goes over a port from now on.
func Record(port io.ReadWriteCloser) *Recorder { return &Recorder{port: port, last: time.Now()} }

// Read is the port's.
func (r *Recorder) Read(b []byte) (int, error) {
	n, err := r.port.Read(b)
	if n > 0 {
		r.note('<', b[:n])
	}
	return n, err
}

// Write is the port's. What is answered at once is answered after it.
func (r *Recorder) Write(b []byte) (int, error) {
	r.note('>', b)
	return r.port.Write(b)
}

// Close is the port's.
func (r *Recorder) Close() error { return r.port.Close() }

func (r *Recorder) note(way byte, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if passed := now.Sub(r.last); passed > 0 {
		fmt.Fprintf(&r.text, "+ %v\n", passed)
	}
	r.last = now
	fmt.Fprintf(&r.text, "%c %q\n", way, b)
}

// String is the exchange as a text, a line each: "> " and what the driver wrote, "< " and what the controller sent,
// both as Go strings, "+ " and the time that passed. Parse reads it.
func (r *Recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// Parse reads a recorded exchange. Empty lines and those that begin with # say nothing.
func Parse(text string) ([]Step, error) {
	var steps []Step
	number := 0
	for l := range strings.Lines(text) {
		number++
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		kind, rest, _ := strings.Cut(l, " ")
		var step Step
		var err error
		switch kind {
		case "+":
			var d time.Duration
			d, err = time.ParseDuration(rest)
			step = Wait(d)
		case ">", "<":
			var bytes string
			bytes, err = strconv.Unquote(rest)
			if step = Expect(bytes); kind == "<" {
				step = Say(bytes)
			}
		default:
			err = fmt.Errorf("%q is neither >, < nor +", kind)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the recorded exchange: %w", number, err)
		}
		steps = append(steps, step)
	}
	return steps, nil
}
