//go:build !nopalm

package palm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image"
	"math"
	"os"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/leak"
	"draughtsman/vision/imaging"
)

// TestMain fails when the tests have left pictures allocated.
func TestMain(m *testing.M) { leak.Main(m) }

// checksum is the SHA-256 of the model in ONNX, as `make palm` makes it.
const checksum = "d1ccf4b1f014cf2e486427117c75eb7369dc71239d52c1594cf90fdd995070a1"

// TestModelIsTheOneThatWasConverted holds the model that is built in.
func TestModelIsTheOneThatWasConverted(t *testing.T) {
	onnx, err := unpacked()
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(onnx); hex.EncodeToString(sum[:]) != checksum {
		t.Errorf("the model has the SHA-256 %x", sum)
	}
}

// opened is a detector that is closed after the test.
func opened(t testing.TB) *Detector {
	t.Helper()
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// draw makes the input that drawn() in conversion/reference.py makes.
func draw(input []float32) {
	for y := range size {
		for x := range size {
			pixel := [3]int{70, x, y}
			if (x/24+y/24)%2 == 0 {
				pixel[0] = 190
			}
			if (x-120)*(x-120)+(y-70)*(y-70) < 40*40 {
				pixel = [3]int{220, 160, 130}
			}
			for channel, tone := range pixel {
				input[(channel*size+y)*size+x] = float32(tone) / 255
			}
		}
	}
}

// TestNetworkComputesWhatTheOriginalDoes holds the network in OpenCV against the original's operators, which NumPy
// computed.
func TestNetworkComputesWhatTheOriginalDoes(t *testing.T) {
	text, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Scores, Boxes []float64 }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	const every = 7
	if len(want.Scores) != anchors/every || len(want.Boxes) != 4*len(want.Scores) {
		t.Fatalf("%d scores and %d numbers of boxes", len(want.Scores), len(want.Boxes))
	}
	d := opened(t)
	draw(d.input)
	if err := d.net.run(d.input, d.boxes, d.scores); err != nil {
		t.Fatal(err)
	}
	score, px := 0., 0.
	for k, s := range want.Scores {
		score = max(score, math.Abs(s-float64(d.scores[every*k])))
		for c, v := range want.Boxes[4*k : 4*k+4] {
			px = max(px, math.Abs(v-float64(d.boxes[every*k*boxStride+c])))
		}
	}
	if t.Logf("scores differ by at most %.5f, boxes by %.5f pixels", score, px); score > .002 || px > .01 {
		t.Error("that is another network")
	}
}

// TestPalmsAreTold has answers of a network told as boxes of a picture: in order, each hand once, where they are.
func TestPalmsAreTold(t *testing.T) {
	d := &Detector{boxes: make([]float32, anchors*boxStride), scores: make([]float32, anchors)}
	answer := func(k int, score float32, box ...float32) {
		d.scores[k] = score
		copy(d.boxes[boxStride*k:], box)
	}
	for k := range anchors {
		answer(k, -20)
	}
	answer(2*(24*3+5), 1, 4, -4, 40, 40)          // the cell of 8 × 8 with the middle (44, 28): at (48, 24)
	answer(2*(24*3+5)+1, 2, 4, -2, 40, 40)        // the same hand
	answer(2*24*24+6*(12*9+10), 3, 0, 0, 20, 30)  // the cell of 16 × 16 with the middle (168, 152)
	answer(2*24*24+6*(12*2+10), 4, 0, 0, 14, 14)  // too small for the network
	answer(2*24*24+6*(12*11+1), -3, 0, 0, 50, 50) // not sure enough
	found := d.palms(.5, func(p imaging.Point) imaging.Point { return p.Times(2).Plus(imaging.Pt(100, 0)) })
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	want := []Palm{
		{Box{imaging.Pt(416, 274), imaging.Pt(456, 334)}, sigmoid(3)},
		{Box{imaging.Pt(156, 12), imaging.Pt(236, 92)}, sigmoid(2)},
	}
	if len(found) != len(want) {
		t.Fatalf("%v", found)
	}
	for i := range want {
		if found[i] != want[i] {
			t.Errorf("%v instead of %v", found[i], want[i])
		}
	}
}

