package main

import (
	"cmp"
	"context"
	"errors"
	"net"
	"time"

	"draughtsman/engine/dxp"
	"draughtsman/engine/league"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
	"draughtsman/internal/engine"
)

type dxpCommand struct {
	Connect  string         `help:"Ask the program at this address for a game; if not given, wait to be asked." placeholder:"HOST:PORT"`
	Listen   string         `default:"localhost:27531" help:"Where to wait (${default})." placeholder:"HOST:PORT"`
	Rules    string         `default:"international" help:"The rule set, on which both have agreed: english, csci561, csc242, league, checkersbot, italian, pool, spanish, russian, brazilian, czech, international or frisian (${default})." placeholder:"NAME"`
	Side     string         `default:"white" enum:"white,black" help:"What to play with --connect: white or black (${default})."`
	Minutes  uint8          `default:"5" help:"Minutes of each player for that game, up to 255 (${default})." placeholder:"N"`
	Moves    uint8          `default:"75" help:"Moves of each player after which it ends; 0 for any number (${default})." placeholder:"N"`
	Patience moment         `default:"2m" help:"How long the other program may be silent, beyond what its clock has left (${default})." placeholder:"TIME"`
	Threads  engine.Threads `default:"1" help:"How many threads search at once (${default})." placeholder:"N"`
}

// Help is what --help adds.
func (dxpCommand) Help() string {
	return `Plays another program by the DamExchange protocol and prints each game as PDN; docs/hub.md has more.

  checkers dxp
  checkers dxp --connect localhost:27531 --side black --minutes 10`
}

// Run plays the game that it asks for, or all those that it is asked for, one after another.
func (c dxpCommand) Run(ctx context.Context, s *session) error {
	rules, err := variant.Named(c.Rules)
	if err != nil {
		return wrongUsage("--rules: %w", err)
	}
	on := dxp.Session{Name: "Draughtsman", Rules: rules, Patience: time.Duration(c.Patience), Now: time.Now,
		Note: s.note, New: func(size int) variant.Searcher {
			return variant.NewSearcher(rules, size, variant.Positional(), zerosum.Options{Threads: int(c.Threads)})
		}}
	if c.Connect != "" {
		if on.Conn, err = (&net.Dialer{Timeout: on.Patience}).DialContext(ctx, "tcp", c.Connect); err != nil {
			return err
		}
		context.AfterFunc(ctx, func() { _ = on.Conn.Close() }) // it ends with the command
		colour := map[string]byte{"white": 'W', "black": 'Z'}[c.Side]
		return cmp.Or(context.Cause(ctx), s.printed(on.Lead(ctx, colour, int(c.Minutes), int(c.Moves))))
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	s.note("waiting for games at " + listener.Addr().String())
	for {
		at := on
		if at.Conn, err = listener.Accept(); err != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
		stop := context.AfterFunc(ctx, func() { _ = at.Conn.Close() })
		for err == nil {
			err = s.printed(at.Follow(ctx))
		}
		stop()
		_ = at.Conn.Close()
		s.note(err.Error())
	}
}

// printed prints a game as far as it was played.
func (s *session) printed(g dxp.Game, err error) error {
	if g.Game == nil {
		return err
	}
	tags := []pdn.Tag{{Name: g.Rules().Names[0], Value: g.Names[0]}, {Name: g.Rules().Names[1], Value: g.Names[1]},
		{Name: pdn.TerminationTag, Value: pdn.Plain(cmp.Or(g.Reason, "unterminated"))}}
	return errors.Join(err, pdn.Write(s.out, pdn.Game{Tags: tags, Result: g.Result,
		Variant: &league.Variant{Rules: g.Rules(), Start: g.Start(), Moves: g.Moves()}}))
}
