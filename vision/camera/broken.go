package camera

import (
	"time"

	"gocv.io/x/gocv"
)

// sieve throws away the broken pictures of a live source. A USB camera whose bus is busy, or whose cable is bad,
// delivers less of a picture than there is. What is missing at its end is decoded to rows that are all the same:
//
//   - grey, where a JPEG ends early with its end mark (libjpeg, jdhuff.c: blocks without data are zero);
//   - a copy of the last row that came, where it ends without one (OpenCV's reader of JPEG in memory);
//   - green or black, where the memory of a picture that is not compressed was not filled (YUYV of zeros is green).
//
// A table may have such rows, too: one that is white and over-exposed, a dark room, a covered lens. Those stay. So a
// picture is held back that has rows like the row above them where the last whole picture had something else. It was
// broken if the next whole one shows that again, and is believed if nothing else comes.
type sieve struct {
	last       []byte // the last whole picture; nil: none came
	rows, cols int    // its size
	known      []flat // by row, of whole pictures
	whole      int    // pictures
	doubted    []int  // rows of the last picture that was held back
	doubts     int    // pictures held back in a row
	broken     int    // pictures that were
	trouble    float64
	told       bool
}

// flat is a row like the one above it.
type flat struct {
	colour [3]int // mean
	seen   int    // the number of the last whole picture that had it, from 1; 0: none
}

// holdsBack takes in the next picture, and reports whether it is not to be handed out.
func (s *sieve) holdsBack(picture gocv.Mat) bool {
	bytes, err := picture.DataPtrUint8()
	if err != nil || picture.Channels() != 3 { // not 8-bit BGR: nothing is known of it
		return false
	}
	rows, cols := picture.Rows(), picture.Cols()
	flats := flatRows(bytes, rows, cols)
	if s.last == nil && len(flats) > 0 { // what it is shows the next one
		s.keep(bytes, rows, cols)
		return true
	}
	resized := s.last != nil && (rows != s.rows || cols != s.cols)
	if resized || s.last != nil && s.unlike(bytes, flats) > unlikeLevels {
		if s.doubted = nil; !resized {
			s.doubted = flats
		}
		if s.doubt() {
			return true
		}
	} else if s.doubts > 0 && (s.doubted == nil || s.difference(bytes, s.doubted) <= unlikeLevels) {
		s.count(s.doubts)
	}
	s.doubts, s.doubted = 0, nil
	s.whole++
	s.trouble = max(0, s.trouble-troubleDecay)
	s.keep(bytes, rows, cols)
	for _, r := range flats {
		s.known[r] = flat{colourOf(row(bytes, r, cols)), s.whole}
	}
	return false
}

// doubt counts a picture that seems broken, and reports whether the next one may show that it was.
func (s *sieve) doubt() bool {
	s.doubts++
	return s.doubts < mostDoubts
}

// count counts broken pictures.
func (s *sieve) count(n int) {
	s.broken += n
	s.trouble += float64(n)
}

// tells reports, once, whether so many pictures are broken that people should know.
func (s *sieve) tells() bool {
	if s.told || s.trouble < troubleToTell {
		return false
	}
	s.told = true
	return true
}

// again forgets what pictures look like, for a source that was opened again.
func (s *sieve) again() { s.last, s.doubts, s.doubted = nil, 0, nil }

// keep keeps a picture as the last whole one.
func (s *sieve) keep(bytes []byte, rows, cols int) {
	s.last, s.cols = append(s.last[:0], bytes...), cols
	if rows != s.rows {
		s.rows, s.known = rows, make([]flat, rows)
	}
}

// unlike is by how much the rows of a picture differ from the last whole one, without those that were the same in a
// whole one before.
func (s *sieve) unlike(bytes []byte, flats []int) float64 {
	var other []int
	for _, r := range flats {
		if k := s.known[r]; k.seen == 0 || s.whole-k.seen > flatMemory || !near(k.colour, colourOf(row(bytes, r, s.cols))) {
			other = append(other, r)
		}
	}
	if len(other) < fewestFlatRows {
		return 0
	}
	return s.difference(bytes, other)
}

// difference is by how much some rows of a picture differ from the last whole one: the mean over their bytes.
func (s *sieve) difference(bytes []byte, rows []int) float64 {
	sum := 0
	for _, r := range rows {
		was := row(s.last, r, s.cols)
		for i, v := range row(bytes, r, s.cols) {
			sum += apart(v, was[i])
		}
	}
	return float64(sum) / float64(len(rows)*3*s.cols)
}

// flatRows are the rows of a picture that are like the one above them, where there are several.
func flatRows(bytes []byte, rows, cols int) (list []int) {
	first := 1
	for r := 1; r <= rows; r++ {
		if r < rows && alike(row(bytes, r, cols), row(bytes, r-1, cols)) {
			continue
		}
		if r-first >= fewestFlatRows {
			for ; first < r; first++ {
				list = append(list, first)
			}
		}
		first = r + 1
	}
	return list
}

// row is one of a picture.
func row(bytes []byte, number, cols int) []byte { return bytes[number*3*cols : (number+1)*3*cols] }

// alike reports whether two rows are the same, but for what a decoder rounds.
func alike(a, b []byte) bool {
	for i := range a {
		if apart(a[i], b[i]) > flatLevels {
			return false
		}
	}
	return true
}

// apart is how far apart two levels are.
func apart(a, b byte) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// colourOf is the mean colour of a row.
func colourOf(row []byte) (mean [3]int) {
	for i, v := range row {
		mean[i%3] += int(v)
	}
	for c := range mean {
		mean[c] = 3 * mean[c] / len(row)
	}
	return mean
}

// near reports whether two colours look the same.
func near(a, b [3]int) bool {
	for c := range a {
		if max(a[c], b[c])-min(a[c], b[c]) > unlikeLevels {
			return false
		}
	}
	return true
}

// outcome is what became of reading a picture.
type outcome int

const (
	gotWhole  outcome = iota
	gotBroken         // it is thrown away
	gotNone           // the source has ended or dropped
)

// readFrom reads a picture.
func (c *Camera) readFrom(from capture, into *gocv.Mat) outcome {
	if c.closed.Err() != nil {
		return gotNone
	}
	var began time.Time
	if c.source.kind == device {
		began = c.with.Clock.Now()
	}
	read := from.Read(into)
	switch {
	case !c.source.live():
		if !read || into.Empty() {
			return gotNone
		}
		return gotWhole
	case read && !into.Empty():
		if c.repeats(*into) {
			return gotNone
		}
		if c.sieve.holdsBack(*into) {
			return gotBroken
		}
		c.complain()
		return gotWhole
	case read, c.source.kind == device && c.with.Clock.Now().Sub(began) < unreadableTime:
		// OpenCV does not tell a picture that it cannot decode from a camera that is gone.
		if c.sieve.doubt() {
			return gotBroken
		}
	}
	return gotNone
}

// complain has people told, once.
func (c *Camera) complain() {
	if c.sieve.tells() {
		c.with.Log.Warn().Stringer("source", c.source).Int("broken", c.sieve.broken).Int("whole", c.sieve.whole).
			Msg("broken pictures are left out")
		c.trouble.Store(true)
	}
}

// SendsBroken reports, once, that so many of the camera's pictures are broken that people should know.
func (c *Camera) SendsBroken() bool { return c.trouble.CompareAndSwap(true, false) }
