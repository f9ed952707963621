package app

import (
	"cmp"
	"math"
	"strconv"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
)

// Options say at which table games are played, and how. Their names are those of the flags that errors speak of.
type Options struct {
	Config string // the table's description; "": it is simulated
	Human  string // at a simulated table: auto, terminal or page
	Speed  string // of its clock: a number from 1 upwards, or max; "": so that the human can follow

	Side     string         // the robot's: black, white or alternate
	Time     time.Duration  // for a move at most, on the table's clock
	Least    *time.Duration // from the human's move to the robot's decision; nil: as is usual
	Level    string         // of search.Levels, or adapt
	Games    int            // to be played; 0: game after game
	SetUp    bool           // the robot sets the pieces up
	Position string         // that games start from, as FEN, or OnBoard; "": the game's own
	ToMove   string         // black or white, with OnBoard
	Problem  string         // game of a file that games start from, such as problems.pdn#3; "": none
	Clock    string         // as robot.ParseClock reads it
	Away     time.Duration  // how long nothing may move in the human's turn until the game pauses; 0: it never does
	Shows    *service.Show  // a recorded game, in place of games; nil: none

	PDN    string // the games' file; "": none, or the table's own
	Resume bool   // the game that was interrupted goes on,
	New    bool   // or is given up
	DryRun bool   // no arm moves
	Guard  bool   // hands are looked for while it does
	Alarms string // a folder for pictures of what is taken for a hand; "": none

	Engine engine.PlayFlags // what the robot thinks with; what is not given is as the table's description has it

	simulation.Options
}

// ByPage is the Human whose moves clients make, and Terminal the one that types them.
const (
	ByPage   = "page"
	Terminal = "terminal"
)

const (
	// StillBeforeMove is how long the board must look the same, on the table's clock, before a move of the human's is
	// believed.
	StillBeforeMove = 250 * time.Millisecond

	// leastThink is how soon after the human's move the robot decides at the earliest, on the table's clock, if nobody
	// says otherwise: about as long as it takes to let go of a piece and look up.
	leastThink = time.Second

	// greatestSpeed is that of a simulated table that runs as fast as can be.
	greatestSpeed = "max"
)

// Check says what is wrong with the options.
func (o Options) Check() error {
	for _, check := range []func() error{o.Options.Check, o.CheckLevel, o.checkBeginning} {
		if err := check(); err != nil {
			return err
		}
	}
	switch {
	case o.Time <= 0:
		return cli.WrongUsage("--time %v: the robot needs some time to think, such as 1s", o.Time)
	case o.Least != nil && *o.Least < 0:
		return cli.WrongUsage("--least-time %v: 0s, or longer", *o.Least)
	case (o.Resume || o.New) && o.Config == "":
		return cli.WrongUsage("--resume and --new need a table that is still there: give --config")
	case o.DryRun && (o.Resume || o.New || o.PDN != ""):
		return cli.WrongUsage("--dry-run keeps no games: leave out --pdn, --resume and --new, or it")
	case o.SetUp && o.DryRun && o.Config == "":
		return cli.WrongUsage("--set-up needs a table to look at: give --config, or leave out --dry-run")
	case o.Human == ByPage && o.DryRun:
		return cli.WrongUsage("--human page needs a game that is played: leave out --dry-run")
	}
	return o.checkPDN()
}

// checkPDN refuses a games' file that holds something else.
func (o Options) checkPDN() error {
	if o.PDN == "" {
		return nil
	}
	if err := robot.Records.MayReplace(o.PDN); err != nil {
		return cli.WrongUsage("--pdn: %w", err)
	}
	return nil
}

// checkBeginning says what is wrong with how games are to begin, and with their clocks.
func (o Options) checkBeginning() error {
	switch {
	case o.Away < 0:
		return cli.WrongUsage("--away %v: 0s, or longer", o.Away)
	case o.DryRun && o.Config == "" && (o.Position != "" || o.Problem != "" || o.Clock != ""):
		return cli.WrongUsage("--position, --problem and --clock need a game that is played: give --config, or leave out " +
			"--dry-run")
	case o.Config == "" && o.Position == OnBoard:
		return cli.WrongUsage("--position board: on the simulated table stands what you put there; name a position")
	}
	if _, err := robot.ParseClock(o.Clock); err != nil {
		return cli.WrongUsage("--clock %s: %w", o.Clock, err)
	}
	if o.Config != "" { // whose description says what is played
		return nil
	}
	_, _, err := o.opening()
	return err
}

// TableSpeed is how fast a simulated table runs: so that a person can follow, where one plays.
func (o Options) TableSpeed() string {
	switch {
	case o.Speed != "":
		return o.Speed
	case o.Human == ByPage:
		return "1"
	}
	return greatestSpeed
}

// Fast reports whether a simulated table runs as fast as can be.
func (o Options) Fast() bool { return o.TableSpeed() == greatestSpeed }

// leastThink is the least time from the human's move to the robot's decision, on the table's clock.
func (o Options) leastThink() time.Duration {
	switch {
	case o.Least != nil:
		return *o.Least
	case o.Config == "" && o.Fast():
		return 0
	}
	return leastThink
}

// awayAfter is how long nothing may move in the human's turn until the game pauses. It never does for whoever types
// moves at full speed: the table's clock runs away while they think.
func (o Options) awayAfter() time.Duration {
	if o.Human == Terminal && o.Speed == greatestSpeed {
		return 0
	}
	return o.Away
}

// side is the robot's side in a game by its number, from 0.
func (o Options) side(number int) checkers.Side { return SideIn(o.Side, number) }

// SideIn is the side in a game by its number, from 0, of who plays black, white or alternate.
func SideIn(choice string, number int) checkers.Side {
	if choice == "black" || choice == "alternate" && number%2 == 0 {
		return checkers.Black
	}
	return checkers.White
}

// Settings are those of a game by its number, from 0.
func (o Options) Settings(number int, think time.Duration, level search.Level) robot.Settings {
	return o.settingsOf(o.side(number), "", number, think, level)
}

// settingsOf are those of a game by its number in which the robot has a side against a player of a name.
func (o Options) settingsOf(side checkers.Side, player string, number int, think time.Duration,
	level search.Level) robot.Settings {
	names := [2]string{analysis.Engine, cmp.Or(player, analysis.Human)}
	if side == checkers.White {
		names[0], names[1] = names[1], names[0]
	}
	return robot.Settings{Side: side, Think: think, SetUp: o.SetUp, Start: o.Game.Start(), Tags: []pdn.Tag{
		{Name: "Event", Value: "Draughtsman"},
		{Name: "Date", Value: time.Now().Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(number + 1)},
		{Name: "Black", Value: names[0]},
		{Name: "White", Value: names[1]},
		{Name: pdn.LevelTag, Value: level.Name},
	}}
}

// tableSpeed is how much faster than real time the simulated table runs.
func (o Options) tableSpeed() (float64, error) {
	speed, err := simulation.ParseSpeed(o.TableSpeed())
	if err != nil {
		return math.NaN(), err
	}
	return o.Pace(speed), nil
}
