package find

import (
	"cmp"
	"fmt"
	"slices"

	"gocv.io/x/gocv"
)

// look is one way of searching a picture.
type look struct {
	longest int     // longer side of the picture that is searched, pixels
	stretch float64 // how much taller it is made while crossings are looked for
	grey    bool    // colours are left out: a camera's film has them at half the resolution; for boards of known size
}

// looks are taken one after the other until a board is found: coarser ones since
// rounded squares become crossings once blurred; then one at the picture made
// taller, in which a board that lies cornerwise before an oblique camera, its
// squares narrow diamonds, is seen as from higher up (after Morel and Yu, ASIFT:
// a new framework for fully affine invariant image comparison, 2009), and the same in grey.
var looks = []look{
	{longest: 1000, stretch: 1}, {longest: 600, stretch: 1}, {longest: 400, stretch: 1},
	{longest: 720, stretch: 1.6}, {longest: 720, stretch: 1.6, grey: true},
}

// search is the search of one picture.
type search struct {
	image gocv.Mat
	grey  gocv.Mat // the image without its colours, when it has any and the size is told
	sizes []int
	told  bool // there is one size
	left  int  // lattices that may still be laid over the picture
}

// How many lattices are laid over a picture, in all and by one look at one set of crossings: it is what most of
// the time goes into. Nearly every board that is found at all is found by the first.
const (
	mostLattices  = 18
	latticesALook = 4
)

// run takes one look after the other.
func (s *search) run() (Board, error) {
	s.grey = gocv.NewMat()
	defer s.grey.Close()
	if s.told && s.image.Type() == gocv.MatTypeCV8UC3 {
		if err := gocv.CvtColor(s.image, &s.grey, gocv.ColorBGRToGray); err != nil {
			return Board{}, fmt.Errorf("taking the colours out of the picture: %w", err)
		}
	}
	var first *Refusal
	for _, l := range looks {
		switch {
		case l.longest < looks[0].longest && l.longest > max(s.image.Cols(), s.image.Rows()):
			continue
		case l.grey && s.grey.Empty(): // of unknown size, there is too little to tell it by
			continue
		}
		board, refusal, err := s.look(l)
		switch {
		case err != nil:
			return Board{}, err
		case refusal == nil:
			return board, nil
		case refusal == errCut:
			return Board{}, refusal
		case first == nil:
			first = refusal
		}
	}
	return Board{}, first
}

// look searches the picture in one way.
func (s *search) look(at look) (Board, *Refusal, error) {
	image := s.image
	if at.grey {
		image = s.grey
	}
	p, err := prepare(image, at.longest)
	if err != nil {
		return Board{}, nil, err
	}
	defer p.close()
	best, ok, err := s.candidate(p, at.stretch)
	if err != nil {
		return Board{}, nil, err
	}
	if !ok {
		return Board{}, &Refusal{"nothing looks like a board of squares"}, nil
	}
	if reason := best.quality.refusal(); reason != "" {
		return Board{}, &Refusal{reason}, nil
	}
	settled, err := best.settleIn(p, best.lattice.h, best.evidence.axis)
	if err != nil {
		return Board{}, nil, err
	}
	all := []settlement{settled}
	if at.longest < looks[0].longest {
		// It is known where to look: the finest picture tells more exactly.
		if settled, err = best.settleFinely(image, p.scale, best.evidence.axis); err != nil {
			return Board{}, nil, err
		}
		all = append(all, settled)
	}
	if !s.grey.Empty() && !at.grey {
		// Where colours are coarse, brightness tells more exactly.
		if settled, err = best.settleFinely(s.grey, p.scale, colour{1, 0, 0}); err != nil {
			return Board{}, nil, err
		}
		all = append(all, settled)
	}
	board, refusal := best.board(all)
	if refusal == nil && cut(board, image.Cols(), image.Rows()) {
		refusal = errCut
	}
	return board, refusal, nil
}

// candidate is a lattice with the best place for a board on it.
type candidate struct {
	lattice  lattice
	evidence evidence
	window   window
	quality  quality
}

// candidate grows lattices from the seeds with the most votes until one passes
// every test, or else the one with the best score is it. In a picture made taller
// diamonds are tried after squares. Where a pattern that is no board, a chequered cloth
// say, has most of the crossings, these are set aside and the others are looked at again.
func (s *search) candidate(p picture, stretch float64) (best candidate, ok bool, err error) {
	pool, err := saddlesStretched(p, stretch)
	if err != nil {
		return best, false, err
	}
	shapes := []*[4]index{&aSquare}
	if stretch != 1 {
		shapes = append(shapes, &aDiamond)
	}
	explained := make([]bool, pool.count)
	for range 2 {
		left := min(latticesALook, s.left)
		byWidth, all := pool.strongest(explained)
		near := newNearby(all)
		for _, shape := range shapes {
			var proposals []seed
			for _, of := range append(byWidth, all) {
				proposals = append(proposals, seeds(of, &near, float64(max(p.width, p.height)), shape)...)
			}
			slices.SortStableFunc(proposals, func(a, b seed) int { return cmp.Compare(b.votes, a.votes) })
			for k := range proposals[:min(len(proposals), 300)] {
				if left == 0 || proposals[k].votes < fewestVotes {
					break
				}
				if proposals[k].explained(explained) {
					continue
				}
				l, grown := grow(&proposals[k], all)
				if !grown || len(l.nodes) < 6 {
					continue
				}
				left--
				s.left--
				c, judged, err := s.consider(p, l.squeezed(stretch))
				if err != nil {
					return best, false, err
				}
				if judged && (!ok || c.quality.score > best.quality.score) {
					best, ok = c, true
				}
				if ok && best.quality.refusal() == "" {
					return best, ok, nil
				}
				if judged {
					l.h = c.lattice.h.stretched(stretch)
				}
				pool.explain(&l, judged, explained)
			}
		}
		if !pool.mostly(explained, all) {
			break
		}
	}
	return best, ok, nil
}

// fewestVotes is what a seed needs to be tried.
const fewestVotes = 1

// explained says whether a seed's crossings belong to a lattice that was grown already.
func (s *seed) explained(done []bool) bool {
	n := 0
	for i := range s.corners {
		if done[s.corners[i].id] {
			n++
		}
	}
	return n >= 3
}

// consider completes a lattice and finds the best place for a board on it.
func (s *search) consider(p picture, l lattice) (candidate, bool, error) {
	l, e, ok, err := complete(p, l)
	if !ok || err != nil {
		return candidate{}, false, err
	}
	ranked := windows(&e, s.sizes)
	if len(ranked) == 0 {
		return candidate{}, false, nil
	}
	w, q := choose(&e, ranked, s.told)
	return candidate{l, e, w, q}, true, nil
}
