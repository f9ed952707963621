package boardfile

import (
	"testing"

	"draughtsman/engine/variant"
)

// TestLayouts finds in each layout the start position of its size.
func TestLayouts(t *testing.T) {
	for _, size := range Sizes() {
		got, err := Layout(size)
		if err != nil {
			t.Errorf("size %d: %v", size, err)
			continue
		}
		want, err := variant.CheckersBot().Start(size)
		if err != nil || got != want {
			t.Errorf("size %d: %v\n%swant\n%s", size, err, got, want)
		}
	}
}

func TestNoSuchLayout(t *testing.T) {
	_, err := Layout(14)
	if want := "there is no layout of size 14: want one of [4 6 8 10 12]"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
