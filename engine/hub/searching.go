package hub

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// What a search may be for, beside pondering.
const (
	thinking  = "think"
	analysing = "analyze" //nolint:misspell // the protocol's own word
)

// search is a search under way.
type search struct {
	rules  variant.Rules
	mode   string
	level  Level
	cancel context.CancelFunc
	// What is known so far and whether the answer has been given, while server.writing is locked.
	latest *zerosum.Result[variant.Move]
	over   bool
	// An answer found while pondering is held until the opponent has moved.
	pondering bool
	held      *answer
	clock     *time.Timer // of a search that pondered, nil before
}

// answer is how a search ended.
type answer struct {
	result zerosum.Result[variant.Move]
	err    error
}

// start starts a search, once one under way has come to an end.
func (s *server) start(m Message) error {
	mode := ""
	for _, name := range []string{thinking, "ponder", analysing} {
		if m.Has(name) {
			mode = name
		}
	}
	if mode == "" {
		return fmt.Errorf("go: want go think, go ponder or go %s", analysing)
	}
	if len(s.rules.Moves(s.position)) == 0 {
		return fmt.Errorf("go: %w", zerosum.ErrNoMoves)
	}
	s.settle()
	<-s.idle
	if mode == thinking && s.settings.Book {
		if m, known := s.engine.Book(s.rules, s.position, s.games); known {
			s.say(Msg("done", "move", FormatMove(s.rules, s.position.Size(), m)))
			return nil
		}
	}
	if s.searcher == nil || s.size != s.position.Size() {
		s.size = s.position.Size()
		s.searcher = s.engine.New(s.rules, s.size, s.settings)
	}
	request := zerosum.Request[variant.Position]{
		Position: s.position, History: s.history, Depth: s.level.Depth, Nodes: uint64(s.level.Nodes),
	}
	if mode != "ponder" {
		request.Time = s.level.Most()
		if s.level.Clock {
			request.Enough = s.level.Budget()
		}
	}
	ctx, cancel := context.WithCancel(s.ctx)
	under := &search{rules: s.rules, mode: mode, level: s.level, cancel: cancel, pondering: mode == "ponder"}
	searcher, answers, idle := s.searcher, make(chan answer, 1), make(chan struct{})
	s.search, s.answers, s.idle = under, answers, idle
	go func() {
		defer close(idle)
		r, err := searcher.Search(ctx, request,
			func(r zerosum.Result[variant.Move]) { s.inform(under, request.Position.Size(), r) })
		answers <- answer{r, err}
	}()
	return nil
}

// ponderHit starts the clock of a search that pondered.
func (s *server) ponderHit() {
	if s.search == nil || !s.search.pondering {
		return
	}
	s.search.pondering = false
	if s.search.held != nil {
		s.finish(*s.search.held)
		return
	}
	if budget := s.search.level.Budget(); budget > 0 {
		s.search.clock = time.AfterFunc(budget, s.search.cancel)
	}
}

// answered takes the answer of the search under way.
func (s *server) answered(a answer) {
	if s.search.pondering {
		s.search.held = &a
		return
	}
	s.finish(a)
}

// stopPatience is how long a search that is told to stop may take to notice. On a busy machine, or a large board, it
// may take longer: what the last finished depth came to is then the answer.
const stopPatience = 20 * time.Millisecond

// stop ends the search under way with the best answer so far.
func (s *server) stop() {
	if s.search == nil {
		return
	}
	if s.search.held != nil {
		s.finish(*s.search.held)
		return
	}
	s.search.cancel()
	timer := time.NewTimer(stopPatience)
	defer timer.Stop()
	select {
	case a := <-s.answers:
		s.finish(a)
		return
	case <-timer.C:
	}
	s.writing.Lock()
	latest := s.search.latest
	s.writing.Unlock()
	if latest == nil {
		s.finish(<-s.answers)
		return
	}
	s.finish(answer{result: *latest})
}

// settle ends the search under way: one within limits when it is done.
func (s *server) settle() {
	if s.search == nil || s.search.mode != thinking || s.search.level.Endless() {
		s.stop()
		return
	}
	select {
	case a := <-s.answers:
		s.finish(a)
	case <-s.ctx.Done():
		s.stop()
	}
}

// finish says what a search came to.
func (s *server) finish(a answer) {
	s.search.cancel()
	if s.search.clock != nil {
		s.search.clock.Stop()
	}
	s.writing.Lock()
	s.search.over = true
	s.writing.Unlock()
	s.search, s.answers = nil, nil
	if a.err != nil {
		s.complain(a.err)
		return
	}
	m := Msg("done", "move", FormatMove(s.rules, s.size, a.result.Move))
	if len(a.result.PV) > 1 {
		m.Args = append(m.Args, Arg{"ponder", FormatMove(s.rules, s.size, a.result.PV[1])})
	}
	s.say(m)
}

// inform says what a finished depth came to: the score in men, the time in seconds, millions of nodes a second.
func (s *server) inform(under *search, size int, r zerosum.Result[variant.Move]) {
	pv := make([]string, len(r.PV))
	for i, m := range r.PV {
		pv[i] = FormatMove(under.rules, size, m)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if under.over {
		return
	}
	under.latest = &r
	speed := float64(r.Nodes) / max(r.Elapsed, time.Microsecond).Seconds() / 1e6
	s.write(Msg("info",
		"depth", strconv.Itoa(r.Depth),
		"score", strconv.FormatFloat(men(r.Score), 'f', 2, 64),
		"nodes", strconv.FormatUint(r.Nodes, 10),
		"time", seconds(r.Elapsed),
		"nps", strconv.FormatFloat(speed, 'f', 3, 64),
		"pv", strings.Join(pv, " ")))
}

// wonInMen is what a won position is worth, less a hundredth of a man for each ply to the end: the form that Scan has.
const wonInMen = 100

// men is a score as the protocol has it.
func men(score int) float64 {
	plies, decided := zerosum.Distance(score)
	if !decided {
		return float64(score) / 100
	}
	return math.Copysign(wonInMen-float64(plies)/100, float64(score))
}
