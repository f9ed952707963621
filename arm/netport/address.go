package netport

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// Schemes of addresses, and the ports that stand for themselves: those of FluidNC's and grblHAL's telnet server, of
// FluidNC's WebSocket (one more than that of its web pages) and of Moonraker.
const (
	TCP       = "tcp"
	WebSocket = "ws"
	Moonraker = "moonraker"
)

var usualPorts = map[string]string{TCP: "23", WebSocket: "81", Moonraker: "7125"}

// Address is where a controller is in a network.
type Address struct {
	Scheme string // TCP, WebSocket or Moonraker
	Host   string // with its port, as net.Dial takes it
	Path   string // of a WebSocket, "/" at least
}

// Is reports whether the name of an arm's port is an address in a network, though it may be a wrong one.
func Is(port string) bool { return strings.Contains(port, "://") }

// Parse reads an address such as "tcp://192.168.4.1:23", "ws://fluidnc.local" or
// "moonraker://printer.local:7125". The port may be left out.
func Parse(text string) (Address, error) {
	wrong := func(why string) (Address, error) {
		return Address{}, fmt.Errorf("%q is no address of a controller: %s", text, why)
	}
	u, err := url.Parse(text)
	if err != nil {
		return wrong("it is not like tcp://192.168.4.1:23")
	}
	usual, known := usualPorts[u.Scheme]
	switch {
	case !known:
		return wrong("it begins with tcp:// (grblHAL, FluidNC's telnet, ser2net), ws:// (FluidNC's WebSocket) or " +
			"moonraker:// (Klipper)")
	case u.Hostname() == "":
		return wrong("between the slashes and the port the name or the number of the controller is missing")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return wrong("only host and port belong there")
	case u.Scheme != WebSocket && u.Path != "" && u.Path != "/":
		return wrong("nothing comes behind the port")
	}
	port := u.Port()
	if port == "" {
		port = usual
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return wrong("its port is a number from 1 to 65535")
	}
	a := Address{Scheme: u.Scheme, Host: net.JoinHostPort(u.Hostname(), port), Path: u.Path}
	switch {
	case a.Scheme == Moonraker:
		a.Path = "/websocket"
	case a.Path == "":
		a.Path = "/"
	}
	return a, nil
}

// String is the address as a person writes it, with its port.
func (a Address) String() string {
	text := a.Scheme + "://" + a.Host
	if a.Scheme == WebSocket && a.Path != "/" {
		text += a.Path
	}
	return text
}
