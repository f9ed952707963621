package network

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// file returns a file of random weights.
func file(t testing.TB, random *rand.Rand) []byte {
	t.Helper()
	type array struct {
		Name  string `json:"name"`
		Sizes []int  `json:"sizes"`
	}
	var arrays []array
	var data []byte
	l := new(Network).layout()
	l.Each(func(name string, sizes []int, _ []float32) {
		arrays = append(arrays, array{name, sizes})
		each, scale := 1, 0.3
		for _, size := range sizes[1:] {
			each *= size
		}
		if len(sizes) > 1 {
			scale = 1.5 / math.Sqrt(float64(each))
		}
		for range sizes[0] * each {
			bits := math.Float32bits(float32(scale * random.NormFloat64()))
			data = binary.LittleEndian.AppendUint16(data, uint16(bits>>16))
		}
	})
	line, err := json.Marshal(map[string]any{"arrays": arrays, "provenance": map[string]string{"seed": "by lot"}})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(line, []byte{'\n'}, data)
}

func randomNetwork(t testing.TB, random *rand.Rand) *Network {
	t.Helper()
	n, err := Load(bytes.NewReader(file(t, random)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func randomSquares(random *rand.Rand, count int) []Square {
	squares := make([]Square, count)
	for i := range squares {
		for c := range squares[i].Pixels {
			for k := range squares[i].Pixels[c] {
				squares[i].Pixels[c][k] = float32(random.NormFloat64())
			}
		}
		for k := range squares[i].Scalars {
			squares[i].Scalars[k] = float32(random.NormFloat64())
		}
	}
	return squares
}

// known gives each of some squares a content.
func known(descriptions []Description) (all []Known) {
	for i, d := range descriptions {
		all = append(all, Known{d, Content(i % Contents)})
	}
	return all
}

// near compares within what float32 loses in sums of some hundred numbers.
func near(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if !(math.Abs(float64(got[i]-want[i])) <= 2e-4*(1+math.Abs(float64(want[i])))) {
			t.Fatalf("%s: number %d is %g instead of %g", what, i, got[i], want[i])
		}
	}
}

func numbers(a Answer) []float32 { return append(a.LogOdds[:], a.Offset[:]...) }

// Descriptions and answers are those of the definition, also where the last squares that pass the filters together are
// fewer.
func TestDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n := randomNetwork(t, random)
	squares := randomSquares(random, squaresAtOnce+3)
	descriptions := n.Describe(squares)
	for i := range squares {
		want := defined(n).describe(&squares[i])
		near(t, "description", descriptions[i][:], want)
	}
	board, others := descriptions[:4], known(descriptions[4:])
	for name, k := range map[string][]Known{"alone": nil, "beside known squares": others} {
		got, want := n.Read(board, k), defined(n).read(board, k)
		if len(got) != len(board) {
			t.Fatalf("%s: %d answers for %d squares", name, len(got), len(board))
		}
		for i := range got {
			near(t, name, numbers(got[i]), want[i])
		}
	}
}

// A known square changes the answers, and what is known of it does.
func TestKnown(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	n := randomNetwork(t, random)
	d := n.Describe(randomSquares(random, 5))
	alone := n.Read(d[:4], nil)
	light := n.Read(d[:4], []Known{{d[4], LightMan}})
	dark := n.Read(d[:4], []Known{{d[4], DarkMan}})
	for i := range alone {
		if alone[i] == light[i] || light[i] == dark[i] {
			t.Errorf("square %d: %v alone, %v beside a light man, %v beside a dark one", i, alone[i], light[i], dark[i])
		}
	}
}

// The order of the squares is the order of the answers, and of the known squares makes no difference.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	n := randomNetwork(t, random)
	squares := randomSquares(random, 10)
	d := n.Describe(squares)
	board, others := d[:6], known(d[6:])
	answers := n.Read(board, others)
	order := random.Perm(len(squares))
	moved := make([]Square, len(squares))
	for to, from := range order {
		moved[to] = squares[from]
	}
	for to, from := range order {
		near(t, "description", n.Describe(moved)[to][:], d[from][:])
	}
	order = random.Perm(len(board))
	turned := make([]Description, len(board))
	for to, from := range order {
		turned[to] = board[from]
	}
	slices.Reverse(others)
	for to, a := range n.Read(turned, others) {
		near(t, "answer", numbers(a), numbers(answers[order[to]]))
	}
}

func TestNothing(t *testing.T) {
	n := randomNetwork(t, rand.New(rand.NewPCG(7, 8)))
	if d, a := n.Describe(nil), n.Read(nil, nil); len(d)+len(a) != 0 {
		t.Errorf("%d descriptions and %d answers for no squares", len(d), len(a))
	}
}

func TestLoad(t *testing.T) {
	good := file(t, rand.New(rand.NewPCG(9, 10)))
	n, err := Load(bytes.NewReader(good))
	if err != nil || n.Provenance["seed"] != "by lot" {
		t.Errorf("a good file: %v, made with %v", err, n.Provenance)
	}
	line, rest, _ := strings.Cut(string(good), "\n")
	for name, test := range map[string]struct{ file, want string }{
		"empty":      {"", "does not begin with a line of JSON"},
		"no JSON":    {"weights\n" + rest, "does not begin with a line of JSON"},
		"other size": {strings.Replace(line, "[32,16,3,3]", "[32,16,5,5]", 1) + "\n" + rest, "it has convolution2.weight"},
		"fewer arrays": {strings.Replace(line, `,{"name":"answer.bias","sizes":[8]}`, "", 1) + "\n" + rest,
			"it lacks answer.bias [8]"},
		"more arrays": {strings.Replace(line, `[8]}`, `[8]},{"name":"more","sizes":[1]}`, 1) + "\n" + rest,
			"more [1] is unknown"},
		"short": {string(good[:len(good)-1]), "bytes instead of"},
		"long":  {string(good) + "x", "bytes instead of"},
	} {
		if _, err := Load(strings.NewReader(test.file)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkDescribe(b *testing.B) {
	random := rand.New(rand.NewPCG(11, 12))
	n, squares := randomNetwork(b, random), randomSquares(random, 64)
	for b.Loop() {
		n.Describe(squares)
	}
}

func BenchmarkRead(b *testing.B) {
	random := rand.New(rand.NewPCG(13, 14))
	n := randomNetwork(b, random)
	d := n.Describe(randomSquares(random, 64))
	for b.Loop() {
		n.Read(d, known(d[:30]))
	}
}
