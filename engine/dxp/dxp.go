// Package dxp plays draughts against other programs over TCP by the DamExchange protocol, version 1, from both ends.
//
// The protocol is Frank Mesander's: http://www.mesander.nl/damexchange/edxpmain.htm. A game's end is confirmed as by
// https://github.com/rhalbersma/scan (src/dxp.cpp) and https://github.com/rhalbersma/mobydam (main/dxp.c). Boards of
// other sizes are as in https://github.com/AttackingOrDefending/pydraughts (draughts/core/game.py).
package dxp

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/hub"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// message is one without the NUL that ends it: a letter for its kind, and its fields. W is White there, and Z Black.
type message string

var form, squares = regexp.MustCompile(`^(` + strings.Join([]string{
	`R01[ -~]{32}[WZ]\d{6}(A|B[WZ][ewzWZ]+)`, // GAMEREQ: version, name, who is asked, minutes, moves; A, or B and position
	`A[ -~]{32}[0-3]`,                        // GAMEACC: name; yes, another version, not this game, no game
	`M\d{10}(\d\d)*`,                         // MOVE: seconds, from, to, number of pieces taken, their squares
	`E[0-3][01]`,                             // GAMEEND: no reason, I lose, draw, I win; 1 for no other game
	`C(?s:.+)`,                               // CHAT: text
	`B\d{3}[WZ]`,                             // BACKREQ: number of a move, who makes it
	`K[0-2]`,                                 // BACKACC: yes, not done here, no
}, "|") + `)$`), regexp.MustCompile(`\d\d?`)

// parse is the message of a text that was read with its NUL, unless that has failed.
func parse(text []byte, err error) (message, error) {
	m := message(strings.TrimSuffix(string(text), "\x00"))
	if err == nil && (!form.MatchString(string(m)) || m[0] == 'M' && len(m) != 11+2*m.number(9, 11)) {
		err = fmt.Errorf("%q is no message of DXP 1", m)
	}
	return m, err
}

// number is the field of digits in m[from:to].
func (m message) number(from, to int) int {
	n, _ := strconv.Atoi(string(m[from:to]))
	return n
}

// name is the field that begins there.
func (m message) name(from int) string { return strings.TrimRight(string(m[from:from+32]), " ") }

// start is the position of a GAMEREQ.
func (m message) start(rules variant.Rules) (variant.Position, error) {
	if m[42] == 'A' {
		return rules.Start(rules.Size)
	}
	return hub.ParsePosition(rules, strings.NewReplacer("z", "b", "Z", "B").Replace(string(m[43:])))
}

// move is the legal move that a MOVE means.
func (m message) move(rules variant.Rules, p variant.Position) (variant.Move, error) {
	separator := []string{"-", "x"}[min(m.number(9, 11), 1)]
	return hub.ParseMove(rules, p, strings.Join(squares.FindAllString(string(m[5:9]+m[11:]), -1), separator))
}

// moved is a MOVE on a board of a size.
func moved(rules variant.Rules, size int, move variant.Move, seconds float64) message {
	var text string
	for _, square := range squares.FindAllString(hub.FormatMove(rules, size, move), -1) {
		text += fmt.Sprintf("%02s", square)
	}
	return message(fmt.Sprintf("M%04.0f%s%02d%s", min(seconds, 9999), text[:4], len(text)/2-2, text[4:]))
}

// Session is a connection with another program, which goes by the same rules.
type Session struct {
	Conn     net.Conn
	Name     string // of the program here
	Rules    variant.Rules
	New      func(size int) variant.Searcher // for a game
	Patience time.Duration                   // with the other program, beyond what its clock has left
	Now      func() time.Time
	Note     func(text string) // for people: what the other program says
	in       *bufio.Reader
}

// Game is one that was begun. Its result is by the rules, or else by the other program's word.
type Game struct {
	*variant.Game
	Names  [2]string  // of the programs, by Player
	Result pdn.Result // BlackWins is a win for whoever moves first
	Reason string
}

// Lead asks for a game, here with a colour, W or Z for Black, and plays it.
func (s *Session) Lead(ctx context.Context, colour byte, minutes, moves int) (g Game, err error) {
	start, _ := s.Rules.Start(s.Rules.Size) // that there is its board needs no asking
	position := strings.NewReplacer("b", "z", "B", "Z").Replace(hub.FormatPosition(s.Rules, start))
	r := message(fmt.Sprintf("R01%-32.32s%c%03d%03dB%s", s.Name, 'W'+'Z'-colour, minutes, moves, position))
	m, err := s.exchange(r, "A", 0)
	if err != nil || m[33] != '0' {
		return g, cmp.Or(err, fmt.Errorf("%q is no: to this version of DXP (1), this game (2), or any game (3)", m))
	}
	return s.play(ctx, r, start, m.name(1), colour)
}

