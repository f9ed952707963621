package camera

import "time"

// The numbers by which a camera is kept running and its exposure is held. Times are those of the camera's clock. Where
// no reason is given, a value was set by hand so that webcams and the simulated ones of the tests settle.

// enough is how many pictures a second are enough for pictures that are not
// compressed to be preferred.
const enough = 15

// nearly is how far two rates may be apart and be the same: 29.97 is 30.
const nearly = 0.1

// diagnosis is how long it may take to find out why a stream sends no pictures.
const diagnosis = 2 * time.Second

// How long pictures, and what the camera has set, must stay the same to count as
// settled; when that is given up; how long a change takes to be seen; and how
// long another light must last before the exposure is set anew.
const (
	steadyFor  = time.Second
	settleMost = 5 * time.Second
	seenAfter  = time.Second
	otherLight = 5 * time.Second
)

// How much brighter or darker pictures may look and still look as before, and
// how much until the light has become another; how often the time of exposure is
// searched.
const (
	sameLook    = 1.15 // times the brightness, either way
	newLight    = 1.6  // likewise
	searchMost  = 5    // times
	displayLaw  = 2.2  // a picture's numbers are the light to the power of 1/2.2 (sRGB)
	furthestWay = 8    // times the exposure in one step
)

// The wait before a dropped source is opened again starts at firstPause and
// doubles up to lastPause.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 2 * time.Second
)

// A picture must stay the same for so long, and in so many pictures, to be
// repeated; a stream that goes on after so many openings is one of a still
// picture.
const (
	repeatedFor   = 2 * time.Second
	repeatedTimes = 10
	repeatedTries = 3
)
