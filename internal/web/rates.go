package web

import (
	"maps"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// How often a client may command, and how often steer an arm or drag a corner: so many at once, and so many a second
// from then on.
const (
	mostCommands       = 20.0
	commandsPerSecond  = 5.0
	mostSteps          = 40.0
	stepsPerSecond     = 20.0
	mostClientsCounted = 4096
)

// rates are the token buckets of clients, by their addresses.
type rates struct {
	now             func() time.Time
	most, perSecond float64
	mu              sync.Mutex
	buckets         map[string]bucket
}

// bucket is how many commands a client might give, at a time.
type bucket struct {
	left float64
	at   time.Time
}

// after is a bucket at a later time.
func (r *rates) after(b bucket, now time.Time) bucket {
	return bucket{min(r.most, b.left+now.Sub(b.at).Seconds()*r.perSecond), now}
}

// allow reports whether a client may give one more command.
func (r *rates) allow(client string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	b, known := r.buckets[client]
	if !known {
		if len(r.buckets) >= mostClientsCounted {
			maps.DeleteFunc(r.buckets, func(_ string, b bucket) bool { return r.after(b, now).left == r.most })
		}
		if len(r.buckets) >= mostClientsCounted {
			return false
		}
		if r.buckets == nil {
			r.buckets = map[string]bucket{}
		}
		b = bucket{r.most, now}
	}
	b = r.after(b, now)
	if b.left < 1 {
		return false
	}
	b.left--
	r.buckets[client] = b
	return true
}

// clientOf is the address of who sends a request. One subscriber has all addresses of an IPv6 network of 64 bits.
func clientOf(r *http.Request) string {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := at.Addr().Unmap()
	if addr.Is6() {
		network, err := addr.WithZone("").Prefix(64)
		if err == nil {
			return network.String()
		}
	}
	return addr.String()
}
