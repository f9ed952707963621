package firmware

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"draughtsman/internal/table/gantry"
)

func splitLines(script string) []string { return strings.Split(script, "\n") }

// run carries out scripts, one after another, as far as nothing keeps them.
func (k *klipper) run() {
	for len(k.scripts) > 0 && k.state != "" {
		s := k.scripts[0]
		if len(s.work) > 0 {
			if !s.work[0]() {
				return
			}
			s.work = s.work[1:]
			continue
		}
		if len(s.lines) == 0 {
			k.scripts = k.scripts[1:]
			k.api.answer(s.id, map[string]any{})
			continue
		}
		text := s.lines[0]
		s.lines = s.lines[1:]
		if err := k.execute(s, text); err != nil {
			if len(k.scripts) == 0 || k.scripts[0] != s {
				return // it has ended the program
			}
			k.scripts = k.scripts[1:]
			k.api.respond("!! " + splitLines(err.Error())[0])
			k.api.fail(s.id, err.Error())
		}
	}
}

var word = regexp.MustCompile(`^\s*([A-Z_]+[0-9.]*)`)

// execute carries out one command, or begins to.
func (k *klipper) execute(s *script, text string) error {
	text, _, _ = strings.Cut(text, ";")
	text = strings.TrimSpace(text)
	m := word.FindStringSubmatch(strings.ToUpper(text))
	if m == nil {
		return nil
	}
	command, rest := m[1], strings.TrimSpace(text[len(m[1]):])
	switch command { // those that work whatever state it is in
	case "M112":
		k.shutDown("Shutdown due to M112 command")
		return nil
	case "FIRMWARE_RESTART", "RESTART":
		k.api.answer(s.id, map[string]any{})
		k.restart()
		return fmt.Errorf("it restarts")
	case "M115":
		k.api.respond("// FIRMWARE_NAME:Klipper FIRMWARE_VERSION:v0.12.0-439-g1fc6d214")
		return nil
	}
	if k.state != "ready" {
		return fmt.Errorf("%s", k.message)
	}
	p := parameters(strings.ToUpper(rest))
	switch command {
	case "G0", "G1":
		return k.motion(s, p, text)
	case "G4":
		k.head.planned = k.head.lastMove() + max(0, p['P'])/1000
		s.work.Add(k.uncrowded)
	case "M400":
		k.waitMoves(s)
	case "G28":
		k.startHoming(s, p)
	case "G90", "G91":
		k.gcode.relative = command == "G91"
	case "G92":
		k.gcode.base = k.gcode.base.Told(p, func(i int, v float64) float64 { return k.gcode.last[i] - v })
	case "G20":
		return fmt.Errorf("Machine does not support G20 (inches) command") //nolint:staticcheck,revive // its own words
	case "M220":
		if v, told := p['S']; told && v > 0 {
			k.gcode.factor = v / 100
		}
	case "M84", "M18":
		k.waitMoves(s)
		s.work.Add(func() bool { k.homed = [3]bool{}; return true })
	case "G21", "M204", "M82", "M83", "M105", "SET_VELOCITY_LIMIT":
	case "PUMP_ON", "PUMP_OFF":
		k.head.pin(command == "PUMP_ON")
	default:
		return k.extended(command, rest)
	}
	return nil
}

// named are the parameters of an extended command.
func named(rest string) map[string]string {
	found := map[string]string{}
	for _, field := range strings.Fields(rest) {
		name, value, _ := strings.Cut(field, "=")
		found[strings.ToUpper(name)] = value
	}
	return found
}

// extended are commands with parameters by name.
func (k *klipper) extended(command, rest string) error {
	p := named(rest)
	switch command {
	case "SET_PIN":
		if p["PIN"] != "pump" {
			return fmt.Errorf("The value '%s' is not valid for PIN", p["PIN"]) //nolint:staticcheck,revive // its own words
		}
		v, err := strconv.ParseFloat(p["VALUE"], 64)
		if err != nil {
			return fmt.Errorf("Error on 'SET_PIN %s': missing VALUE", rest) //nolint:staticcheck,revive // its own words
		}
		k.head.pin(v > 0)
	case "SET_GCODE_OFFSET":
		for i, name := range []string{"X", "Y", "Z"} {
			if v, err := strconv.ParseFloat(p[name], 64); err == nil {
				k.gcode.base[i] += v - k.gcode.offset[i]
				k.gcode.offset[i] = v
			}
		}
	case "SET_IDLE_TIMEOUT":
		if v, err := strconv.ParseFloat(p["TIMEOUT"], 64); err == nil && v > 0 {
			k.idleFor = v
			k.api.respond(fmt.Sprintf("// idle_timeout: Timeout set to %.2f s", v))
		}
	default:
		k.api.respond(fmt.Sprintf("// Unknown command:%q", command))
	}
	return nil
}