// Follow waits to be asked for a game, and plays it. One that cannot be played is refused, and an error.
func (s *Session) Follow(ctx context.Context) (g Game, err error) {
	r, err := s.exchange("", "R", 0)
	if err != nil {
		return g, err
	}
	start, wrong := r.start(s.Rules)
	answer := map[bool]int{false: 0, true: 2}[wrong != nil]
	if err := errors.Join(wrong, s.send(message(fmt.Sprintf("A%-32.32s%d", s.Name, answer)))); err != nil {
		return g, err
	}
	return s.play(ctx, r, start, r.name(3), r[35])
}

// play plays the game of a request, here with a colour. Only who is to move may end it.
func (s *Session) play(ctx context.Context, r message, p variant.Position, name string, colour byte) (Game, error) {
	g, side := Game{Game: variant.NewGame(s.Rules, p), Names: [2]string{s.Name, name}}, variant.First
	results := []pdn.Result{pdn.Unfinished, pdn.WhiteWins, pdn.Draw, pdn.BlackWins} // as GAMEEND has them, said by First
	if (colour == 'Z') != (s.Rules.Letters[variant.First] == 'b') {
		side = variant.Second
		slices.Reverse(g.Names[:])
		slices.Reverse(results[1:])
	}
	minutes, moves := time.Duration(r.number(36, 39))*time.Minute, r.number(39, 42)
	clocks, searcher := [2]time.Duration{minutes, minutes}, s.New(p.Size())
	for ply := 0; ; ply++ {
		outcome, over := g.Outcome()
		if g.Reason = outcome.Reason; over {
			g.Result = pdn.ResultOf(checkers.Outcome{Draw: outcome.Draw, Winner: checkers.Side(outcome.Winner)})
		}
		over = over || moves > 0 && ply >= 2*moves
		p, began, m, err := g.Position(), s.Now(), message(" "), error(nil)
		if p.Turn() != side {
			m, err = s.exchange("", "ME", clocks[p.Turn()])
		} else if !over {
			level := hub.Level{Clock: true, Time: clocks[side], Moves: max(0, moves-ply/2)} // 0: of any number
			var found zerosum.Result[variant.Move]
			if found, err = searcher.Search(ctx, zerosum.Request[variant.Position]{Position: p, History: g.History(),
				Time: level.Most(), Enough: level.Budget()}, nil); err == nil {
				m = moved(s.Rules, p.Size(), found.Move, s.Now().Sub(began).Seconds())
				err = s.send(m)
			}
		}
		switch {
		case err != nil:
			return g, err
		case m[0] == 'E':
			if g.Result == pdn.Unfinished {
				g.Result, g.Reason = results[(4-m.number(1, 2))%4], name+" says so"
			}
			return g, s.send("E0" + m[2:])
		case over: // even where the other program goes on, which may not know that
			_, err = s.exchange(message(fmt.Sprintf("E%d0", slices.Index(results, g.Result))), "E", 0)
			return g, err
		}
		move, err := m.move(s.Rules, p)
		if err != nil {
			return g, err
		}
		if err := g.Play(move); err != nil {
			return g, err
		}
		clocks[p.Turn()] = max(0, clocks[p.Turn()]-s.Now().Sub(began))
	}
}

// exchange says something, or "", and waits for a message of some kinds, as long as a clock and the patience allow.
func (s *Session) exchange(say message, kinds string, clock time.Duration) (m message, err error) {
	if s.in == nil {
		s.in = bufio.NewReaderSize(s.Conn, 128) // the longest message, and its NUL
	}
	if say != "" {
		err = s.send(say)
	}
	_ = s.Conn.SetReadDeadline(s.Now().Add(clock + s.Patience)) // without which reading fails, too
	for err == nil {
		m, err = parse(s.in.ReadSlice(0))
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			err = fmt.Errorf("nothing for %v", clock+s.Patience)
		case errors.Is(err, bufio.ErrBufferFull):
			err = fmt.Errorf("%d characters without an end", len(m))
		case err != nil:
		case strings.Contains(kinds, string(m[:1])):
			return m, nil
		case m[0] == 'C':
			s.Note(fmt.Sprintf("%q", m[1:]))
		case m[0] == 'B':
			err = s.send("K1")
		default:
			err = fmt.Errorf("%q out of turn", m)
		}
	}
	return "", fmt.Errorf("from the other program: %w", err)
}

func (s *Session) send(m message) error {
	_ = s.Conn.SetWriteDeadline(s.Now().Add(s.Patience)) // without which writing fails, too
	_, err := s.Conn.Write(append([]byte(m), 0))
	return err
}
