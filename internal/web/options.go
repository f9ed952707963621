package web

import (
	"errors"
	"fmt"
	"net"
	"time"
)

// Options are what clients are given, and which of them.
type Options struct {
	// Token is what a client needs that commands. "": everybody may, which only a listener that nobody reaches from
	// another computer allows.
	Token string
	// SpectatorToken is what a client needs that watches; "": only the other one does.
	SpectatorToken string
	// Hosts are the names under which clients reach the listener, beside localhost and its addresses: that of the
	// computer, perhaps.
	Hosts []string

	Pictures Pictures // of the table; nil: there are none
	// Game is the game that was recorded last, as PDN, and its ID, which is that of the service's Snapshot; nil, or "":
	// there is none.
	Game func() (text string, id int64)
	// Plan is what the arm carries out, as an SVG with White's edge of the board below unless it is turned, and the ID of
	// the game in which it does; nil, or empty: there is none.
	Plan    func(turned bool) (drawn []byte, game int64)
	Reports Reports // of games; nil: there are none
	// Calibration is the table while it is calibrated; nil, or nothing: it is not.
	Calibration func() Calibration
	Games       string // the path of the games' file; "": there is none

	Now func() time.Time
	// Warns is told what goes wrong with clients that is no fault of theirs; nil: nobody is.
	Warns func(text string)
}

// Check refuses tokens that do not protect what listens at an address.
func (o Options) Check(at net.Addr) error {
	switch {
	case o.Token == "" && !local(at):
		return fmt.Errorf("whoever reaches %v could move the arm: give a token, or listen on localhost", at)
	case o.SpectatorToken != "" && o.Token == "":
		return errors.New("who has no token may command, so a spectator's token changes nothing: give both")
	case o.SpectatorToken != "" && o.SpectatorToken == o.Token:
		return errors.New("the spectator's token is that of those who command: give another one")
	}
	return nil
}

// local reports whether an address is reached from this computer alone.
func local(at net.Addr) bool {
	switch at := at.(type) {
	case *net.TCPAddr:
		return at.IP.IsLoopback()
	case *net.UnixAddr:
		return true
	}
	return false
}
