package hands

import (
	"slices"

	"draughtsman/calibration"
)

// alarms are what was taken for a hand, and what has become of it.
type alarms struct {
	last    *observation             // the last picture with a hand, of those with a known tool if there is one; nil: none
	gone    *observation             // that of before Begin, which does not show it any more; nil: none was
	belongs bool                     // what was taken for a hand at the last Begin belongs to the table
	doubts  []calibration.BoardPoint // of the tool, where a likely hand was gone when the arm was
}

// add adds a picture that shows a hand. What is learnt of it is learnt by where the tool is.
func (a *alarms) add(o *observation) {
	o.likely = o.likely || a.last != nil && a.last.likely
	if a.last == nil || len(o.tools) > 0 {
		a.last = o
	}
}

// begin says that the table is free.
func (a *alarms) begin() { a.gone, a.last, a.belongs = a.last, nil, false }

// mistaken says that what was last taken for a hand is none, and returns what is to be learnt as the arm; nil where
// nothing is.
func (a *alarms) mistaken() *observation {
	o := a.last
	if o == nil {
		o = a.gone
	} else {
		a.belongs = true
	}
	if o == nil || o == a.gone && o.likely && len(o.tools) > 0 && !a.doubted(o.tools) {
		return nil
	}
	a.last, a.gone = nil, nil
	return o
}

// doubted reports whether there was doubt of what was seen with the tool near here, and has it be so from now on.
func (a *alarms) doubted(tools []calibration.BoardPoint) bool {
	at, _ := middle(tools)
	before := slices.ContainsFunc(a.doubts, func(p calibration.BoardPoint) bool { return distance(p, at) < mistakenMM })
	a.doubts = append(a.doubts, at)
	return before
}
