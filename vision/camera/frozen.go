package camera

import (
	"hash/maphash"
	"time"

	"gocv.io/x/gocv"
)

// frozen tells when a stream's pictures are the same, to the bit, for too long: a sensor's noise makes every picture
// another. OpenCV 4.6 goes on handing out its last picture when a stream's pictures become larger or are turned on
// their side, and the lower part of it when they become smaller (cap_ffmpeg_impl.hpp keeps the first size for good):
// a hand would not be seen any more. A stream that is opened again shows what it sends now.
type frozen struct {
	seed  maphash.Seed
	parts [2]part // the whole picture, its last eighth
	tried int     // times it was opened again in vain
	size  [2]int
}

// part is how long a part of the pictures has been the same, by its hash.
type part struct {
	sum   uint64
	since time.Time // of the first picture that was the same
	count int       // of pictures after it
}

// newFrozen has seen no picture.
func newFrozen() *frozen { return &frozen{seed: maphash.MakeSeed()} }

// see takes in a picture and reports whether the stream is to be opened again.
func (f *frozen) see(picture gocv.Mat, now time.Time) bool {
	bytes, err := picture.DataPtrUint8()
	if err != nil { // not one of 8-bit colours: nothing is known of it
		return false
	}
	if size := [2]int{picture.Cols(), picture.Rows()}; size != f.size {
		f.size, f.tried = size, 0
	}
	if f.tried == frozenReopenings {
		return false
	}
	again := false
	for i, from := range []int{0, len(bytes) - len(bytes)/8} {
		again = f.parts[i].same(maphash.Bytes(f.seed, bytes[from:]), now) || again
	}
	if again {
		f.tried++
		f.parts = [2]part{}
	}
	return again
}

// same takes in the hash of a part and reports whether it has been the same for too long.
func (p *part) same(sum uint64, now time.Time) bool {
	if p.since.IsZero() || sum != p.sum {
		*p = part{sum: sum, since: now}
		return false
	}
	p.count++
	return p.count >= frozenPictures && now.Sub(p.since) >= frozenTime
}

// repeats reports whether a picture is one more of a stream that is to be opened again.
func (c *Camera) repeats(image gocv.Mat) bool {
	if c.repeat == nil || !c.repeat.see(image, c.with.Clock.Now()) {
		return false
	}
	c.with.Log.Warn().Stringer("source",
		c.source).Msg("its pictures are the same to the bit: they may have another size by now")
	return true
}
