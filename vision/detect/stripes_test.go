package detect

import (
	"fmt"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// chequered draws squares of two greys, turned, under light that changes across a direction.
func chequered(t *testing.T, light func(x, y float64) float64) gocv.Mat {
	t.Helper()
	m := gocv.NewMatWithSize(360, 480, gocv.MatTypeCV8UC3)
	px, err := m.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	sin, cos := math.Sincos(0.3)
	for i := range len(px) / 3 {
		x, y := float64(i%480), float64(i/480)
		u, v := math.Floor((cos*x+sin*y)/31), math.Floor((cos*y-sin*x)/31)
		value := 100.0
		if parity(int(u), int(v)) > 0 {
			value = 180
		}
		for c := range 3 {
			px[3*i+c] = uint8(value * light(x, y))
		}
	}
	return m
}

// TestStripes finds stripes of light over squares and takes them away; squares are none.
func TestStripes(t *testing.T) {
	for _, angle := range []float64{0, 1.1, math.Pi / 2, 3.1} {
		t.Run(fmt.Sprint(angle), func(t *testing.T) { stripesAcross(t, imaging.Pt(math.Cos(angle), math.Sin(angle))) })
	}
}

func stripesAcross(t *testing.T, across imaging.Point) {
	blinds := func(x, y float64) float64 {
		edge := math.Abs(math.Mod((x*across.X+y*across.Y)/40+20, 1)-0.5) - 0.25
		return 0.8 + 0.2*clip(15*edge, 1)
	}
	even := func(float64, float64) float64 { return 1 }
	striped, plain := chequered(t, blinds), chequered(t, even)
	defer striped.Close()
	defer plain.Close()
	at := attempt{longest: 480}

	wanted := prepared(t, plain, attempt{longest: stripesLonger})
	defer wanted.close()
	if st, ok := findStripes(wanted); ok {
		t.Errorf("squares are taken for stripes across %v", st.across)
	}
	small := prepared(t, striped, attempt{longest: stripesLonger})
	defer small.close()
	st, ok := findStripes(small)
	if !ok || math.Abs(st.across.Cross(across)) > 0.01 {
		t.Fatalf("stripes across %v, found %v; they are across %v", st.across, ok, across)
	}
	p, bare := prepared(t, striped, at), prepared(t, plain, at)
	defer p.close()
	defer bare.close()
	off := func() float64 { // standard deviation
		sum, squares, n := 0.0, 0.0, float64(len(p.Px))
		for i := range p.Px {
			d := float64(p.Px[i] - bare.Px[i])
			sum, squares = sum+d, squares+d*d
		}
		return math.Sqrt(squares/n - sum*sum/(n*n))
	}
	before := off()
	if p.removeStripes(&st); off() > before/3 {
		t.Errorf("light differs by %.3f from even light, and by %.3f with its stripes", off(), before)
	}
}
