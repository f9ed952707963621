package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/league"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
	"draughtsman/internal/cli"
	"draughtsman/internal/files"
)

type leaguePlayCommand struct {
	Players    []string `help:"Two players or more, separated by commas; see below." placeholder:"PLAYER,..."`
	Rules      *string  `help:"The rule set: english, csci561, csc242, league, checkersbot, italian, pool, spanish, russian, brazilian, czech, international or frisian. (league)" placeholder:"NAME"`
	Size       *int     `help:"The size of the board, an even number from 4 to 26. (the rule set's own)" placeholder:"N"`
	Format     *string  `help:"Who meets whom: round-robin, each two players; elimination, the winners of a round in the next one; swiss, in each round those with equal points. (round-robin)" placeholder:"FORMAT"`
	Rounds     *int     `help:"Rounds of a swiss; 0 for as many as leave one player who has won them all. (0)" placeholder:"N"`
	Games      *int     `help:"Games between two players who meet; they take turns at moving first. (2)" placeholder:"N"`
	Time       *moment  `help:"Time a move, 0.5 or 500ms; 0 for no limit. (100ms)" placeholder:"TIME"`
	PersonTime *moment  `help:"Time a move for people; 0 for no limit. (0)" placeholder:"TIME"`
	Grace      *moment  `help:"How much later than its time a move may come, for programs on a busy machine; 0 for 50ms. (0)" placeholder:"TIME"`
	Opening    *int     `help:"Random moves that begin each game; the two games of a pair of games begin alike. (0)" placeholder:"N"`
	Ballots    bool     `help:"Begin games with the three-move ballots of English draughts, one for each pair of games, the whole deck before one comes again; with --rules english."`
	Seed       *uint64  `help:"Of all that is random. (1)" placeholder:"N"`
	shardFlag

	SPRT      *hypotheses `name:"sprt" help:"Play two players until it is decided by how much Elo the first is rather stronger, by the first number or by the second; --games is how many at most. (no)" placeholder:"ELO0,ELO1"`
	SPRTError *float64    `name:"sprt-error" help:"How likely --sprt may err, whichever holds. (0.05)" placeholder:"SHARE"`

	JSON  bool   `name:"json" help:"Print one JSON object a line for each game as it ends, as in results.jsonl, and at the end for each player."`
	Jobs  int    `help:"Games at once; 0 for one a processor." default:"0" placeholder:"N"`
	Watch bool   `help:"Show the board of a game while it goes on."`
	Pace  moment `help:"How long each move of the game watched is shown at least." default:"300ms"`

	PDN    string `name:"pdn" help:"Write all games to this new file." placeholder:"FILE"`
	Save   string `help:"Write results.jsonl, which --resume goes on from, and games.pdn to this directory." placeholder:"DIR"`
	Resume string `help:"Go on with an interrupted league, or begin one that can be gone on with: a file of results, or a directory of --save." placeholder:"FILE|DIR"`
}

// Names of the files in a directory of --save.
const (
	resultsFile = "results.jsonl"
	gamesFile   = "games.pdn"
)

// Run plays what is still to be played of a league and prints its table.
func (c leaguePlayCommand) Run(ctx context.Context, s *session) error {
	t, err := c.open(s)
	if err != nil {
		return err
	}
	show := newShow(s.err, t.total, len(t.records), c.Watch, time.Duration(c.Pace), t.league.Rules)
	keep, people := t.keep, s.out
	if c.JSON {
		keep, people = t.telling(s.out), s.err
	}
	err = t.league.Run(ctx, t.records, keep, league.Options{
		Jobs: c.jobs(), Terminal: league.NewTerminal(s.in, people), Observer: show,
	})
	show.close()
	switch over := err == nil || league.Interrupted(err); {
	case over && c.JSON:
		encoder := json.NewEncoder(s.out)
		for _, row := range t.league.Standings(t.records) {
			_ = encoder.Encode(row) // like Fprintf
		}
		if t.league.Setup.SPRT != (analysis.SPRT{}) {
			_ = encoder.Encode(t.league.Trial(t.records))
		}
	case over:
		fmt.Fprintf(s.out, "%s%s", t.league.Table(t.records), t.league.Forfeits(t.records))
	}
	if league.Interrupted(err) {
		err = t.interruption(ctx, err)
	}
	return errors.Join(err, t.close())
}