// TestPartOfAPictureIsPutInTheMiddle holds where a part lies in the input, its colours and what is beside it.
func TestPartOfAPictureIsPutInTheMiddle(t *testing.T) {
	d := opened(t)
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(0, 128, 255, 0), 300, 400, gocv.MatTypeCV8UC3)
	defer picture.Close()
	left, top, err := d.prepare(picture, image.Rect(0, 100, 384, 292), 2)
	if err != nil {
		t.Fatal(err)
	}
	if left != 0 || top != 48 {
		t.Errorf("%v, %v beside the part", left, top)
	}
	for _, at := range []struct {
		y    int
		want [3]float32
	}{{47, [3]float32{}}, {48, [3]float32{1, 128. / 255, 0}}, {143, [3]float32{1, 128. / 255, 0}}, {144, [3]float32{}}} {
		for channel, want := range at.want {
			if got := d.input[(channel*size+at.y)*size+7]; got != want {
				t.Errorf("row %d, channel %d: %v instead of %v", at.y, channel, got, want)
			}
		}
	}
}

// TestDarkPicturesAreBrightened has a dark picture look like one that is lit well, and leaves that one alone.
func TestDarkPicturesAreBrightened(t *testing.T) {
	for _, c := range []struct {
		name      string
		values    []uint8
		of        uint8
		tone, off float64
	}{
		{"lit well", []uint8{20, 120, 250}, 120, 120. / 255, 1e-6},
		{"a bright hand over a dark cloth", []uint8{9, 9, 9, 9, 9, 9, 9, 9, 200, 200}, 9, 9. / 255, 1e-6},
		{"a fifth of the light", []uint8{4, 19, 38}, 19, 95. / 255, 1e-6},
		{"nearly black", []uint8{0, 1, 2}, 2, 40. / 255, 1e-6},
		{"black", []uint8{0, 0, 0}, 0, 0, 0},
	} {
		if tones := brightened(c.values); math.Abs(float64(tones[c.of])-c.tone) > c.off {
			t.Errorf("%s: %d becomes %v instead of %v", c.name, c.of, tones[c.of], c.tone)
		}
	}
}

// TestWhatCannotBeDoneIsAnError has OpenCV refuse things, too: what it throws becomes an error.
func TestWhatCannotBeDoneIsAnError(t *testing.T) {
	d := opened(t)
	grey := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC1)
	defer grey.Close()
	colour := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC3)
	defer colour.Close()
	find := func(picture gocv.Mat, at image.Rectangle) error {
		_, err := d.Find(picture, at, .5)
		return err
	}
	_, noModel := read([]byte("no model"))
	_, nothing := read(nil)
	for _, c := range []struct {
		err  error
		says string
	}{
		{find(grey, image.Rect(0, 0, 100, 100)), "8-bit colour is needed"},
		{find(colour, image.Rect(100, 0, 200, 100)), "lies beside the picture of 100 by 100 pixels"},
		{noModel, "OpenCV says: "},
		{nothing, "OpenCV says: "},
		{d.net.run(d.input, d.boxes[1:], d.scores), "outputs of another size"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%v does not say: %s", c.err, c.says)
		}
	}
	if err := find(colour, image.Rect(-50, -50, 1, 1)); err != nil {
		t.Errorf("a part that lies within by one pixel: %v", err)
	}
	if err := (*Detector)(nil).Close(); err != nil {
		t.Error(err)
	}
}

// BenchmarkFind is a look at a table.
func BenchmarkFind(b *testing.B) {
	d := opened(b)
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 120, 150, 0), 720, 1280, gocv.MatTypeCV8UC3)
	defer picture.Close()
	for b.Loop() {
		if _, err := d.Find(picture, image.Rect(200, -50, 1000, 750), .5); err != nil {
			b.Fatal(err)
		}
	}
}
