package drivers_test

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"draughtsman/arm"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/testkit/expect"
)

// section is a page's part about the settings of its controller.
func section(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/arms/" + page)
	expect.OK(t, err)
	_, after, found := strings.Cut(string(text), "\n## Settings\n")
	if !found {
		t.Fatalf("%s has no settings", page)
	}
	settings, _, _ := strings.Cut(after, "\n## ")
	return settings
}

// row is one of a table of settings.
type row struct {
	names  []string
	values []string // nil: by machine
	why    string
}

var (
	cell     = regexp.MustCompile(`(?m)^\| (.+?) \| (.+?) \| (.+?) \|$`)
	code     = regexp.MustCompile("`([$GM][0-9]+)`(?:–`([$GM][0-9]+)`)?")
	figures  = regexp.MustCompile(`^[0-9, ]+$`)
	ofHAL    = regexp.MustCompile(`\(grblHAL: ([0-9]+)\)`)
	commands = regexp.MustCompile("`(\\$[A-Za-z]+/[A-Za-z]+=[A-Za-z]+)`")
)

// rows are those of a page that name a controller's commands or numbers, in the page's order.
func rows(t *testing.T, page string) (list []row) {
	t.Helper()
	for _, m := range cell.FindAllStringSubmatch(section(t, page), -1) {
		r := row{why: m[3]}
		for _, names := range code.FindAllStringSubmatch(m[1], -1) {
			from, _ := strconv.Atoi(names[1][1:])
			to := from
			if names[2] != "" {
				to, _ = strconv.Atoi(names[2][1:])
			}
			for n := from; n <= to; n++ {
				r.names = append(r.names, fmt.Sprintf("%c%d", names[1][0], n))
			}
		}
		if r.names == nil {
			continue
		}
		if figures.MatchString(m[2]) {
			r.values = strings.Split(m[2], ", ")
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		t.Fatalf("%s has no settings", page)
	}
	return list
}

// terminal is a person at a terminal, who sends a line and reads what comes.
type terminal struct {
	t    *testing.T
	port io.ReadWriteCloser
	in   *bufio.Reader
}

func (b *bench) terminal() terminal {
	b.t.Helper()
	port, err := b.board.Dial()
	expect.OK(b.t, err)
	return terminal{b.t, port, bufio.NewReader(port)}
}

// until reads up to a line that begins so.
func (p terminal) until(beginnings ...string) (lines []string) {
	p.t.Helper()
	for {
		line, err := p.in.ReadString('\n')
		if err != nil {
			p.t.Fatalf("%v after %q", err, lines)
		}
		line = strings.TrimSpace(line)
		lines = append(lines, line)
		if slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(line, b) }) {
			return lines
		}
	}
}

// send sends a line and returns the answers, the last of which is ok or an error.
func (p terminal) send(line string) []string {
	p.t.Helper()
	if _, err := io.WriteString(p.port, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
	return p.until("ok", "error:")
}

// accepted fails unless a line is answered by ok, and nothing is complained of.
func (p terminal) accepted(line string) {
	p.t.Helper()
	answers := p.send(line)
	if answers[len(answers)-1] != "ok" || strings.Contains(strings.Join(answers, "\n"), "Unknown") {
		p.t.Errorf("%s is answered by %q", line, answers)
	}
}

// numbers are the settings that $$ lists.
func (p terminal) numbers() map[string]string {
	p.t.Helper()
	found := map[string]string{}
	for _, line := range p.send("$$") {
		if name, value, is := strings.Cut(line, "="); is {
			found[name] = value
		}
	}
	return found
}

// The settings in the page about GRBL, sent in its order to a controller with those of the factory, are all taken,
// make it the machine of the page, and the program has nothing to say of them.
func TestSettingsOfGRBL(t *testing.T) {
	for _, protocol := range []firmware.Protocol{firmware.GRBL, firmware.GrblHAL} {
		onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
			p := b.terminal()
			p.until("Grbl ", "GrblHAL ")
			machine := p.numbers()
			p.send("$RST=$")
			p.until("Grbl ", "GrblHAL ")
			if n := p.numbers(); n["$22"] != "0" || n["$20"] != "0" || maps.Equal(n, machine) {
				b.t.Errorf("%s: after the reset %v", protocol, n)
			}
			if got := p.send("$20=1"); got[len(got)-1] != "error:10" {
				b.t.Errorf("soft limits without homing: %q", got)
			}
			for _, r := range rows(b.t, "grbl.md") {
				for i, name := range r.names {
					value := machine[name]
					if r.values != nil {
						value = r.values[min(i, len(r.values)-1)]
					}
					if own := ofHAL.FindStringSubmatch(r.why); own != nil && protocol == firmware.GrblHAL {
						value = own[1]
					}
					p.accepted(name + "=" + value)
				}
			}
			now := p.numbers()
			if protocol == firmware.GrblHAL {
				machine["$22"] = "1" // it need not ask for homing at every start
				for n := range machine {
					if strings.HasSuffix(n, "3") && len(n) == 4 { // a fourth axis, which nothing moves
						machine[n] = now[n]
					}
				}
			}
			if !maps.Equal(now, machine) {
				b.t.Errorf("%s: the settings are\n%v\nand the machine's\n%v", protocol, now, machine)
			}
			_ = p.port.Close()
			b.ready()
			b.move(arm.Point{X: 300, Y: 200, Z: 50}, 100)
		})
	}
}

// Marlin's commands in its page are known to it, after a reset to the factory's settings, and kept.
func TestSettingsOfMarlin(t *testing.T) {
	onBench(t, firmware.Marlin, firmware.Options{}, "", func(b *bench) {
		p := b.terminal()
		p.until("echo: Free Memory")
		p.accepted("M502")
		by := map[string]string{"M92": " X80 Y80 Z400", "M203": " X200 Y200 Z80", "M201": " X1200 Y1200 Z600",
			"M204": " P1200 T1200"}
		for _, r := range rows(b.t, "marlin.md") {
			for _, name := range r.names {
				if by[name] == "" {
					b.t.Errorf("the page has %s, and this test no values for it", name)
				}
				p.accepted(name + by[name])
			}
		}
		p.accepted("M500")
		_ = p.port.Close()
		b.ready()
		b.move(arm.Point{X: 300, Y: 200, Z: 50}, 100)
	})
}

// FluidNC's settings that have names are taken, wherever the pages about arms have them.
func TestSettingsOfFluidNC(t *testing.T) {
	onBench(t, firmware.FluidNC, firmware.Options{}, "", func(b *bench) {
		p := b.terminal()
		p.until("Grbl ")
		p.send("$RST=$")
		p.until("Grbl ")
		found := 0
		for _, file := range pagesAboutArms(b.t) {
			page, err := os.ReadFile(file)
			expect.OK(b.t, err)
			for _, m := range commands.FindAllSubmatch(page, -1) {
				found++
				p.accepted(string(m[1]))
			}
		}
		if found < 3 {
			b.t.Errorf("%d settings", found)
		}
		if got := p.send("$Nothing/Such=ON"); got[len(got)-1] == "ok" {
			b.t.Errorf("an unknown setting: %q", got)
		}
	})
}
