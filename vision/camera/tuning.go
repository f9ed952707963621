package camera

import "time"

// The numbers by which a camera is kept running and its exposure is held. Times are those of the camera's clock.
// Where no reason is given, a value was set by hand so that webcams and the simulated ones of the tests settle.

// enoughRate is how many pictures a second are enough for pictures that are not compressed to be preferred.
const enoughRate = 15

// rateTolerance is how far two rates may be apart and be the same: 29.97 is 30.
const rateTolerance = 0.1

// Pictures a second of a video that says nothing sensible, and the most that are sensible.
const (
	usualRate = 25
	mostRate  = 1000
)

// diagnosisTimeout is how long it may take to find out why a stream sends no pictures.
const diagnosisTimeout = 2 * time.Second

// Of the settling of what a camera sets by itself.
const (
	settledTime      = time.Second     // that pictures, and what the camera has set, must stay the same
	fewestSettled    = 4               // pictures in that time
	settledLight     = 1.02            // times the least median brightness, and 1 of 255 more, that it may vary
	settledSharpness = 1.1             // times the least sharpness, and 0.5 more, that it may vary
	settleTimeout    = 5 * time.Second // after which what is set then is held
	effectDelay      = time.Second     // until a change shows in the pictures
	lightChangeTime  = 5 * time.Second // that another light must last before the exposure is set anew
)

// Of the brightness of pictures.
const (
	sameBrightness     = 1.15 // times the brightness, either way: pictures still look as before
	changedBrightness  = 1.6  // likewise: the light has changed
	exposureTries      = 5    // that the exposure is searched
	displayGamma       = 2.2  // a picture's numbers are the light to the power of 1/2.2 (sRGB)
	mostExposureFactor = 8    // by which the exposure is changed in one step
)

// The wait before a dropped source is opened again starts at firstPause and doubles up to lastPause.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 2 * time.Second
)

// When a stream is frozen.
const (
	frozenTime       = 2 * time.Second // that pictures stay the same, and
	frozenPictures   = 10              // that are the same, at least
	frozenReopenings = 3               // in vain, after which a stream is taken for one of a still picture
)

// Of broken pictures, see sieve. Levels are of 255.
const (
	flatLevels     = 2               // by which a row may differ from the one above it and be the same
	fewestFlatRows = 6               // of such rows: JPEG loses eight or sixteen at once
	unlikeLevels   = 8               // mean by which they differ from what was there before, at least
	flatMemory     = 1000            // whole pictures for which it is remembered that rows are such
	mostDoubts     = 10              // pictures in a row that are no longer held back, or for which a camera has dropped
	unreadableTime = 5 * time.Second // less than OpenCV waits for a camera that sends nothing: ten seconds
	troubleToTell  = 5               // broken pictures, after which people are told,
	troubleDecay   = 0.02            // where each whole one makes up for so much of a broken one
)
