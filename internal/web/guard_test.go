package web_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// Whoever names another host, has no token, or only a spectator's, gets what is theirs, and moves nothing.
func TestWhoMayAskWhat(t *testing.T) {
	const secret, public = "s3cret", "lookonly"
	stop, state := `{"command":"stop"}`, "/api/v1/state"
	for _, test := range []struct {
		name    string
		open    bool // no token is needed
		request func(t *testing.T) *http.Request
		want    int
	}{
		{"no token is needed", true, func(t *testing.T) *http.Request { return get(t, state) }, 200},
		{"no token is needed to command", true, func(t *testing.T) *http.Request { return post(t, stop) }, 202},
		{"localhost", true, func(t *testing.T) *http.Request { return get(t, state, "Host", "LocalHost:1234") }, 200},
		{"localhost by IPv6", true, func(t *testing.T) *http.Request { return get(t, state, "Host", "[::1]:8080") }, 200},
		{"a name that was told", true,
			func(t *testing.T) *http.Request { return get(t, state, "Host", "Table.local.:8080") }, 200},
		{"another name", true, func(t *testing.T) *http.Request { return get(t, state, "Host", "evil.example") }, 421},
		{"another name with ours in it", true,
			func(t *testing.T) *http.Request { return post(t, stop, "Host", "localhost.evil.example") }, 421},
		{"another address", true, func(t *testing.T) *http.Request { return get(t, state, "Host", "10.0.0.9") }, 421},
		{"a page of ours", true,
			func(t *testing.T) *http.Request { return post(t, stop, "Origin", site) }, 202},
		{"a page of somebody else's", true,
			func(t *testing.T) *http.Request { return post(t, stop, "Origin", "https://evil.example") }, 403},
		{"a page without an origin", true, func(t *testing.T) *http.Request { return post(t, stop, "Origin", "null") }, 403},
		{"a page of another port", true,
			func(t *testing.T) *http.Request { return post(t, stop, "Origin", "http://127.0.0.1:9") }, 403},
		{"a form of somebody else's", true,
			func(t *testing.T) *http.Request { return post(t, stop, "Sec-Fetch-Site", "cross-site") }, 403},

		{"without a token", false, func(t *testing.T) *http.Request { return get(t, state) }, 401},
		{"the page without a token", false, func(t *testing.T) *http.Request { return get(t, "/") }, 200},
		{"a part of the page without a token", false,
			func(t *testing.T) *http.Request { return get(t, "/page/main.js") }, 200},
		{"the page by another name", false,
			func(t *testing.T) *http.Request { return get(t, "/", "Host", "evil.example") }, 421},
		{"without a token for nothing", false, func(t *testing.T) *http.Request { return get(t, "/nothing") }, 401},
		{"with an empty token", false, func(t *testing.T) *http.Request { return get(t, state+"?token=") }, 401},
		{"with another token", false,
			func(t *testing.T) *http.Request { return get(t, state, "Authorization", "Bearer x") }, 401},
		{"with another way of authorization", false,
			func(t *testing.T) *http.Request { return get(t, state, "Authorization", "Basic "+secret) }, 401},
		{"with the beginning of the token", false,
			func(t *testing.T) *http.Request { return get(t, state, "Authorization", "Bearer s3cre") }, 401},
		{"with the token", false,
			func(t *testing.T) *http.Request { return get(t, state, "Authorization", "Bearer "+secret) }, 200},
		{"with the token in the address", false,
			func(t *testing.T) *http.Request { return get(t, state+"?token="+secret) }, 200},
		{"with a token that the header contradicts", false,
			func(t *testing.T) *http.Request { return get(t, state+"?token="+secret, "Authorization", "Bearer x") }, 401},
		{"a command with the token", false,
			func(t *testing.T) *http.Request { return post(t, stop, "Authorization", "Bearer "+secret) }, 202},
		{"a command without one", false, func(t *testing.T) *http.Request { return post(t, stop) }, 401},
		{"a spectator looks", false,
			func(t *testing.T) *http.Request { return get(t, state, "Authorization", "Bearer "+public) }, 200},
		{"a spectator commands", false,
			func(t *testing.T) *http.Request { return post(t, stop, "Authorization", "Bearer "+public) }, 403},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := serve(t, player.Into(t, service.Moving), func(o *web.Options) {
					o.Hosts = []string{"table.LOCAL"}
					if !test.open {
						o.Token, o.SpectatorToken = secret, public
					}
				})
				status, body := d.ask(test.request(t))
				if status != test.want {
					t.Errorf("status %d, want %d: %s", status, test.want, body)
				}
				if status >= 400 {
					whyIn(t, body)
				}
				synctest.Wait()
				if stopped := d.player.Snapshot().State == service.Stopped; stopped != (status == 202) {
					t.Errorf("the arm has stopped: %t", stopped)
				}
			})
		})
	}
}