func (c leaguePlayCommand) jobs() int {
	if c.Jobs > 0 {
		return c.Jobs
	}
	return runtime.NumCPU()
}

// tournament is a league with its files.
type tournament struct {
	league  *league.League
	records []league.Record
	results *league.Results // nil for none
	pdn     *league.PDN     // nil for none
	games   io.Closer       // the file of pdn
	lock    *files.Lock     // on the file of results
	resume  string          // what to go on with after an interruption; "" for nothing
}

// beside is the directory of this program, where others may be.
func beside() string {
	path, err := os.Executable()
	if err != nil {
		return "."
	}
	return filepath.Dir(path)
}

// open finds out what league it is, from the flags or from its results so far, and opens its files.
func (c leaguePlayCommand) open(s *session) (*tournament, error) {
	if c.Save != "" && c.Resume != "" || c.Save != "" && c.PDN != "" {
		return nil, wrongUsage("--save stands alone: it names the file of results and that of the games")
	}
	if c.Jobs < 0 || c.Jobs > zerosum.MaxThreads {
		return nil, wrongUsage("--jobs %d: want 0 to %d", c.Jobs, zerosum.MaxThreads)
	}
	t := &tournament{resume: c.Resume}
	results, games, again := c.Resume, c.PDN, false
	directory := c.Save
	if info, err := os.Stat(c.Resume); err == nil {
		again = true
		if info.IsDir() {
			directory = c.Resume
		}
	}
	if directory != "" {
		results, games, t.resume = filepath.Join(directory, resultsFile), filepath.Join(directory, gamesFile), directory
	}
	if err := t.setUp(s, c, results, again); err != nil {
		return nil, errors.Join(err, t.close())
	}
	if games == "" {
		return t, nil
	}
	if err := records.MayWrite(games); again && err != nil {
		return nil, errors.Join(wrongUsage("--pdn: %w", err), t.close())
	}
	mode := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if again { // the games on record are written anew
		mode = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	file, err := os.OpenFile(games, mode, 0o644)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the file of games: %w", err), t.close())
	}
	t.games, t.pdn = file, league.NewPDN(t.league, file)
	for _, r := range t.records {
		if err := t.pdn.Keep(r); err != nil {
			return nil, errors.Join(err, t.close())
		}
	}
	return t, nil
}

// setUp makes the league, and opens its file of results if it has one.
func (t *tournament) setUp(s *session, c leaguePlayCommand, results string, again bool) error {
	var setup league.Setup
	var whole int64
	var err error
	if again {
		if t.lock, err = files.Take(results); err != nil {
			return err
		}
		if setup, t.records, whole, err = league.ReadResults(results); err != nil {
			return err
		}
		if err := c.agrees(setup); err != nil {
			return err
		}
	} else {
		switch {
		case c.SPRTError != nil && c.SPRT == nil:
			return wrongUsage("--sprt-error is how likely --sprt may err: add it, as in --sprt 0,10")
		case len(c.Players) == 0 && c.Resume != "":
			return wrongUsage("--resume %s: there is nothing yet to go on with; --players begins a league", c.Resume)
		case len(c.Players) == 0:
			return wrongUsage("--players: want two or more, as in --players engine,minimax:3")
		}
		setup = c.setup()
	}
	if t.league, err = league.New(setup, beside()); err != nil {
		return wrongUsage("%w", err)
	}
	switch {
	case results == "":
		return nil
	case again:
		if err := t.league.Check(t.records); err != nil {
			return fmt.Errorf("%s: %w", results, err)
		}
		t.results, err = league.ContinueResults(results, whole)
		return err
	}
	if c.Save != "" {
		if err := s.folder("save", c.Save); err != nil {
			return err
		}
		if _, err := os.Stat(results); err == nil {
			return wrongUsage("%s holds a league already; go on with it by --resume %s", c.Save, c.Save)
		}
	}
	if t.results, err = league.CreateResults(results, setup); err != nil {
		return err
	}
	t.lock, err = files.Take(results)
	return err
}

