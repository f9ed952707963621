package moves

import (
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// Match says whether the table shows what it should.
type Match struct {
	Shown       bool
	Differences []Difference      // what surely is otherwise
	Unread      []checkers.Square // squares that are not sure, where nothing is otherwise
	Text        sentence.Text     // for people
}

// Compare says whether one sighting shows a picture.
func Compare(s vision.Sighting, want Picture, options Options) Match {
	switch {
	case s.Obstructed:
		return Match{Text: sentence.Say("Something is over the board.")}
	case s.Moving:
		return Match{Text: sentence.Say("Something is moving.")}
	}
	return options.evidence(s).match(want, want, options.withoutRivals())
}

// Doubtful returns the squares of which a sighting is not sure what they show, and a sentence for people that names
// them.
func Doubtful(s vision.Sighting, options Options) ([]checkers.Square, sentence.Text) {
	squares := options.evidence(s).discounted(s).seen(options.withDefaults()).unknowns()
	return squares, options.unreadText(squares)
}

// match compares the evidence with a picture. Squares in which that differs from how the board looked before must
// surely be as it says.
func (e evidence) match(want, before Picture, o Options) Match {
	if e.shows(want, before, o.Clear, o) {
		return Match{Shown: true, Text: sentence.Say("The board is as it should be.")}
	}
	seen := e.seen(o)
	if differences := seen.differences(want); len(differences) > 0 {
		return Match{Differences: differences, Text: sentence.Say("%s.", o.differencesText(differences))}
	}
	unread := seen.unknowns()
	return Match{Unread: unread, Text: o.unreadText(unread)}
}

// Outcome is how an expected change turned out.
type Outcome uint8

// The outcomes.
const (
	NotYet    Outcome = iota // cannot tell: look again
	Confirmed                // the board is as expected
	Failed                   // it has not been, for a while
)

// Result is what a Check makes of the sightings so far.
type Result struct {
	Outcome   Outcome
	Match     Match // how the board compares with what is expected
	Unchanged bool  // Failed: the board is still as it was before
}

// Check watches for one expected change, such as a transfer by the robot. It is sure of success after a few agreeing
// readings, and of failure only when it lasts. It is not safe for concurrent use.
type Check struct {
	before, after Picture
	options       Options
	agreed        standing // readings that show what is expected
	average       runningMean
}

// NewCheck expects a board that looked like one picture to look like another. The two may be the same: a king's crown
// changes no colour.
func NewCheck(before, after Picture, options Options) *Check {
	return &Check{before: before, after: after, options: options.withoutRivals()}
}

// Observe takes the next sighting, whose Time must not be before the last one's.
func (c *Check) Observe(s vision.Sighting) Result {
	if s.Obstructed || s.Moving {
		c.agreed, c.average = standing{}, runningMean{}
		return Result{Match: Compare(s, c.after, c.options)}
	}
	e := c.options.evidence(s)
	c.average = c.average.add(e, s.Time, c.options)
	if c.agreed = c.agreed.add(e, s.Time); !e.shows(c.after, c.before, probableContent, c.options) {
		c.agreed = standing{}
	}
	if match := c.agreed.mean.match(c.after, c.before, c.options); match.Shown && c.agreed.count >= c.options.Agreeing {
		return Result{Outcome: Confirmed, Match: match}
	}
	if !c.average.lasts(s.Time, c.options) {
		return Result{Match: e.match(c.after, c.before, c.options)}
	}
	match := c.average.mean.match(c.after, c.before, c.options)
	if match.Shown { // squares that flicker spoiled every reading
		return Result{Outcome: Confirmed, Match: match}
	}
	return Result{
		Outcome: Failed, Match: match,
		Unchanged: c.before != c.after && c.average.mean.shows(c.before, c.after, c.options.Clear, c.options),
	}
}
