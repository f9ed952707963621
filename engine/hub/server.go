package hub

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// The parameters of an engine here, and the bounds of the table's megabytes.
const (
	paramVariant = "variant"
	paramTable   = "table"
	defaultTable = 32
	largestTable = 4096
)

const analysing = "analyze" //nolint:misspell // the protocol's own word

// thinkWithoutLevel is how long a "go think" takes before any level was given.
const thinkWithoutLevel = time.Second

// Serve talks as an engine with whoever writes to in and reads from out, until
// it is told to quit, in ends, or ctx does. A search under way is then stopped
// and answered; but one told to think within limits thinks on before a quit or
// another search: no client asks for these in a search, only a script whose
// lines all come at once.
//
// A reader that never ends keeps one goroutine waiting for it after Serve has
// returned.
func Serve(ctx context.Context, in io.Reader, out io.Writer, engine Engine) error {
	s := &server{ctx: ctx, engine: engine, out: out, tableMB: defaultTable, idle: make(chan struct{})}
	close(s.idle)
	s.level.MoveTime = thinkWithoutLevel
	s.use(variant.English())
	return s.run(in)
}

type server struct {
	ctx    context.Context
	engine Engine

	writing sync.Mutex
	out     io.Writer
	lost    error // writing failed: nobody reads

	rules    variant.Rules
	tableMB  int
	searcher Searcher // nil until it is needed
	size     int      // that it is for
	position variant.Position
	history  []variant.Position // before position
	level    Level

	search  *search       // the one under way, nil for none
	answers chan answer   // of that search, nil for none
	idle    chan struct{} // closed once the searcher is free
}

// search is a search under way.
type search struct {
	mode   string
	level  Level
	cancel context.CancelFunc
	// What is known so far and whether the answer has been given, while
	// server.writing is locked.
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

func (s *server) run(in io.Reader) error {
	lines, failed := make(chan string), make(chan error, 1)
	gone := make(chan struct{})
	defer close(gone)
	defer func() { <-s.idle }()
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, longestLine)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-gone:
				return
			}
		}
		failed <- scanner.Err()
	}()
	for s.failure() == nil {
		select {
		case line, more := <-lines:
			if !more {
				s.stop()
				if err := <-failed; err != nil {
					return fmt.Errorf("read Hub messages: %w", err)
				}
				return s.failure()
			}
			if quit := s.handle(line); quit {
				s.settle()
				return s.failure()
			}
		case a := <-s.answers:
			s.answered(a)
		case <-s.ctx.Done():
			s.stop()
			return s.failure()
		}
	}
	s.stop()
	return s.failure()
}

// handle does what a line asks for and reports whether it was to quit.
func (s *server) handle(line string) (quit bool) {
	m, err := Parse(line)
	if err != nil {
		s.complain(err)
		return false
	}
	switch m.Command {
	case "hub":
		s.introduce()
	case "set-param":
		err = s.set(m.Value("name"), m.Value("value"))
	case "init":
		s.say(Msg("ready"))
	case "new-game":
		s.stop()
		<-s.idle
		if s.searcher != nil {
			s.searcher.Reset()
		}
	case "pos":
		err = s.place(m)
	case "level":
		var level Level
		if level, err = ParseLevel(m); err == nil {
			s.level = level
		}
	case "go":
		err = s.start(m)
	case "ponder-hit":
		s.ponderHit()
	case "stop":
		s.stop()
	case "ping":
		s.say(Msg("pong"))
	case "quit":
		return true
	}
	if err != nil {
		s.complain(err)
	}
	return false
}

func (s *server) introduce() {
	s.say(Msg("id", "name", s.engine.Name, "version", s.engine.Version, "author", s.engine.Author))
	s.say(Msg("param", "name", paramVariant, "value", s.rules.Name, "type", "enum", "values", strings.Join(variant.Names(), " ")))
	s.say(Msg("param", "name", paramTable, "value", strconv.Itoa(s.tableMB), "type", "int", "min", "1", "max", strconv.Itoa(largestTable)))
	s.say(Msg("wait"))
}

