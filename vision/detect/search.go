package detect

import (
	"cmp"
	"fmt"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// look is one way of searching a picture.
type look struct {
	longest int     // longer side of the picture that is searched, pixels
	stretch float64 // how much taller it is made while crossings are looked for
	passes  int     // 2: crossings that no pattern explains are looked at again
	median  int     // the side of the squares of pixels of which the median is taken first, 0 for none
	tints   bool    // brightness is left out, and with it the edges of shadows
	even    bool    // stripes of light are taken away; for pictures that have them
	grey    bool    // colours are left out: a camera's film has them at half the resolution; for boards of known size
}

// looks are taken one after the other until a board is found: coarser ones since
// rounded squares become crossings once blurred; two at the picture's median, which has no
// joints between squares and no hatching, and keeps the squares' edges; one at its tints alone, which
// has no shadows; then one at the picture made
// taller, in which a board that lies cornerwise before an oblique camera, its
// squares narrow diamonds, is seen as from higher up (after Morel and Yu, ASIFT:
// a new framework for fully affine invariant image comparison, 2009), the same in grey, and the same at its median.
var looks = []look{
	{longest: 1000, stretch: 1, passes: 2}, {longest: 600, stretch: 1, passes: 1}, {longest: 400, stretch: 1, passes: 1},
	{longest: 600, stretch: 1, passes: 1, median: 9}, {longest: 400, stretch: 1, passes: 1, median: 9},
	{longest: 600, stretch: 1, passes: 1, tints: true},
	{longest: 720, stretch: 1.6, passes: 1}, {longest: 720, stretch: 1.6, passes: 1, grey: true},
	{longest: 600, stretch: 1.6, passes: 1, median: 9},
}

// evenLooks follow the first one where light falls in stripes (stripes.go), of which the edges are as straight and as
// regular as a board's: most of them without the stripes.
var evenLooks = []look{
	{longest: 1000, stretch: 1, passes: 2, even: true}, {longest: 600, stretch: 1, passes: 1, even: true},
	{longest: 600, stretch: 1, passes: 1, median: 9, even: true},
	{longest: 400, stretch: 1, passes: 1, median: 9, even: true},
	{longest: 600, stretch: 1, passes: 1, median: 9}, {longest: 600, stretch: 1, passes: 1, tints: true},
	{longest: 720, stretch: 1.6, passes: 1, even: true}, {longest: 720, stretch: 1.6, passes: 1},
	{longest: 720, stretch: 1.6, passes: 1, grey: true},
	{longest: 600, stretch: 1.6, passes: 1, median: 9},
}

// search is the search of one picture.
type search struct {
	image    gocv.Mat
	grey     gocv.Mat           // the image without its colours, when it has any and the size is told
	scaled   map[version]scaled // as far as looks have asked for them
	workshop workshop
	sizes    []int
	told     bool // there is one size
	left     int  // lattices that may still be laid over the picture
	// What earlier looks have seen.
	stripes  Stripes   // of light
	patterns []lattice // that are as clear as can be and no boards, in stored pixels
	// nodes of a lattice with several places for the board: a look that sees fewer says nothing about it
	ambiguous int
	doubtful  []place // where such looks saw a board
}

// version is the image, or the one without colours, so many pixels long.
type version struct {
	grey    bool
	longest int
}

// run takes one look after the other.
func (s *search) run() (Board, error) {
	s.grey = gocv.NewMat()
	defer s.grey.Close()
	s.scaled, s.workshop = make(map[version]scaled), make(workshop)
	defer s.workshop.close()
	defer func() {
		for _, small := range s.scaled {
			_ = small.mat.Close()
		}
	}()
	if s.told && s.image.Type() == gocv.MatTypeCV8UC3 {
		if err := gocv.CvtColor(s.image, &s.grey, gocv.ColorBGRToGray); err != nil {
			return Board{}, fmt.Errorf("taking the colours out of the picture: %w", err)
		}
	}
	var first *Refusal
	for rest := looks; len(rest) > 0 && s.left > 0; {
		l := rest[0]
		rest = rest[1:]
		switch {
		case l.longest < looks[0].longest && l.longest > max(s.image.Cols(), s.image.Rows()):
			continue
		case l.tints && s.image.Channels() == 1:
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
			striped, err := s.findStripes()
			if err != nil {
				return Board{}, err
			}
			if striped { // what was seen so far may have been they
				rest = evenLooks
				s.left += latticesALook
			}
		}
	}
	return Board{}, first
}

// findStripes looks for stripes of light.
func (s *search) findStripes() (found bool, err error) {
	p, err := s.prepare(false, look{longest: stripesLonger})
	if err != nil {
		return false, err
	}
	defer p.close()
	s.stripes, found = findStripes(p)
	return found, nil
}

// prepare prepares the image, or the one without colours, for a look.
func (s *search) prepare(grey bool, at look) (picture, error) {
	key := version{grey, at.longest}
	small, known := s.scaled[key]
	if !known {
		from := s.image
		if grey {
			from = s.grey
		}
		var err error
		if small, err = scaleTo(from, at.longest); err != nil {
			return picture{}, err
		}
		s.scaled[key] = small
	}
	p, err := small.prepare(at)
	if err == nil && at.even {
		p.even(&s.stripes)
	}
	return p, err
}

// look searches the picture in one way.
func (s *search) look(at look) (Board, *Refusal, error) {
	p, err := s.prepare(at.grey, at)
	if err != nil {
		return Board{}, nil, err
	}
	defer p.close()
	t, err := s.candidates(p, at.stretch, at.passes)
	if err != nil {
		return Board{}, nil, err
	}
	if t.beyond != nil && (!t.found || t.best.quality.refusal() != "") {
		settled, err := t.beyond.settleIn(p, t.beyond.lattice.h, t.beyond.evidence.axis)
		if err != nil {
			return Board{}, nil, err
		}
		if settled.refusal == nil {
			return Board{}, errCut, nil
		}
	}
	best := &t.best
	if !t.found {
		return Board{}, &Refusal{"nothing looks like a board of squares"}, nil
	}
	switch reason := best.quality.refusal(); {
	case reason == "" && at.even && !s.told && best.quality.continues >= clearEnd && best.quality.framedAround <
		least.framed:
		return Board{}, &Refusal{goesOn}, nil
	case reason == "" && len(best.lattice.nodes) <= s.ambiguous:
		s.doubtful = append(s.doubtful, best.place(p))
		return Board{}, &Refusal{whichPlace}, nil
	case reason == whichPlace:
		s.ambiguous = max(s.ambiguous, len(best.lattice.nodes))
		fallthrough
	case reason != "":
		return Board{}, &Refusal{reason}, nil
	case slices.ContainsFunc(s.doubtful, best.place(p).contradicts):
		return Board{}, &Refusal{whichPlace}, nil
	}
	settled, err := best.settleIn(p, best.lattice.h, best.evidence.axis)
	if err != nil {
		return Board{}, nil, err
	}
	all := []settlement{settled}
	if at.longest < looks[0].longest {
		// It is known where to look: the finest picture tells more exactly.
		if settled, err = s.settleFinely(best, at.grey, at, p.scale, best.evidence.axis); err != nil {
			return Board{}, nil, err
		}
		all = append(all, settled)
	}
	if !s.grey.Empty() && !at.grey {
		// Where colours are coarse, brightness tells more exactly.
		if settled, err = s.settleFinely(best, true, at, p.scale, imaging.Colour{1, 0, 0}); err != nil {
			return Board{}, nil, err
		}
		all = append(all, settled)
	}
	board, refusal := best.board(all)
	if refusal != nil && best.quality.crossings > clearPattern {
		s.sizes = []int{best.window.squares} // a coarser look may measure this board better, but see no other
	}
	if refusal == nil && board.Confidence < leastSure {
		refusal = &Refusal{"it is hardly told from what only looks like a board"}
	}
	if refusal == nil && cut(board, s.image.Cols(), s.image.Rows()) {
		refusal = errCut
	}
	return board, refusal, nil
}

// place is where a look saw a board, in stored pixels.
type place struct {
	middle  imaging.Point
	side    float64 // of a square
	squares int
}

func (c *candidate) place(p picture) place {
	middle := c.window.middle()
	return place{p.stored(c.lattice.h.Project(middle)), c.lattice.h.CellSize(middle) / p.scale, c.window.squares}
}

// contradicts says whether two boards lie over each other and are not the same: one is a row or more beside the other.
func (a place) contradicts(b place) bool {
	off := a.middle.Distance(b.middle) / min(a.side, b.side)
	return off > 0.5 && off < float64(min(a.squares, b.squares))/2
}

// candidate is a lattice with the best place for a board on it.
type candidate struct {
	lattice  lattice
	evidence evidence
	window   window
	quality  quality
}

// candidates grows lattices from the seeds with the most votes until one passes
// every test, or else the one with the best score is it. In a picture made taller
// diamonds are tried after squares. Where a pattern that is no board, a chequered cloth
// say, has most of the crossings, these are set aside and the others are looked at again.
func (s *search) candidates(p picture, stretch float64, passes int) (trial, error) {
	pool, err := s.workshop.saddlesStretched(p, stretch)
	if err != nil {
		return trial{}, err
	}
	shapes := []*[4]index{&aSquare}
	if stretch != 1 {
		shapes = append(shapes, &aDiamond)
	}
	t := trial{search: s, picture: p, stretch: stretch, pool: &pool, explained: make([]bool, pool.count)}
	for i := range s.patterns {
		l := s.patterns[i]
		l.h = l.h.Rescaled(1, p.scale).Stretched(stretch)
		pool.explain(&l, true, t.explained)
	}
	for range passes {
		byWidth, all := pool.strongest(t.explained)
		near := newNearby(all)
		t.left = min(latticesALook, s.left)
		for _, shape := range shapes {
			var proposals []seed
			for _, of := range append(byWidth, all) {
				proposals = append(proposals, seeds(of, &near, float64(max(p.Width, p.Height)), shape)...)
			}
			if done, err := t.grow(proposals, all); err != nil || done {
				return t, err
			}
		}
		if !pool.mostly(t.explained, all) {
			break
		}
	}
	return t, nil
}

// trial is what one look has come to so far.
type trial struct {
	search    *search
	picture   picture
	stretch   float64
	pool      *pool
	explained []bool // the saddles that belong to lattices which were grown
	left      int    // lattices that may still be grown
	best      candidate
	found     bool       // there is a best one
	beyond    *candidate // one that passes every test, but for the picture's edge, which cuts it
}

// grow grows lattices from some seeds; done says that one of them passes every test.
func (t *trial) grow(proposals []seed, all []saddle) (done bool, err error) {
	slices.SortStableFunc(proposals, func(a, b seed) int { return cmp.Compare(b.votes, a.votes) })
	for k := range proposals {
		if t.left == 0 || proposals[k].votes < fewestVotes {
			break
		}
		if proposals[k].explained(t.explained) {
			continue
		}
		l, grown := grow(&proposals[k], all)
		if !grown || len(l.nodes) < fewestNodes {
			continue
		}
		t.left--
		t.search.left--
		c, judged, err := t.search.consider(t.picture, l.squeezed(t.stretch))
		if err != nil {
			return false, err
		}
		if judged {
			board := c.quality.refusal() == "" // one in the middle of a pattern that is clearer
			switch {
			case board && c.beyond(t.picture): // or a cloth that passes for one, and the board lies on it
				if t.beyond == nil && c.quality.continues < least.continues {
					t.beyond = &c
				}
				board = false
			case !t.found, board, c.quality.score > t.best.quality.score:
				t.best, t.found = c, true
			}
			if board {
				return true, nil
			}
			if c.quality.refusal() == goesOn && c.quality.crossings > clearPattern && len(c.lattice.nodes) >= aPattern {
				t.search.patterns = append(t.search.patterns, lattice{c.lattice.h.Rescaled(t.picture.scale, 1), l.phase,
					c.lattice.nodes, nil})
			}
			l.h = c.lattice.h.Stretched(t.stretch)
		}
		t.pool.explain(&l, judged || len(l.nodes) >= aPattern, t.explained)
	}
	return false, nil
}

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
