package human

import (
	"math"
	"math/rand/v2"
	"time"

	"draughtsman/internal/table/world"
)

// How hands visit the table.
const (
	betweenVisits = 8 * time.Second // of the arm's motion, on average
	shortestVisit = time.Second
	longestVisit  = 90 * time.Second
	visitorAwayMM = 520.0 // from the board's middle to where a visitor's fingertips come in sight
	armLengthMM   = 700.0 // from fingertips to shoulder
	slowestHand   = 200.0 // mm/s, on average over its way
	fastestHand   = 650.0
	tremorMM      = 3.0 // at most
	slowSways     = 6   // times as far does it sway slowly
	swayMM        = (1 + slowSways) * tremorMM
)

// visits is when hands come to the table that have no business there, in a game. They are drawn apart from all else, so
// that a game goes the same with and without them, but for its time.
type visits struct {
	random *rand.Rand
	game   int           // in which
	left   int           // so many may come still
	due    time.Duration // of the arm's motion until the next
	moves  bool          // the tool has moved just now
}

func newVisits(o Options) visits {
	v := visits{random: rand.New(rand.NewPCG(o.Seed, 0x7669736974)), left: o.Intrusions}
	v.due = v.pause()
	return v
}

// pause is how long the arm moves before a hand comes.
func (v *visits) pause() time.Duration {
	return time.Duration(v.random.ExpFloat64() * float64(betweenVisits))
}

// watch is told whether the tool has moved in dt.
func (v *visits) watch(dt time.Duration, moved bool) {
	if v.moves = moved; moved {
		v.due -= dt
	}
}

// visit makes a hand set out to a place over the board or the tray, from any side of the table, if it is time to, and
// reports whether it does. The hand touches nothing, lies there or trembles, whatever the arm does, and leaves the way
// it came.
func (h *Human) visit(s *world.State) bool {
	v := &h.visits
	if v.game != h.number {
		v.game, v.left = h.number, h.options.Intrusions
	}
	if v.left <= 0 || !v.moves || v.due > 0 {
		return false
	}
	v.left, v.due = v.left-1, v.pause()
	r := v.random
	low, high := h.layout.Area()
	within := func(low, high float64) float64 { return low + swayMM + r.Float64()*(high-low-2*swayMM) }
	to := world.Point{X: within(low.X, high.X), Y: within(low.Y, high.Y), Z: 20 + 40*r.Float64()}
	sin, cos := math.Sincos(float64(r.IntN(4))*math.Pi/2 + (2*r.Float64()-1)*.7)
	behind := to.X*cos + to.Y*sin
	way := -behind + math.Sqrt(behind*behind+visitorAwayMM*visitorAwayMM-to.X*to.X-to.Y*to.Y)
	away := world.Point{X: to.X + way*cos, Y: to.Y + way*sin, Z: 80}
	speed := slowestHand * math.Pow(fastestHand/slowestHand, r.Float64())
	takes := time.Duration(way / speed * float64(time.Second))
	stays := time.Duration(float64(shortestVisit) * math.Pow(float64(longestVisit/shortestVisit), r.Float64()))
	sways, does := 0.0, "lies still"
	if r.IntN(2) == 0 {
		sways, does = tremorMM*(.2+.8*r.Float64()), "trembles"
	}
	look, wears := world.SomeLook(r)
	h.hand.guest = world.Hand{From: world.Point{X: to.X + armLengthMM*cos, Y: to.Y + armLengthMM*sin}, Look: look}
	h.hand.from, h.hand.passed, h.hand.bold = away, 0, true
	h.hand.script = []stride{{to: to, takes: takes}, {to: to, takes: stays, sways: sways}, {to: away, takes: takes},
		{to: away, away: true, then: func(s *world.State) {
			h.hand.guest = world.Hand{}
			h.hand.show(s, false, away)
		}}}
	s.Note("human reaches in to %.0f %.0f from %.0f %.0f, %s, %v, #%06x and #%06x, and %s for %.1f s", to.X, to.Y, away.X,
		away.Y, wears, look.Pose, look.Skin, look.Sleeve, does, stays.Seconds())
	return true
}

// trembling is where a hand is that ought to be at a place, so long after its stride began: it trembles, and sways
// slowly, gently at both ends of the time.
func (st stride) trembling(at world.Point, passed time.Duration) world.Point {
	t := passed.Seconds()
	mm := st.sways * min(1, t, (st.takes-passed).Seconds())
	at.X += mm * (math.Sin(38*t) + slowSways*math.Sin(1.9*t))
	at.Y += mm * (math.Sin(29*t) + slowSways*math.Sin(1.4*t))
	return at
}
