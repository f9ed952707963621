package servos

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// exchange sends bytes through an open port and returns what comes back, as long as was wanted.
func exchange(t *testing.T, port *os.File, send []byte, want int) ([]byte, error) {
	t.Helper()
	if _, err := port.Write(send); err != nil {
		return nil, err
	}
	expect.OK(t, port.SetReadDeadline(time.Now().Add(10*time.Second)))
	var got []byte
	for len(got) < want {
		b := make([]byte, 64)
		n, err := port.Read(b)
		got = append(got, b[:n]...)
		if err != nil {
			return got, err
		}
	}
	return got, nil
}

// The port is a terminal like any other: bytes pass as they are, its cable can be pulled and comes back at the same
// place.
func TestTerminal(t *testing.T) {
	l := world.ServoLayout()
	w := world.New(world.NewState(l, checkers.Position{}, 1), world.Options{Layout: l})
	link := filepath.Join(t.TempDir(), "arm")
	b, err := Start(w, Options{Link: link})
	expect.OK(t, err)
	if b.Path() != link {
		t.Errorf("the port is %s, want %s", b.Path(), link)
	}
	for range 2 {
		port := open(t, link)
		// 3, 17, 19 and 26 are what a terminal would otherwise make something of.
		for _, id := range []byte{1, 3, 6} {
			got, err := exchange(t, port, packet(id, iRead, rModel, 2), 8)
			if err != nil || !bytes.Equal(got, packet(id, 0, 9, 3)) {
				t.Fatalf("% x, %v", got, err)
			}
		}
		write := packet(2, iWrite, rGoal, 0x11, 0x13, 0x1a, 0x0d, 0x0a, 0x03)
		if _, err := exchange(t, port, write, 6); err != nil {
			t.Fatal(err)
		}
		if got, err := exchange(t, port, packet(2, iRead, rGoal, 6), 12); err != nil ||
			!bytes.Equal(got, packet(2, 0, 0x11, 0x13, 0x1a, 0x0d, 0x0a, 0x03)) {
			t.Fatalf("% x, %v", got, err)
		}
		b.Happen(Fault{What: Unplug, For: 100 * time.Millisecond})
		// What is under way may still come through.
		pulled := false
		for n := 0; n < 10_000 && !pulled; n++ {
			_, err := exchange(t, port, packet(1, iPing), 6)
			pulled = err != nil
		}
		if !pulled {
			t.Error("the cable is pulled, and servos answer")
		}
		_ = port.Close()
		advance(t, w, 200*time.Millisecond)
	}
	expect.OK(t, b.Close())
	if _, err := os.Lstat(link); err == nil {
		t.Error("the link is left behind")
	}
}

// open waits until the port is there.
func open(t *testing.T, path string) *os.File {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for range 2000 {
		port, err := os.OpenFile(path, os.O_RDWR, 0)
		if err == nil {
			return port
		}
		<-tick.C
	}
	t.Fatalf("%s has not come back", path)
	return nil
}
