package web

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// The paths of a phone that is a camera: its page, where that sends pictures, and where they are taken from.
const (
	phonePath      = "/phone"
	phoneSends     = "/api/v1/picture"
	PhonesPictures = "/phone.jpg"
)

// Bounds of a phone's pictures.
const (
	mostOfPicture = 8 << 20         // bytes
	pictureWait   = 4 * time.Second // until who asks for one is told that none comes
)

// phone is the camera of a phone whose browser sends its pictures.
type phone struct {
	mu     sync.Mutex
	newest []byte
	comes  chan struct{} // closed when there is a newer one
	wide   int           // pixels of the newest; 0: there was none
	high   int
	sized  func(width, height int)
}

// ServePhone serves, until ctx ends, a page that has the browser of a phone send the pictures of its camera, to whoever
// has the token, and on another listener each picture to a program that asks for the next one at PhonesPictures. sized
// is told how large they are, when that changes. Both listeners are closed. Browsers let pages use a camera only over
// TLS, or on the computer itself: that is up to the listener.
func ServePhone(ctx context.Context, page, pictures net.Listener, o Options, sized func(width, height int)) error {
	p := &phone{comes: make(chan struct{}), sized: sized}
	d := &door{Options: o}
	mux := http.NewServeMux()
	files, err := readPage()
	if err != nil {
		return errors.Join(err, page.Close(), pictures.Close())
	}
	files[pagePath] = files[phonePath]
	mux.HandleFunc(http.MethodGet+" "+pagePath+"{$}", d.page(files))
	mux.HandleFunc(http.MethodGet+" "+pageRoot, d.page(files))
	mux.HandleFunc(http.MethodPost+" "+phoneSends, p.take)
	given := http.NewServeMux()
	given.HandleFunc(http.MethodGet+" "+PhonesPictures, p.give)
	here := &door{Options: Options{Now: o.Now}} // for programs of this computer, and no page of another origin
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 2)
	go func() { served <- serve(ctx, page, d.guarded(mux), o) }()
	go func() { served <- serve(ctx, pictures, here.guarded(given), o) }()
	err = <-served
	cancel()
	return errors.Join(err, <-served)
}

// take takes a picture that the phone sends.
func (p *phone) take(w http.ResponseWriter, r *http.Request) {
	picture, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostOfPicture))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, "The picture did not arrive whole, or has more than 8 MB.")
		return
	}
	about, err := jpeg.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		refuse(w, http.StatusUnsupportedMediaType, "What was sent is no picture: send a JPEG.")
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.newest = picture
	close(p.comes)
	p.comes = make(chan struct{})
	if p.wide != about.Width || p.high != about.Height {
		p.wide, p.high = about.Width, about.Height
		p.sized(p.wide, p.high)
	}
	w.WriteHeader(http.StatusNoContent)
}

// give answers with the next picture that comes.
func (p *phone) give(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	comes := p.comes
	p.mu.Unlock()
	late := time.NewTimer(pictureWait)
	defer late.Stop()
	select {
	case <-comes:
	case <-late.C:
		refuse(w, http.StatusServiceUnavailable, "No picture comes from the phone: open its page, and leave it open.")
		return
	case <-r.Context().Done():
		return
	}
	p.mu.Lock()
	picture := p.newest
	p.mu.Unlock()
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(picture)
}
