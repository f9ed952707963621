package league

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"draughtsman/engine/process"
	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// Spec is a player by name, before it has a seat.
type Spec struct {
	Name   string // in tables and records
	Text   string // as given, without a name before it
	Person bool   // who sits at the terminal
	// Punctual players are of this program and stop thinking when their time is up: they are late only when the
	// machine is.
	Punctual bool

	check func(variant.Rules, int) error // nil where any board will do
	sit   func(context.Context, Seat) (Player, error)
}

// Kinds says which players there are, a line each.
const Kinds = `random             any legal move
minimax:DEPTH      plain minimax over men and kings, DEPTH plies deep
alphabeta:DEPTH    the same with alpha-beta pruning
simpleai           minimax that deepens over man 1, king 3, for 85 % of its time
engine             the full engine, for its time; engine:6 looks 6 plies deep,
                   engine:nodes=20000 at so many positions, engine:LEVEL errs like
                   people: newcomer, learner, beginner, novice, casual, amateur,
                   club, strong, expert, master; engine:full+book and
                   engine:nodes=20000+book open by the book of English draughts
person             a person at this terminal; person:Ann has a name
hub:COMMAND        a program that speaks the Hub protocol
python:FILE:CLASS  a class in Python, see docs/bots.md
csci561:COMMAND    a program that reads input.txt and writes output.txt (8×8)`

// named is a name given to a player: "fast=engine:4".
var named = regexp.MustCompile(`^([\pL\pN_.-]+)=(.+)$`)

// ParsePlayer reads a player as Kinds has it, with or without a name of its own before it. Programs without a directory
// are looked for on the PATH, then in the directory beside.
func ParsePlayer(text, beside string) (Spec, error) {
	spec := Spec{Name: text, Text: text}
	if parts := named.FindStringSubmatch(text); parts != nil {
		spec.Name, spec.Text = parts[1], parts[2]
	}
	kind, rest, given := strings.Cut(spec.Text, ":")
	var err error
	switch kind {
	case "random":
		spec.Punctual = true
		spec.sit = func(_ context.Context, s Seat) (Player, error) { return random{source: s.source()}, nil }
		err = nothingAfter(kind, given)
	case "simpleai":
		spec.Punctual = true
		spec.sit = func(_ context.Context, s Seat) (Player, error) {
			return simpleAI{lookAhead{source: s.source(), scoring: variant.SimpleAI(), method: zerosum.Method{Estimate: true}}},
				nil
		}
		err = nothingAfter(kind, given)
	case "minimax", "alphabeta":
		err = spec.parseDepth(rest, kind == "alphabeta")
	case "engine":
		spec.Punctual = true
		err = spec.parseLevel(rest, given)
	case "person":
		spec.Person = true
		name := "person"
		if given {
			name = rest
		}
		if spec.Name == text {
			spec.Name = name
		}
		name = spec.Name
		spec.sit = func(_ context.Context, s Seat) (Player, error) { return person{name: name, seat: s}, nil }
		if name == "" {
			err = fmt.Errorf("the person has no name")
		}
	case "hub", "csci561":
		err = spec.parseCommand(kind, rest, beside)
	case "python":
		err = spec.parsePython(rest)
	default:
		err = fmt.Errorf("there is no such player; there are:\n%s", Kinds)
	}
	if err != nil {
		return Spec{}, fmt.Errorf("player %q: %w", text, err)
	}
	return spec, nil
}

// Check says why the player cannot play by some rules on a board of a size.
func (s Spec) Check(rules variant.Rules, size int) error {
	if s.check == nil {
		return nil
	}
	if err := s.check(rules, size); err != nil {
		return fmt.Errorf("player %s: %w", s.Name, err)
	}
	return nil
}

// Sit gives the player a seat. ctx bounds how long it may take to get ready.
func (s Spec) Sit(ctx context.Context, seat Seat) (Player, error) { return s.sit(ctx, seat) }

func nothingAfter(kind string, given bool) error {
	if given {
		return fmt.Errorf("%s takes nothing after a colon", kind)
	}
	return nil
}

func (s *Spec) parseDepth(text string, prune bool) error {
	depth, err := number(text, zerosum.MaxPly)
	if err != nil {
		return fmt.Errorf("want a depth in plies after the colon: %w", err)
	}
	method := zerosum.Method{Depth: int(depth), Estimate: true, Prune: prune}
	s.sit = func(_ context.Context, seat Seat) (Player, error) {
		return lookAhead{source: seat.source(), scoring: variant.Material(), method: method}, nil
	}
	return nil
}

func (s *Spec) parseLevel(text string, given bool) error {
	limits, err := parseStrength(text, given)
	if err != nil {
		return fmt.Errorf("want a level such as engine:club, engine:6 or engine:nodes=20000: %w", err)
	}
	s.sit = func(_ context.Context, seat Seat) (Player, error) { return newEngine(seat, limits), nil }
	return nil
}

func parseStrength(text string, given bool) (strength, error) {
	if !given {
		text = search.Full
	}
	text, book := strings.CutSuffix(text, "+book")
	limits, err := parseLimits(text)
	if limits.book = book; err == nil && book && limits.level.Name != "" && limits.level.Name != search.Full {
		err = fmt.Errorf("level %s errs, and does not play by the book", limits.level.Name)
	}
	return limits, err
}

func parseLimits(text string) (strength, error) {
	if count, found := strings.CutPrefix(text, "nodes="); found {
		nodes, err := number(count, 1<<40)
		return strength{nodes: nodes}, err
	}
	plies := strings.TrimPrefix(text, "depth=")
	if plies == text && strings.Trim(text, "0123456789") != "" {
		level, err := search.LevelNamed(text)
		return strength{level: level, depth: level.Depth}, err
	}
	depth, err := number(plies, zerosum.MaxDepth)
	return strength{depth: int(depth)}, err
}

func (s *Spec) parseCommand(kind, line, beside string) error {
	command, err := process.ParseCommand(line)
	if err != nil {
		return err
	}
	if command[0], err = process.Find(command[0], beside); err != nil {
		return err
	}
	if kind == "csci561" {
		s.check = checkFiles
		s.sit = func(context.Context, Seat) (Player, error) { return newFiles(command) }
		return nil
	}
	s.sit = func(ctx context.Context, seat Seat) (Player, error) { return newHubPlayer(ctx, command, seat), nil }
	return nil
}

func number(text string, most uint64) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%q is not a number from 1 to %d", text, most)
	}
	return n, nil
}
