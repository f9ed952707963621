package web

import (
	"strings"
	"time"
	"unicode/utf8"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
)

// form is a command as clients write it, beside its name.
type form interface {
	// parse is the command, or says in a sentence what is wrong with it.
	parse() (service.Command, error)
}

// named is a command that has a name and nothing else.
type named struct{ command service.Command }

func (n *named) parse() (service.Command, error) { return n.command, nil }

// newGame is a service.NewGame.
type newGame struct {
	Side     string `json:"side"`
	Player   string `json:"player"`
	Rules    string `json:"rules"`
	Level    string `json:"level"`
	Think    string `json:"think"`
	Clock    string `json:"clock"`
	SetUp    bool   `json:"set_up"`
	Position string `json:"position"`
	Turn     string `json:"turn"`
	GiveUp   bool   `json:"give_up"`

	game checkers.RuleSet // that is played at the table
}

// asItStands is the position that the board shows.
const asItStands = "as it stands"

// longest is the longest time that a client may ask for.
const longest = time.Hour

func (f *newGame) parse() (service.Command, error) {
	c := service.NewGame{Side: checkers.White, Level: f.Level, SetUp: f.SetUp, GiveUp: f.GiveUp}
	var err error
	if f.Side != "" {
		if c.Side, err = sideOf("side", f.Side); err != nil {
			return nil, err
		}
	}
	if f.Rules != "" {
		rules, err := checkers.RuleSetNamed(f.Rules)
		if err != nil {
			return nil, refusal("%q is %q: %v.", "rules", shortened(f.Rules), err)
		}
		c.Rules, f.game = &rules, rules
	}
	if c.Think, err = timeOf("think", f.Think, "1s"); err != nil {
		return nil, err
	}
	if c.Clock, err = clockOf(f.Clock); err != nil {
		return nil, err
	}
	if c.Player, err = playerOf(f.Player); err != nil {
		return nil, err
	}
	if f.Position == asItStands {
		c.AsItStands = true
		if c.SetUp {
			return nil, refusal("A position cannot be set up and be taken as it stands: leave out set_up or position.")
		}
		c.Start.Turn, err = sideOf("turn", f.Turn)
		return c, err
	}
	if f.Turn != "" {
		return nil, refusal("%q belongs to a position that is taken as it stands: a FEN has the side to move in it.", "turn")
	}
	c.Start, err = startOf(f.Position, f.game)
	return c, err
}

// playerOf is the name of a player as records have it; "": none is given.
func playerOf(text string) (string, error) {
	name := strings.Join(strings.Fields(pdn.Plain(text)), " ")
	if utf8.RuneCountInString(name) > 40 || strings.EqualFold(name, analysis.Engine) {
		return "", refusal("%q is a name with at most 40 letters, and not the robot's.", "player")
	}
	return name, nil
}

// startOf is the position of a game's FEN; the zero value, which is the usual start, where there is none. Whether the
// game can be played from there is not known here.
func startOf(fen string, game checkers.RuleSet) (checkers.Position, error) {
	if fen == "" {
		return checkers.Position{}, nil
	}
	p, err := game.ParseFEN(fen)
	if err != nil {
		return p, refusal("The position is none: %v.", err)
	}
	return p, nil
}

// show is a service.Show.
type show struct {
	PDN    string `json:"pdn"`
	Pace   string `json:"pace"`
	SetUp  bool   `json:"set_up"`
	GiveUp bool   `json:"give_up"`
}

func (f *show) parse() (service.Command, error) {
	c := service.Show{SetUp: f.SetUp, GiveUp: f.GiveUp}
	game, err := gameIn(f.PDN)
	if err != nil {
		return nil, err
	}
	pace, err := timeOf("pace", f.Pace, "5s")
	if err != nil {
		return nil, err
	}
	c.Recording, c.Start = robot.RecordingOf(game, pace)
	return c, nil
}

// gameIn is the only game of a PDN text. It has moves, and none of them is missing.
func gameIn(text string) (only pdn.Game, err error) {
	games := 0
	for game, err := range pdn.Read(strings.NewReader(text)) {
		if faults, ok := err.(pdn.Faults); err != nil && (!ok || faults.Cut()) { //nolint:errorlint // as Read says
			return game, refusal("The game cannot be read: %v.", err)
		}
		if games++; games > 1 {
			return game, refusal("%q has more than one game: send the one that is to be shown.", "pdn")
		}
		only = game
	}
	if only.Plies() == 0 {
		return only, refusal("%q has no game with moves.", "pdn")
	}
	return only, nil
}

// teach is a service.Teach.
type teach struct {
	On bool `json:"on"`
}

func (f *teach) parse() (service.Command, error) { return service.Teach{On: f.On}, nil }

// takeBack is a robot.TakeBack.
type takeBack struct {
	Plies  int  `json:"plies"`
	ByHand bool `json:"by_hand"`
}

func (f *takeBack) parse() (service.Command, error) {
	if f.Plies < 1 {
		return nil, refusal("%q says how many moves, of both sides, are taken back: 1 or more.", "plies")
	}
	return robot.TakeBack{Plies: f.Plies, ByHand: f.ByHand}, nil
}

// move is a service.Move.
type move struct {
	Move string `json:"move"`
}

func (f *move) parse() (service.Command, error) {
	if f.Move == "" {
		return nil, refusal("%q says which move is made, such as %q.", "move", "9-13")
	}
	if len(f.Move) > mostQuoted {
		return nil, refusal("%q is no move.", shortened(f.Move))
	}
	return service.Move{Text: f.Move}, nil
}

// speed is a service.Speed.
type speed struct {
	Times float64 `json:"times"`
}

func (f *speed) parse() (service.Command, error) { return service.Speed{Times: f.Times}, nil }

// correct is a service.Correct.
type correct struct {
	Ply  int    `json:"ply"`
	Move string `json:"move"`
}

func (f *correct) parse() (service.Command, error) {
	if f.Ply < 1 {
		return nil, refusal("%q is the number of the move that is corrected, of both sides: 1 or more.", "ply")
	}
	made, err := (&move{f.Move}).parse()
	if err != nil {
		return nil, err
	}
	return service.Correct{Ply: f.Ply, Text: made.(service.Move).Text}, nil
}

// sideOf is the side that a client names.
func sideOf(key, name string) (checkers.Side, error) {
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		if name == strings.ToLower(side.String()) {
			return side, nil
		}
	}
	return 0, refusal("%q is to be %q or %q, not %q.", key, "black", "white", shortened(name))
}

// timeOf is a time as Go writes it, such as 1m30s; 0 where there is none.
func timeOf(key, text, example string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > longest {
		return 0, refusal("%q is to be a time up to %v, such as %q, not %q.", key, "1h", example, shortened(text))
	}
	return d, nil
}

// clockOf is a clock as people write it; nil where there is none in a command.
func clockOf(text string) (*robot.Clock, error) {
	if text == "" {
		return nil, nil
	}
	clock, err := robot.ParseClock(text)
	if err != nil {
		return nil, refusal("%q is %q: %v.", "clock", shortened(text), err)
	}
	return &clock, nil
}