func (s *server) set(name, value string) error {
	switch name {
	case paramVariant:
		rules, err := variant.Named(value)
		if err != nil {
			return err
		}
		s.stop()
		s.use(rules)
	case paramTable:
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > largestTable {
			return fmt.Errorf("%s=%s: want megabytes, 1 to %d", name, value, largestTable)
		}
		s.stop()
		s.tableMB, s.searcher = n, nil
	}
	return nil
}

// use takes up a rule set, at the start position of 8×8.
func (s *server) use(rules variant.Rules) {
	s.rules, s.searcher, s.history = rules, nil, nil
	s.position, _ = rules.Start(8) // that there is 8×8 needs no asking
}

// place sets up a position and plays the moves that lead on from it.
func (s *server) place(m Message) error {
	p, err := ParsePosition(s.rules, m.Value("pos"))
	if err != nil {
		return err
	}
	var history []variant.Position
	for text := range strings.FieldsSeq(m.Value("moves")) {
		move, err := ParseMove(s.rules, p, text)
		if err != nil {
			return err
		}
		history = append(history, p)
		p = s.rules.Play(p, move)
	}
	s.position, s.history = p, history
	return nil
}

// start starts a search, once one under way has come to an end.
func (s *server) start(m Message) error {
	mode := ""
	for _, name := range []string{"think", "ponder", analysing} {
		if m.Has(name) {
			mode = name
		}
	}
	if mode == "" {
		return fmt.Errorf("go: want go think, go ponder or go %s", analysing)
	}
	s.settle()
	<-s.idle
	if s.searcher == nil || s.size != s.position.Size() {
		s.size = s.position.Size()
		s.searcher = s.engine.New(s.rules, s.size, s.tableMB)
	}
	request := zerosum.Request[variant.Position]{
		Position: s.position, History: s.history, Depth: s.level.Depth, Nodes: uint64(s.level.Nodes),
	}
	if mode != "ponder" {
		request.Time = s.level.Budget()
	}
	ctx, cancel := context.WithCancel(s.ctx)
	under := &search{mode: mode, level: s.level, cancel: cancel, pondering: mode == "ponder"}
	searcher, answers, idle := s.searcher, make(chan answer, 1), make(chan struct{})
	s.search, s.answers, s.idle = under, answers, idle
	go func() {
		defer close(idle)
		r, err := searcher.Search(ctx, request, func(r zerosum.Result[variant.Move]) { s.inform(under, request.Position.Size(), r) })
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

// stopPatience is how long a search that is told to stop may take to notice.
// On a busy machine, or a large board, it may take longer: what the last
// finished depth came to is then the answer.
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
	if s.search == nil || s.search.mode != "think" || s.search.level.Endless() {
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
	m := Msg("done", "move", FormatMove(s.size, a.result.Move))
	if len(a.result.PV) > 1 {
		m.Args = append(m.Args, Arg{"ponder", FormatMove(s.size, a.result.PV[1])})
	}
	s.say(m)
}

// inform says what a finished depth came to: the score in men, the time in
// seconds, millions of nodes a second. A win after so many plies scores 300
// men less a hundredth of a man for each.
func (s *server) inform(under *search, size int, r zerosum.Result[variant.Move]) {
	pv := make([]string, len(r.PV))
	for i, m := range r.PV {
		pv[i] = FormatMove(size, m)
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
		"score", strconv.FormatFloat(float64(r.Score)/100, 'f', 2, 64),
		"nodes", strconv.FormatUint(r.Nodes, 10),
		"time", seconds(r.Elapsed),
		"nps", strconv.FormatFloat(speed, 'f', 3, 64),
		"pv", strings.Join(pv, " ")))
}

func (s *server) complain(err error) { s.say(Msg("error", "message", err.Error())) }

// failure is why nothing can be said any more, nil while it can.
func (s *server) failure() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.lost
}

func (s *server) say(m Message) {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.write(m)
}

// write says something while writing is locked.
func (s *server) write(m Message) {
	if _, err := io.WriteString(s.out, m.String()+"\n"); err != nil && s.lost == nil {
		s.lost = fmt.Errorf("write Hub messages: %w", err)
	}
}
