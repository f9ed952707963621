package simulation

import (
	"bytes"
	"encoding/json"

	"draughtsman/internal/files"
)

// truths is what a simulated table writes where somebody names a file.
var truths = files.Kind{Name: "the true state of a simulated table", Holds: holdsTruth}

// holdsTruth tells by how a file begins whether it is the truth of a simulated table: a setup is its first event.
func holdsTruth(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	var line struct {
		T     *float64 `json:"t"`
		Event *string  `json:"event"`
		FEN   *string  `json:"fen"`
	}
	return json.Unmarshal(first, &line) == nil && line.T != nil && line.Event != nil && line.FEN != nil
}
