package gantry

import (
	"fmt"
	"math"
)

const inch = 25.4 // mm

// modal is what the parser remembers from one line to the next.
type modal struct {
	motion   int // G0, G1 or G80
	coord    int // G54 is 0
	plane    int // G17 is 0
	inches   bool
	relative bool
	flood    bool // M8
	spindle  int  // M3, M4 or M5
	feed     float64
	speed    float64
	tool     int
	position Axes // where the last motion ends, machine mm
	offset   Axes // G92
	length   float64
}

func newModal() modal { return modal{spindle: 5} }

// zero is what turns machine coordinates into work coordinates.
func (m *modal) zero(coords [6]Axes) Axes {
	o := coords[m.coord].Plus(m.offset)
	o[z] += m.length
	return o
}

// modes is the answer to $G, without the ok.
func (m *modal) modes(unit float64) string {
	return fmt.Sprintf("[GC:G%d G%d G%d G%d G%d G94 M%d M%d T%d F%.0f S%.0f]\r\n",
		m.motion, 54+m.coord, 17+m.plane, choose(m.inches, 20, 21), choose(m.relative, 91, 90),
		m.spindle, choose(m.flood, 8, 9), m.tool, m.feed/unit, m.speed)
}

// words is one parsed line.
type words struct {
	modal                       // as it will be after the line
	axis                        Axes
	hasAxis                     [3]bool
	f, l, n, p, s               float64
	hasF, hasL, hasN, hasP      bool
	hasS, hasT, hasIJKR, moves  bool // moves: G0, G1 or G80 on the line
	machine, dwell              bool // G53, G4
	setCoord, setOffset, tool43 bool // G10, G92, G43.1
	clearOffset, clearTool      bool // G92.1, G49
	end, pause                  bool // M2 or M30, M0
}

// The groups of commands of which a line may have only one.
const (
	groupNonModal = iota
	groupMotion
	groupPlane
	groupDistance
	groupArcDistance
	groupFeedMode
	groupUnits
	groupCutter
	groupTool
	groupCoord
	groupControl
	groupFlow
	groupSpindle
	groupCoolant
	groups
)

// parse reads the words of a line that has been stripped of spaces and put in upper case.
func parse(line string, before modal) (words, status) {
	w := words{modal: before}
	var used [groups]bool
	seen := map[byte]bool{}
	for i := 0; i < len(line); {
		letter := line[i]
		if letter < 'A' || letter > 'Z' {
			return w, expectedLetter
		}
		value, n := Number(line[i+1:])
		if n == 0 {
			return w, badNumber
		}
		i += 1 + n
		if letter == 'G' || letter == 'M' {
			group, st := w.command(letter, value)
			if st != okay {
				return w, st
			}
			if used[group] {
				return w, modalViolation
			}
			used[group] = true
			continue
		}
		if st := w.value(letter, value); st != okay {
			return w, st
		}
		if seen[letter] {
			return w, wordRepeated
		}
		seen[letter] = true
		if value < 0 && (letter == 'F' || letter == 'N' || letter == 'P' || letter == 'S' || letter == 'T') {
			return w, negativeValue
		}
	}
	return w, okay
}

// largest is the largest number that the controller can tell from others.
const largest = 1e8

// Number reads a decimal number without exponent, and says how long it is.
func Number(text string) (float64, int) {
	i, digits, point := 0, 0, -1
	negative := false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	value := 0.0
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			value = value*10 + float64(c-'0')
			digits++
			if point >= 0 {
				point++
			}
			continue
		case c == '.' && point < 0:
			point = 0
			continue
		}
		break
	}
	if digits == 0 {
		return 0, 0
	}
	if point > 0 {
		value /= math.Pow10(point)
	}
	value = min(value, largest)
	if negative {
		value = -value
	}
	return value, i
}

// command takes a G or M word, and says which group it belongs to.
func (w *words) command(letter byte, value float64) (int, status) {
	code := int(math.Round(value * 10))
	if math.Abs(value*10-float64(code)) > 0.1 {
		return 0, notInteger
	}
	if letter == 'M' {
		return w.mCommand(code)
	}
	switch code {
	case 0, 10, 800:
		if w.setCoord || w.setOffset {
			return 0, axisConflict
		}
		w.motion, w.moves = code/10, true
		return groupMotion, okay
	case 40:
		w.dwell = true
		return groupNonModal, okay
	case 100, 920:
		if w.moves {
			return 0, axisConflict
		}
		w.setCoord, w.setOffset = code == 100, code == 920
		return groupNonModal, okay
	case 921:
		w.clearOffset = true
		return groupNonModal, okay
	case 530:
		w.machine = true
		return groupNonModal, okay
	case 170, 180, 190:
		w.plane = code/10 - 17
		return groupPlane, okay
	case 200, 210:
		w.inches = code == 200
		return groupUnits, okay
	case 400:
		return groupCutter, okay
	case 431, 490:
		w.tool43, w.clearTool = code == 431, code == 490
		return groupTool, okay
	case 540, 550, 560, 570, 580, 590:
		w.coord = code/10 - 54
		return groupCoord, okay
	case 610:
		return groupControl, okay
	case 900, 910:
		w.relative = code == 910
		return groupDistance, okay
	case 911:
		return groupArcDistance, okay
	case 940:
		return groupFeedMode, okay
	}
	return 0, unsupported
}

