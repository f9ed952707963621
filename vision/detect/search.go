package detect

import (
	"cmp"
	"fmt"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// attempt is one way of searching a picture.
type attempt struct {
	longest        int     // longer side of the picture that is searched, pixels
	stretch        float64 // how much taller it is made while crossings are looked for
	passes         int     // 2: crossings that no pattern explains are looked at again
	median         int     // the side of the squares of pixels of which the median is taken first, 0 for none
	chromatic      bool    // brightness is left out, and with it the edges of shadows
	withoutStripes bool    // stripes of light are taken away; for pictures that have them
	// colours are left out: a camera's film has them at half the resolution; for boards of known size
	grey bool
}

// attempts are made one after the other until a board is found. Coarser ones follow, since rounded squares become
// crossings once blurred; two at the picture's median, which has no joints between squares and no hatching and keeps
// the squares' edges; one by chromaticity alone, which has no shadows. Then comes one at the picture made taller, in
// which a board that lies cornerwise before an oblique camera, its squares narrow diamonds, is seen as from higher
// up (after Morel and Yu, ASIFT: a new framework for fully affine invariant image comparison, 2009), the same in
// grey, and the same at its median.
var attempts = []attempt{
	{longest: 1000, stretch: 1, passes: 2}, {longest: 600, stretch: 1, passes: 1}, {longest: 400, stretch: 1, passes: 1},
	{longest: 600, stretch: 1, passes: 1, median: 9}, {longest: 400, stretch: 1, passes: 1, median: 9},
	{longest: 600, stretch: 1, passes: 1, chromatic: true},
	{longest: 720, stretch: 1.6, passes: 1}, {longest: 720, stretch: 1.6, passes: 1, grey: true},
	{longest: 600, stretch: 1.6, passes: 1, median: 9},
}

// stripedAttempts follow the first one where light falls in stripes (stripes.go), of which the edges are as straight
// and as regular as a board's: most of them without the stripes.
var stripedAttempts = []attempt{
	{longest: 1000, stretch: 1, passes: 2, withoutStripes: true},
	{longest: 600, stretch: 1, passes: 1, withoutStripes: true},
	{longest: 600, stretch: 1, passes: 1, median: 9, withoutStripes: true},
	{longest: 400, stretch: 1, passes: 1, median: 9, withoutStripes: true},
	{longest: 600, stretch: 1, passes: 1, median: 9}, {longest: 600, stretch: 1, passes: 1, chromatic: true},
	{longest: 720, stretch: 1.6, passes: 1, withoutStripes: true}, {longest: 720, stretch: 1.6, passes: 1},
	{longest: 720, stretch: 1.6, passes: 1, grey: true},
	{longest: 600, stretch: 1.6, passes: 1, median: 9},
}

// search is the search of one picture.
type search struct {
	image        gocv.Mat
	grey         gocv.Mat                  // the image without its colours, when it has any and the size is known
	scaled       map[scaledKey]scaledImage // as far as attempts have asked for them
	buffers      filterBuffers
	sizes        []int
	sizeKnown    bool // there is one size
	latticesLeft int  // lattices that may still be laid over the picture
	// What earlier attempts have seen.
	stripes  stripes   // of light
	patterns []lattice // that are as clear as can be and no boards, in stored pixels
	// nodes of a lattice with several places for the board: an attempt that sees fewer says nothing about it
	ambiguous   int
	ambiguousAt []location // where such attempts saw a board
}

// scaledKey is which picture (the image, or the one without colours), and how many pixels its longer side has.
type scaledKey struct {
	grey    bool
	longest int
}

// run makes one attempt after the other. The error is a *Refusal where all fail: that of the first.
func (s *search) run() (Board, error) {
	s.grey = gocv.NewMat()
	defer s.grey.Close()
	s.scaled, s.buffers = make(map[scaledKey]scaledImage), make(filterBuffers)
	defer s.buffers.close()
	defer func() {
		for _, small := range s.scaled {
			_ = small.mat.Close()
		}
	}()
	if s.sizeKnown && s.image.Type() == gocv.MatTypeCV8UC3 {
		if err := gocv.CvtColor(s.image, &s.grey, gocv.ColorBGRToGray); err != nil {
			return Board{}, fmt.Errorf("taking the colours out of the picture: %w", err)
		}
	}
	var first *Refusal
	for rest := attempts; len(rest) > 0 && s.latticesLeft > 0; {
		l := rest[0]
		rest = rest[1:]
		switch {
		case l.longest < attempts[0].longest && l.longest > max(s.image.Cols(), s.image.Rows()):
			continue
		case l.chromatic && s.image.Channels() == 1:
			continue
		case l.grey && s.grey.Empty(): // of unknown size, there is too little to tell it by
			continue
		}
		board, refusal, err := s.try(l)
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
				rest = stripedAttempts
				s.latticesLeft += latticesPerAttempt
			}
		}
	}
	return Board{}, first
}

