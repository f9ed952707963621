//go:build !nopalm

package palm_test

import (
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/imaging"
	"draughtsman/vision/palm"
)

// labelled is what is known of a picture.
type labelled struct {
	File    string
	Corners [4][2]float64
	Hand    bool `json:"occluded"`     // of a single picture: a hand covers part of the board
	InFilm  bool `json:"hand_visible"` // of a picture of a film
}

// around is the board and a part of its longer edge around it.
func (l labelled) around(part float64) (r image.Rectangle) {
	for i, c := range l.Corners {
		at := image.Rect(int(c[0]), int(c[1]), int(c[0])+1, int(c[1])+1)
		if i == 0 {
			r = at
		}
		r = r.Union(at)
	}
	return r.Inset(-int(part * float64(max(r.Dx(), r.Dy()))))
}

// pictures are those of a set of DRAUGHTSMAN_TESTDATA: of photos and stills all, of a film those with a hand and some
// without.
func pictures(t *testing.T, folder string) (all []labelled) {
	t.Helper()
	read := func(name string, into any) {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if filepath.Base(folder) != "film-a" {
		read("labels.json", &all)
		for i := range all {
			all[i].Hand = all[i].Hand || strings.Contains(all[i].File, "hand")
		}
		return all
	}
	var film struct {
		Corners [4][2]float64
		Frames  []labelled
	}
	read("film.json", &film)
	for i, l := range film.Frames {
		if l.InFilm && i%2 == 0 || i%8 == 0 {
			all = append(all, labelled{l.File, film.Corners, l.InFilm, l.InFilm})
		}
	}
	return all
}

// TestLabelledPictures looks for hands in the pictures that DRAUGHTSMAN_TESTDATA holds: photos of people's hands, and
// rendered ones. Where no hand is none is found, and of the others so many as were found when this was built.
func TestLabelledPictures(t *testing.T) {
	root := os.Getenv("DRAUGHTSMAN_TESTDATA")
	if root == "" {
		t.Skip("DRAUGHTSMAN_TESTDATA is not set: there are no pictures of hands")
	}
	const sure = .7
	detector, err := palm.New()
	if err != nil {
		t.Fatal(err)
	}
	defer detector.Close()
	for _, set := range []struct {
		folder string
		least  float64 // part of the hands that are found
	}{{"photos", .3}, {"renders/stills", .6}, {"renders/film-a", .85}} {
		hands, found, without, highest := 0, 0, 0, 0.
		for _, l := range pictures(t, filepath.Join(root, set.folder)) {
			picture := gocv.IMRead(filepath.Join(root, set.folder, l.File), gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
			palms, err := detector.Find(picture, l.around(.25), .02)
			picture.Close()
			if err != nil {
				t.Fatalf("%s: %v", l.File, err)
			}
			best := 0.
			if len(palms) > 0 {
				best = palms[0].Score
			}
			if !l.Hand {
				without++
				highest = max(highest, best)
				if best >= sure {
					t.Errorf("%s/%s: a hand where none is, with %.2f", set.folder, l.File, best)
				}
				continue
			}
			hands++
			if best >= sure {
				found++
			}
			t.Logf("%s/%s: %.2f", set.folder, l.File, best)
		}
		t.Logf("%s: %d of %d hands; %d pictures without one, in which %.2f is the highest", set.folder, found, hands,
			without, highest)
		if hands == 0 || float64(found) < set.least*float64(hands) {
			t.Errorf("%s: %d of %d hands are found", set.folder, found, hands)
		}
	}
}

// TestPastedHandsAreFound pastes hands of people over drawn boards, turned all the way round.
func TestPastedHandsAreFound(t *testing.T) {
	const sure, each = .7, 8
	hands := cutouts(t)
	detector, err := palm.New()
	if err != nil {
		t.Fatal(err)
	}
	defer detector.Close()
	found := 0
	for i, c := range hands {
		for k := range each {
			s := boards.New(uint64(400+each*i+k), boards.Shown)
			s.Resize(640, 480)
			l := labelled{}
			for j, corner := range s.Corners() {
				l.Corners[j] = [2]float64{corner.X, corner.Y}
			}
			board := l.around(0)
			middle := board.Min.Add(board.Max).Div(2)
			picture, err := boards.Draw(s)
			if err != nil {
				t.Fatal(err)
			}
			scale := float64(max(board.Dx(), board.Dy())) / 8 / c.SquarePX
			err = c.paste(&picture, middle, scale, float64(k)*360/each)
			var palms []palm.Palm
			if err == nil {
				palms, err = detector.Find(picture, l.around(.25), .02)
			}
			picture.Close()
			if err != nil {
				t.Fatal(err)
			}
			score := 0.
			if len(palms) > 0 && palms[0].Box.Middle().Distance(imaging.Pt(float64(middle.X), float64(middle.Y))) <
				float64(board.Dx())/4 {
				score = palms[0].Score
			}
			if score >= sure {
				found++
			}
			t.Logf("%s over scene %d, turned by %d degrees: %.2f", c.Name, s.Seed, k*360/each, score)
		}
	}
	t.Logf("%d of %d are found", found, each*len(hands))
	if 2*found < each*len(hands) {
		t.Error("these are too few")
	}
}
