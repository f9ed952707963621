package robot

import (
	"context"
	"errors"
	"time"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision/moves"
)

// humanTurn is a turn of the human's.
type humanTurn struct {
	g        *game
	w        *work
	record   *record
	position checkers.Position // before the move
	presence presence
}

// presence is what is known of the human while it is its turn, by the times of pictures.
type presence struct {
	last   time.Time // the last picture; zero: none since the turn began, or the robot did what it was asked for
	stirs  time.Time // something moved last
	paused bool      // nothing has for long, or the human has asked for it: the clock stands
}

// obey does what a command asks for, if that can be done now, and otherwise says why not. Unless the error is
// errOtherTurn the human's turn goes on afterwards: with the clock, but for a Pause.
func (h *humanTurn) obey(ctx context.Context, o Order) error {
	err := h.obeyed(ctx, o)
	h.presence = presence{paused: h.presence.paused}
	if err == nil {
		if h.presence.paused = (o.Command == Pause{}); h.presence.paused {
			h.w.tell(Event{Kind: Paused,
				Text: sentence.Say("The game pauses until you go on, or until something moves on the board.")})
		} else {
			h.w.tell(goesOn(h.position))
		}
		return nil
	}
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	if o.Answer == nil {
		h.w.tell(Event{Kind: Watching, Text: refusal.Why, Asks: true})
	}
	o.refused(refusal.Why)
	return nil
}

func (h *humanTurn) obeyed(ctx context.Context, o Order) error {
	switch command := o.Command.(type) {
	case Tidy, Straighten:
		return h.putInOrder(ctx, o)
	case TakeBack:
		return h.takeBack(ctx, o, command)
	case Hint:
		return h.hint(ctx, o)
	case Resign:
		o.accepted()
		human := h.g.Side.Opponent()
		return h.record.conclude(checkers.Outcome{Winner: h.g.Side, Reason: human.String() + " resigns"})
	case OfferDraw:
		return h.answerDraw(ctx, o)
	case Pause, GoOn:
		o.accepted()
		return nil
	case OwnArm:
		return &Refusal{sentence.Say("Nothing is taken for a hand at the moment.")}
	case NextMove:
		return &Refusal{sentence.Say("No recorded game is shown.")}
	}
	return &Refusal{sentence.Say("The robot sees for itself when you have moved.")}
}

// putInOrder tidies the board or straightens pieces in the human's turn.
func (h *humanTurn) putInOrder(ctx context.Context, o Order) error {
	verdict, now, err := h.stands(ctx)
	if err != nil {
		return err
	}
	order := straightened
	if (o.Command == Tidy{}) {
		order = tidy
	}
	plan, task, err := order(h.w.layout, now, verdict)
	if err != nil {
		return err
	}
	o.accepted()
	after := h.w.table // the game is where it was; only the tray has changed
	after.Tray = plan.After.Tray
	var replies []planner.Table
	if verdict.Kind == moves.Waiting || verdict.Kind == moves.Restored {
		replies = answers(after)
	}
	return h.w.arrange(ctx, plan, task, after, replies, false)
}

// stands looks until it is clear how the table stands in the human's turn: before its move, after it, or with captured
// pieces still on the board. A *Refusal says why the arm must not reach in now.
func (h *humanTurn) stands(ctx context.Context) (verdict moves.Verdict, now planner.Table, err error) {
	verdict, sighting, err := h.w.eyes.settled(ctx, h.position)
	if err != nil {
		return verdict, now, err
	}
	now = h.w.table
	switch verdict.Kind {
	case moves.Waiting, moves.Restored:
	case moves.Accepted:
		now = now.Watch(verdict.Moves[0])
	case moves.Unfinished:
		if now, err = unfinished(h.w.layout, now, verdict, sighting); err != nil {
			return verdict, now, err
		}
	default:
		return verdict, now, &Refusal{verdict.Text}
	}
	return verdict, h.w.seenAt(now, sighting), nil
}

