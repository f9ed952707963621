package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"draughtsman/internal/review"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/service"
	"draughtsman/internal/web"
)

type serveCommand struct {
	Config string        `type:"path" xor:"table" help:"Serve the table that this file describes; table.yaml here or in the user's configuration, if not given." placeholder:"FILE"`
	Sim    bool          `xor:"table" help:"Serve the simulated table. This is what happens where no table is described, too."`
	Listen string        `default:"127.0.0.1:8517" help:"Where clients are answered. An address that other computers reach needs --token-file."`
	Auto   bool          `default:"true" negatable:"" help:"Games follow each other by themselves. --no-auto: each is asked for by a client."`
	Pause  time.Duration `default:"20s" help:"How long the board stands as a game has left it until the next one begins by itself."`
	Side   string        `enum:"black,white,alternate" default:"white" help:"The robot's side: black (moves first), white, or alternate from game to game."`
	Time   time.Duration `default:"1s" help:"The robot's thinking time for a move at most, on the table's clock."`
	Level  string        `default:"full" help:"How well the robot plays: beginner, novice, casual, amateur, club, strong, expert, master, full, or adapt, which follows the results (${default})." placeholder:"NAME"`
	SetUp  bool          `name:"set-up" default:"true" negatable:"" help:"The robot sets each game up, from whatever stands on the board and lies in the tray. --no-set-up: people do."`
	Clock  string        `help:"Time for each side, such as 10m, 5m+3s or 30s/move, or none, which it is if not given." placeholder:"TIME"`
	Away   time.Duration `default:"3m" help:"How long nothing may move in the human's turn until the game pauses; 0s: it never does."`
	PDN    string        `name:"pdn" type:"path" help:"Add the games to this file (with --config table.yaml: table.pdn beside it, if not given)." placeholder:"FILE"`

	TokenFile     string   `type:"path" help:"A file with the token that a client needs to command." placeholder:"FILE"`
	SpectatorFile string   `type:"path" help:"A file with the token of clients that may only watch." placeholder:"FILE"`
	Host          []string `help:"A name under which clients reach this computer, beside localhost and its addresses." placeholder:"NAME"`

	EstopPin string `placeholder:"PORT:LINE" help:"Stop when a switch opens, as of play."`
	Guard    bool   `default:"true" negatable:"" help:"Look for hands while the arm moves, and hold it. --no-guard: only while it is parked."`
	Lang     string `name:"lang" help:"The language of what is said to people at the table: en, de, es, nl, ru or fr; that of LC_ALL, LC_MESSAGES or LANG, if not given." placeholder:"LANGUAGE"`
	Human    string `enum:"auto,page" default:"auto" help:"The human plays by itself (auto), or clients make its moves (page)." group:"Simulated table:"`
	Speed    string `help:"How much faster than real time, 1 or more, or max: 1 with --human page, and max otherwise, if not given." group:"Simulated table:"`

	simulatedTable `embed:""`
}

func (serveCommand) Help() string {
	return `The robot plays game after game, for days, and answers programs and pages that
ask what goes on, or for something to be done (docs/api.md). A page for people, to
look at and to steer with, is among what it answers:

  draughtsman serve --config table.yaml
  xdg-open http://127.0.0.1:8517/
  curl http://127.0.0.1:8517/api/v1/state

In a network, with a token for those who command:

  draughtsman serve --config table.yaml --listen 0.0.0.0:8517 --token-file token \
    --host robot.example

A table that is not calibrated is calibrated first, in the browser.

A simulated table for a page, or for whoever writes a client:

  draughtsman serve --sim --human page

A game that was interrupted goes on by itself. Ctrl-C, and the signal TERM, home the
arm and park it.`
}

// serving is how clients are answered.
type serving struct {
	listener net.Listener
	options  web.Options
	games    int  // that begin by themselves; 0: game after game
	asked    bool // no game begins by itself
	pause    time.Duration
	parks    time.Duration // how long the arm may take to home at the end; 0: it stands where it is
}

// parkingTime is how long the arm may take to home when the service ends.
const parkingTime = 30 * time.Second

