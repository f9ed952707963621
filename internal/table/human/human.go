// Package human is the simulated person at the table: somebody who knows the rules, sees where the discs are, and
// moves them with a hand. It plays one side, not too neatly, sometimes hesitates, may make mistakes and put them
// right, and sets the board up for the next game.
//
// A Human is an actor of the world. All it knows of the game is State.Game, which the world keeps, and the discs.
package human

import (
	"math/rand/v2"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/table/world"
)

// Options are a person's habits. The zero value is White's side, random moves, neat and without mistakes, one game
// after the other.
type Options struct {
	Layout   world.Layout // the zero value: world.DefaultLayout
	Seed     uint64       // of everything that happens by chance
	Strength int          // see Strengths

	// Sides is the side that the human plays in a game; games count from 0. nil: White in all.
	Sides func(game int) checkers.Side
	// Games is how many games are set up in all, the first included; 0: no limit.
	Games int
	// ArmSetsUp leaves setting the next game up to the arm: the human gives back what it has taken off the board, and
	// waits for the start position.
	ArmSetsUp bool
	// Kings is what makes a king: two discs ("" or "stack"), a piece of its own that looks like any other ("swap"),
	// or nothing that could be seen ("virtual").
	Kings string
	// Forgets is the probability that a captured piece is left on the board for good, for somebody else to take it off.
	Forgets float64

	// largest distance of a disc set down from the centre, as a share of a square; 0.18 is a sloppy human
	Sloppiness  float64
	Hesitations float64 // probability of a hesitation in a move
	Mistakes    float64 // probability that an illegal move is tried first

	// Intrusions is how often in a game, at most, a hand that has no business there comes over the board or the tray
	// while the arm moves.
	Intrusions int

	// Start, when not nil, keeps the human from doing anything before it is closed.
	Start <-chan struct{}
	// WaitForArm keeps the human from touching anything before the arm has moved since: nobody is there to play
	// against until then.
	WaitForArm bool

	// Told says that the human listens to the robot: it is told of draws, by State.GivenUp, and leaves the counting of
	// repetitions and quiet moves to the robot; and it is told, by State.Begun, that a game is on, so that it does not
	// move while the arm, which has set the pieces up, is still at work beside the board, nor clears the board before the
	// robot has seen the last move.
	Told bool

	// Next, when not nil, dictates the moves. It is asked again and again while it is the human's turn, under the
	// world's lock, until it answers true; so it must not wait. A move that is not legal is not made.
	Next func(checkers.Position) (checkers.Move, bool)

	// Obeys, when not nil, makes the human a hand that does what it is asked for, and nothing of itself. It is asked
	// again and again while the hand is at rest, as Next is; nil: there is nothing to do.
	Obeys func(*world.State) *Deed
}

// How long a person waits, in simulated time.
const (
	toolStillTime  = 300 * time.Millisecond // the tool stands still for so long before the hand comes
	gameOverPause  = 3 * time.Second        // a finished game is looked at
	setUpPause     = 3 * time.Second        // so is a board that was just set up
	minThinkTime   = 200 * time.Millisecond
	extraThinkTime = 500 * time.Millisecond // at most, on top of minThinkTime
)

// Human is one person. It is advanced by the world.
type Human struct {
	options  Options
	layout   world.Layout
	random   *rand.Rand
	searcher *search.Searcher

	number int           // of the game, from 0
	side   checkers.Side // in this game
	game   *checkers.Game

	script  []stride // what the hand is going to do
	bold    bool     // and does whatever the arm does
	from    world.Point
	passed  time.Duration         // since the first stride of the script began
	awake   bool                  // the arm has moved
	tool    world.Point           // where the tool was
	still   time.Duration         // how long it has been there
	ready   time.Duration         // when the next move may begin
	thought bool                  // ready has been set for this turn
	visits  visits                // of hands that have no business at the table
	guest   world.Hand            // From and Look of the one that is there; zero: it is the human's own
	sorry   bool                  // the last thing done was a mistake and putting it right
	between bool                  // the game is over, and the next is being set up by the arm
	owed    map[checkers.Side]int // discs at most that it is going to give back then
	swapped int                   // kings that were exchanged for men in this game
}

// New is a person who sits down at a table with a game on it.
func New(o Options) *Human {
	if o.Layout.Square == 0 {
		o.Layout = world.DefaultLayout()
	}
	if o.Sides == nil {
		o.Sides = func(int) checkers.Side { return checkers.White }
	}
	h := &Human{
		options: o,
		layout:  o.Layout,
		random:  rand.New(rand.NewPCG(o.Seed, 0x68756d616e)),
		side:    o.Sides(0),
		ready:   setUpPause,
		visits:  newVisits(o),
	}
	if o.Strength > 0 {
		h.searcher = search.New(search.Options{TableMB: 1})
	}
	return h
}

// Busy reports whether the human's hand is at work.
func (h *Human) Busy() bool { return len(h.script) > 0 }

// Advance lets the human live for dt.
func (h *Human) Advance(s *world.State, dt time.Duration) {
	h.live(s, dt)
	s.Hand.AtWork, s.Hand.Errs = h.Busy(), h.Busy() && h.sorry
}

