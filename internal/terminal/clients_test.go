package terminal

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/rs/zerolog"

	"draughtsman/internal/app"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/web"
)

// Who listens at all addresses is reached at the one in the network; otherwise at the one that was named.
func TestReachedAt(t *testing.T) {
	outward := func() net.IP { return net.IPv4(192, 168, 7, 4) }
	for _, c := range []struct {
		at      string
		outward func() net.IP
		want    string
	}{
		{"127.0.0.1:8517", outward, "127.0.0.1:8517"},
		{"0.0.0.0:8517", outward, "192.168.7.4:8517"},
		{"[::]:80", outward, "192.168.7.4:80"},
		{"10.0.0.9:8517", outward, "10.0.0.9:8517"},
		{"[fd00::9]:8517", outward, "[fd00::9]:8517"},
		{"0.0.0.0:8517", func() net.IP { return nil }, "0.0.0.0:8517"},
	} {
		at, err := net.ResolveTCPAddr("tcp", c.at)
		expect.OK(t, err)
		if got := reachedAt(at, c.outward).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.at, got, c.want)
		}
	}
}

// modules are those of a QR code as its lines have them, a row each; true is dark.
func modules(lines []string, colours bool) (rows [][]bool) {
	for _, line := range lines {
		line = strings.TrimSuffix(strings.TrimPrefix(line, blackOnWhite), usualColours)
		upper, lower := []bool{}, []bool{}
		for _, block := range line {
			upper = append(upper, (block == '▀' || block == '█') == colours)
			lower = append(lower, (block == '▄' || block == '█') == colours)
		}
		rows = append(rows, upper, lower)
	}
	return rows
}

// A QR code has light all round it and three finder patterns, with colours as without, and is left out where it does
// not fit.
func TestQRLines(t *testing.T) {
	const text = "http://192.168.7.4:8517/"
	finder := []string{"#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"}
	plain := modules(qrLines(text, 80, false), false)
	for _, colours := range []bool{false, true} {
		rows := modules(qrLines(text, 80, colours), colours)
		if !slices.EqualFunc(rows, plain, slices.Equal) {
			t.Errorf("colours %t: other modules", colours)
		}
		side := len(rows[0]) - 2*quietZone
		if (side-17)%4 != 0 || len(rows) < side+2*quietZone {
			t.Fatalf("%d rows of %d modules", len(rows), len(rows[0]))
		}
		for _, corner := range [][2]int{{0, 0}, {side - 7, 0}, {0, side - 7}} {
			for y, row := range finder {
				for x, module := range row {
					if got := rows[quietZone+corner[1]+y][quietZone+corner[0]+x]; got != (module == '#') {
						t.Errorf("colours %t: module %d, %d of the finder pattern at %v is %t", colours, x, y, corner, got)
					}
				}
			}
		}
		for y, row := range rows {
			for x, dark := range row {
				if outside := x < quietZone || y < quietZone || x >= quietZone+side || y >= quietZone+side; outside && dark {
					t.Errorf("colours %t: module %d, %d is dark", colours, x, y)
				}
			}
		}
	}
	width := len(plain[0])
	if qrLines(text, width, true) == nil || qrLines(text, width-1, true) != nil {
		t.Errorf("it is %d columns wide", width)
	}
}

// announced is what a terminal of so many columns has when clients are answered at an address; none: it is no terminal.
func announced(t *testing.T, v *Serving, columns uint16) string {
	t.Helper()
	if columns == 0 {
		var text bytes.Buffer
		v.Announce(Streams{Err: &text, Log: zerolog.Nop()}, PageAndClients)
		return text.String()
	}
	screen, user, err := pty.Open()
	expect.OK(t, err)
	defer screen.Close()
	expect.OK(t, pty.Setsize(screen, &pty.Winsize{Rows: 50, Cols: columns}))
	said := make(chan string)
	go func() {
		text := []byte{}
		for part := make([]byte, 4096); ; {
			n, err := screen.Read(part)
			if text = append(text, part[:n]...); err != nil {
				said <- string(text)
				return
			}
		}
	}()
	v.Announce(Streams{Err: user, Log: zerolog.Nop()}, PageAndClients)
	user.Close()
	return <-said
}

// The QR code is for terminals that are wide enough, where other computers reach the page; it has no token that was not
// asked for.
func TestQRCodeIsAnnounced(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	there, err := net.Listen("tcp", "0.0.0.0:0")
	expect.OK(t, err)
	defer there.Close()
	here, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	defer here.Close()
	const block = "▀"
	for _, c := range []struct {
		name    string
		at      net.Listener
		columns uint16
		draws   bool
		want    bool
	}{
		{"a terminal", there, 80, true, true},
		{"a narrow terminal", there, 20, true, false},
		{"a pipe", there, 0, true, false},
		{"this computer alone", here, 80, true, false},
		{"--qr none", there, 80, false, false},
	} {
		text := announced(t, &Serving{Serving: app.Serving{Listener: c.at}, drawsQR: c.draws}, c.columns)
		if !strings.Contains(text, "The page is at http://") || strings.Contains(text, block) != c.want {
			t.Errorf("%s: %s", c.name, text)
		}
		if c.want && !strings.Contains(text, blackOnWhite) {
			t.Errorf("%s: it has no colours", c.name)
		}
	}
	t.Setenv("NO_COLOR", "1")
	text := announced(t, &Serving{Serving: app.Serving{Listener: there}, drawsQR: true}, 80)
	if !strings.Contains(text, block) ||
		strings.Contains(text, "\x1b") {
		t.Errorf("without colours: %q", text)
	}
}

// The QR code has the token that is asked for, which there must be.
func TestTokenOfTheQRCode(t *testing.T) {
	o := web.Options{Token: "commander", SpectatorToken: "spectator"}
	for qr, want := range map[string]string{
		"address": "", "none": "", "spectator": o.SpectatorToken, "commander": o.Token,
	} {
		if got, err := (Clients{QR: qr}).shown(o); err != nil || got != want {
			t.Errorf("--qr %s: %q, %v", qr, got, err)
		}
	}
}

// A token that anybody could guess is refused.
func TestTokenIn(t *testing.T) {
	folder := t.TempDir()
	weak, good := filepath.Join(folder, "weak"), filepath.Join(folder, "good")
	for path, text := range map[string]string{weak: "secret\n", good: "0123456789abcdef0123\n"} {
		expect.OK(t, os.WriteFile(path, []byte(text), 0o600))
	}
	if got, err := tokenIn("token-file", good); err != nil || got != "0123456789abcdef0123" {
		t.Errorf("%q, %v", got, err)
	}
	for _, path := range []string{weak, folder, filepath.Join(folder, "none")} {
		if _, err := tokenIn("token-file", path); err == nil {
			t.Errorf("a token was read from %s", path)
		}
	}
}
