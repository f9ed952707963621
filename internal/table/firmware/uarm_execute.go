package firmware

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"draughtsman/internal/table/gantry"
)

// execute carries out a request, or begins to.
func (u *uarm) execute(text string) {
	number := ""
	if rest, found := strings.CutPrefix(text, "#"); found {
		digits, command, _ := strings.Cut(rest, " ")
		n, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			u.send.Unknown(text)
			return
		}
		number, text = strconv.FormatUint(n%(1<<32), 10), strings.TrimSpace(command)
	}
	code, rest, _ := strings.Cut(text, " ")
	p := parameters(rest)
	switch code {
	case "G0", "G1", "G2204":
		u.move(number, code == "G2204", p)
	case "M17":
		u.delay = uarmMotors
		u.work.Add(func() bool { return u.delay == 0 }, func() bool {
			u.motors = true
			u.sense()
			u.reply(number, "ok")
			return true
		})
	case "M410":
		u.quickStop()
		u.reply(number, "ok")
	case "M2000":
		u.ring = u.ring[:1] // what has been read behind it is forgotten
		u.quickStop()
		u.sense()
		u.reply(number, "ok")
	case "M2019":
		u.motors = false
		u.reply(number, "ok")
	case "M999":
		u.send("Resend: 1\n")
		u.send("ok\n")
		u.reply(number, "ok")
	default:
		if answer, known := u.answer(code, p); known {
			u.reply(number, answer)
		} else {
			u.send.Unknown(text)
		}
	}
}

// move goes to a place, and answers when all of the way is planned.
func (u *uarm) move(number string, relative bool, p map[byte]float64) {
	target := u.taken
	for i, letter := range []byte("XYZ") {
		if v, told := p[letter]; told {
			if relative {
				v += target[i]
			}
			target[i] = v
		}
	}
	rate := 20.0
	if f := p['F']; f > 0 {
		rate = f / 60
	}
	switch {
	case len(p) == 0:
		u.reply(number, "E21 ")
		return
	case !u.motors:
		u.reply(number, "E25 ")
		return
	case !u.reaches(target):
		u.reply(number, "ok E22 unreachable")
		return
	}
	u.cut = false
	u.plan(target, rate)
	u.work.Add(func() bool {
		left := 0.0
		for _, b := range u.Planner.Queue {
			left += b.Left
		}
		return u.cut || left <= uarmFed
	}, func() bool {
		u.taken = target
		u.reply(number, "ok")
		return true
	})
}

// plan plans a straight way from what is taken for the arm's place. If that is another than where the motors are,
// they go there first, as far as the arm reaches; from a place that it does not reach it finds no way on. What is
// planned right after a quick stop is dropped, and the motors are taken to have done it.
func (u *uarm) plan(target axes, rate float64) {
	const roundingMM = 0.05 // mm, of what is rounded to steps
	if from := u.taken; from.Minus(u.Planner.End()).Length() > roundingMM {
		begins := from
		for i := range begins {
			begins[i] = min(max(begins[i], 0), u.Bed[i])
		}
		u.Planner.Add(begins, rate, uarmLimits)
		if begins == from {
			u.Planner.Add(target, rate, uarmLimits)
		}
	} else {
		u.Planner.Add(target, rate, uarmLimits)
	}
	if u.cleaning > 0 {
		u.Planner = gantry.Planner{Position: u.Planner.End()}
		u.Believe()
	}
}

func (u *uarm) reaches(target axes) bool {
	for i := range target {
		if !(target[i] >= 0 && target[i] <= u.Bed[i]) {
			return false
		}
	}
	return true
}

// answer is what a request that takes no time is answered with.
func (u *uarm) answer(code string, p map[byte]float64) (text string, known bool) {
	flag := func(v bool) string { return map[bool]string{true: "ok V1", false: "ok V0"}[v] }
	switch code {
	case "P2201":
		return "ok uArm Swift Pro", true
	case "P2202":
		return "ok H3.3.0", true
	case "P2203":
		return "ok V3.2.0", true
	case "P2220":
		return fmt.Sprintf("ok X%.2f Y%.2f Z%.2f", u.taken[x], u.taken[y], u.taken[z]), true
	case "P2200":
		q := u.links.angles(u.measured())
		return fmt.Sprintf("ok B%.2f L%.2f R%.2f", q[0], q[1], q[2]), true
	case "M2221":
		for _, letter := range []byte("BLR") {
			if _, told := p[letter]; !told {
				return "E21 ", true
			}
		}
		at := u.links.place(axes{p['B'], p['L'], p['R']})
		return fmt.Sprintf("ok X%.2f Y%.2f Z%.2f", at[x], at[y], at[z]), true
	case "M2200":
		return flag(u.moved || len(u.Planner.Queue) > 0), true
	case "M2222":
		return flag(u.reaches(axes{p['X'], p['Y'], p['Z']})), true
	case "M2231":
		u.Pump = p['V'] != 0
		return "ok", true
	case "P2231":
		switch {
		case !u.Pump:
			return "ok V0", true
		case u.holds && u.pumping >= uarmFeels:
			return "ok V2", true
		}
		return "ok V1", true
	case "P2233":
		return "ok V0", true
	case "P2234":
		return "ok V1", true
	case "M2120":
		u.period = time.Duration(math.Min(math.Max(p['V'], 0), 1e6) * float64(time.Second))
		return "ok", true
	case "M2122":
		u.events = p['V'] != 0
		return "ok", true
	case "M2400":
		u.sense()
		return "ok", true
	case "M2401", "M2232", "G2202":
		return "ok", true
	}
	return "", false
}
