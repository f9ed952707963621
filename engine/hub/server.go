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

	"draughtsman/engine/variant"
)

// The parameters of an engine here, and the bounds of the table's megabytes and of the threads.
const (
	paramVariant = "variant"
	paramTable   = "table"
	paramThreads = "threads"
	paramBook    = "book"
	defaultTable = 32
	largestTable = 4096
	mostThreads  = 64
)

// thinkWithoutLevel is how long a "go think" takes before any level was given.
const thinkWithoutLevel = time.Second

// Serve talks as an engine with whoever writes to in and reads from out, until it is told to quit, in ends, or ctx
// does. A search under way is then stopped and answered; but one told to think within limits thinks on before a quit
// or another search: no client asks for these in a search, only a script whose lines all come at once.
//
// A reader that never ends keeps one goroutine waiting for it after Serve has returned.
func Serve(ctx context.Context, in io.Reader, out io.Writer, engine Engine) error {
	s := &server{ctx: ctx, engine: engine, out: out, settings: Settings{TableMB: defaultTable, Threads: 1},
		idle: make(chan struct{})}
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
	settings Settings
	searcher Searcher // nil until it is needed
	size     int      // that it is for
	position variant.Position
	history  []variant.Position // before position
	games    uint64             // that were begun before this one
	level    Level

	search  *search       // the one under way, nil for none
	answers chan answer   // of that search, nil for none
	idle    chan struct{} // closed once the searcher is free
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

// handle does what a line asks for and reports whether it was to quit. What is complained of changes nothing: neither
// what is known nor the search under way.
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
		s.games++
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
	s.say(Msg("param", "name", paramVariant, "value", VariantName(s.rules), "type", "enum", "values",
		strings.Join(variantNames(), " ")))
	s.say(Msg("param", "name", paramTable, "value", strconv.Itoa(s.settings.TableMB), "type", "int", "min",
		"1", "max", strconv.Itoa(largestTable)))
	s.say(Msg("param", "name", paramThreads, "value", strconv.Itoa(s.settings.Threads), "type", "int", "min", "1", "max",
		strconv.Itoa(mostThreads)))
	if s.engine.Book != nil {
		s.say(Msg("param", "name", paramBook, "value", strconv.FormatBool(s.settings.Book), "type", "bool"))
	}
	s.say(Msg("wait"))
}

func (s *server) set(name, value string) error {
	switch {
	case name == paramVariant:
		rules, err := variantNamed(value)
		if err != nil {
			return err
		}
		s.stop()
		s.use(rules)
	case name == paramTable:
		return s.number(&s.settings.TableMB, name, value, "megabytes", largestTable)
	case name == paramThreads:
		return s.number(&s.settings.Threads, name, value, "a number", mostThreads)
	case name == paramBook && s.engine.Book != nil:
		on, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%s=%s: want true or false", name, value)
		}
		s.settings.Book = on
	case s.engine.Book != nil:
		return fmt.Errorf("there is no parameter %q; there are %s, %s, %s and %s", name, paramVariant, paramTable,
			paramThreads, paramBook)
	default:
		return fmt.Errorf("there is no parameter %q; there are %s, %s and %s", name, paramVariant, paramTable, paramThreads)
	}
	return nil
}

// number sets one of the settings.
func (s *server) number(setting *int, name, value, what string, most int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("%s=%s: want %s, 1 to %d", name, value, what, most)
	}
	s.stop()
	*setting, s.searcher = n, nil
	return nil
}

// use takes up a rule set, at its start position.
func (s *server) use(rules variant.Rules) {
	s.rules, s.searcher, s.history = rules, nil, nil
	s.position, _ = rules.Start(rules.Size) // that there is its board needs no asking
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