func (w *words) mCommand(code int) (int, status) {
	if code%10 != 0 {
		return 0, notInteger
	}
	switch m := code / 10; m {
	case 0, 1, 2, 30:
		w.pause, w.end = m == 0, m >= 2
		return groupFlow, okay
	case 3, 4, 5:
		w.spindle = m
		return groupSpindle, okay
	case 8, 9: // M7 is not compiled in, as in the standard build
		w.flood = m == 8
		return groupCoolant, okay
	}
	return 0, unsupported
}

// value takes any other word.
func (w *words) value(letter byte, v float64) status {
	switch letter {
	case 'X', 'Y', 'Z':
		w.axis[letter-'X'], w.hasAxis[letter-'X'] = v, true
	case 'F':
		w.f, w.hasF = v, true
	case 'L':
		w.l, w.hasL = v, true
	case 'N':
		w.n, w.hasN = v, true
	case 'P':
		w.p, w.hasP = v, true
	case 'S':
		w.s, w.hasS = v, true
	case 'T':
		w.tool, w.hasT = int(v), true
	case 'I', 'J', 'K', 'R':
		w.hasIJKR = true
	default:
		return unsupported
	}
	return okay
}

func (w *words) anyAxis() bool { return w.hasAxis[x] || w.hasAxis[y] || w.hasAxis[z] }

// mm is a length on the line in millimetres.
func (w *words) mm(v float64) float64 {
	if w.inches {
		return v * inch
	}
	return v
}

// target is the machine position that the axis words name; coords is the origin of the coordinate system, other
// offsets not counted.
func (w *words) target(coords Axes) Axes {
	t := w.position
	for i := range t {
		if !w.hasAxis[i] {
			continue
		}
		v := w.mm(w.axis[i])
		switch {
		case w.machine:
			t[i] = v
		case w.relative:
			t[i] += v
		default:
			t[i] = v + coords[i] + w.offset[i]
			if i == z {
				t[i] += w.length
			}
		}
	}
	return t
}

// check finds what is wrong with a line as a whole.
func (w *words) check() status {
	straight := w.motion == 0 || w.motion == 1
	moving := w.anyAxis() && !w.setCoord && !w.setOffset && !w.tool43
	switch {
	case w.hasN && w.n > 10000000:
		return badLineNumber
	case w.dwell && !w.hasP:
		return valueMissing
	case w.machine && !straight:
		return needsStraightMotion
	case w.setCoord && (!w.hasP || !w.hasL):
		return valueMissing
	case w.setCoord && w.p > 6:
		return badCoordinates
	case w.setCoord && w.l != 2 && w.l != 20:
		return unsupported
	case (w.setCoord || w.setOffset) && !w.anyAxis():
		return noAxisWords
	case w.tool43 && !w.hasAxis[z]:
		return noAxisWords
	case moving && !straight:
		return axisWordsExist
	case moving && w.motion == 1 && w.feed == 0 && !(w.hasF && w.f > 0):
		return noFeedRate
	case w.hasIJKR, w.hasP && !w.dwell && !w.setCoord, w.hasL && !w.setCoord:
		return unusedWords
	}
	return okay
}

// moveZero carries out what moves the coordinate system, and reports whether anything does.
func (w *words) moveZero(m *modal, coords *[6]Axes) (moved bool) {
	moved = w.coord != 0 || w.setCoord || w.setOffset || w.clearOffset || w.tool43 || w.clearTool
	switch {
	case w.clearTool:
		m.length = 0
	case w.tool43:
		m.length = w.mm(w.axis[z])
	}
	current := coords[w.coord]
	switch {
	case w.setCoord:
		n := w.coord
		if w.p > 0 {
			n = int(w.p) - 1
		}
		origin := &coords[n]
		for i := range origin {
			if !w.hasAxis[i] {
				continue
			}
			origin[i] = w.mm(w.axis[i])
			if w.l == 20 {
				origin[i] = w.position[i] - w.mm(w.axis[i]) - w.offset[i]
			}
		}
	case w.setOffset:
		for i := range m.offset {
			if w.hasAxis[i] {
				m.offset[i] = w.position[i] - current[i] - w.mm(w.axis[i])
			}
		}
	case w.clearOffset:
		m.offset = Axes{}
	}
	return moved
}
