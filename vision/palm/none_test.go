//go:build nopalm

package palm

import (
	"errors"
	"testing"
)

// TestProgramWithoutDetectorSaysSo has the caller go on as without hands.
func TestProgramWithoutDetectorSaysSo(t *testing.T) {
	d, err := New()
	if d != nil || !errors.Is(err, ErrNotBuilt) {
		t.Errorf("%v, %v", d, err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