// What listens beyond this computer has a token, and a spectator's is another one.
func TestListenersNeedTokens(t *testing.T) {
	for _, test := range []struct {
		at      net.Addr
		options web.Options
		want    string
	}{
		{&net.TCPAddr{IP: net.IPv4zero, Port: 80}, web.Options{}, "give a token"},
		{&net.TCPAddr{IP: net.ParseIP("192.168.0.2"), Port: 80}, web.Options{}, "give a token"},
		{&net.TCPAddr{IP: net.IPv6loopback, Port: 80}, web.Options{SpectatorToken: "x"}, "give both"},
		{&net.TCPAddr{IP: net.IPv4zero, Port: 80}, web.Options{Token: "x", SpectatorToken: "x"}, "give another one"},
	} {
		l := newPipes()
		l.at, _ = test.at.(*net.TCPAddr)
		err := web.Serve(t.Context(), l, player.New(nil).Service, test.options)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want …%s…", test.at, err, test.want)
		}
	}
}

// Every answer says that it is not to be kept, guessed at, framed or read by others.
func TestHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.Idle), nil)
		for _, r := range []*http.Request{get(t, "/api/v1/state"), get(t, "/api/v1/picture.jpg"), get(t, "/nothing"),
			post(t, "{"), get(t, "/api/v1/state", "Host", "evil.example"), get(t, "/api/v1/commands"),
			request(t, http.MethodDelete, "/api/v1/state", nil), request(t, http.MethodHead, "/api/v1/events", nil)} {
			response, err := d.client.Do(r)
			expect.OK(t, err)
			response.Body.Close()
			for name, want := range map[string]string{"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
				"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
				"Referrer-Policy":         "no-referrer", "Cross-Origin-Resource-Policy": "same-origin"} {
				if got := response.Header.Get(name); got != want {
					t.Errorf("%s %s: %s is %q, want %q", r.Method, r.URL.Path, name, got, want)
				}
			}
		}
		for path, want := range map[string]int{"/index.html": 404, "/page/": 404, "/page/../guard.go": 404,
			"/api/v1/": 404, "/api/v1/commands": 405} {
			status, body := d.ask(get(t, path))
			if whyIn(t, body); status != want {
				t.Errorf("%s: %d, want %d", path, status, want)
			}
		}
	})
}

