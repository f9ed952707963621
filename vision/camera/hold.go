package camera

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/vision/v4l2"
)

// holder keeps a camera from setting focus, exposure and white balance in the middle of a game: a lens that hunts for
// focus moves every edge in the picture, and an exposure that follows an arm's white cover changes all colours. It
// lets the camera set them until the picture has settled, and then holds the values.
//
// It does not trust a camera: every value is read back, and the picture itself must look as it did before. A camera
// may name another exposure than the one it had, which shows in the picture: then the exposure is searched. What
// cannot be held is handed back to the camera, and said once.
type holder struct {
	device   controls
	wish     map[string]Control
	log      logger
	phase    phase
	since    time.Time // of the phase
	seen     []sample  // while settling
	held     map[string]int
	before   brightness // what the picture looked like when it was held
	searched int
	light    time.Time // since when it has been another; zero: it is the same
	checked  time.Time
}

// phase is what the holder does.
type phase int

const (
	starting  phase = iota
	settling        // the camera sets what it likes
	verifying       // does the picture look as it did?
	holding
	idle // nothing is held
)

// controls set what a camera controls by itself.
type controls interface {
	Settings() ([]v4l2.Setting, error)
	SetAutomatic(name string, on bool) error
	Set(name string, value int) (int, error)
	Close() error
}

// logger says what a person should know (warn), or what may help to find out what happened (note).
type logger struct{ warn, note func(string) }

// sample is what one picture looked like, and what was set then.
type sample struct {
	at    time.Time
	light float64
	sharp float64
	set   string
}

// newHolder holds the controls of a device as far as that is wished.
func newHolder(device controls, wish Device, log logger) *holder {
	return &holder{device: device, wish: wish.controls(), log: log, held: map[string]int{}}
}

// begin has the camera set what it may, and sets what is set by hand or was held before by the same camera before it
// was unplugged. Its focus stays where somebody has fixed it.
func (h *holder) begin(now time.Time) {
	h.phase, h.since, h.seen = settling, now, nil
	settings, err := h.device.Settings()
	if err != nil {
		h.giveUp(err)
		return
	}
	again := len(h.held) > 0
	for _, s := range settings {
		wish := h.wish[s.Name]
		value, known := h.held[s.Name]
		switch {
		case wish.Automatic:
			h.automatic(s.Name, true)
		case wish.ByHand:
			h.set(s, wish.Value)
		case known:
			h.set(s, value)
		case s.Name != v4l2.Focus && !s.On:
			h.automatic(s.Name, true)
		}
	}
	if again {
		h.phase = holding
	}
}

// automatic switches a control's automatic on or off, and reports whether that succeeded.
func (h *holder) automatic(name string, on bool) bool {
	err := h.device.SetAutomatic(name, on)
	if err == nil {
		return true
	}
	if on {
		h.log.note(fmt.Sprintf("the camera's %s stays as it is: %v", name, err))
	} else {
		h.log.warn(fmt.Sprintf("the camera goes on setting its %s by itself, which may be taken for something that moves: "+
			"switch it off at the camera if you can (%v)", name, err))
	}
	return false
}

// set sets a value by hand, and reports whether that succeeded.
func (h *holder) set(s v4l2.Setting, value int) bool {
	if !h.automatic(s.Name, false) || s.Most == 0 {
		return false
	}
	now, err := h.device.Set(s.Name, value)
	switch {
	case err != nil:
		h.log.warn(fmt.Sprintf("the camera's %s cannot be set to %d: %v", s.Name, value, err))
		return false
	case now < value-s.Step || now > value+s.Step:
		h.log.warn(fmt.Sprintf("the camera's %s was set to %d and is %d: it can be from %d to %d", s.Name, value, now,
			s.Least, s.Most))
	}
	h.held[s.Name] = now
	return true
}

// giveUp leaves everything as it is.
func (h *holder) giveUp(err error) {
	h.phase = idle
	h.log.note(fmt.Sprintf("what the camera sets by itself cannot be held: %v", err))
}

// ready takes in the newest picture and reports whether pictures may be handed out: not before they look as they
// will in the game.
func (h *holder) ready(picture gocv.Mat, now time.Time) (bool, error) {
	switch h.phase {
	case starting:
		h.begin(now)
	case settling:
		return false, h.settle(picture, now)
	case verifying:
		return false, h.verify(picture, now)
	case holding:
		return true, h.watchLight(picture, now)
	}
	return h.phase >= holding, nil
}

// settle waits until the pictures look the same, and then holds what is set.
func (h *holder) settle(picture gocv.Mat, now time.Time) error {
	c, err := brightnessOf(picture)
	if err != nil {
		return err
	}
	sharp, err := sharpness(picture)
	if err != nil {
		return err
	}
	settings, err := h.device.Settings()
	if err != nil {
		h.giveUp(err)
		return nil
	}
	h.seen = append(h.seen, sample{now, c.median(), sharp, fmt.Sprint(settings)})
	h.seen = slices.DeleteFunc(h.seen, func(l sample) bool { return now.Sub(l.at) > settledTime })
	if settled(h.seen, now.Sub(h.since)) || now.Sub(h.since) >= settleTimeout {
		h.hold(settings, c, now)
	}
	return nil
}

