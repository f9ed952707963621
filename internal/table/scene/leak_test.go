//go:build matprofile

package scene

import (
	"errors"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/table/world"
)

func TestNoMatIsLeaked(t *testing.T) {
	before := gocv.MatProfile.Count()
	s, err := New(DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	mat := gocv.NewMat()
	state := middleGame()
	for i := range 5 {
		state.Hand = world.Hand{Visible: i%2 == 0, Held: world.NoDisc}
		if err := s.Render(state, i, &mat); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(mat.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d pictures are left over", after-before)
	}
}