func (h *Human) live(s *world.State, dt time.Duration) {
	if !h.started() {
		return
	}
	h.watchTool(s, dt)
	if h.options.WaitForArm && !h.awake || h.follow(s, dt) || s.Watched {
		return
	}
	if h.visit(s) {
		return
	}
	if h.options.Obeys != nil {
		h.obey(s)
		return
	}
	if h.between {
		h.awaitGame(s)
		return
	}
	h.watchGame(s.Game)
	if h.begunAnew(s) {
		return
	}
	if h.over(s) {
		h.thought = false
		if h.options.Games > 0 && h.number+1 >= h.options.Games || h.still < gameOverPause || !h.mayReach(s) {
			return
		}
		if h.options.ArmSetsUp {
			h.endGame(s)
			return
		}
		h.tidy(s)
		return
	}
	if s.Game.Turn != h.side || len(s.Game.Moves()) == 0 || !h.undisturbed(s) || !h.agrees(s) {
		h.thought = false
		return
	}
	if !h.thought {
		h.thought = true
		h.ready = max(h.ready, s.Now+minThinkTime+h.upTo(extraThinkTime))
	}
	if s.Now < h.ready {
		return
	}
	if move, ok := h.decide(); ok {
		h.thought = false
		h.act(s, move)
	}
}

// act begins a move, or a mistake instead of it.
func (h *Human) act(s *world.State, move checkers.Move) {
	if !h.sorry && h.random.Float64() < h.options.Mistakes && h.err(s, move) {
		h.sorry = true
		return
	}
	h.sorry = false
	s.Note("human plays %s", move)
	h.play(s, move)
}

// watchGame keeps the record of the game, which says when it is over.
func (h *Human) watchGame(p checkers.Position) {
	if h.game == nil {
		h.game = checkers.NewGame(p)
		return
	}
	before := h.game.Position()
	if p == before {
		return
	}
	for _, m := range before.Moves() {
		if before.Play(m) == p && h.game.Play(m) == nil {
			return
		}
	}
	if slices.Contains(h.game.History(), p) { // moves were taken back
		for h.game.Position() != p {
			h.game.Undo()
		}
		return
	}
	h.game = checkers.NewGame(p) // somebody has begun another game
}

// begunAnew begins a game where the start position stands while another game was on: that was given up, and
// somebody has set up a new one. It is played with the same sides.
func (h *Human) begunAnew(s *world.State) bool {
	start := checkers.Start()
	p, sound := h.layout.Position(s)
	if s.Game == start || h.waits(s) || !h.undisturbed(s) {
		return false
	}
	if !sound || p.Black != start.Black || p.White != start.White || p.Kings != 0 {
		return false
	}
	h.startGame(s)
	return true
}

// over reports whether the human takes the game for over.
func (h *Human) over(s *world.State) bool {
	outcome, over := h.game.Outcome()
	if h.options.Told {
		over = over && !outcome.Draw && !s.Begun
	}
	return over || s.GivenUp
}

// waits reports whether the human is still to be told that a game is on.
func (h *Human) waits(s *world.State) bool { return h.options.Told && !s.Begun }

// startGame is the start of a game whose pieces stand ready.
func (h *Human) startGame(s *world.State) {
	s.Game, s.GivenUp = checkers.Start(), false
	s.Note("setup")
	h.game = checkers.NewGame(s.Game)
	h.thought, h.sorry, h.swapped = false, false, 0
	h.ready = s.Now + setUpPause
}

func (h *Human) started() bool {
	if h.options.Start == nil {
		return true
	}
	select {
	case <-h.options.Start:
		return true
	default:
		return false
	}
}

// watchTool measures how long the tool has stood still.
func (h *Human) watchTool(s *world.State, dt time.Duration) {
	if h.tool != (world.Point{}) {
		h.visits.watch(dt, s.Tool.At != h.tool)
	}
	if s.Tool.At != h.tool || s.Tool.Held != world.NoDisc {
		if !h.awake && h.tool != (world.Point{}) {
			h.awake = true
			h.ready = max(h.ready, s.Now+setUpPause)
		}
		h.tool, h.still = s.Tool.At, 0
		return
	}
	h.still += dt
}

// mayReach reports whether the tool is out of the way: a person does not reach under a machine.
func (h *Human) mayReach(s *world.State) bool {
	edge := h.layout.Half() + h.layout.Frame
	t := s.Tool.At
	away := t.X < -edge || t.X > edge || t.Y < -edge || t.Y > edge
	return away && s.Tool.Held == world.NoDisc
}

// undisturbed reports whether the arm stands still beside the board.
func (h *Human) undisturbed(s *world.State) bool { return h.still >= toolStillTime && h.mayReach(s) }

// agrees reports whether the pieces stand as the game has them.
func (h *Human) agrees(s *world.State) bool {
	p, sound := h.layout.Position(s)
	return sound && p.Black == s.Game.Black && p.White == s.Game.White
}

// decide is the move to play; false while there is none yet.
func (h *Human) decide() (checkers.Move, bool) {
	if h.options.Next == nil {
		return h.choose(), true
	}
	p := h.game.Position()
	move, ok := h.options.Next(p)
	return move, ok && slices.Contains(p.Moves(), move)
}

// upTo is a random time.
func (h *Human) upTo(d time.Duration) time.Duration {
	return time.Duration(h.random.Float64() * float64(d))
}
