package squares

import (
	"bufio"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
)

var (
	drawInto   = flag.String("draw", "", "the folder into which TestDrawSquares draws what the reader learns from")
	drawTables = flag.Int("tables", 100, "how many tables TestDrawSquares draws")
	drawFirst  = flag.Uint64("first-table", 3_000_000, "the seed of the first of them")
)

// shardTables is how many seeds a file of drawn squares has.
const shardTables = 10

// TestDrawSquares draws the pictures that training/train.py learns from, file after file; those that are there already
// are left alone, so that it goes on where it was cut off, and several may draw at once into one folder.
func TestDrawSquares(t *testing.T) {
	if *drawInto == "" {
		t.Skip("draws for hours; make reader says where to")
	}
	if err := os.MkdirAll(*drawInto, 0o755); err != nil {
		t.Fatal(err)
	}
	for first := *drawFirst; first < *drawFirst+uint64(*drawTables); first += shardTables {
		name := filepath.Join(*drawInto, fmt.Sprintf("%d.squares", first))
		part, err := os.OpenFile(name+".part", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if _, done := os.Stat(name); done == nil || errors.Is(err, fs.ErrExist) {
			if err == nil {
				_ = part.Close()
				_ = os.Remove(name + ".part")
			}
			continue // another process is at it
		}
		if err != nil {
			t.Fatal(err)
		}
		w := bufio.NewWriterSize(part, 1<<20)
		for seed := first; seed < first+shardTables; seed++ {
			if err := drawTable(w, seed); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Flush(), part.Close(), os.Rename(name+".part", name)); err != nil {
			t.Fatal(err)
		}
		t.Log(name)
	}
}

// drawTable writes the pictures of one table: one, or two of which one can be read by the other.
func drawTable(w *bufio.Writer, seed uint64) error {
	s, ok := boards.NewPlayed(seed)
	if !ok {
		return nil
	}
	l := rand.New(rand.NewPCG(seed, 60))
	pictures := uint64(1 + l.IntN(2))
	for number := range pictures {
		played := s.Played(number)
		if err := drawSquares(w, &played, uint32(number), l); err != nil {
			return fmt.Errorf("table %d: %w", seed, err)
		}
	}
	return nil
}

// The numbers of a square in a file of drawn squares, before its planes.
const (
	contentAt = 0
	offsetAt  = 1
	scalarsAt = 3
	rowAt     = 10
	columnAt  = 11
	numbers   = 12
)

const magic = 0x53515253

// drawSquares writes the squares of a picture: a header of six numbers, the numbers of each square, the planes of each.
func drawSquares(w *bufio.Writer, s *boards.Scene, number uint32, l *rand.Rand) error {
	picture, err := boards.ShowPlayed(*s)
	if err != nil {
		return err
	}
	defer picture.Close()
	found := nearlyFound(s, l)
	reader, err := NewReader(found, picture.Cols(), picture.Rows(), nil)
	if err != nil {
		return err
	}
	defer reader.Close()
	if _, err := reader.cut(picture); err != nil {
		return err
	}
	patches := reader.patches
	n := s.Squares
	for _, v := range [6]uint32{magic, uint32(s.Seed), number, uint32(n), uint32(n * n), 0} {
		if err := binary.Write(w, binary.LittleEndian, v); err != nil {
			return err
		}
	}
	for i := range patches {
		if err := binary.Write(w, binary.LittleEndian, labelled(s, &patches[i], i/n, i%n)); err != nil {
			return err
		}
	}
	for i := range patches {
		p := &patches[i]
		for _, plane := range [5]*[pixelsAPatch]uint8{&p.colour[0], &p.colour[1], &p.colour[2], &p.lattice, &p.onBoard} {
			if _, err := w.Write(plane[:]); err != nil {
				return err
			}
		}
	}
	return nil
}

// labelled is what is to be learnt of a square: its content, or −1 where it is half hidden, and where its piece stands.
func labelled(s *boards.Scene, p *patch, row, column int) (to [numbers]float32) {
	letter, x, y := s.Standing(row, column)
	to[contentAt] = map[byte]float32{'.': 0, 'l': 1, 'd': 2, 'L': 3, 'D': 4}[letter]
	switch covered := s.Covered(row, column); {
	case covered >= 0.7:
		to[contentAt] = 5
	case covered > 0.15:
		to[contentAt] = -1
	}
	along, across := math.NaN(), math.NaN()
	if letter != '.' {
		off := imaging.Pt(x, y)
		along, across = off.Dot(p.away), off.Dot(imaging.Pt(-p.away.Y, p.away.X))
	}
	to[offsetAt], to[offsetAt+1] = float32(along), float32(across)
	copy(to[scalarsAt:], p.scalars[:])
	to[rowAt], to[columnAt] = float32(row), float32(column)
	return to
}

// nearlyFound is the board of a scene as a finder might have found it: the corners and crossings a little off, from
// whichever corner is the top left one.
func nearlyFound(s *boards.Scene, l *rand.Rand) detect.Board {
	at, n := s.Crossings(), s.Squares
	off := 0.02 * l.Float64() * s.SidePX()
	shift := calibration.Pixel{X: off * l.NormFloat64(), Y: off * l.NormFloat64()} // of all of them
	moved := func(p calibration.Pixel) calibration.Pixel {
		return calibration.Pixel{X: p.X + shift.X + off*l.NormFloat64(), Y: p.Y + shift.Y + off*l.NormFloat64()}
	}
	b := detect.Board{Squares: n, Confidence: 1}
	for i, c := range [4][2]int{{0, 0}, {0, n}, {n, n}, {n, 0}} {
		b.Corners[i] = moved(at[c[0]][c[1]])
	}
	for row := 1; row < n; row++ {
		for column := 1; column < n; column++ {
			if l.Float64() < 0.7 { // pieces hide some
				b.Crossings = append(b.Crossings, detect.Crossing{Row: row, Column: column, At: moved(at[row][column])})
			}
		}
	}
	return b
}
