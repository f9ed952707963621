package terminal

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/files"
	"draughtsman/internal/web"
)

// Clients say who is answered where other computers reach the program.
type Clients struct {
	TokenFile     string   `type:"path" help:"A file with the token that a client needs to command." placeholder:"FILE" group:"Clients:"`
	SpectatorFile string   `type:"path" help:"A file with the token of clients that may only watch." placeholder:"FILE" group:"Clients:"`
	Host          []string `help:"A name under which clients reach this computer, beside localhost and its addresses." placeholder:"NAME" group:"Clients:"`
	QR            string   `name:"qr" enum:"address,spectator,commander,none" default:"address" help:"What the QR code on the terminal has, where other computers reach the page: its address; with it the token of spectators, or of those who command (whoever sees the code may then do so); or none." placeholder:"WHAT" group:"Clients:"`
}

// Serving is how clients are answered, and what a terminal shows of that.
type Serving struct {
	app.Serving
	token   string // that the QR code has; "": none
	drawsQR bool
}

// Open opens the address that a flag names.
func (c Clients) Open(flag, address string, s Streams) (*Serving, error) {
	v := &Serving{drawsQR: c.QR != "none", Serving: app.Serving{Web: web.Options{Hosts: c.Host, Now: time.Now,
		Warns: func(text string) { s.Log.Warn().Msg(text) }}}}
	var err error
	if v.Web.Token, err = tokenIn("token-file", c.TokenFile); err != nil {
		return nil, err
	}
	if v.Web.SpectatorToken, err = tokenIn("spectator-file", c.SpectatorFile); err != nil {
		return nil, err
	}
	if v.token, err = c.shown(v.Web); err != nil {
		return nil, err
	}
	if v.Listener, err = net.Listen("tcp", address); err != nil {
		return nil, cli.WrongUsage("--%s %s: %w", flag, address, occupied(address, err))
	}
	if err := v.Web.Check(v.Listener.Addr()); err != nil {
		return nil, errors.Join(cli.WrongUsage("--%s %s: %w", flag, address, err), v.Listener.Close())
	}
	return v, nil
}

// Protects reports whether it is said who is answered.
func (c Clients) Protects() bool {
	return c.TokenFile != "" || c.SpectatorFile != "" || len(c.Host) > 0
}

// shown is the token that the QR code has.
func (c Clients) shown(o web.Options) (token string, err error) {
	file := ""
	switch c.QR {
	case "spectator":
		token, file = o.SpectatorToken, "spectator-file"
	case "commander":
		token, file = o.Token, "token-file"
	default:
		return "", nil
	}
	if token == "" {
		return "", cli.WrongUsage("--qr %s: there is no such token; name its file with --%s", c.QR, file)
	}
	return token, nil
}

// tokens are what the files that flags name hold.
var tokens = files.Kind{Name: "a token", Most: 1}

// tokenIn is the token in a file that a flag names; "" where it names none.
func tokenIn(flag, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	text, err := tokens.Text(path)
	if err != nil {
		return "", cli.WrongUsage("--%s: %w", flag, err)
	}
	const shortest = 16 // characters, which nobody guesses in a lifetime at the rate that clients are answered
	token := strings.TrimSpace(string(text))
	if len(token) < shortest || strings.ContainsAny(token, " \t\n") {
		return "", cli.WrongUsage("--%s %s: a token is one word of %d characters or more, such as `openssl rand -hex 16` makes",
			flag, path, shortest)
	}
	return token, nil
}

// PageAndClients is the format of where a table is seen.
const PageAndClients = "The page is at %[1]s\nClients are answered at %[1]sapi/v1/state.\n"

// Announce says where clients are answered, in a format for the address of the page. Where other computers reach that,
// a terminal that is wide enough shows it as a QR code, too.
func (v *Serving) Announce(s Streams, format string) {
	at, _ := v.Listener.Addr().(*net.TCPAddr) // which is what --listen opens
	page := "http://" + reachedAt(at, outwardAddress).String() + "/"
	fmt.Fprintf(s.Err, format, page)
	if !v.drawsQR || at.IP.IsLoopback() {
		return
	}
	text := page
	if v.token != "" {
		text += "#token=" + url.QueryEscape(v.token)
	}
	s.showQR(text)
}

// showQR shows a text as a QR code, where the terminal is wide enough.
func (s Streams) showQR(text string) {
	for _, line := range qrLines(text, cli.Width(s.Err), cli.Colours(s.Err)) {
		fmt.Fprintln(s.Err, line)
	}
}

// reachedAt is where other computers reach who listens at an address, if they do: at all addresses, it is the one that
// outward finds.
func reachedAt(at *net.TCPAddr, outward func() net.IP) *net.TCPAddr {
	if found := outward(); at.IP.IsUnspecified() && found != nil {
		return &net.TCPAddr{IP: found, Port: at.Port}
	}
	return at
}

// outwardAddress is the address from which this computer sends to others in the network; nil: it has no network. Nobody
// is asked for it: connecting a UDP socket sends nothing, and nobody has the address that is named (RFC 5737).
func outwardAddress() net.IP {
	conn, err := net.Dial("udp", "192.0.2.1:9")
	if err != nil {
		return nil
	}
	defer conn.Close() //nolint:errcheck // nothing was sent
	at, _ := conn.LocalAddr().(*net.UDPAddr)
	return at.IP
}
