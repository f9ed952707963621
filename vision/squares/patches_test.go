package squares

import (
	"math"
	"math/rand/v2"
	"testing"

	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/squares/network"
)

// Patches are cut where squares are seen: the first pixels of the middle of a square show it, and lean is away from
// the camera.
func TestPatchesShowTheirSquares(t *testing.T) {
	plain := boards.NewPlain(8)
	plain.Grid, plain.Noise, plain.Spares = boards.Start(8), 0, 0
	scene := plain.Scene()
	picture, err := boards.Draw(scene)
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	found := nearlyFound(&scene, rand.New(rand.NewPCG(1, 1)))
	reader, err := NewReader(found, picture.Cols(), picture.Rows(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := reader.cut(picture); err != nil {
		t.Fatal(err)
	}
	patches := reader.patches
	for i := range patches {
		p := &patches[i]
		k := network.Height/2*network.Width + behind
		want, tolerance := boards.Wood.DarkSquare, 12.0
		row, column := i/8, i%8
		switch {
		case (row+column)%2 == 0:
			want = boards.Wood.LightSquare
		case row < 3:
			want = boards.Wood.DarkPiece
		case row > 4:
			want, tolerance = boards.Wood.LightPiece, 40
		}
		for c, w := range [3]uint8{want.B, want.G, want.R} {
			if got := p.colour[c][k]; math.Abs(float64(got)-float64(w)) > tolerance {
				t.Errorf("row %d, column %d: channel %d is %d, want %d", row, column, c, got, w)
			}
		}
		if p.lattice[k] != 255 || p.onBoard[k] != 255 {
			t.Errorf("row %d, column %d: its own square is marked %d, %d", row, column, p.lattice[k], p.onBoard[k])
		}
		if p.away.Y > -0.3 {
			t.Errorf("row %d, column %d: what stands leans to %v", row, column, p.away)
		}
	}
}
