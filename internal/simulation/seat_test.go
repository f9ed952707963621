package simulation_test

import (
	"bytes"
	"errors"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/world"
)

// sit takes a seat at a table that runs fast.
func sit(t *testing.T, sides func(int) checkers.Side) (*simulation.Seat, *table.Table) {
	t.Helper()
	s := simulation.NewSeat(sides, time.Now)
	at, err := table.Start(t.Context(), table.Options{Seed: 1, Speed: 30, Watch: s.Look,
		Human: &human.Options{Obeys: s.Next, Sides: sides}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := at.Close(); err != nil {
			t.Error(err)
		}
	})
	s.Sit(at)
	return s, at
}

// until waits until the state of affairs is such.
func until(t *testing.T, s *simulation.Seat, is func(service.Snapshot) bool) service.Snapshot {
	t.Helper()
	end := time.After(time.Minute)
	for {
		now := s.Snapshot()
		_, _, more := s.Events(now.Event)
		if is(now) {
			return now
		}
		select {
		case <-more:
		case <-end:
			t.Fatalf("it does not come to that: %+v", now)
		}
	}
}

func turn(now service.Snapshot) bool { return now.State == service.HumansTurn }

// What clients ask for, the hand at the table does; what the table knows is told, and nothing of the robot.
func TestSeat(t *testing.T) {
	s, at := sit(t, func(int) checkers.Side { return checkers.Black })
	now := until(t, s, turn)
	if now.FEN != checkers.Start().FEN() || now.Robot != "White" || len(now.Legal) != 7 ||
		!slices.Equal(now.Commands, []string{"new game", "move"}) || now.Table != service.Simulated {
		t.Errorf("it begins with %+v", now)
	}
	var refused *robot.Refusal
	italian := checkers.Italian
	for _, c := range []service.Command{service.Move{Text: "11-18"}, service.Move{Text: "22-18"}, robot.Hint{},
		service.NewGame{Level: "club"}, service.NewGame{Rules: &italian}} {
		if err := s.Do(t.Context(), c); !errors.As(err, &refused) {
			t.Errorf("%+v is not refused: %v", c, err)
		}
	}
	if err := s.Do(t.Context(), service.Move{Text: "11-15"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(t.Context(), service.Move{Text: "11-15"}); !errors.As(err, &refused) {
		t.Errorf("while the hand is at work: %v", err)
	}
	now = until(t, s, func(now service.Snapshot) bool { return now.State == service.Thinking })
	move, err := checkers.Start().ParseMove("11-15")
	if err != nil {
		t.Fatal(err)
	}
	moved := checkers.Start().Play(move)
	if at.Position() != moved || now.FEN != moved.FEN() || !slices.Equal(now.Moves, []string{"11-15"}) ||
		slices.Contains(now.Commands, "move") {
		t.Errorf("%s stands, and it is told %+v", at.Position().FEN(), now)
	}
	if err := s.Do(t.Context(), service.Move{Text: "22-18"}); !errors.As(err, &refused) {
		t.Errorf("in the robot's turn: %v", err)
	}
	file, received, err := s.JPEG(t.Context(), robot.View{Drawn: true})
	if err != nil || received.IsZero() {
		t.Fatal(err)
	}
	if picture, err := jpeg.Decode(bytes.NewReader(file)); err != nil || picture.Bounds().Dx() < 320 {
		t.Errorf("a picture of %d bytes: %v", len(file), err)
	}
	black := checkers.Black
	other, _, err := s.JPEG(t.Context(), robot.View{Near: &black})
	if err != nil {
		t.Fatal(err)
	}
	as, again := bright(t, file), bright(t, other)
	if as[0] < as[1]+10 || again[1] < again[0]+10 { // White's discs are below, and then Black's
		t.Errorf("below and above the picture is %v bright, turned %v", as, again)
	}

	if err := s.Do(t.Context(), service.NewGame{}); err != nil {
		t.Fatal(err)
	}
	until(t, s, func(now service.Snapshot) bool { return turn(now) && len(now.Moves) == 0 })
	if at.Position() != checkers.Start() {
		t.Errorf("%s is set up", at.Position().FEN())
	}
}

// bright is how bright the lower and the upper half of a board's picture are, from 0 to 255.
func bright(t *testing.T, file []byte) (half [2]int) {
	t.Helper()
	picture, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	size := picture.Bounds().Size()
	for y := range size.Y {
		for x := size.X / 4; x < size.X*3/4; x++ {
			grey := color.GrayModel.Convert(picture.At(x, y)).(color.Gray)
			half[1-2*y/size.Y] += int(grey.Y)
		}
	}
	for i := range half {
		half[i] /= size.X / 2 * size.Y / 2
	}
	return half
}

// What stands is taken for the game where that is asked for, and what the game has not is told.
func TestGameAsItStands(t *testing.T) {
	s, at := sit(t, func(int) checkers.Side { return checkers.Black })
	until(t, s, turn)
	at.Do(func(state *world.State) { state.Discs[0].At.X += 1000 })
	now := until(t, s, func(now service.Snapshot) bool { return now.State == service.SettingUp && len(now.Commands) > 0 })
	if slices.Contains(now.Commands, "move") {
		t.Errorf("it is told %+v", now)
	}
	standing := service.NewGame{AsItStands: true, Start: checkers.NewPosition(checkers.White)}
	if err := s.Do(t.Context(), standing); err != nil {
		t.Fatal(err)
	}
	now = until(t, s, func(now service.Snapshot) bool { return now.State == service.Thinking })
	if now.Turn != "White" || now.FEN != "W:W21,22,23,24,25,26,27,28,29,30,31,32:B2,3,4,5,6,7,8,9,10,11,12" {
		t.Errorf("it goes on with %+v", now)
	}
}
