package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// headers are part of every answer. A page of another origin must not read, embed or frame any of them, and nothing
// must be kept, since it may be another the next moment.
var headers = map[string]string{
	"Cache-Control":                "no-store",
	"Content-Security-Policy":      "default-src 'none'; frame-ancestors 'none'",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer", // the address may have a token
	"X-Content-Type-Options":       "nosniff",
}

// guarded lets those requests through that may be answered.
func (d *door) guarded(next http.Handler) http.Handler {
	origins := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w = paced{w, d.Now}
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		if !d.isHost(r) {
			refuse(w, http.StatusMisdirectedRequest, "This program is not called "+hostOf(r)+": ask it by its address, or "+
				"have it told of that name.")
			return
		}
		switch role := d.roleOf(r); {
		case role == stranger && !ofPage(r):
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, "A token is needed: send the header Authorization: Bearer TOKEN, or "+
				"add ?token=TOKEN.")
			return
		case role == spectator && r.Method != http.MethodGet && r.Method != http.MethodHead:
			refuse(w, http.StatusForbidden, "A spectator's token is for watching: commands need the other one.")
			return
		}
		if origins.Check(r) != nil {
			refuse(w, http.StatusForbidden, "A page of another origin cannot give commands.")
			return
		}
		if r.Method == http.MethodGet || r.Method == http.MethodHead { // else it may have a body that is still to come
			done := answering(w, r)
			if done == nil {
				return
			}
			defer done()
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf is the host that a request names, without its port.
func hostOf(r *http.Request) string {
	name := r.Host
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
}

// isHost reports whether a request names this program: by a name that it was told, or by the address that it has come
// to. A page whose name was bound to our address after it was loaded still names its own host.
func (d *door) isHost(r *http.Request) bool {
	name := hostOf(r)
	if name == "localhost" || slices.ContainsFunc(d.Hosts, func(n string) bool { return strings.EqualFold(n, name) }) {
		return true
	}
	named, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	here, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return named.IsLoopback() || ok && named == here.AddrPort().Addr().Unmap().WithZone("")
}

// role is what a client may do.
type role int

const (
	stranger  role = iota // nothing
	spectator             // watch
	commander             // everything
)

// roleOf is the role of who sends a request, by its token.
func (d *door) roleOf(r *http.Request) role {
	if d.Token == "" {
		return commander
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		token = r.URL.Query().Get("token")
	}
	switch {
	case same(token, d.Token):
		return commander
	case d.SpectatorToken != "" && same(token, d.SpectatorToken):
		return spectator
	}
	return stranger
}

// same reports whether two texts are the same, in a time that does not tell how much of them is.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
