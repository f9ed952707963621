package search

import (
	"bytes"
	"embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"draughtsman/engine/checkers"
)

// Provenance is where weights come from: the data and the way they were fitted.
type Provenance struct {
	Rounds    []Round `json:"rounds"`    // of self-play, the first one first
	Positions int     `json:"positions"` // fitted to
	Seed      uint64  `json:"seed"`      // of the fit
	Epochs    int     `json:"epochs"`
	Loss      float64 `json:"loss"`      // cross-entropy on the games fitted to, in nats
	HeldBack  float64 `json:"held_back"` // and on those held back
}

// Of is the game that they are for.
func (p Provenance) Of() checkers.RuleSet {
	if len(p.Rounds) == 0 {
		return checkers.English
	}
	return p.Rounds[0].Rules
}

// Round is games that the engine played against itself.
type Round struct {
	Rules checkers.RuleSet `json:"rules,omitempty"`
	Games uint64           `json:"games,omitempty"`
	Seed  uint64           `json:"seed"`
	Nodes uint64           `json:"nodes"`          // a move
	Even  uint64           `json:"even,omitempty"` // a move where neither side is well ahead; 0: as many
	By    string           `json:"by"`             // which evaluation it played with
}

// numbers are those of the weights, in the order of a file.
func (w *Weights) numbers() []any {
	return []any{w.First[:4*w.Board.Squares()], &w.FirstBias, &w.Second, &w.SecondBias, &w.Third, &w.ThirdBias}
}

// A file of weights is a line of JSON, the provenance, and after it the weights as little-endian numbers and their
// CRC-32.

// WriteWeights writes weights with their provenance.
func WriteWeights(to io.Writer, w *Weights, from Provenance) error {
	head, err := json.Marshal(from)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	for _, part := range w.numbers() {
		if err := binary.Write(&body, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	sum := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(body.Bytes()))
	for _, part := range [][]byte{head, {'\n'}, body.Bytes(), sum} {
		if _, err := to.Write(part); err != nil {
			return fmt.Errorf("write the weights: %w", err)
		}
	}
	return nil
}

// ReadWeights is the weights that Write wrote. A file that was cut off or changed is an error.
func ReadWeights(file []byte) (*Weights, Provenance, error) {
	var from Provenance
	head, body, found := bytes.Cut(file, []byte{'\n'})
	if !found || json.Unmarshal(head, &from) != nil {
		return nil, from, errors.New("this is no file of weights: it does not begin with their provenance")
	}
	w, size := &Weights{Board: from.Of().Board()}, 0
	for _, part := range w.numbers() {
		size += binary.Size(part)
	}
	if len(body) != size+crc32.Size {
		return nil, from, fmt.Errorf("the file of weights is damaged: %d bytes of weights, %d are expected", len(body),
			size+crc32.Size)
	}
	if crc32.ChecksumIEEE(body[:size]) != binary.LittleEndian.Uint32(body[size:]) {
		return nil, from, errors.New("the file of weights is damaged: its checksum is wrong")
	}
	for _, part := range w.numbers() {
		n, err := binary.Decode(body, binary.LittleEndian, part)
		if err != nil {
			return nil, from, fmt.Errorf("read the weights: %w", err)
		}
		body = body[n:]
	}
	return w, from, nil
}

// HoldsWeights tells by how a file begins whether it is one of weights.
func HoldsWeights(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte{'\n'})
	var from struct {
		Rounds    *[]Round `json:"rounds"`
		Positions *int     `json:"positions"`
		Epochs    *int     `json:"epochs"`
	}
	return json.Unmarshal(first, &from) == nil && from.Rounds != nil && from.Positions != nil && from.Epochs != nil
}

//go:embed english.weights russian.weights international.weights frisian.weights
var shipped embed.FS

var english, russian, international, frisian = embedded("english.weights"), embedded("russian.weights"),
	embedded("international.weights"), embedded("frisian.weights")

// embedded is weights that come with the program, read when they are first asked for.
func embedded(name string) func() (*Weights, Provenance) {
	return sync.OnceValues(func() (*Weights, Provenance) {
		file, err := shipped.ReadFile(name)
		if err != nil {
			panic(err) // the program was built wrong; a test reads them
		}
		w, from, err := ReadWeights(file)
		if err != nil {
			panic(err)
		}
		return w, from
	})
}

// Learnt is the weights that come with the program for English draughts, and where they come from.
func Learnt() (*Weights, Provenance) { return english() }

// LearntBy is the weights for a board and some moves. Where kings fly and men capture backwards they are those of
// Russian draughts on 8×8, of international draughts on 10×10, or of Frisian where captures go along rows and columns,
// too. Elsewhere they are Learnt on 8×8, and nil on 10×10.
func LearntBy(board checkers.Board, moves checkers.Rules) (*Weights, Provenance) {
	like := checkers.Flying | checkers.MenBack
	switch large := board == checkers.Board10; {
	case moves&like == like && large && moves&checkers.Straight != 0:
		return frisian()
	case moves&like == like && large:
		return international()
	case moves&like == like:
		return russian()
	case large:
		return nil, Provenance{}
	}
	return Learnt()
}
