package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"draughtsman/arm"
)

func TestStepperWaits(t *testing.T) {
	var out bytes.Buffer
	key, ended := make(chan struct{}, 1), make(chan struct{})
	s := &stepper{out: &out, key: key, ended: ended}
	ctx, stop := context.WithCancel(t.Context())

	key <- struct{}{}
	if err := s.await(ctx, arm.Step{Verb: arm.VerbHome}); err != nil {
		t.Error(err)
	}
	waited := make(chan error)
	go func() {
		waited <- s.await(ctx, arm.Step{Verb: arm.VerbMove, To: arm.Point{X: 10, Y: 20, Z: 30}, Speed: 100})
	}()
	stop()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(ended)
	if err := s.await(t.Context(), arm.Step{Verb: arm.VerbGrip}); err == nil || !strings.Contains(err.Error(), "--step needs a terminal") {
		t.Error(err)
	}
	const want = "   1  home: press Enter.    2  move to X 10.0 Y 20.0 Z 30.0 at 100 mm/s: press Enter.    3  grip: press Enter. "
	if out.String() != want {
		t.Errorf("%q", out.String())
	}
}