// closed reports whether the other end of a connection has closed it.
func closed(c net.Conn) bool {
	if c.SetReadDeadline(time.Now().Add(time.Nanosecond)) != nil {
		return true
	}
	_, err := c.Read(make([]byte, 1))
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

// half is a command whose body is never sent whole.
const half = "POST /api/v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
	"Content-Length: 10\r\n\r\n{"

// Many connections that ask for nothing, or never get done with it, shut nobody out.
func TestManyConnections(t *testing.T) {
	for _, said := range []string{"", "G",
		"POST /api/v1/commands HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 10\r\n\r\n", half} {
		synctest.Test(t, func(t *testing.T) {
			d := serve(t, player.Into(t, service.Moving), nil)
			began := time.Now()
			var all []net.Conn
			for range 1000 {
				c, err := d.net.dial(t.Context(), net.IPv4(127, 0, 0, 1))
				expect.OK(t, err)
				defer c.Close()
				if said != "" {
					_ = c.SetWriteDeadline(time.Now().Add(time.Nanosecond)) // perhaps it is closed by now
					_, _ = c.Write([]byte(said))
				}
				all = append(all, c)
			}
			if status, _ := d.ask(post(t, write("stop"))); status != http.StatusAccepted {
				t.Errorf("status %d", status)
			}
			if took := time.Since(began); took > time.Millisecond {
				t.Errorf("it took %v", took)
			}
			open := 0
			for _, c := range all {
				if !closed(c) {
					open++
				}
			}
			if open > 200 {
				t.Errorf("%q: %d connections are open", said, open)
			}
			<-time.After(2 * time.Minute)
			for _, c := range all {
				if !closed(c) {
					t.Fatal("one that says nothing is open after two minutes")
				}
			}
		})
	}
}

// Where as many are being answered as may be, others are told so at once, and whoever wants the arm to stop is heard.
func TestBusyConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.New(nil) // which nobody runs: it hears nothing
		p.Tell(robot.Turn(checkers.Start(), false))
		d := serve(t, p, nil)
		answers := make(chan int, 200)
		for i := range 200 {
			client := d.net.client(net.IPv4(10, 0, 0, byte(i/20)).String())
			defer client.CloseIdleConnections()
			go func() {
				response, err := client.Do(post(t, write("hint")))
				if err != nil {
					t.Error(err)
					answers <- 0
					return
				}
				response.Body.Close()
				answers <- response.StatusCode
			}()
		}
		synctest.Wait()
		if n := len(answers); n != 40 {
			t.Errorf("%d are answered at once", n)
		}
		for range len(answers) {
			if status := <-answers; status != http.StatusServiceUnavailable {
				t.Errorf("status %d", status)
			}
		}
		began := time.Now()
		if status, _ := d.ask(get(t, "/api/v1/state")); status != http.StatusServiceUnavailable {
			t.Errorf("one more: %d", status)
		}
		if status, _ := d.ask(post(t, write("stop"))); status != http.StatusAccepted || time.Since(began) > 0 {
			t.Errorf("STOP: %d after %v", status, time.Since(began))
		}
		for range 160 {
			if status := <-answers; status != http.StatusGatewayTimeout {
				t.Errorf("status %d", status)
			}
		}
		if status, _ := d.ask(get(t, "/api/v1/state")); status != http.StatusOK {
			t.Errorf("then: %d", status)
		}
	})
}

// Requests that do not arrive in time are answered, or dropped, and so is who sends no other one.
func TestSlowRequests(t *testing.T) {
	const head = "POST /api/v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
	for said, want := range map[string]struct {
		answer string
		after  time.Duration
	}{
		"GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\nX-":   {"", 5 * time.Second},
		"GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n\r\n": {"HTTP/1.1 200 OK", time.Minute},
		head + "Content-Length: 10\r\n\r\n{":                    {"HTTP/1.1 408 Request Timeout", 10 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := serve(t, player.Into(t, service.Moving), nil)
			c, err := d.net.dial(t.Context(), net.IPv4(127, 0, 0, 1))
			expect.OK(t, err)
			began := time.Now()
			if _, err := c.Write([]byte(said)); err != nil {
				t.Fatal(err)
			}
			answer, err := io.ReadAll(c)
			if took := time.Since(began); err != nil || !strings.HasPrefix(string(answer), want.answer) || took < want.after ||
				took > want.after+time.Second {
				t.Errorf("%q after %v: %v", answer, took, err)
			}
		})
	}
}

// The end of the program does not wait for clients that watch, or that read nothing.
func TestTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.HumansTurn)
		d := &desk{t: t, player: p, net: newPipes()}
		d.client = d.net.client("127.0.0.1")
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- web.Serve(ctx, d.net, p.Service, web.Options{Now: time.Now, Pictures: &camera{}}) }()
		read := d.listen("/api/v1/events")
		read.event()
		d.listen("/api/v1/events")
		film, err := d.client.Do(get(t, "/api/v1/picture.mjpg"))
		expect.OK(t, err)
		defer film.Body.Close()
		whole := expect.Later(func() error {
			_, err := io.ReadAll(read.body)
			return err
		})
		began := time.Now()
		stop()
		if err := <-ended; err != nil || time.Since(began) > 3*time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		if err := <-whole; err != nil {
			t.Errorf("the stream that is read is cut off: %v", err)
		}
		if _, err := d.net.dial(t.Context(), net.IPv4(127, 0, 0, 1)); err == nil {
			t.Error("somebody still listens")
		}
	})
}
