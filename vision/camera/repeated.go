package camera

import (
	"hash/maphash"
	"time"

	"gocv.io/x/gocv"
)

// repeated tells when a stream's pictures are the same, to the bit, for too long:
// a sensor's noise makes every picture another. OpenCV 4.6 goes on handing out
// its last picture when a stream's pictures become larger or are turned on their
// side, and the lower part of it when they become smaller (cap_ffmpeg_impl.hpp
// keeps the first size for good): whoever looks would see no hand any more. The
// stream, opened again, shows what it sends now.
type repeated struct {
	seed  maphash.Seed
	parts [2]part // the whole picture, its last eighth
	tried int     // times it was opened again in vain
	size  [2]int
}

type part struct {
	sum   uint64
	since time.Time // of the first picture that was the same
	count int       // of pictures after it
}

func newRepeated() *repeated { return &repeated{seed: maphash.MakeSeed()} }

// see looks at a picture and reports whether the stream is to be opened again.
func (r *repeated) see(picture gocv.Mat, now time.Time) bool {
	bytes, err := picture.DataPtrUint8()
	if err != nil { // not one of 8-bit colours: nothing is known of it
		return false
	}
	if size := [2]int{picture.Cols(), picture.Rows()}; size != r.size {
		r.size, r.tried = size, 0
	}
	if r.tried == repeatedTries {
		return false
	}
	again := false
	for i, from := range []int{0, len(bytes) - len(bytes)/8} {
		again = r.parts[i].same(maphash.Bytes(r.seed, bytes[from:]), now) || again
	}
	if again {
		r.tried++
		r.parts = [2]part{}
	}
	return again
}

func (p *part) same(sum uint64, now time.Time) bool {
	if p.since.IsZero() || sum != p.sum {
		*p = part{sum: sum, since: now}
		return false
	}
	p.count++
	return p.count >= repeatedTimes && now.Sub(p.since) >= repeatedFor
}

// repeats reports whether a picture is one more of a stream that is to be opened
// again.
func (c *Camera) repeats(image gocv.Mat) bool {
	if c.repeat == nil || !c.repeat.see(image, c.with.Clock.Now()) {
		return false
	}
	c.with.Log.Warn().Stringer("source",
		c.source).Msg("its pictures are the same to the bit: they may have another size by now")
	return true
}
