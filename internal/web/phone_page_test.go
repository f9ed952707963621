package web_test

import (
	"context"
	"image/jpeg"
	"net"
	"net/http"
	"testing"
	"time"

	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/web"
)

// A phone's page sends what its camera sees, from when it is let until it is told to stop, and who asks gets it. One
// with another token sends nothing, and says so.
func TestPhone(t *testing.T) {
	open := browser.Start(t)
	page, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	pictures, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended, sizes := make(chan error, 1), make(chan [2]int, 10)
	go func() {
		ended <- web.ServePhone(ctx, page, pictures, web.Options{Token: "0123456789abcdef", Now: time.Now},
			func(width, height int) { sizes <- [2]int{width, height} })
	}()
	shot := func() (status, width int) {
		t.Helper()
		answer, err := http.Get("http://" + pictures.Addr().String() + web.PhonesPictures)
		expect.OK(t, err)
		defer answer.Body.Close() //nolint:errcheck // it is only read
		if about, err := jpeg.DecodeConfig(answer.Body); err == nil {
			width = about.Width
		}
		return answer.StatusCode, width
	}
	if status, _ := shot(); status != http.StatusServiceUnavailable {
		t.Errorf("without a phone the status is %d", status)
	}
	at := "http://" + page.Addr().String() + "/"
	for _, size := range [][2]int{{390, 844}, {768, 1024}, {1280, 800}} {
		b := open(t, size[0], size[1])
		b.Open(at + "#token=0123456789abcdef")
		b.Until(`document.querySelector("#send").textContent !== ""`)
		b.Press("#send")
		if size[0] == 390 {
			if got := <-sizes; got != [2]int{1280, 720} {
				t.Errorf("pictures of %v pixels come", got)
			}
		}
		b.Until(`/\d+×\d+.* \d+ a second/.test(document.querySelector("#said").textContent)`)
		if status, width := shot(); status != http.StatusOK || width != 1280 {
			t.Errorf("status %d, a picture %d pixels wide", status, width)
		}
		browser.NewAxe(t).Look(b, "a phone's page")
		b.Press("#send")
		b.Until(`document.querySelector("#said").hidden && document.querySelector("#seen").srcObject === null`)
		b.Picture("phone")
		b.Quiet()
	}
	b := open(t, 390, 844)
	b.Open(at + "#token=another")
	b.Until(`document.querySelector("#send").textContent !== ""`)
	b.Press("#send")
	b.Until(`document.querySelector("#said").textContent.includes("QR code")`)
	stop()
	expect.OK(t, <-ended)
}