// setup is what the flags say, and what they leave open.
func (c leaguePlayCommand) setup() league.Setup {
	rules, err := variant.Named(or(c.Rules, variant.League().Name))
	if err != nil { // league.New says so
		rules.Name = *c.Rules
	}
	games := 2
	if c.SPRT != nil {
		games = league.MostGames
	}
	return league.Setup{
		Players: c.Players, Rules: rules.Name, Size: or(c.Size, rules.Size), Games: or(c.Games, games),
		Format: league.Format(or(c.Format, "")), Rounds: or(c.Rounds, 0),
		Time: time.Duration(or(c.Time, moment(100*time.Millisecond))), Patience: time.Duration(or(c.PersonTime, 0)),
		Grace:   time.Duration(or(c.Grace, 0)),
		Opening: or(c.Opening, 0), Seed: or(c.Seed, 1), Shard: c.Shard,
		Ballots: c.Ballots, SPRT: c.SPRT.test(or(c.SPRTError, 0.05)),
	}
}

// agrees says which flag asks for another league than the one to go on with.
func (c leaguePlayCommand) agrees(s league.Setup) error {
	flags := []struct {
		name   string
		agrees bool
	}{
		{"players", len(c.Players) == 0 || slices.Equal(c.Players, s.Players)},
		{"rules", or(c.Rules, s.Rules) == s.Rules},
		{"size", or(c.Size, s.Size) == s.Size},
		{"format", or(c.Format, string(formatOf(s))) == string(formatOf(s))},
		{"rounds", or(c.Rounds, s.Rounds) == s.Rounds},
		{"games", or(c.Games, s.Games) == s.Games},
		{"time", or(c.Time, moment(s.Time)) == moment(s.Time)},
		{"person-time", or(c.PersonTime, moment(s.Patience)) == moment(s.Patience)},
		{"grace", or(c.Grace, moment(s.Grace)) == moment(s.Grace)},
		{"opening", or(c.Opening, s.Opening) == s.Opening},
		{"seed", or(c.Seed, s.Seed) == s.Seed},
		{"ballots", !c.Ballots || s.Ballots},
		{"sprt", c.SPRT == nil || c.SPRT.test(s.SPRT.Error) == s.SPRT},
		{"sprt-error", or(c.SPRTError, s.SPRT.Error) == s.SPRT.Error},
		{"shard", c.Shard.IsZero() || c.Shard == s.Shard},
	}
	for _, f := range flags {
		if !f.agrees {
			return wrongUsage("--%s is not what the league to go on with was begun with; leave it out", f.name)
		}
	}
	return nil
}

// formatOf is the format of a league that has been begun; older files do not say it.
func formatOf(s league.Setup) league.Format { return cmp.Or(s.Format, league.RoundRobin) }

func or[T any](given *T, otherwise T) T {
	if given == nil {
		return otherwise
	}
	return *given
}

// keep puts a record where it belongs.
func (t *tournament) keep(r league.Record) error {
	if t.results != nil {
		if err := t.results.Keep(r); err != nil {
			return err
		}
	}
	t.records = append(t.records, r)
	if t.pdn != nil {
		return t.pdn.Keep(r)
	}
	return nil
}

// telling is keep, which tells of each game as JSON, too.
func (t *tournament) telling(out io.Writer) func(league.Record) error {
	encoder := json.NewEncoder(out)
	return func(r league.Record) error {
		_ = encoder.Encode(r) // like Fprintf
		return t.keep(r)
	}
}

// interruption says how to go on.
func (t *tournament) interruption(ctx context.Context, why error) error {
	how := "; --save keeps what can be gone on with"
	if t.resume != "" {
		how = "; go on with: checkers league --resume " + t.resume
	}
	if errors.Is(why, context.Canceled) {
		return cli.Interrupted(ctx, "interrupted after %d of %d games%s", len(t.records), t.total(), how)
	}
	return fmt.Errorf("%w after %d of %d games%s", why, len(t.records), t.total(), how)
}

// total is how many games the league has, as far as that is known by now.
func (t *tournament) total() int { return t.league.Games(t.records) }

func (t *tournament) close() error {
	var errs []error
	if t.pdn != nil {
		errs = append(errs, t.pdn.Flush())
	}
	if t.games != nil {
		errs = append(errs, t.games.Close())
	}
	if t.results != nil {
		errs = append(errs, t.results.Close())
	}
	errs = append(errs, t.lock.Release())
	return errors.Join(errs...)
}
