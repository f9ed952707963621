package search

import (
	"bytes"
	"encoding/json"
)

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
