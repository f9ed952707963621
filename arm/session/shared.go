package session

import (
	"context"
	"fmt"

	"draughtsman/arm"
)

// Unasked is an answer to nothing that was sent. On a line that others use too it is one of theirs, and others before
// it may have been taken for answers to us: the position is not trusted any more. Call it inside receive or Do.
func (s *Session) Unasked() {
	if s.dialect.Shared {
		s.Lose(Foreign("answers come that nothing here has asked for"))
	}
}

// Foreign is what becomes of an arm to which another program talks too, and what gives it away.
func Foreign(sign string) error {
	return fmt.Errorf("%w: another program is connected to the controller and gives it commands (%s); close it, a page "+
		"in a browser perhaps, then home the arm", arm.ErrPositionLost, sign)
}

// undisturbed makes sure that an arm which others may reach stands where it was brought: what they sent it meanwhile
// is answered to them alone.
func (r *runner) undisturbed(ctx context.Context, from *arm.Point) error {
	if !r.s.dialect.Shared || from == nil {
		return nil
	}
	at, err := r.s.dialect.Where(ctx)
	if err != nil || at == nil || at.Distance(*from) <= wayToleranceMM {
		return err
	}
	return r.s.Lost(Foreign(fmt.Sprintf("it was brought to %v and is at %v", *from, *at)))
}
