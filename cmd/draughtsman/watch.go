package main

import (
	"cmp"
	"context"
	"os"
	"strconv"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/engine"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/terminal"
	"draughtsman/internal/watch"
	"draughtsman/vision/moves"
)

type watchCommand struct {
	Camera      string            `help:"Where the pictures come from: a device number, a video, a pattern such as frames/%04d.jpg, an address. Not needed with --config." placeholder:"SOURCE"`
	PDN         string            `name:"pdn" type:"path" help:"Add the games to this file as they are played." placeholder:"FILE"`
	Config      string            `type:"path" xor:"known" help:"The table's description; its calibration is used if there is one." placeholder:"FILE"`
	Calibration string            `type:"path" xor:"known" help:"A calibration of the same camera and board." placeholder:"FILE"`
	BlackPieces string            `enum:"auto,dark,light" default:"auto" help:"What Black's pieces look like: dark, light, or as whoever moves first shows (auto)."`
	Game        *checkers.RuleSet `help:"What is played: english, pool, russian, brazilian, czech, italian, spanish, frisian or international draughts; as the table's description says, or english, if not given." placeholder:"NAME"`
	JSON        bool              `name:"json" help:"Print one JSON object a line for each event."`
	Settle      time.Duration     `default:"250ms" help:"How long the board must look the same before a move is believed."`
	Readings    string            `type:"path" help:"Keep what is read of each picture in this file: lab again records the game from it once more." placeholder:"FILE"`
	FPS         float64           `name:"fps" help:"Pictures a second of a file, where they are not live (what a video says, 1 for a pattern, if not given)." placeholder:"N"`

	Page   bool   `help:"Serve a page on which the game is looked at and corrected. It stays until Ctrl-C, also after the end of a film."`
	Listen string `default:"127.0.0.1:8517" help:"Where browsers are answered with --page. An address that other computers reach needs --token-file." group:"Clients:"`

	SquareMM float64 `name:"square-mm" aliases:"squares-mm" default:"40" help:"Side of a square." group:"The board, where no calibration knows it:"`
	DiscMM   float64 `name:"disc-mm" help:"Diameter of a piece (0.78 of a square, if not given)." placeholder:"MM" group:"The board, where no calibration knows it:"`
	HeightMM float64 `name:"disc-height-mm" help:"Height of a piece (0.17 of a square, if not given)." placeholder:"MM" group:"The board, where no calibration knows it:"`

	terminal.Clients `embed:""`
	Engine           engine.Flags `embed:"" group:"How reports of the page are thought of:"`
}

func (watchCommand) Help() string {
	return `Two people play; the program keeps the record. Set up the start position, take
your hands away, and run:

  draughtsman watch --camera 0 --pdn games.pdn

A recorded game, from a video or numbered pictures:

  draughtsman watch --camera game.mp4 --pdn games.pdn
  draughtsman watch --camera frames/%04d.jpg --pdn games.pdn

On a page, with the camera's picture, where moves can be corrected, entered and taken
back by hand (http://127.0.0.1:8517/):

  draughtsman watch --camera 0 --pdn games.pdn --page

Russian, Brazilian, Czech, Italian, Spanish, Frisian or international draughts, or
pool checkers:

  draughtsman watch --camera 0 --pdn games.pdn --game russian

A game that is on already is recorded from the position that stands, with
whoever moves first. Moves may be taken back; the start position set up again
begins another game. It ends with the file, or with Ctrl-C.`
}

// usualDiameterSquares and usualHeightSquares are the shape of a piece that is not described, as shares of a square.
const (
	usualDiameterSquares = 0.78
	usualHeightSquares   = 0.17
)

func (c watchCommand) validate() error {
	switch {
	case c.Camera == "" && c.Config == "":
		return cli.WrongUsage("--camera is missing: a device number such as 0, a video, a pattern such as " +
			"frames/%%04d.jpg, or an address")
	case c.Settle < 0:
		return cli.WrongUsage("--settle %v: it must not be negative", c.Settle)
	case !(c.FPS >= 0 && c.FPS <= 1000):
		return cli.WrongUsage("--fps %g: pictures a second, up to 1000", c.FPS)
	case !c.Page && c.Protects():
		return cli.WrongUsage("--token-file, --spectator-file and --host belong to the page: add --page, or leave them out")
	case c.Calibration != "" && c.BlackPieces != "auto":
		return cli.WrongUsage("--black-pieces belongs to a board without a calibration; leave out --calibration or it")
	}
	if err := mayReplace("readings", c.Readings, watch.ReadingsKind); err != nil {
		return err
	}
	return mayReplace("pdn", c.PDN, robot.Records)
}

