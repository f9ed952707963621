package firmware

import (
	"math"
	"strings"
	"time"

	"draughtsman/internal/table/gantry"
)

// execute carries out a line, or begins to.
func (m *marlin) execute(text string) {
	if star := strings.LastIndexByte(text, '*'); star >= 0 {
		text = strings.TrimSpace(text[:star])
	}
	code, rest, _ := strings.Cut(text, " ")
	if len(code) < 2 || code[0] != 'G' && code[0] != 'M' {
		m.send.Unknown(text)
		return
	}
	number, digits := integer(code[1:])
	p := parameters(code[1+digits:] + " " + rest)
	switch code[0] {
	case 'G':
		m.geometry(number, p, text)
	default:
		m.miscellany(number, p, text, strings.TrimSpace(rest))
	}
}

func (m *marlin) geometry(number int, p map[byte]float64, text string) {
	switch number {
	case 0, 1:
		m.move(p)
	case 4:
		seconds := p['S'] + p['P']/1000
		m.work.Add(m.Planner.Empty, func() bool {
			m.dwell = time.Duration(math.Min(math.Max(seconds, 0), 1e6) * float64(time.Second))
			return true
		}, func() bool { return m.dwell == 0 })
	case 28:
		m.work.Add(m.Planner.Empty, func() bool {
			m.startHoming()
			return true
		}, m.homingEnds)
	case 90, 91:
		m.relative = number == 91
	default:
		m.send.Unknown(text)
	}
}

// move queues a motion. A target beyond the soft endstops becomes one at them, without a word; one that is no number,
// or given twice, is whatever it is.
func (m *marlin) move(p map[byte]float64) {
	if f, told := p['F']; told && f > 0 {
		m.feed = f / 60
	}
	if m.cleaning > 0 {
		return
	}
	end := m.Planner.End()
	target := end.Told(p, func(i int, v float64) float64 {
		if m.relative {
			v += end[i]
		}
		if v = math.Min(math.Max(v, -1e6), 1e6); m.endstops && m.homed {
			v = min(max(v, 0), m.Bed[i])
		}
		return v
	})
	m.work.Add(func() bool {
		if m.cleaning > 0 {
			return true
		}
		if len(m.Planner.Queue) >= marlinBlocks {
			return false
		}
		m.Planner.Add(target, m.feed, m.limits)
		return true
	})
}

// homingEnds is work that waits for the end of homing, whichever it is.
func (m *marlin) homingEnds() bool {
	if m.failed {
		m.kill("echo:Homing Failed\n", "Error:Printer halted. kill() called!\n")
		return true
	}
	if m.homing != nil {
		return false
	}
	m.report()
	return true
}

// report tells where the queue of motions ends, and calls that the position.
func (m *marlin) report() {
	at := m.Planner.End()
	var steps [3]int
	for i := range at {
		steps[i] = int(math.Round(at[i] * m.limits.Steps[i]))
	}
	m.send.Sayf("X:%.2f Y:%.2f Z:%.2f E:0.00 Count X:%d Y:%d Z:%d\n", at[x], at[y], at[z], steps[x], steps[y], steps[z])
}

func (m *marlin) miscellany(number int, p map[byte]float64, text, rest string) {
	switch number {
	case 0:
		m.work.Add(m.Planner.Empty, func() bool {
			m.paused = true
			m.send("echo:busy: paused for user\n")
			return true
		}, func() bool { return !m.paused })
	case 17, 82, 83, 84, 18, 108, 119, 204, 205:
	case 92:
		m.limits.Steps = m.limits.Steps.With(p)
	case 201:
		m.limits.Accel = m.limits.Accel.With(p)
	case 203:
		m.limits.Speed = m.limits.Speed.With(p)
	case 106, 107:
		if fan := p['P']; fan == 0 { // any other is silently none
			s, told := p['S']
			m.Pump = number == 106 && (!told || s > 0)
		}
	case 110:
		if n, told := p['N']; told {
			m.lastN = int(n)
		}
	case 111, 117:
	case 113:
		if s, told := p['S']; told {
			m.keepAlive = time.Duration(s * float64(time.Second))
		}
	case 114:
		m.report()
	case 115:
		m.send("FIRMWARE_NAME:Marlin 2.1.2.7 (Nov 20 2026 08:00:00) SOURCE_CODE_URL:github.com/MarlinFirmware/Marlin " +
			"PROTOCOL_VERSION:1.0 MACHINE_TYPE:Gantry EXTRUDER_COUNT:0\n")
		m.send("Cap:SERIAL_XON_XOFF:0\n")
		m.send("Cap:EMERGENCY_PARSER:0\n")
		m.send("Cap:MOTION_MODES:0\n")
	case 118:
		m.send(rest + "\n")
	case 211:
		if s, told := p['S']; told {
			m.endstops = s != 0
		}
	case 400:
		m.work.Add(m.Planner.Empty)
	case 410:
		m.quickStop()
		m.work.Add(func() bool { return m.cleaning == 0 })
	case 500:
		m.stored = m.limits
		m.send("echo:Settings Stored (594 bytes; crc 35297)\n")
	case 502:
		m.limits = marlinFactory
		m.send("echo:Hardcoded Default Settings Loaded\n")
	default:
		m.send.Unknown(text)
	}
}

// parameters are the letters of a line with their numbers. A letter without one is not told; of one that is given
// twice the last counts.
func parameters(text string) map[byte]float64 {
	found := map[byte]float64{}
	for i := 0; i < len(text); i++ {
		if text[i] >= 'A' && text[i] <= 'Z' {
			if v, n := gantry.Number(text[i+1:]); n > 0 && !math.IsNaN(v) && !math.IsInf(v, 0) {
				found[text[i]] = v
				i += n
			}
		}
	}
	return found
}