// findStripes looks for stripes of light and keeps them for later attempts.
func (s *search) findStripes() (found bool, err error) {
	p, err := s.prepare(false, attempt{longest: stripesLonger})
	if err != nil {
		return false, err
	}
	defer p.close()
	s.stripes, found = findStripes(p)
	return found, nil
}

// prepare prepares the image, or the one without colours, for an attempt.
func (s *search) prepare(grey bool, at attempt) (logImage, error) {
	key := scaledKey{grey, at.longest}
	small, known := s.scaled[key]
	if !known {
		from := s.image
		if grey {
			from = s.grey
		}
		var err error
		if small, err = scaleTo(from, at.longest); err != nil {
			return logImage{}, err
		}
		s.scaled[key] = small
	}
	p, err := small.logarithm(at)
	if err == nil && at.withoutStripes {
		p.removeStripes(&s.stripes)
	}
	return p, err
}

// try makes one attempt. Either the board is found or the refusal says why not.
func (s *search) try(at attempt) (Board, *Refusal, error) {
	p, err := s.prepare(at.grey, at)
	if err != nil {
		return Board{}, nil, err
	}
	defer p.close()
	t, err := s.bestCandidate(p, at.stretch, at.passes)
	if err != nil {
		return Board{}, nil, err
	}
	if t.cut != nil && (!t.found || t.best.quality.refusal() != "") {
		refined, err := t.cut.refine(p, t.cut.lattice.h, t.cut.evidence.axis)
		if err != nil {
			return Board{}, nil, err
		}
		if refined.refusal == nil {
			return Board{}, errCut, nil
		}
	}
	best := &t.best
	if !t.found {
		return Board{}, &Refusal{"nothing looks like a board of squares"}, nil
	}
	switch reason := best.quality.refusal(); {
	case reason == "" && at.withoutStripes && !s.sizeKnown && best.quality.continues >= clearEnd &&
		best.quality.framedAround < thresholds.framed:
		return Board{}, &Refusal{goesOn}, nil
	case reason == "" && len(best.lattice.nodes) <= s.ambiguous:
		s.ambiguousAt = append(s.ambiguousAt, best.location(p))
		return Board{}, &Refusal{whichPlace}, nil
	case reason == whichPlace:
		s.ambiguous = max(s.ambiguous, len(best.lattice.nodes))
		fallthrough
	case reason != "":
		return Board{}, &Refusal{reason}, nil
	case slices.ContainsFunc(s.ambiguousAt, best.location(p).contradicts):
		return Board{}, &Refusal{whichPlace}, nil
	}
	refined, err := best.refine(p, best.lattice.h, best.evidence.axis)
	if err != nil {
		return Board{}, nil, err
	}
	all := []refinement{refined}
	if at.longest < attempts[0].longest {
		// It is known where to look: the finest picture tells more exactly.
		if refined, err = s.refineAtFullSize(best, at.grey, at, p.scale, best.evidence.axis); err != nil {
			return Board{}, nil, err
		}
		all = append(all, refined)
	}
	if !s.grey.Empty() && !at.grey {
		// Where colours are coarse, brightness tells more exactly.
		if refined, err = s.refineAtFullSize(best, true, at, p.scale, imaging.Colour{1, 0, 0}); err != nil {
			return Board{}, nil, err
		}
		all = append(all, refined)
	}
	board, refusal := best.bestBoard(all)
	if refusal != nil && best.quality.crossings > clearPattern {
		s.sizes = []int{best.window.squares} // a coarser attempt may measure this board better, but see no other
	}
	if refusal == nil && board.Confidence < leastConfidence {
		refusal = &Refusal{"it is hardly told from what only looks like a board"}
	}
	if refusal == nil && cut(board, s.image.Cols(), s.image.Rows()) {
		refusal = errCut
	}
	return board, refusal, nil
}

// location is where an attempt saw a board, in stored pixels.
type location struct {
	middle  imaging.Point
	side    float64 // of a square
	squares int
}

// location is where the candidate lies in the stored picture.
func (c *candidate) location(p logImage) location {
	middle := c.window.middle()
	return location{p.toStored(c.lattice.h.Project(middle)), c.lattice.h.CellSize(middle) / p.scale, c.window.squares}
}

// contradicts reports whether two boards lie over each other and are not the same: one is a row or more beside the
// other.
func (a location) contradicts(b location) bool {
	off := a.middle.Distance(b.middle) / min(a.side, b.side)
	return off > 0.5 && off < float64(min(a.squares, b.squares))/2
}

