package web_test

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// camera has another picture whenever it is asked, unless it fails or hangs.
type camera struct {
	asked atomic.Int64
	fails error
	hangs bool
	stood time.Time // it only has the picture of then; zero: it goes on
}

func (c *camera) JPEG(ctx context.Context, v robot.View) ([]byte, time.Time, error) {
	c.asked.Add(1)
	if c.hangs {
		<-ctx.Done()
		return nil, time.Time{}, ctx.Err()
	}
	text := "plain"
	if v.Drawn {
		text = "drawn"
	}
	if v.Near != nil {
		text += ", near " + v.Near.String()
	}
	if !c.stood.IsZero() {
		return []byte(text), c.stood, c.fails
	}
	return []byte(text), time.Now(), c.fails
}

// A picture comes with its time. However many ask, the camera is asked ten times a second at most.
func TestPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &camera{}
		d := serve(t, player.Into(t, service.Idle), func(o *web.Options) { o.Pictures = c })
		for path, want := range map[string]string{"/api/v1/picture.jpg": "plain", "/api/v1/picture.jpg?overlay=1": "drawn",
			"/api/v1/picture.jpg?overlay=0": "plain", "/api/v1/picture.jpg?near=black": "plain, near Black",
			"/api/v1/picture.jpg?overlay=1&near=white": "drawn, near White"} {
			response, err := d.client.Do(get(t, path))
			expect.OK(t, err)
			text, err := io.ReadAll(response.Body)
			response.Body.Close()
			if err != nil || string(text) != want || response.Header.Get("Content-Type") != "image/jpeg" ||
				!strings.HasPrefix(response.Header.Get("X-Timestamp"), "946684") { // when time begins in a bubble
				t.Errorf("%s: %q %v %v", path, text, response.Header, err)
			}
		}
		for range 30 {
			d.ask(get(t, "/api/v1/picture.jpg"))
			<-time.After(10 * time.Millisecond)
		}
		if asked := c.asked.Load(); asked > 8 {
			t.Errorf("the camera was asked %d times", asked)
		}
	})
}

// A film has ten pictures a second at most, and goes to so many at a time; who does not look at it is dropped.
func TestFilm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &camera{}
		d := serve(t, player.Into(t, service.Idle), func(o *web.Options) { o.Pictures = c })
		var first *multipart.Reader
		for range 16 {
			response, err := d.client.Do(get(t, "/api/v1/picture.mjpg?overlay=1"))
			expect.OK(t, err)
			defer response.Body.Close()
			kind, with, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
			if err != nil || kind != "multipart/x-mixed-replace" {
				t.Fatal(kind, err)
			}
			if first == nil {
				first = multipart.NewReader(response.Body, with["boundary"])
			}
		}
		status, body := d.ask(get(t, "/api/v1/picture.mjpg"))
		if whyIn(t, body); status != http.StatusServiceUnavailable {
			t.Errorf("one more: %d", status)
		}
		began := time.Now()
		for range 51 {
			part, err := first.NextPart()
			expect.OK(t, err)
			text := make([]byte, 5)
			if _, err := io.ReadFull(part, text); err != nil || string(text) != "drawn" ||
				part.Header.Get("Content-Length") != "5" || part.Header.Get("X-Timestamp") == "" {
				t.Fatalf("%q %v %v", text, part.Header, err)
			}
		}
		if took := time.Since(began); took < 5*time.Second || took > 6*time.Second {
			t.Errorf("50 pictures took %v", took)
		}
		if asked := c.asked.Load(); asked > 70 {
			t.Errorf("the camera was asked %d times", asked)
		}
		<-time.After(5 * time.Minute) // in which nobody reads
		if status, _ := d.ask(request(t, http.MethodHead, "/api/v1/picture.mjpg", nil)); status != http.StatusOK {
			t.Errorf("later: %d", status)
		}
	})
}

