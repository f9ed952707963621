package squares

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
	"draughtsman/vision/squares/network"
)

// Reader reads the squares of a board that stays in its place, in one picture after the other: a square is described
// anew when it looks other than it did. Squares are counted by rows as seen, from Corners[0] of the board. It is for
// one goroutine at a time; Close gives its memory back.
type Reader struct {
	network   *network.Network
	view      view
	size      image.Point // of the pictures, px
	cutting   cutting
	above     *imaging.TopView // finds the patches in what is cut up
	small     gocv.Mat
	flat      gocv.Mat
	patches   []patch
	colours   palette // that the patches were described with
	described []network.Description
	answers   []network.Answer
	told      []network.Known
}

// NewReader prepares the reading of pictures of a width and a height, px, with examples of what squares of the same
// table show, if there are any. It is an error when the board's corners do not make a board.
func NewReader(board detect.Board, width, height int, of *calibration.Examples) (*Reader, error) {
	n, err := trained()
	if err != nil {
		return nil, err
	}
	r := &Reader{network: n, small: gocv.NewMat(), flat: gocv.NewMat()}
	if r.told, err = knownOf(of); err == nil {
		err = r.Aim(board, width, height)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Aim has the reader look at the board in another place.
func (r *Reader) Aim(board detect.Board, width, height int) error {
	v, err := viewOf(board, width, height)
	if err != nil {
		return err
	}
	patches, seen := layOut(&v)
	cutting := cuttingOf(&v, width, height, seen)
	for i, at := range seen {
		seen[i] = cutting.place(at)
	}
	above, err := imaging.NewView(network.Width, seen)
	if err != nil {
		return err
	}
	err = r.above.Close()
	r.size, r.view, r.patches, r.cutting, r.above, r.described = image.Pt(width, height), v, patches, cutting, above, nil
	return err
}

// Look takes in an 8-bit picture, grey or colour, and returns the squares that look other than they did.
func (r *Reader) Look(picture gocv.Mat) (changed []int, err error) {
	if changed, err = r.cut(picture); err != nil || len(changed) == 0 {
		return nil, err
	}
	if now := paletteOf(r.patches); r.described == nil || !now.like(r.colours) { // or the light has changed
		r.colours, r.described = now, make([]network.Description, len(r.patches))
		changed = changed[:0]
		for i := range r.patches {
			changed = append(changed, i)
		}
	}
	looked := make([]network.Square, len(changed))
	for k, i := range changed {
		r.colours.sample(&r.patches[i], &looked[k])
	}
	for k, d := range r.network.Describe(looked) {
		r.described[changed[k]] = d
	}
	r.answers = r.network.Read(r.described, r.told)
	return changed, nil
}

// cut cuts the squares out of a picture, and returns those that look other than they did.
func (r *Reader) cut(picture gocv.Mat) (changed []int, err error) {
	if size := image.Pt(picture.Cols(), picture.Rows()); size != r.size {
		return nil, fmt.Errorf("the picture has %d×%d pixels and the board was seen in one of %d×%d", size.X, size.Y,
			r.size.X, r.size.Y)
	}
	if err := r.cutting.draw(picture, &r.small); err != nil {
		return nil, fmt.Errorf("preparing the picture for reading: %w", err)
	}
	if err := r.above.Draw(r.small, &r.flat, gocv.BorderReplicate); err != nil {
		return nil, err
	}
	px, err := r.flat.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("rectifying the board: %w", err)
	}
	for i := range r.patches {
		if now := px[3*pixelsAPatch*i:]; r.described == nil || r.patches[i].differs(now) {
			r.patches[i].paint(now)
			changed = append(changed, i)
		}
	}
	return changed, nil
}

// contentOf is a letter of a grid.
func contentOf(letter byte) network.Content {
	return network.Content(strings.IndexByte(letters, letter))
}

// Evidence is what a picture says of a square by itself, whatever else the board holds.
type Evidence struct {
	vision.Odds
	Covered float64 // the probability that something lies over it
}

// leastOdds is added to the odds of each content: nothing is sure.
const leastOdds = 1e-3

// Evidence is what the picture that was looked at last says of each square. Of a square that something lies over it
// says little.
func (r *Reader) Evidence() []Evidence {
	evidence := make([]Evidence, len(r.answers))
	for i, log := range logOddsOf(r.answers) {
		evidence[i] = evidenceOf(log)
	}
	return evidence
}

func evidenceOf(log [network.Contents]float64) (e Evidence) {
	log[network.Covered] += games.covered
	_, p := likeliest(log)
	unknown := p[network.Covered]/float64(vision.Contents) + leastOdds
	e.Covered = p[network.Covered]
	e.Odds = vision.Odds{
		vision.Nothing:    unknown + p[network.Empty],
		vision.LightPiece: unknown + p[network.LightMan] + p[network.LightKing],
		vision.DarkPiece:  unknown + p[network.DarkMan] + p[network.DarkKing],
	}
	for c := range e.Odds {
		e.Odds[c] /= 1 + leastOdds*float64(vision.Contents)
	}
	return e
}

// Compared is what the picture that was looked at last says of each square that is told in a grid, if all the others
// show what the grid says. Of squares that are not told it says nothing.
func (r *Reader) Compared(grid []string) []Evidence {
	evidence := make([]Evidence, len(r.described))
	squares, told := r.examples(grid)
	for k, i := range squares {
		others := slices.Delete(slices.Clone(told), k, k+1)
		evidence[i] = evidenceOf(logOddsOf(r.network.Read(r.described, others))[i])
	}
	return evidence
}

// examples are the squares of a grid that are told.
func (r *Reader) examples(grid []string) (squares []int, told []network.Known) {
	for i, shows := range []byte(strings.Join(grid, "")) {
		if shows != '?' {
			known := network.Known{Description: r.described[i], Content: contentOf(shows)}
			squares, told = append(squares, i), append(told, known)
		}
	}
	return squares, told
}

// Kings is the probability of each square that a piece which stands there is a king, by the picture that was looked at
// last: the likeliest position is decided, and the outlines of its pieces are measured.
func (r *Reader) Kings(picture gocv.Mat) ([]float64, error) {
	position, err := r.decide(picture)
	if err != nil {
		return nil, err
	}
	crowned := make([]float64, len(position.probabilities))
	for i, of := range position.probabilities {
		man, king := of[network.LightMan]+of[network.DarkMan], of[network.LightKing]+of[network.DarkKing]
		crowned[i] = king / max(man+king, 1e-12)
	}
	return crowned, nil
}

// decide finds the likeliest position of the board, and which of its pieces are kings.
func (r *Reader) decide(picture gocv.Mat) (posterior, error) {
	expected := games
	if len(r.told) > 0 {
		expected = games.told()
	}
	position := expected.decide(logOddsOf(r.answers), r.view.squares)
	err := position.crown(picture, &r.view)
	return position, err
}

// Describe makes examples of the squares in the picture that was looked at last. The grid has the contents as
// Reading.Grid has them; those that are not told are left out.
func (r *Reader) Describe(grid []string) *calibration.Examples {
	all := calibration.Examples{Network: name()}
	_, told := r.examples(grid)
	for _, k := range told {
		all.Squares = append(all.Squares, calibration.NewExample(letters[k.Content], k.Description[:]))
	}
	return &all
}

// Close gives the memory back.
func (r *Reader) Close() error { return errors.Join(r.above.Close(), r.small.Close(), r.flat.Close()) }
