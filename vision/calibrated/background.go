package calibrated

import (
	"time"

	"draughtsman/vision"
)

const (
	backgroundTime = 3 * time.Second  // how long something must look the same to belong to the table
	maxModeTime    = 30 * time.Second // of a mode: after so long of other looks it is forgotten
	maxPictureGap  = time.Second      // two pictures: what a table looked like for longer is not known from them
	modeRate       = 0.1              // of a picture in a mode
)

// background is what a square usually looks like: the modes of its tone over the pictures in which nothing lay over
// the board (Stauffer and Grimson, Adaptive background mixture models for real-time tracking, 1999). One picture
// neither makes a mode nor ends it.
type background [2]mode

// mode is one of the looks of a square.
type mode struct {
	tone tone
	held time.Duration // for how long it was seen, less for how long neither was
}

func (m mode) known() bool { return m.held >= backgroundTime }

// keep adds a picture that was taken so long after the one before.
func (b *background) keep(seen tone, lasted time.Duration) {
	lasted = min(lasted, maxPictureGap)
	weakest := &b[0]
	for i := range b {
		m := &b[i]
		if m.held > 0 && sameTone(seen, m.tone) {
			change := seen.minus(m.tone)
			m.tone = m.tone.plus(tone{modeRate * change[0], modeRate * change[1], modeRate * change[2]})
			m.held = min(m.held+lasted, maxModeTime)
			return
		}
		if m.held < weakest.held {
			weakest = m
		}
	}
	if weakest.held -= lasted; weakest.held <= 0 {
		*weakest = mode{seen, 1}
	}
}

// knows reports whether a square usually looks so.
func (b background) knows(seen tone) bool {
	for _, m := range b {
		if m.known() && sameTone(seen, m.tone) {
			return true
		}
	}
	return false
}

// backgrounds are those of the squares that are played on, by number and by what they seemed to show. The mark of a
// king, a coin, a man in the sun, or a square that was under a man when the colours were learnt look like nothing
// else on the board.
type backgrounds [][vision.Contents]background

// newBackgrounds begins with what the squares looked like when the colours were learnt.
func newBackgrounds(k contentModel, squares int) backgrounds {
	list := make(backgrounds, squares)
	for number := range list {
		for content := range vision.Contents {
			if own, is := k.ownOf(number, content); is {
				list[number][content][0] = mode{fromTone(own.Tone), maxModeTime}
			}
		}
	}
	return list
}

// knows reports whether a square looks as it usually does when it shows what it seems to show.
func (b backgrounds) knows(number int, o vision.Odds, seen measurement) bool {
	is, _ := o.Best()
	return b[number][is].knows(seen.man)
}

// keep adds a picture in which nothing lay over the board, so long after the one before.
func (b backgrounds) keep(odds []vision.Odds, seen []measurement, lasted time.Duration) {
	for number := 1; number < len(b); number++ {
		is, _ := odds[number].Best()
		b[number][is].keep(seen[number].man, lasted)
	}
}