// settled reports whether the samples of the last second are the same.
func settled(seen []sample, passed time.Duration) bool {
	if passed < settledTime || len(seen) < fewestSettled {
		return false
	}
	least, most := seen[0], seen[0]
	for _, l := range seen {
		least.light, most.light = min(least.light, l.light), max(most.light, l.light)
		least.sharp, most.sharp = min(least.sharp, l.sharp), max(most.sharp, l.sharp)
		if l.set != seen[0].set {
			return false
		}
	}
	return most.light <= settledLight*least.light+1 && most.sharp <= settledSharpness*least.sharp+0.5
}

// hold switches off what the camera sets by itself.
func (h *holder) hold(settings []v4l2.Setting, c brightness, now time.Time) {
	h.before, h.searched = c, 0
	for _, s := range settings {
		wish := h.wish[s.Name]
		if !s.On || wish.Automatic || wish.ByHand {
			continue
		}
		if s.Most == 0 {
			h.automatic(s.Name, false)
			continue
		}
		h.set(s, s.Value)
	}
	if h.phase, h.since = verifying, now; len(h.held) == 0 {
		h.phase = idle
	}
}

// verify checks that the held picture looks as the settled one did. If not, the exposure is searched, or else handed
// back to the camera.
func (h *holder) verify(picture gocv.Mat, now time.Time) error {
	if now.Sub(h.since) < effectDelay {
		return nil
	}
	c, err := brightnessOf(picture)
	if err != nil {
		return err
	}
	ratio := c.ratioTo(h.before)
	value, held := h.held[v4l2.Exposure]
	switch {
	case same(ratio, sameBrightness) || !held || h.wish[v4l2.Exposure].ByHand:
		h.confirm(now)
	case h.searched == exposureTries:
		h.release(now)
	default:
		h.searched++
		h.since = now
		factor := min(max(math.Pow(ratio, -displayGamma), 1.0/mostExposureFactor), mostExposureFactor)
		next := int(math.Round(float64(value) * factor))
		if next == value {
			next += map[bool]int{true: 1, false: -1}[factor > 1]
		}
		found, err := h.device.Set(v4l2.Exposure, next)
		if err != nil || found == value {
			h.release(now)
			return nil
		}
		h.held[v4l2.Exposure] = found
	}
	return nil
}

// same reports whether a ratio is within a factor of 1, either way.
func same(ratio, within float64) bool { return ratio < within && ratio > 1/within }

// confirm goes on to holding, and notes what is held.
func (h *holder) confirm(now time.Time) {
	h.phase, h.since, h.light, h.checked = holding, now, time.Time{}, now
	var what []string
	for name, value := range h.held {
		what = append(what, fmt.Sprintf("%s %d", name, value))
	}
	slices.Sort(what)
	h.log.note("the camera holds " + strings.Join(what, ", "))
}

// release lets the camera set its exposure again.
func (h *holder) release(now time.Time) {
	delete(h.held, v4l2.Exposure)
	h.wish[v4l2.Exposure] = Control{Automatic: true}
	if h.automatic(v4l2.Exposure, true) {
		h.log.warn("the camera's exposure cannot be held: with the value that it names the picture is another; it goes on " +
			"setting it by itself. " +
			"Set camera.exposure_ms by hand if pictures flicker")
	}
	h.confirm(now)
}

// watchLight sets exposure and white balance anew when the light has changed, because a lamp was switched on or the
// sun has gone, and stays so. A hand or an arm covers less than half of the picture, and does not last.
func (h *holder) watchLight(picture gocv.Mat, now time.Time) error {
	if now.Sub(h.checked) < effectDelay {
		return nil
	}
	h.checked = now
	c, err := brightnessOf(picture)
	if err != nil {
		return err
	}
	_, held := h.held[v4l2.Exposure]
	switch {
	case h.before == brightness{}: // held since before a cable came out
		h.before = c
	case !held || h.wish[v4l2.Exposure].ByHand || same(c.ratioTo(h.before), changedBrightness):
		h.light = time.Time{}
	case h.light.IsZero():
		h.light = now
	case now.Sub(h.light) >= lightChangeTime:
		h.log.note("the light has become another: the camera sets its exposure anew")
		delete(h.held, v4l2.Exposure)
		delete(h.held, v4l2.WhiteBalance)
		focus := h.held
		h.held = map[string]int{}
		h.begin(now)
		h.held = focus
	}
	return nil
}

// close gives the device back. What was set stays set until the camera is unplugged, so that the next program sees
// what was calibrated.
func (h *holder) close() error { return h.device.Close() }