// No picture is sent twice.
func TestFilmThatStands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.Idle), func(o *web.Options) { o.Pictures = &camera{stood: time.Now()} })
		ctx, leave := context.WithTimeout(t.Context(), 5*time.Second)
		defer leave()
		response, err := d.client.Do(get(t, "/api/v1/picture.mjpg").WithContext(ctx))
		expect.OK(t, err)
		defer response.Body.Close()
		var film strings.Builder
		if _, err := io.Copy(&film, response.Body); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if count := strings.Count(film.String(), "plain"); count != 1 {
			t.Errorf("%d pictures", count)
		}
	})
}

// Where no picture comes, that is said in time.
func TestNoPictures(t *testing.T) {
	for name, test := range map[string]struct {
		pictures web.Pictures
		want     int
		says     string
	}{
		"no camera":       {nil, http.StatusNotFound, "no pictures"},
		"a broken camera": {&camera{fails: errors.New("its cable is out")}, http.StatusServiceUnavailable, "its cable"},
		"a silent camera": {&camera{hangs: true}, http.StatusServiceUnavailable, "No picture comes"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := serve(t, player.Into(t, service.Idle), func(o *web.Options) { o.Pictures = test.pictures })
				answers := make(chan bool)
				for range 5 {
					client := d.net.client("127.0.0.1")
					defer client.CloseIdleConnections()
					go func() {
						response, err := client.Do(get(t, "/api/v1/picture.jpg"))
						if err != nil {
							t.Error(err)
							answers <- false
							return
						}
						defer response.Body.Close()
						body, err := io.ReadAll(response.Body)
						if got := whyIn(t, string(body)); err != nil || !strings.Contains(got, test.says) {
							t.Errorf("%q", got)
						}
						answers <- response.StatusCode == test.want
					}()
				}
				began := time.Now()
				for range 5 {
					if !<-answers {
						t.Error("another answer")
					}
				}
				if took := time.Since(began); took > 5*time.Second {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// The game under way and the games' file are there to be read.
func TestGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		recent := &robot.RecentGame{Journal: robot.NoJournal{}}
		file := filepath.Join(t.TempDir(), "games.pdn")
		d := serve(t, player.Into(t, service.Idle), func(o *web.Options) { o.Game, o.Games = recent.PDN, file })
		ask := func(path string) (int, string) { return d.ask(get(t, path)) }
		for _, path := range []string{"/api/v1/game.pdn", "/api/v1/games.pdn"} {
			status, body := ask(path)
			if whyIn(t, body); status != http.StatusNotFound {
				t.Errorf("%s: %d", path, status)
			}
		}
		game := checkers.NewGame(checkers.Start())
		for _, text := range []string{"11-15", "22-18"} {
			move, err := game.Position().ParseMove(text)
			expect.OK(t, err)
			expect.OK(t, game.Play(move))
			expect.OK(t, recent.Record(pdn.Of(game, pdn.Tag{Name: "Event", Value: "Test"})))
		}
		if status, body := ask("/api/v1/game.pdn"); status != 200 || !strings.Contains(body, "1. 11-15 22-18") {
			t.Errorf("%d %s", status, body)
		}
		expect.OK(t, recent.Undo(pdn.Of(checkers.NewGame(checkers.Start()))))
		if status, body := ask("/api/v1/game.pdn"); status != 200 || strings.Contains(body, "11-15") {
			t.Errorf("%d %s", status, body)
		}
		text := strings.Repeat("1. 11-15 22-18 *\n\n", 20000)
		expect.OK(t, os.WriteFile(file, []byte(text), 0o600))
		if status, body := ask("/api/v1/games.pdn"); status != 200 || body != text {
			t.Errorf("%d, %d bytes", status, len(body))
		}
		expect.OK(t, os.Remove(file))
		expect.OK(t, os.Mkdir(file, 0o700))
		status, body := ask("/api/v1/games.pdn")
		if whyIn(t, body); status != http.StatusInternalServerError {
			t.Errorf("%d %s", status, body)
		}
	})
}
