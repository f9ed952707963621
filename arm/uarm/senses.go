package uarm

import (
	"context"
	"errors"
	"fmt"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// senses are what the arm says, when it is asked, of where it is and what it does.
type senses struct {
	conn   *session.Session // whose lock guards what follows
	log    zerolog.Logger
	unread bool // its firmware does not tell what the encoders say
}

// moving asks the arm whether anything moves.
func (s *senses) moving(ctx context.Context) (bool, error) {
	v, err := s.value(ctx, askMoving)
	return v != 0, err
}

// value is the V of an answer.
func (s *senses) value(ctx context.Context, question string) (float64, error) {
	v, err := s.values(ctx, question, "V")
	return v['V'], err
}

// values are the numbers in an answer, by letter; all of these letters have to be among them.
func (s *senses) values(ctx context.Context, question, letters string) (map[byte]float64, error) {
	text, err := s.conn.Ask(ctx, session.Line{Text: question})
	if err != nil {
		return nil, err
	}
	v := values(text)
	for _, letter := range []byte(letters) {
		if _, found := v[letter]; !found {
			return nil, fmt.Errorf("%w: %s is answered with %q", arm.ErrNoAnswer, question, text)
		}
	}
	return v, nil
}

// believed is where the firmware takes the tool to be: after a motion where it was told to go, whether it came there
// or not.
func (s *senses) believed(ctx context.Context) (*arm.Point, error) {
	return s.point(ctx, askBelieved)
}

// sensed is where the joints' encoders have the tool; nil if the firmware does not tell.
func (s *senses) sensed(ctx context.Context) (*arm.Point, error) {
	unread := false
	s.conn.Do(func() { unread = s.unread })
	if unread {
		return nil, nil
	}
	at, err := s.encoders(ctx)
	var rejected *RejectedError
	if errors.As(err, &rejected) {
		s.log.Warn().Err(err).Msg("the arm does not tell what its encoders say: whether it arrives is not checked")
		s.conn.Do(func() { s.unread = true })
		return nil, nil
	}
	return at, err
}

func (s *senses) encoders(ctx context.Context) (*arm.Point, error) {
	v, err := s.values(ctx, askAngles, "BLR")
	if err != nil {
		return nil, err
	}
	return s.point(ctx, fmt.Sprintf("%s B%s L%s R%s", askPlace, session.Digits(v['B']), session.Digits(v['L']),
		session.Digits(v['R'])))
}

// point is the place in an answer.
func (s *senses) point(ctx context.Context, question string) (*arm.Point, error) {
	v, err := s.values(ctx, question, "XYZ")
	if err != nil {
		return nil, err
	}
	return &arm.Point{X: v['X'], Y: v['Y'], Z: v['Z']}, nil
}
