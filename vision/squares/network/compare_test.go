package network

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"testing"
)

var (
	weightsFile = flag.String("weights", "", "a file of weights that train.py wrote")
	compareFile = flag.String("compare", "", "what train.py --compare wrote with these weights")
)

// TestCompare holds descriptions and answers against those of the training program, and prints the greatest
// differences.
func TestCompare(t *testing.T) {
	if *compareFile == "" {
		t.Skip("-compare and -weights name no files")
	}
	file, err := os.Open(*weightsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(*compareFile)
	if err != nil {
		t.Fatal(err)
	}
	r := bytes.NewReader(data)
	read := func(into any) {
		t.Helper()
		if err := binary.Read(r, binary.LittleEndian, into); err != nil {
			t.Fatalf("%s: %v", *compareFile, err)
		}
	}
	var count struct{ Squares, Known uint32 }
	read(&count)
	squares := make([]Square, count.Squares+count.Known)
	contents, answers := make([]float32, count.Known), make([]Answer, count.Squares)
	descriptions := make([]Description, len(squares))
	for i := range squares {
		read(&squares[i].Pixels)
	}
	for i := range squares {
		read(&squares[i].Scalars)
	}
	read(contents)
	read(descriptions)
	read(answers)
	got := n.Describe(squares)
	var known []Known
	for i, c := range contents {
		known = append(known, Known{got[int(count.Squares)+i], Content(c)})
	}
	var difference, largest [2]float64
	note := func(k int, got, want []float32) {
		for i, v := range want {
			difference[k] = max(difference[k], math.Abs(float64(got[i]-v)))
			largest[k] = max(largest[k], math.Abs(float64(v)))
		}
	}
	for i := range got {
		note(0, got[i][:], descriptions[i][:])
	}
	for i, a := range n.Read(got[:count.Squares], known) {
		note(1, numbers(a), numbers(answers[i]))
	}
	for k, name := range []string{"descriptions", "answers"} {
		t.Logf("%s of up to %.3g differ by up to %.2g", name, largest[k], difference[k])
		if !(difference[k] <= 1e-3*(1+largest[k])) {
			t.Errorf("%s: the program in Go is of another network than the training program", name)
		}
	}
}