// takeBack takes the last moves back: the arm puts the pieces as they stood, or the human does.
func (h *humanTurn) takeBack(ctx context.Context, o Order, c TakeBack) error {
	switch played := len(h.record.game.Moves()); {
	case played == 0:
		return &Refusal{sentence.Say("No move has been made that could be taken back.")}
	case c.Plies < 1 || c.Plies > played:
		return &Refusal{sentence.Say("1 to %d moves can be taken back, not %d.", played, c.Plies)}
	}
	if c.ByHand {
		h.w.eyes.Remember()
	} else {
		_, now, err := h.stands(ctx)
		if err != nil {
			return err
		}
		h.w.table = now
	}
	return h.takeBackNow(ctx, o, c)
}

// takeBackNow writes down that moves are taken back, and has it done.
func (h *humanTurn) takeBackNow(ctx context.Context, o Order, c TakeBack) error {
	e := Entry{What: GoingBack, Plies: c.Plies, ByHand: c.ByHand, Stood: stood(h.w.table)}
	if err := h.record.Append(e); err != nil {
		return err
	}
	o.accepted()
	return h.g.finishTakingBack(ctx, c)
}

// hint says what the robot would play in the human's place, and has the arm point at the piece and at the squares
// that it goes to.
func (h *humanTurn) hint(ctx context.Context, o Order) error {
	verdict, sighting, err := h.w.eyes.settled(ctx, h.position)
	if err != nil {
		return err
	}
	if verdict.Kind != moves.Waiting && verdict.Kind != moves.Restored {
		return &Refusal{sentence.Say("There is a hint only before you move: put the pieces back as they stood.")}
	}
	o.accepted()
	result, _, err := h.g.think(ctx, h.g.Think)
	if err != nil {
		return err
	}
	said := sentence.Say("Hint: %s.", result.Move)
	if result.Why != (sentence.Text{}) {
		said = sentence.Say("Hint: %s, since %s.", result.Move, result.Why)
	}
	h.w.tell(Event{Kind: Hinted, Text: said, Position: h.position, Move: result.Move})
	if _, person := h.w.arm.Arm.(arm.Announcer); person {
		return nil
	}
	h.w.remember(sighting)
	motions, err := planner.Point(h.w.setup, h.w.table, result.Move.Path())
	if err != nil {
		h.w.tell(Event{Kind: Watching, Text: sentence.Say("The arm cannot point at it: %s.", err.Error()), Asks: true})
		return nil
	}
	return h.point(ctx, motions)
}

// point makes motions that touch nothing. A fault of the arm that homing mends ends the pointing, and no more.
func (h *humanTurn) point(ctx context.Context, motions []planner.Motion) error {
	if _, err := h.w.eyes.awaitFree(ctx); err != nil {
		return err
	}
	if err := h.w.arm.begin(ctx); err != nil {
		return err
	}
	err := h.w.arm.move(ctx, requests(motions))
	if err == nil || ctx.Err() != nil || !Recoverable(err) {
		return err
	}
	h.w.tell(recovering(err))
	return h.w.arm.recover(ctx, err)
}

// answerDraw accepts or declines the draw that the human offers, by what the robot thinks of its own chances.
func (h *humanTurn) answerDraw(ctx context.Context, o Order) error {
	o.accepted()
	h.w.tell(Event{Kind: DrawOffered, Text: sentence.Say("You offer a draw: the robot thinks about it.")})
	result, _, err := h.g.think(ctx, h.g.Think)
	if err != nil {
		return err
	}
	if why := declines(h.record.game, -result.Score); why != (sentence.Text{}) {
		h.w.tell(Event{Kind: DrawDeclined, Text: sentence.Say("The robot declines the draw. %s", why)})
		return nil
	}
	return h.record.conclude(checkers.Outcome{Draw: true, Reason: pdn.Agreed})
}