// pin switches the pump when the motions before have ended.
func (h *toolhead) pin(on bool) {
	h.pins = append(h.pins, pinning{h.lastMove(), on})
}

// uncrowded is work that waits until little enough is planned.
func (k *klipper) uncrowded() bool {
	return k.state != "ready" || k.head.planned-k.head.now <= klipperHigh
}

// waitMoves is work that waits until nothing moves. In a shutdown nothing is waited for.
func (k *klipper) waitMoves(s *script) {
	k.head.flush()
	looks := k.head.now
	s.work.Add(func() bool {
		if k.state != "ready" {
			return true
		}
		if k.head.now < looks {
			return false
		}
		looks = k.head.now + klipperDrains
		return k.head.planned < k.head.now
	})
}

// motion queues a motion, or refuses it.
func (k *klipper) motion(s *script, p map[byte]float64, text string) error {
	k.gcode.last = k.gcode.last.Told(p, func(i int, v float64) float64 {
		if k.gcode.relative {
			return k.gcode.last[i] + v
		}
		return v + k.gcode.base[i]
	})
	if f, told := p['F']; told {
		if f <= 0 {
			return fmt.Errorf("Invalid speed in '%s'", text) //nolint:staticcheck,revive // its own words
		}
		k.gcode.feed = f / 60
	}
	to := k.gcode.last
	for i := range to {
		if to[i] == k.head.commands[i] {
			continue
		}
		where := fmt.Sprintf("%.3f %.3f %.3f [%.3f]", to[x], to[y], to[z], 0.0)
		if !k.homed[i] {
			k.gcode.last = k.head.commands
			return fmt.Errorf("Must home axis first: %s", where) //nolint:staticcheck,revive // its own words
		}
		if to[i] < -1e-9 || to[i] > k.Bed[i]+1e-9 {
			k.gcode.last = k.head.commands
			return fmt.Errorf("Move out of range: %s", where) //nolint:staticcheck,revive // its own words
		}
	}
	if to == k.head.commands {
		return nil
	}
	if len(k.head.pending) == 0 {
		k.head.since = k.head.now
	}
	k.head.pending = append(k.head.pending, waiting{to, k.gcode.feed * k.gcode.factor})
	k.head.commands = to
	s.work.Add(k.uncrowded)
	return nil
}

// startHoming homes the axes that are told, all if none is, in the order x, y, z.
func (k *klipper) startHoming(s *script, p map[byte]float64) {
	var which []int
	for i, letter := range []byte("XYZ") {
		if _, told := p[letter]; told {
			which = append(which, i)
		}
	}
	if which == nil {
		which = []int{x, y, z}
	}
	k.waitMoves(s)
	s.work.Add(func() bool {
		if k.state != "ready" {
			return true
		}
		for _, i := range which {
			fast := float64(klipperHoming)
			if i == z {
				fast /= 2
			}
			back := k.Bed
			back[i] -= 5
			k.head.homing = append(k.head.homing, gantry.NewLeg(k.Bed, fast, i), gantry.NewLeg(back, fast, i),
				gantry.NewLeg(k.Bed, fast/2, i))
		}
		return true
	}, func() bool {
		if len(k.head.homing) > 0 {
			return false
		}
		if k.state != "ready" {
			return true
		}
		for _, i := range which {
			k.homed[i] = true
			k.head.commands[i], k.Planner.Position[i], k.Slip[i] = k.Bed[i], k.Bed[i], 0
			k.gcode.base[i] = k.gcode.offset[i]
		}
		k.Planner.Queue, k.Planner.Speed = nil, 0
		k.gcode.last, k.head.restedAt = k.head.commands, k.head.now
		return true
	})
}
