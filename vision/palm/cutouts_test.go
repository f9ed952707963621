//go:build !nopalm

package palm_test

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/vision/score"
)

// cutout is a hand without what was around it, as it lay in its photo.
type cutout struct {
	Name     string
	Photo    string   // the file's name
	SquarePX float64  // the side of a square of the board in that photo
	Colours  gocv.Mat // 8-bit blue, green and red
	Mask     gocv.Mat // 8-bit: 255 where the hand is, less at its edge
}

// cut says where in which photo a hand is. Nothing else there has the colours of skin; what is dark is the sleeve.
type cut struct {
	name, photo string
	at          image.Rectangle
}

var cuts = []cut{
	{"flat", "images/jm_hand_log_security_my_photo_30.jpg", image.Rect(0, 520, 350, 800)},
	{"reaching", "images/jm_hand_log_security_my_photo_32.jpg", image.Rect(230, 430, 565, 650)},
}

const (
	redder  = 22 // skin has more red than blue, by so many grey values at least; the table is grey and the tape blue
	sleeve  = 62 // no channel of a dark sleeve is brighter
	softPX  = 3  // over which a cut-out's edge fades
	growing = 5  // pixels: gaps between hand and sleeve that are closed
)

// cutouts are the hands in the photos of DRAUGHTSMAN_TESTDATA, until the test ends. Where that is not set the test is
// skipped.
func cutouts(t testing.TB) (all []cutout) {
	t.Helper()
	root := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if root == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA is not set: there are no photos of hands")
	}
	labels, err := score.Load(filepath.Join(root, "photos", "labels.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cuts {
		hand, err := c.of(filepath.Join(root, "photos", c.photo))
		t.Cleanup(func() {
			if err := hand.close(); err != nil {
				t.Error(err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range labels {
			if l.File == c.photo {
				hand.SquarePX = squarePX(l)
			}
		}
		if hand.SquarePX == 0 {
			t.Fatalf("%s has no label", c.photo)
		}
		all = append(all, hand)
	}
	return all
}
