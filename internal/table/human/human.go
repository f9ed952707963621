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
	options Options
	layout  world.Layout
	chance  chance
	mind    mind
	hand    hand
	arm     arm

	number  int                   // of the game, from 0
	ready   time.Duration         // when the next move may begin
	thought bool                  // ready has been set for this turn
	visits  visits                // of hands that have no business at the table
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
	random := rand.New(rand.NewPCG(o.Seed, 0x68756d616e))
	h := &Human{
		options: o,
		layout:  o.Layout,
		chance:  chance{random: random, layout: o.Layout, sloppiness: o.Sloppiness},
		mind:    mind{strength: strengths[min(max(o.Strength, 0), len(strengths)-1)], next: o.Next, random: random},
		hand:    hand{side: o.Sides(0)},
		arm:     arm{layout: o.Layout},
		ready:   setUpPause,
		visits:  newVisits(o),
	}
	if o.Strength > 0 {
		h.mind.searchers = search.Searchers(nil, search.Options{TableMB: 1})
	}
	return h
}

// Busy reports whether the human's hand is at work.
func (h *Human) Busy() bool { return len(h.hand.script) > 0 }

// Advance lets the human live for dt.
func (h *Human) Advance(s *world.State, dt time.Duration) {
	h.live(s, dt)
	s.Hand.AtWork, s.Hand.Errs = h.Busy(), h.Busy() && h.sorry
}

func (h *Human) live(s *world.State, dt time.Duration) {
	select {
	case <-h.options.Start:
	default:
		if h.options.Start != nil {
			return
		}
	}
	moved, woke := h.arm.watch(s, dt)
	h.visits.watch(dt, moved)
	if woke {
		h.ready = max(h.ready, s.Now+setUpPause)
	}
	if h.options.WaitForArm && !h.arm.awake || h.hand.follow(s, dt, h.arm.undisturbed(s), h.laysHeld) || s.Watched ||
		h.visit(s) {
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
	h.mind.watch(s.Game)
	if h.begunAnew(s) {
		return
	}
	if h.over(s) {
		h.thought = false
		if h.options.Games > 0 && h.number+1 >= h.options.Games || h.arm.still < gameOverPause || !h.arm.mayReach(s) {
			return
		}
		if h.options.ArmSetsUp {
			h.endGame(s)
			return
		}
		h.tidy(s)
		return
	}
	if s.Game.Turn != h.hand.side || len(s.Game.Moves()) == 0 || !h.arm.undisturbed(s) ||
		!h.agrees(s, s.Game, ^checkers.Set(0)) {
		h.thought = false
		return
	}
	if !h.thought {
		h.thought = true
		h.ready = max(h.ready, s.Now+minThinkTime+h.chance.upTo(extraThinkTime))
	}
	if s.Now < h.ready {
		return
	}
	if move, ok := h.mind.decide(); ok {
		h.thought = false
		h.act(s, move)
	}
}

// act begins a move, or a mistake instead of it.
func (h *Human) act(s *world.State, move checkers.Move) {
	if !h.sorry && h.chance.random.Float64() < h.options.Mistakes && h.err(s, move) {
		h.sorry = true
		return
	}
	h.sorry = false
	s.Note("human plays %s", move)
	h.play(s, move)
}

// watchGame keeps the record of the game, which says when it is over.
func (m *mind) watch(p checkers.Position) {
	if m.game == nil {
		m.game = checkers.NewGame(p)
		return
	}
	before := m.game.Position()
	if p == before {
		return
	}
	for _, move := range before.Moves() {
		if before.Play(move) == p && m.game.Play(move) == nil {
			return
		}
	}
	if slices.Contains(m.game.History(), p) { // moves were taken back
		for m.game.Position() != p {
			m.game.Undo()
		}
		return
	}
	m.game = checkers.NewGame(p) // somebody has begun another game
}

// begunAnew begins a game where the start position stands while another game was on: that was given up, and
// somebody has set up a new one. It is played with the same sides.
func (h *Human) begunAnew(s *world.State) bool {
	start := s.Game.Set.Start()
	if s.Game == start || h.waits(s) || !h.arm.undisturbed(s) || !h.agrees(s, start, 0) {
		return false
	}
	h.startGame(s)
	return true
}

// over reports whether the human takes the game for over.
func (h *Human) over(s *world.State) bool {
	outcome, over := h.mind.game.Outcome()
	if h.options.Told {
		over = over && !outcome.Draw && !s.Begun
	}
	return over || s.GivenUp
}

// waits reports whether the human is still to be told that a game is on.
func (h *Human) waits(s *world.State) bool { return h.options.Told && !s.Begun }

// startGame is the start of a game whose pieces stand ready.
func (h *Human) startGame(s *world.State) {
	s.Game, s.GivenUp = s.Game.Set.Start(), false
	s.Note("setup")
	h.mind.game = checkers.NewGame(s.Game)
	h.thought, h.sorry, h.swapped = false, false, 0
	h.ready = s.Now + setUpPause
}

// arm is what a human knows of the arm.
type arm struct {
	layout world.Layout
	awake  bool          // it has moved
	tool   world.Point   // where its tool was
	still  time.Duration // how long that has been there
}

// watch measures how long the tool has stood still, and reports whether it has moved just now, and for the first time.
func (a *arm) watch(s *world.State, dt time.Duration) (moved, woke bool) {
	known := a.tool != world.Point{}
	moved = known && s.Tool.At != a.tool
	if s.Tool.At == a.tool && s.Tool.Held == world.NoDisc {
		a.still += dt
		return moved, false
	}
	woke = known && !a.awake
	a.awake = a.awake || known
	a.tool, a.still = s.Tool.At, 0
	return moved, woke
}

// mayReach reports whether the tool is out of the way: a person does not reach under a machine.
func (a *arm) mayReach(s *world.State) bool {
	edge := a.layout.Half() + a.layout.Frame
	t := s.Tool.At
	away := t.X < -edge || t.X > edge || t.Y < -edge || t.Y > edge
	return away && s.Tool.Held == world.NoDisc
}

// undisturbed reports whether the arm stands still beside the board.
func (a *arm) undisturbed(s *world.State) bool { return a.still >= toolStillTime && a.mayReach(s) }

// agrees reports whether the pieces stand as a game has them, with kings on none but some squares.
func (h *Human) agrees(s *world.State, game checkers.Position, kings checkers.Set) bool {
	p, sound := h.layout.Position(s)
	return sound && p.Black == game.Black && p.White == game.White && p.Kings&^kings == 0
}

// decide is the move to play; false while there is none yet.
func (m *mind) decide() (checkers.Move, bool) {
	if m.next == nil {
		return m.choose(), true
	}
	p := m.game.Position()
	move, ok := m.next(p)
	return move, ok && slices.Contains(p.Moves(), move)
}

// upTo is a random time.
func (c *chance) upTo(d time.Duration) time.Duration {
	return time.Duration(c.random.Float64() * float64(d))
}
