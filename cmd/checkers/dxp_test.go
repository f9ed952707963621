package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"os"
	"strings"
	"testing"
)

// says has a program of a script say a message, and hear one that begins in some way.
func says(t *testing.T, conn net.Conn, in *bufio.Reader, message, answer string) {
	t.Helper()
	if _, err := io.WriteString(conn, message+"\x00"); err != nil {
		t.Fatal(err)
	}
	if heard, err := in.ReadString(0); err != nil || !strings.HasPrefix(heard, answer) {
		t.Fatalf("to %q it answers %q, want %q: %v", message, heard, answer, err)
	}
}

// checkers dxp plays one game after another with whoever comes, prints them, and ends when it is asked to.
func TestDXPWaits(t *testing.T) {
	server := command(t.TempDir(), "dxp --listen localhost:0")
	var games bytes.Buffer
	server.Stdout = &games
	notes, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Process.Kill() }() // where the test has failed
	said := bufio.NewReader(notes)
	note := func(want string) string {
		line, err := said.ReadString('\n')
		address, found := strings.CutPrefix(line, want)
		if err != nil || !found {
			t.Fatalf("it notes %q, want %q: %v", line, want, err)
		}
		return strings.TrimSpace(address)
	}
	address := note("note: waiting for games at ")
	for range 2 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(conn)
		for range 2 {
			says(t, conn, in, "R01Tester                          Z001999A", "ADraughtsman                     0")
			says(t, conn, in, "M0000322800", "M000")
			says(t, conn, in, "E10", "E00")
		}
		says(t, conn, in, "Cthanks\x00R01Tester                          W001000A", "ADraughtsman                     0")
		note(`note: "thanks"`)
		if err := conn.Close(); err != nil {
			t.Fatal(err)
		}
		note("note: ")
	}
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(said); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
	const first = "[White \"Tester\"]\n[Black \"Draughtsman\"]\n[Termination \"Tester says so\"]\n[Result \"0-1\"]\n" +
		"[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 "
	if !strings.HasPrefix(games.String(), first) || strings.Count(games.String(), "32-28") != 4 {
		t.Errorf("games are\n%s, want four, the first of them\n%s", &games, first)
	}
}

// checkers dxp --connect asks for one game, and prints it even where the other program breaks it off.
func TestDXPAsks(t *testing.T) {
	for _, c := range []struct{ end, wantOut, wantErr string }{
		{"E20", "[Result \"1/2-1/2\"]", ""},
		{"M0000322800", "[Result \"*\"]", "32-28 is not a legal move"},
	} {
		listener, err := net.Listen("tcp", "localhost:0")
		if err != nil {
			t.Fatal(err)
		}
		client := command(t.TempDir(), "dxp --rules brazilian --side black --minutes 1 --moves 255 --connect "+
			listener.Addr().String())
		var out, errs bytes.Buffer
		client.Stdout, client.Stderr = &out, &errs
		if err := client.Start(); err != nil {
			t.Fatal(err)
		}
		conn, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(conn)
		want := "R01Draughtsman                     W001255BW" + strings.Repeat("z", 12) + "eeeeeeee" +
			strings.Repeat("w", 12) + "\x00"
		if heard, err := in.ReadString(0); err != nil || heard != want {
			t.Fatalf("it asks %q, want %q: %v", heard, want, err)
		}
		says(t, conn, in, "ATester                          0\x00M0000211700", "M000")
		if _, err := io.WriteString(conn, c.end+"\x00"); err != nil {
			t.Fatal(err)
		}
		_, _ = io.ReadAll(in) // until it has gone
		err = client.Wait()
		if (err != nil) != (c.wantErr != "") || !strings.Contains(errs.String(), c.wantErr) ||
			!strings.Contains(out.String(), c.wantOut) {
			t.Errorf("%v\n%s%s, want %s and %s", err, &errs, &out, c.wantErr, c.wantOut)
		}
		conn.Close()
		listener.Close()
	}
}

func TestDXPUsage(t *testing.T) {
	for args, want := range map[string]string{
		"dxp --rules chess":              "there is no rule set",
		"dxp --side red":                 "--side",
		"dxp --minutes 1000":             "--minutes",
		"dxp --connect localhost:1":      "connect",
		"dxp --listen nowhere.invalid:0": "listen",
	} {
		var errs bytes.Buffer
		if code := run(strings.Fields(args), nil, io.Discard, &errs); code == 0 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s ends with %d: %s, want %s", args, code, &errs, want)
		}
	}
}