// candidate is a lattice with the best window for a board on it.
type candidate struct {
	lattice  lattice
	evidence evidence
	window   window
	quality  quality
}

// bestCandidate grows lattices from the seeds with the most votes until one passes every test; otherwise it is the one
// with the best score. In a picture made taller diamonds are tried after squares. Where a pattern that is no board, a
// chequered cloth say, has most of the crossings, these are set aside and the others are looked at in another pass.
func (s *search) bestCandidate(p logImage, stretch float64, passes int) (attemptState, error) {
	pool, err := s.buffers.saddles(p, stretch)
	if err != nil {
		return attemptState{}, err
	}
	shapes := []*[4]node{&aSquare}
	if stretch != 1 {
		shapes = append(shapes, &aDiamond)
	}
	t := attemptState{search: s, picture: p, stretch: stretch, saddles: &pool, explained: make([]bool, pool.count)}
	for i := range s.patterns {
		l := s.patterns[i]
		l.h = l.h.Rescaled(1, p.scale).Stretched(stretch)
		pool.markExplained(&l, true, t.explained)
	}
	for range passes {
		byWidth, all := pool.unexplained(t.explained)
		near := newSaddleIndex(all)
		t.latticesLeft = min(latticesPerAttempt, s.latticesLeft)
		for _, shape := range shapes {
			var proposals []seed
			for _, of := range append(byWidth, all) {
				proposals = append(proposals, seeds(of, &near, float64(max(p.Width, p.Height)), shape)...)
			}
			if done, err := t.grow(proposals, all); err != nil || done {
				return t, err
			}
		}
		if !pool.mostlyExplained(t.explained, all) {
			break
		}
	}
	return t, nil
}

// attemptState is what one attempt has come to so far.
type attemptState struct {
	search       *search
	picture      logImage
	stretch      float64
	saddles      *saddleSet
	explained    []bool // the saddles that belong to lattices which were grown
	latticesLeft int    // lattices that may still be grown
	best         candidate
	found        bool       // there is a best one
	cut          *candidate // one that passes every test, but for the picture's edge, which cuts it
}

// grow grows lattices from some seeds; done says that one of them passes every test.
func (t *attemptState) grow(proposals []seed, all []saddle) (done bool, err error) {
	slices.SortStableFunc(proposals, func(a, b seed) int { return cmp.Compare(b.votes, a.votes) })
	for k := range proposals {
		if t.latticesLeft == 0 || proposals[k].votes < fewestVotes {
			break
		}
		if proposals[k].isExplained(t.explained) {
			continue
		}
		l, grown := grow(&proposals[k], all)
		if !grown || len(l.nodes) < fewestNodes {
			continue
		}
		t.latticesLeft--
		t.search.latticesLeft--
		c, judged, err := t.search.evaluate(t.picture, l.unstretched(t.stretch))
		if err != nil {
			return false, err
		}
		if judged {
			board := c.quality.refusal() == "" // one in the middle of a pattern that is clearer
			switch {
			case board && c.cutByPicture(t.picture): // or a cloth that passes for one, and the board lies on it
				if t.cut == nil && c.quality.continues < thresholds.continues {
					t.cut = &c
				}
				board = false
			case !t.found, board, c.quality.score > t.best.quality.score:
				t.best, t.found = c, true
			}
			if board {
				return true, nil
			}
			if c.quality.refusal() == goesOn && c.quality.crossings > clearPattern && len(c.lattice.nodes) >= patternNodes {
				t.search.patterns = append(t.search.patterns, lattice{c.lattice.h.Rescaled(t.picture.scale, 1), l.phase,
					c.lattice.nodes, nil})
			}
			l.h = c.lattice.h.Stretched(t.stretch)
		}
		t.saddles.markExplained(&l, judged || len(l.nodes) >= patternNodes, t.explained)
	}
	return false, nil
}

// isExplained reports whether three of a seed's crossings belong to lattices that were grown already.
func (s *seed) isExplained(done []bool) bool {
	n := 0
	for i := range s.corners {
		if done[s.corners[i].id] {
			n++
		}
	}
	return n >= 3
}

// evaluate completes a lattice and finds the best window for a board on it; it is false where there is none.
func (s *search) evaluate(p logImage, l lattice) (candidate, bool, error) {
	l, e, ok, err := complete(p, l)
	if !ok || err != nil {
		return candidate{}, false, err
	}
	ranked := rankWindows(&e, s.sizes)
	if len(ranked) == 0 {
		return candidate{}, false, nil
	}
	w, q := selectWindow(&e, ranked, s.sizeKnown)
	return candidate{l, e, w, q}, true, nil
}
