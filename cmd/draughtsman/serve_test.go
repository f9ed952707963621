package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"draughtsman/internal/config"
	"draughtsman/internal/service"
)

// TestServeGoesOnByItself serves a simulated table in another process, ends in the middle of a game, which parks the
// arm, and goes on with that game when it is started again; a client sees all of it.
func TestServeGoesOnByItself(t *testing.T) {
	if testing.Short() {
		t.Skip("serves a simulated table")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	folder := t.TempDir()
	stop := simulatedIn(ctx, t, folder, 3)
	defer stop()
	first := servedIn(ctx, t, folder)
	before := first.until(2, "the human's turn", "moving", "thinking")
	if said := first.end(); !strings.Contains(said, "the arm is parked") || !strings.Contains(said, "kept in") {
		t.Errorf("it ends with %q", said)
	}
	second := servedIn(ctx, t, folder)
	after := second.until(len(before.Moves)+1, "the human's turn", "moving", "thinking")
	if got, want := strings.Join(after.Moves, " "), strings.Join(before.Moves, " "); !strings.HasPrefix(got, want) {
		t.Errorf("the game goes on with %s, and had come to %s", got, want)
	}
	if said := second.end(); !strings.Contains(said, "the arm is parked") {
		t.Errorf("it ends with %q", said)
	}
}

// Nobody shuts out whoever wants the arm to stop: not by 200 commands whose text never comes, and not by 200 files that
// are asked for and not read.
func TestStopHasALaneOfItsOwn(t *testing.T) {
	if testing.Short() {
		t.Skip("serves a simulated table")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	const host = " HTTP/1.1\r\nHost: localhost\r\n"
	for _, said := range []string{
		"POST /api/v1/commands" + host + "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{",
		strings.Repeat("GET /page/main.js"+host+"\r\n", 500),
	} {
		p := answering(ctx, t, t.TempDir(), "serve", "--sim", "--speed", "2", "--no-guard", "--time", "50ms",
			"--listen", "127.0.0.1:0")
		p.until(0, "moving")
		for range 200 {
			c, err := net.Dial("tcp", strings.TrimPrefix(strings.TrimSuffix(p.address, "/api/v1/state"), "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close() //nolint:errcheck // it says nothing
			if err := c.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
				t.Fatal(err)
			}
			_, _ = c.Write([]byte(said)) // as much of it as is taken
		}
		http.DefaultClient.CloseIdleConnections() // whose place others have by now
		answer, err := http.Post(strings.Replace(p.address, "state", "commands", 1), "application/json",
			strings.NewReader(`{"command": "stop"}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusAccepted {
			t.Errorf("status %d, %v", answer.StatusCode, err)
		}
		p.untilThat(func(now service.Snapshot) bool {
			return strings.HasPrefix(now.Sentence.String(), "The arm is stopped where it is.")
		})
		p.endBy(syscall.SIGQUIT)
	}
}

// Who listens at an address already is named, where it is one of ours.
func TestAddressesInUse(t *testing.T) {
	if testing.Short() {
		t.Skip("serves a simulated table")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	p := answering(ctx, t, t.TempDir(), "sim", "--human", "page", "--page-listen", "127.0.0.1:0", "--speed", "max")
	at := strings.TrimPrefix(strings.TrimSuffix(p.address, "/api/v1/state"), "http://")
	for args, flag := range map[string]string{
		"serve --sim --listen ": "listen", "watch --camera 0 --page --listen ": "listen",
		"sim --config other.yaml --human page --page-listen ": "page-listen", "sim --config other.yaml --listen ": "listen",
	} {
		var out, errs strings.Builder
		status := run(strings.Fields(args+at), strings.NewReader(""), &out, &errs)
		want := fmt.Sprintf("draughtsman: --%s %s: another program answers there (draughtsman sim, process %d): end it, or "+
			"choose another address\n", flag, at, p.process.Process.Pid)
		if status != 2 || !strings.HasSuffix(errs.String(), want) {
			t.Errorf("%s: status %d, %q; want %q", args, status, errs.String(), want)
		}
	}
	p.end()
}

// served is a process that serves.
type served struct {
	t       *testing.T
	process *exec.Cmd
	address string
	lines   <-chan string
}

// servedIn serves the table that is described in a folder.
func servedIn(ctx context.Context, t *testing.T, folder string) *served {
	t.Helper()
	return answering(ctx, t, folder, "serve", "--config", "table.yaml", "--no-guard", "--time", "50ms", "--side", "white",
		"--no-set-up", "--listen", "127.0.0.1:0")
}

// answering is a process in a folder that answers clients.
func answering(ctx context.Context, t *testing.T, folder string, args ...string) *served {
	t.Helper()
	p := exec.CommandContext(ctx, "draughtsman", args...)
	p.Dir = folder
	errs, err := p.StderrPipe()
	p.Stdout = p.Stderr
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 10000)
	go func() {
		defer close(lines)
		for said := bufio.NewScanner(errs); said.Scan(); {
			lines <- said.Text()
		}
	}()
	for line := range lines {
		if _, rest, found := strings.Cut(line, "answered at "); found {
			return &served{t, p, strings.TrimSuffix(rest, "."), lines}
		}
	}
	t.Fatal("it says nowhere where clients are answered")
	return nil
}

// until waits until so many moves were made, in one of some states, or in any.
func (s *served) until(moves int, states ...string) service.Snapshot {
	s.t.Helper()
	return s.untilThat(func(now service.Snapshot) bool {
		return len(now.Moves) >= moves && (len(states) == 0 || slices.Contains(states, string(now.State)))
	})
}

// untilThat waits until something is so.
func (s *served) untilThat(is func(service.Snapshot) bool) (now service.Snapshot) {
	s.t.Helper()
	for ended := time.Now().Add(5 * time.Minute); time.Now().Before(ended); {
		now = service.Snapshot{} // of which the answer leaves out what there is not
		answer, err := http.Get(s.address)
		if err != nil {
			s.t.Fatal(err)
		}
		err = json.NewDecoder(answer.Body).Decode(&now)
		if err := answer.Body.Close(); err != nil {
			s.t.Fatal(err)
		}
		if err != nil {
			s.t.Fatal(err)
		}
		if is(now) {
			return now
		}
		answer, err = http.Get(strings.Replace(s.address, "state", fmt.Sprintf("events?after=%d", now.Event), 1))
		if err == nil {
			_, _ = answer.Body.Read(make([]byte, 1)) // until something happens
			_ = answer.Body.Close()
		}
	}
	s.t.Fatalf("for long nothing has happened: %+v", now)
	return now
}

// end has it end, and returns what it says at last.
func (s *served) end() (said string) {
	s.t.Helper()
	return s.endBy(syscall.SIGTERM)
}

func (s *served) endBy(signal syscall.Signal) (said string) {
	s.t.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
	for line := range s.lines {
		said = line
	}
	if err := s.process.Wait(); err != nil {
		s.t.Errorf("it was asked to end, and ends with %v: %s", err, said)
	}
	return said
}

// terminalOf is the pseudo-terminal of the simulated table that runs in a folder.
func terminalOf(t *testing.T, folder string) string {
	t.Helper()
	folders, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range folders {
		process := filepath.Dir(link)
		command, err := os.ReadFile(filepath.Join(process, "cmdline"))
		if in, other := os.Readlink(link); err != nil || other != nil || in != folder || !strings.Contains(string(command),
			"\x00sim\x00") {
			continue
		}
		open, err := filepath.Glob(filepath.Join(process, "fd", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range open {
			if to, err := os.Readlink(file); err == nil && regexp.MustCompile(`^/dev/pts/[0-9]+$`).MatchString(to) {
				return to
			}
		}
	}
	t.Fatal("no simulated table has a terminal")
	return ""
}

// A token that anybody could guess is refused, and one that nobody can be asked for is missed where others reach the
// arm.
func TestTokens(t *testing.T) {
	folder := t.TempDir()
	weak, good := filepath.Join(folder, "weak"), filepath.Join(folder, "good")
	for path, text := range map[string]string{weak: "secret\n", good: "0123456789abcdef\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string]string{
		"--listen 0.0.0.0:0": "give a token, or listen on localhost",
		"--listen nowhere":   "--listen nowhere: ",
		"--pause=-1s":        "--pause -1s: 0s, or longer",
		"--token-file " + weak + " --listen 0.0.0.0:0": "a token is one word of 16 characters or more",
		"--qr spectator --token-file " + good:          "--qr spectator: there is no such token",
		"--qr commander":                               "--qr commander: there is no such token",
		"--qr nonsense":                                "--qr",
	} {
		var out, errs strings.Builder
		status := run(append([]string{"serve", "--sim"}, strings.Fields(args)...), strings.NewReader(""), &out, &errs)
		if status != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("serve %s: exit status %d, %s", args, status, &errs)
		}
	}
}

// TestTheArmComesBackUnderAnotherName serves a simulated table whose arm is unplugged in mid-game, and comes back under
// another name: the service waits, says at the terminal what the page says, and goes on with the game once the table's
// description names the new port.
func TestTheArmComesBackUnderAnotherName(t *testing.T) {
	if testing.Short() {
		t.Skip("serves a simulated table, and waits for its arm for half a minute")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "faults"), []byte("150: unplug 1s\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	defer inLab(ctx, t, folder, 3, "max", "--faults", "faults")()
	described := filepath.Join(folder, "table.yaml")
	table, err := config.Load(described)
	if err != nil {
		t.Fatal(err)
	}
	was, is := filepath.Join(folder, "ttyUSB0"), filepath.Join(folder, "ttyUSB1")
	plugged := func(name string) {
		t.Helper()
		table.Arm.Port = name
		if err := errors.Join(os.Symlink(terminalOf(t, folder), name), table.Save(described, "")); err != nil {
			t.Fatal(err)
		}
	}
	plugged(was)
	s := servedIn(ctx, t, folder)
	s.untilThat(func(now service.Snapshot) bool { return now.State.Playing() })
	if err := os.Remove(was); err != nil { // which the connection does not notice before the cable comes out
		t.Fatal(err)
	}
	now := s.until(0, string(service.Stopped))
	problem := now.Problem.String()
	if !strings.Contains(problem, "ttyUSB0: there is no such port") {
		t.Errorf("the page says %q", problem)
	}
	for said := ""; !strings.Contains(said, "ttyUSB0: there is no such port"); {
		select {
		case said = <-s.lines:
		case <-time.After(time.Minute):
			t.Fatal("the terminal does not say what the page says")
		}
	}
	plugged(is)
	answer, err := http.Post(strings.Replace(s.address, "state", "commands", 1), "application/json",
		strings.NewReader(`{"command":"continue"}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusAccepted {
		t.Errorf("%s, %v", answer.Status, err)
	}
	s.until(len(now.Moves)+1, "the human's turn", "moving", "thinking")
	s.end()
}
