package terminal

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/testkit/expect"
)

// The certificate of a phone's page is kept, so that the phone knows it again, until it is of another address or too
// old; a file that holds something else is left alone.
func TestOwnCertificate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "phone.pem")
	address := net.IPv4(192, 168, 1, 5)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	own, first, err := ownCertificate(path, address, now)
	expect.OK(t, err)
	expect.OK(t, own.Leaf.VerifyHostname("192.168.1.5"))
	expect.OK(t, own.Leaf.VerifyHostname("localhost"))
	if about, err := os.Stat(path); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("others may read the key: %v, %v", about.Mode(), err)
	}
	for _, c := range []struct {
		address net.IP
		later   time.Duration
		kept    bool
	}{
		{address, certificateTime - time.Hour, true}, {net.IPv4(10, 0, 0, 2), 0, false}, {address, 0, false},
		{address, certificateTime + time.Hour, false},
	} {
		_, text, err := ownCertificate(path, c.address, now.Add(c.later))
		expect.OK(t, err)
		if kept := bytes.Equal(text, first); kept != c.kept {
			t.Errorf("%s, %v later: kept is %t", c.address, c.later, kept)
		}
		first = text
	}
	expect.OK(t, os.WriteFile(path, []byte("[Event \"?\"]\n"), 0o600))
	if _, _, err := ownCertificate(path, address, now); err == nil || !strings.Contains(err.Error(), "--certificate") {
		t.Errorf("a file with a game: %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "[Event \"?\"]\n" {
		t.Errorf("it holds %q now, %v", text, err)
	}
}
