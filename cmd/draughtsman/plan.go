package main

import (
	"cmp"
	"context"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
	"draughtsman/internal/config"
	"draughtsman/internal/engine"
	"draughtsman/planner"
)

type planCommand struct {
	FEN  string        `name:"fen" help:"The position, such as B:W18,26,27:B15; the start position if not given." placeholder:"FEN"`
	Move string        `help:"The move, such as 11-15 or 15x22x31; the engine's choice if not given." placeholder:"MOVE"`
	Time time.Duration `default:"1s" help:"How long the engine may think."`

	Rules *checkers.RuleSet `help:"What is played: english, pool, russian, brazilian, czech, italian, spanish, international or frisian draughts; as the table's description says, if not given." placeholder:"NAME"`

	Engine engine.Flags `embed:"" group:"How it thinks:"`

	PDN       string `name:"pdn" type:"existingfile" help:"Plan a whole game of this file." placeholder:"FILE" group:"A whole game:"`
	WholeGame bool   `help:"Plan a whole game that the program plays against itself." group:"A whole game:"`
	Game      int    `default:"1" help:"Which game of the file." group:"A whole game:"`
	Side      string `enum:"both,black,white" default:"both" help:"Whose moves the arm makes: both, black or white. A person makes the others." group:"A whole game:"`

	SetUp      bool     `help:"Set up a new game, or --fen, after --pdn or from what stands on the board (--from)." group:"Other tasks:"`
	From       string   `help:"What stands on the board before --set-up; what is missing lies in the tray." placeholder:"FEN" group:"Other tasks:"`
	Tidy       []string `help:"Take what stands on these squares to the tray, such as 18,26 or c3,e5." placeholder:"SQUARE" group:"Other tasks:"`
	Straighten []string `help:"Put a piece in the middle of its square; it stands so many mm to White's right and away from White, such as 18:3:-4." placeholder:"SQUARE:X:Y" group:"Other tasks:"`

	Config string `type:"path" help:"The table's description; an example table if not given." placeholder:"FILE" group:"The table and the form:"`
	Looks  string `enum:"end,each" default:"end" help:"The tool leaves the picture at the end of a move (end), or after each transfer (each). In play it does so at the end, and before a transfer that touches what one before it has touched." group:"The table and the form:"`
	JSON   bool   `name:"json" xor:"form" help:"Print the plan as JSON, a line a plan." group:"The table and the form:"`
	GCode  bool   `name:"gcode" xor:"form" help:"Print the plan as the lines that would be sent to the arm." group:"The table and the form:"`
	SVG    string `name:"svg" type:"path" help:"Draw the plan, too: board, tray and the tool's way. A game's pictures are numbered: plan-001.svg." placeholder:"FILE" group:"The table and the form:"`
}

func (planCommand) Help() string {
	return `Nothing moves: the plan is worked out and checked against the arm's limits, then
printed. Heights are the tool's tip above the playing surface.

  draughtsman plan --fen 'B:W18,26,27:B15' --move 15x22x31
  draughtsman plan --fen 'B:W18,26,27:B15' --gcode --svg plan.svg
  draughtsman plan --config table.yaml --move 11-15 --json
  draughtsman plan --config table.yaml --pdn games.pdn --side white
  draughtsman plan --rules russian --fen 'W:WKa1:Bc3,f6' --move a1:d4:g7
  draughtsman plan --set-up --from 'B:WK3,18:B22'`
}

func (c planCommand) Run(ctx context.Context, s *session) (err error) {
	if err := c.validate(); err != nil {
		return err
	}
	table, frame, err := c.table()
	if err != nil {
		return err
	}
	p := planning{planCommand: c, setup: table.Setup(frame), tray: table.Tray, looks: planner.LookAtEnd, notes: s.err,
		rules: *cmp.Or(c.Rules, &table.Game)}
	if c.Looks == "each" {
		p.looks = planner.LookAfterEach
	}
	if c.thinks() {
		if p.means, err = c.Engine.Open(s.err); err != nil {
			return wrongUsage("--tables: %w", err)
		}
		defer closeWith(&err, p.means.Close)
	}
	plans, err := p.plans(ctx)
	if err != nil {
		return err
	}
	if err := c.draw(p.setup, plans); err != nil {
		return err
	}
	switch {
	case c.JSON:
		return printJSON(s.out, plans)
	case c.GCode:
		return printProgram(s.out, table, plans)
	}
	printText(s.out, plans)
	return nil
}

// thinks reports whether moves are the engine's.
func (c planCommand) thinks() bool {
	return c.WholeGame || c.Move == "" && c.PDN == "" && !c.SetUp && len(c.Tidy) == 0 && len(c.Straighten) == 0
}

// validate refuses what does not go together.
func (c planCommand) validate() error {
	tasks := 0
	for _, asked := range []bool{c.Move != "", c.PDN != "" || c.SetUp, c.WholeGame, len(c.Tidy) > 0,
		len(c.Straighten) > 0} {
		if asked {
			tasks++
		}
	}
	switch {
	case tasks > 1:
		return wrongUsage("choose one of --move, --pdn and --set-up, --whole-game, --tidy, --straighten")
	case c.PDN != "" && c.FEN != "" && !c.SetUp:
		return wrongUsage("--fen is in the way of --pdn, whose game begins where its own tags say")
	case c.SetUp && (c.From == "") == (c.PDN == ""):
		return wrongUsage("--set-up begins with what stands on the board: give --from, such as --from 'B:WK3,18:B22', or a " +
			"game to --pdn")
	case c.From != "" && !c.SetUp:
		return wrongUsage("--from says what stands on the board before --set-up; for the position of a move say --fen")
	case c.Game < 1:
		return wrongUsage("--game %d: games are counted from 1", c.Game)
	}
	return nil
}

// table is the table described, and where its arm has the board.
func (c planCommand) table() (config.Table, calibration.ArmFrame, error) {
	if c.Config == "" {
		var game checkers.RuleSet
		return config.ExampleOf(*cmp.Or(c.Rules, &game)), config.ExampleFrame(), nil
	}
	table, known, err := app.Load(c.Config, "")
	if err != nil {
		return config.Table{}, calibration.ArmFrame{}, err
	}
	frame, err := app.FrameOf(table, known)
	return table, frame, err
}