// Run records until the pictures end.
func (c watchCommand) Run(ctx context.Context, s *session) (err error) {
	if c.Camera == "" && c.Config == "" && c.Calibration == "" {
		c.Config = terminal.UsualTable(s.streams(), "")
	}
	if err := c.validate(); err != nil {
		return err
	}
	scene, err := c.scene()
	if err != nil {
		return err
	}
	kept, err := app.OpenRecord(c.PDN, s.err)
	if err != nil {
		return err
	}
	defer closeWith(&err, kept.Close)
	shown := terminal.NewWatcher(s.streams(), c.JSON)
	kept.Tells(func(text sentence.Text) { shown.Say(text.String()) })
	if !c.Page {
		err = c.record(ctx, s, scene, kept.Record, shown, nil)
	} else {
		err = c.onPage(ctx, s, scene, kept, shown)
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	return shown.End(c.PDN)
}

// record records until the pictures end, on a page where there is one.
func (c watchCommand) record(ctx context.Context, s *session, scene watch.EyeOptions, journal watch.Journal,
	shown *terminal.Watcher, page *watchPage) (err error) {
	eye, known, err := watch.OpenEye(ctx, scene, time.Now(), shown.Waiting, s.log)
	if err != nil {
		return err
	}
	defer closeWith(&err, eye.Close)
	recorder := watch.Watch{
		Eye: eye, Journal: journal, Tags: watchedTags, Tell: shown.Tell,
		Options: moves.Options{Game: *c.Game, BlackPieces: known.BlackPieces, Span: c.Settle,
			SidesUnknown: scene.Known == nil && c.BlackPieces == "auto" && c.Config == ""},
	}
	if c.Readings != "" {
		file, err := os.Create(c.Readings)
		if err != nil {
			return err
		}
		defer closeWith(&err, file.Close)
		if recorder.Eye, err = watch.Keep(eye, recorder.Options, file); err != nil {
			return err
		}
	}
	recording := recorder.Session()
	if page != nil {
		page.begin(eye, recording)
	}
	if err := recording.Run(ctx); err != nil || page == nil {
		return err
	}
	shown.Say("The pictures have ended. The page stays until Ctrl-C.")
	<-ctx.Done()
	return nil
}

// scene is what is watched, and which game, as the options and the table describe it.
func (c *watchCommand) scene() (scene watch.EyeOptions, err error) {
	var table config.Table
	if c.Config != "" {
		if table, err = config.Load(c.Config); err != nil {
			return scene, err
		}
	}
	c.Game = cmp.Or(c.Game, &table.Game)
	scene = watch.EyeOptions{Source: cmp.Or(c.Camera, table.Camera.Source),
		BlackPieces: calibration.Shade(c.BlackPieces),
		Board:       calibration.Board{Squares: c.Game.Board().Size(), Mirrored: c.Game.Board().Mirrored()}}
	switch {
	case c.Config != "":
		scene.Board.SquareMM, scene.Disc, scene.BlackPieces = table.Board.SquareMM, table.Disc, table.BlackPieces
		if scene.Known, err = guide.Known(table.Calibration); err != nil {
			return scene, err
		}
	case c.Calibration != "":
		known, err := calibration.Load(c.Calibration)
		if err != nil {
			return scene, err
		}
		scene.Known = &known
	default:
		scene.Board.SquareMM = c.SquareMM
		scene.Disc = calibration.Disc{DiameterMM: c.DiscMM, HeightMM: c.HeightMM}
		if c.DiscMM == 0 {
			scene.Disc.DiameterMM = usualDiameterSquares * c.SquareMM
		}
		if c.HeightMM == 0 {
			scene.Disc.HeightMM = usualHeightSquares * c.SquareMM
		}
		if scene.BlackPieces == "auto" {
			scene.BlackPieces = calibration.Dark
		}
		if err := scene.Board.Validate(); err != nil {
			return scene, cli.WrongUsage("--square-mm: %w", err)
		}
		if err := scene.Disc.Validate(scene.Board); err != nil {
			return scene, cli.WrongUsage("--disc-mm, --disc-height-mm: %w", err)
		}
	}
	if scene.Every = c.every(scene.Source); scene.Known == nil {
		return scene, nil
	}
	scene.Board.SquareMM = scene.Known.Board.SquareMM
	return scene, scene.Known.CheckBoard(scene.Board)
}

// every is the time between two pictures of a file; 0 where they are live, and where a video says it.
func (c watchCommand) every(source string) time.Duration {
	fps := c.FPS
	info, err := os.Stat(source)
	switch {
	case strings.Contains(source, "://"):
		return 0
	case strings.Contains(source, "%"):
		if fps == 0 {
			fps = 1
		}
	case err != nil || !info.Mode().IsRegular() || fps == 0:
		return 0
	}
	return time.Duration(float64(time.Second) / fps)
}

// watchedTags are those of a game between people, by its number from 1.
func watchedTags(round int) []pdn.Tag {
	return []pdn.Tag{
		{Name: "Event", Value: "Watched by Draughtsman"},
		{Name: "Date", Value: time.Now().Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(round)},
	}
}
