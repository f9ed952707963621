package web

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"time"
)

// How long a client may take.
const (
	headerTimeout  = 5 * time.Second
	requestTimeout = 10 * time.Second // header and body
	writeTimeout   = 10 * time.Second // for what it is sent at a time
	idleTimeout    = time.Minute      // between two requests on a connection
	closingTimeout = 2 * time.Second  // for its answer, once ctx has ended
	mostHeader     = 16 << 10         // bytes
)

// Serve answers clients of a table until ctx ends, and closes the listener.
func Serve(ctx context.Context, l net.Listener, s Table, o Options) error {
	if err := o.Check(l.Addr()); err != nil {
		return errors.Join(err, l.Close())
	}
	return serve(ctx, l, Handler(s, o), o)
}

// serve has a handler answer until ctx ends, and closes the listener.
func serve(ctx context.Context, l net.Listener, handler http.Handler, o Options) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    mostHeader,
		ErrorLog:          log.New(warner(o.Warns), "", 0),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ConnContext:       withConnection,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(&bounded{Listener: l}) }()
	select {
	case err := <-ended:
		return fmt.Errorf("clients are not answered any more: %w", err)
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTimeout)
	defer cancel()
	if server.Shutdown(closing) != nil {
		_ = server.Close() // of whoever has not read its answer by now
	}
	return nil
}

// warner hands what http.Server has to say to a function, which may be nil.
type warner func(text string)

// Write implements io.Writer.
func (w warner) Write(line []byte) (int, error) {
	if w != nil {
		w(strings.TrimSpace(string(line)))
	}
	return len(line), nil
}
