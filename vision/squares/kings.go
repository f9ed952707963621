package squares

import (
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/vision/kings"
	"draughtsman/vision/squares/network"
)

// What the shape and the top of a piece say, as natural logarithms of odds: of the kings on drawn boards package kings
// tells two of five, and of men it takes three of 1163 for kings.
const (
	lookLikeKing = 5.0  // log(0.4/0.0026)
	lookLikeMan  = -0.5 // log(0.6/0.9974)
)

// crown decides again which pieces are kings, by what the network makes of them and by how their outlines and tops
// measure in the picture as it is: a low stack is a stack by a pixel or two of a patch. If no camera explains how the
// board is seen, nothing can be measured.
func (p *posterior) crown(picture gocv.Mat, v *view) error {
	if v.camera == nil {
		return nil
	}
	var pieces []kings.Piece
	for i, c := range p.contents {
		if c != network.Empty && c != network.Covered {
			pieces = append(pieces, kings.Piece{Row: i / v.squares, Column: i % v.squares,
				Dark: c == network.DarkMan || c == network.DarkKing})
		}
	}
	measures, err := kings.MeasurePieces(picture, *v.camera, v.board, pieces)
	if err != nil {
		return fmt.Errorf("looking for kings: %w", err)
	}
	for k, looksCrowned := range kings.Classify(pieces, measures) {
		i := pieces[k].Row*v.squares + pieces[k].Column
		man, king := network.LightMan, network.LightKing
		if pieces[k].Dark {
			man, king = network.DarkMan, network.DarkKing
		}
		of := &p.probabilities[i]
		by := math.Exp(lookLikeMan)
		if looksCrowned {
			by = math.Exp(lookLikeKing)
		}
		piece := of[man] + of[king]
		share := of[king] * by / max(of[man]+of[king]*by, 1e-12)
		of[man], of[king] = piece*(1-share), piece*share
		if p.contents[i] = man; share > 0.5 {
			p.contents[i] = king
		}
	}
	return nil
}
