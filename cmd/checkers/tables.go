package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
)

type tablesCommand struct {
	Build tablesBuildCommand `cmd:"" help:"Make endgame tables: won, drawn or lost, and in how many plies."`
	Merge tablesMergeCommand `cmd:"" help:"Join the tables that several computers made."`
	Check tablesCheckCommand `cmd:"" help:"Verify every value of endgame tables and count them."`
	Probe tablesProbeCommand `cmd:"" help:"Say what a position with few pieces is worth, and each of its moves."`
}

type tablesBuildCommand struct {
	Dir string `required:"" type:"path" help:"The folder for the tables; those that are there are kept." placeholder:"DIR"`
	partFlags
	Threads engine.Threads `default:"1" help:"How many threads work at once (${default})." placeholder:"N"`
	shardFlag
}

// partFlags say which tables are meant.
type partFlags struct {
	gameFlag
	Pieces int  `required:"" help:"Greatest number of pieces on the board, 2 to 6." placeholder:"N"`
	Men    *int `help:"Greatest number of men among that many pieces; all if not given." placeholder:"N"`
}

// gameFlag says whose tables they are.
type gameFlag struct {
	Rules checkers.RuleSet `default:"english" help:"The rule set, one that is played on 8×8: english, pool, russian, brazilian, czech, italian or spanish (${default})." placeholder:"NAME"`
}

// part is those tables.
func (f partFlags) part() (endgame.Part, error) {
	if f.Pieces < 2 || f.Pieces > endgame.MaxPieces {
		return endgame.Part{}, wrongUsage("--pieces %d: want 2 to %d", f.Pieces, endgame.MaxPieces)
	}
	part := endgame.Part{Game: f.Rules, Pieces: f.Pieces, Men: or(f.Men, f.Pieces)}
	if part.Men < 0 || part.Men > f.Pieces {
		return endgame.Part{}, wrongUsage("--men %d: want 0 to %d, the number of pieces", part.Men, f.Pieces)
	}
	return part, nil
}

func (tablesBuildCommand) Help() string {
	return `Solves all positions of 2 to N pieces and writes two files for each count of men and
kings, one that says who wins and one in how many plies. Every value is verified before it is written. When it is
stopped, the same command goes on where it was. 5 pieces take a minute of CPU, 300 MB of memory and 50 MB of disk,
6 pieces about twenty times as much. Those of 2 to 4 pieces of English draughts come with the program; those of
other games are put into a folder of the game's name in DIR. docs/endgame.md has more.

  checkers tables build --pieces 5 --dir tables --threads 2
  checkers tables build --rules russian --pieces 4 --dir tables

Several computers can share those with as many men and pieces; those with more men are
for later, as those with more pieces are:

  checkers tables build --pieces 6 --men 0 --dir tables --shard 1/2`
}

// Run prints what the tables hold, and how far it is on the standard error.
func (c tablesBuildCommand) Run(ctx context.Context, s *session) (err error) {
	part, err := c.part()
	if err != nil {
		return err
	}
	part.Shard = c.Shard
	if err := s.folder("dir", c.Dir); err != nil {
		return err
	}
	show := newTablesShow(s.err)
	err = endgame.BuildPart(ctx, c.Dir, part, int(c.Threads), show.tell)
	show.end()
	if errors.Is(err, context.Canceled) {
		return cli.Interrupted(ctx, "interrupted; the same command goes on where it was")
	}
	if err != nil {
		return err
	}
	if !part.Shard.IsZero() { // what others make may not be there
		fmt.Fprintf(s.out, "%s has the tables of shard %s of up to %d pieces, with %d of them up to %d men.\n", c.Dir,
			part.Shard, part.Pieces, part.Pieces, part.Men)
		return nil
	}
	return s.countTables(c.Dir, c.Rules)
}

// countTables prints what the tables of a game in a folder hold.
func (s *session) countTables(dir string, game checkers.RuleSet) (err error) {
	tables, done, err := openTables(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	printTables(s.out, tables.Of(game))
	return nil
}

type tablesCheckCommand struct {
	gameFlag
	Dir     string         `type:"path" help:"The folder with the tables; those that come with the program if not given." placeholder:"DIR"`
	Threads engine.Threads `default:"1" help:"How many threads work at once (${default})." placeholder:"N"`
}

// Help is what --help adds.
func (tablesCheckCommand) Help() string {
	return `Each value is held against those of the positions that its moves lead to, and who wins against the values.

  checkers tables check
  checkers tables check --dir tables --threads 2
  checkers tables check --dir tables --rules russian`
}

// Run prints what the tables hold once all of it has been verified.
func (c tablesCheckCommand) Run(ctx context.Context, s *session) (err error) {
	tables, done, err := openTables(c.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	if tables = tables.Of(c.Rules); tables == nil {
		return noTables(c.Rules)
	}
	show := newTablesShow(s.err)
	err = tables.Check(ctx, int(c.Threads), show.tell)
	show.end()
	if errors.Is(err, context.Canceled) {
		return cli.Interrupted(ctx, "interrupted")
	}
	if err != nil {
		return err
	}
	printTables(s.out, tables)
	return nil
}

type tablesProbeCommand struct {
	gameFlag
	FEN string `arg:"" name:"fen" help:"The position." placeholder:"FEN"`
	Dir string `type:"path" help:"The folder with the tables; those that come with the program if not given." placeholder:"DIR"`
}

// Help is what --help adds.
func (tablesProbeCommand) Help() string {
	return `Whoever is to move wins, draws or loses, and in how many plies; so it is with each move.

  checkers tables probe 'W:WK14,K19:BK1'
  checkers tables probe --dir tables 'W:WK14,K19:BK1,22'
  checkers tables probe --dir tables --rules russian 'W:WKa1,Kc3,Kc5:BKh2'`
}

// Run prints the value of the position and a line a move, the best first.
func (c tablesProbeCommand) Run(s *session) (err error) {
	p, hint, err := c.Rules.ReadFEN(c.FEN)
	if err != nil {
		return wrongUsage("%w", err)
	}
	s.note(hint)
	tables, done, err := openTables(c.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	if tables = tables.Of(c.Rules); tables == nil {
		return noTables(c.Rules)
	}
	value, known := tables.Probe(p)
	if !known {
		return fmt.Errorf("the tables do not know %s: they have positions of 2 to %d pieces with some on both sides", p.FEN(),
			tables.Pieces())
	}
	fmt.Fprintf(s.out, "%s to move: %s\n", p.Turn, value)
	type choice struct {
		move  checkers.Move
		value endgame.Value
	}
	var choices []choice
	for _, m := range p.Moves() {
		after, known := tables.Probe(p.Play(m))
		if !known {
			return fmt.Errorf("the tables do not know the position after %s", m)
		}
		choices = append(choices, choice{m, after.Before()})
	}
	slices.SortStableFunc(choices, func(a, b choice) int {
		switch {
		case a.value.Better(b.value):
			return -1
		case b.value.Better(a.value):
			return 1
		}
		return 0
	})
	for _, c := range choices {
		fmt.Fprintf(s.out, "  %-9s %s\n", c.move, c.value)
	}
	return nil
}

// noTables says that there are none of a game.
func noTables(game checkers.RuleSet) error {
	return fmt.Errorf("there are no endgame tables of %[1]s draughts there; make them with "+
		"checkers tables build --rules %[1]s", game)
}

// openTables opens the tables of a folder, or those that come with the program for "", for who asks for few distances,
// or for each of them once.
func openTables(dir string) (*endgame.Tables, func() error, error) {
	return engine.TableFlags{Tables: dir, TablesMB: 1}.Open()
}