// Run serves until it is interrupted.
func (c serveCommand) Run(ctx context.Context, s *session) error {
	if c.Pause < 0 {
		return wrongUsage("--pause %v: 0s, or longer", c.Pause)
	}
	v := &serving{options: web.Options{Hosts: c.Host}, asked: !c.Auto, pause: c.Pause, parks: parkingTime}
	var err error
	if v.options.Token, err = tokenIn("token-file", c.TokenFile); err != nil {
		return err
	}
	if v.options.SpectatorToken, err = tokenIn("spectator-file", c.SpectatorFile); err != nil {
		return err
	}
	if err := v.listen(c.Listen, s); err != nil {
		return err
	}
	play := playCommand{
		Config: c.Config, Sim: c.Sim, Side: c.Side, Time: c.Time, Level: c.Level, Games: 1, Turn: "auto", PDN: c.PDN,
		SetUp: c.SetUp, EstopPin: c.EstopPin, Guard: c.Guard, Human: c.Human, Speed: c.Speed, ToMove: "black",
		Clock: c.Clock, Away: c.Away, Lang: c.Lang, rehearsal: rehearsal{Form: "steps"}, simulatedTable: c.simulatedTable,
		serves: v,
	}
	if play.atUsualTable() {
		play.Config = usualTable(s, " (--sim: a simulated one)")
	}
	if err := play.validate(); err != nil {
		return errors.Join(err, v.close())
	}
	if play.Config != "" {
		if err := v.calibrateFirst(ctx, s, play.Config); err != nil {
			return errors.Join(err, v.close())
		}
	}
	return errors.Join(play.play(ctx, s), v.close())
}

// forPage is how a browser is answered in which somebody plays. The games of the command begin by themselves, and
// those after them when they are asked for there.
func (c playCommand) forPage(s *session) (*serving, error) {
	v := &serving{games: c.Games}
	return v, v.listen(c.Listen, s)
}

// listen opens the address that --listen names.
func (v *serving) listen(address string, s *session) (err error) {
	v.options.Now, v.options.Warns = time.Now, func(text string) { s.log.Warn().Msg(text) }
	if v.listener, err = net.Listen("tcp", address); err != nil {
		return wrongUsage("--listen %s: %w", address, err)
	}
	if err := v.options.Check(v.listener.Addr()); err != nil {
		return errors.Join(wrongUsage("--listen %s: %w", address, err), v.listener.Close())
	}
	return nil
}

// close gives the address back, if it is still open.
func (v *serving) close() error {
	if err := v.listener.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// tokenIn is the token in a file that a flag names; "" where it names none.
func tokenIn(flag, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", wrongUsage("--%s: %w", flag, err)
	}
	const shortest = 16 // characters, which nobody guesses in a lifetime at the rate that clients are answered
	token := strings.TrimSpace(string(text))
	if len(token) < shortest || strings.ContainsAny(token, " \t\n") {
		return "", wrongUsage("--%s %s: a token is one word of %d characters or more, such as `openssl rand -hex 16` makes",
			flag, path, shortest)
	}
	return token, nil
}

// run has a service play game after game and answer clients, until it is interrupted.
func (v *serving) run(ctx context.Context, s *session, owner *service.Service, games *playing) error {
	recent := &robot.RecentGame{Journal: games.kept.record}
	games.player.Journal, owner.Journal = recent, recent
	v.options.Game, v.options.Games = recent.PDN, games.kept.path
	if eye, ok := games.player.Eye.(*rig.Eye); ok {
		v.options.Pictures = eye
	}
	plan := &shownPlan{setup: games.player.Setup}
	listens := owner.Listens
	owner.Listens = func(e robot.Event) {
		plan.hear(e)
		listens(e)
	}
	v.options.Plan, v.options.Reports = plan.draw, review.New()
	owner.Parks, owner.Pause, owner.Stays = v.parks, v.pause, true
	owner.Bears = func(err error) bool { return errors.Is(err, robot.ErrInTheWay) || robot.Recoverable(err) }
	if games.command.Games = v.games; v.asked {
		owner.Next = nil
	}
	fmt.Fprintf(s.err, "The page is at http://%s/\n", v.listener.Addr())
	fmt.Fprintf(s.err, "Clients are answered at http://%s/api/v1/state.\n", v.listener.Addr())
	serving, cancel := context.WithCancel(ctx)
	answered := make(chan error, 1)
	go func() {
		answered <- web.Serve(serving, v.listener, owner, v.options)
		cancel() // nobody could stop the arm any more
	}()
	err := owner.Run(serving)
	cancel()
	if gone := <-answered; gone != nil {
		return errors.Join(gone, err)
	}
	return err
}
