package web_test

import (
	"context"
	"errors"
	"flag"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// The page with the session, and what stands there for the address of the program.
const (
	apiPage  = "../../docs/api.md"
	anybodys = "localhost:8517"
)

var (
	session = regexp.MustCompile("(?s)```console\n(.*?)```")
	rewrite = flag.Bool("session", false, "write the answers of the session in docs/api.md anew")
)

// The session of docs/api.md goes as the page has it.
func TestSession(t *testing.T) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Skip("the session needs curl")
	}
	t.Logf("with %s", curl)
	page, err := os.ReadFile(apiPage)
	expect.OK(t, err)
	blocks := session.FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 1 {
		t.Fatalf("the page has %d sessions", len(blocks))
	}
	address, folder := atWork(t), t.TempDir()
	var got strings.Builder
	for line := range strings.Lines(blocks[0][1]) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		c := exec.CommandContext(t.Context(), "sh", "-c", strings.ReplaceAll(command, anybodys, address))
		c.Dir = folder
		out, err := c.Output() // a stream that is left after a while is an error to curl
		if err != nil && !strings.Contains(command, "--max-time") {
			t.Errorf("%s: %v", command, err)
		}
		got.WriteString(line + strings.ReplaceAll(string(out), address, anybodys))
	}
	answered := got.String()
	if *rewrite {
		text := strings.Replace(string(page), blocks[0][1], answered, 1)
		expect.OK(t, os.WriteFile(apiPage, []byte(text), 0o644))
	}
	if diff := cmp.Diff(blocks[0][1], answered); diff != "" {
		t.Errorf("the session changed (-page +now; -session accepts it):\n%s", diff)
	}
}

// atWork is the address of a program whose player begins the games that it is asked for.
func atWork(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	recent := &robot.RecentGame{Journal: robot.NoJournal{}}
	began := time.Date(2026, 11, 26, 18, 30, 0, 0, time.UTC)
	p := player.New(func(o *service.Options) { o.Now, o.Hand, o.Clock = func() time.Time { return began }, nil, nil })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	go func() { ended <- p.Run(ctx) }()
	go func() {
		ended <- web.Serve(ctx, l, p.Service, web.Options{Now: time.Now, Game: recent.PDN, Pictures: &camera{}})
	}()
	t.Cleanup(func() {
		stop()
		for range 2 {
			if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
	})
	awaitState(p.Service, service.Idle)
	record := pdn.Of(checkers.NewGame(checkers.Start()), pdn.Tag{Name: "White", Value: "Draughtsman"})
	expect.OK(t, recent.Record(record))
	go func() { // once the game has begun
		for _, e := range []robot.Event{robot.Begins(checkers.White, "", checkers.Start()),
			robot.Turn(checkers.Start(), false)} {
			select {
			case p.Tells <- e:
			case <-ctx.Done():
			}
		}
	}()
	return l.Addr().String()
}

// awaitState waits until a service has come to a state.
func awaitState(s *service.Service, state service.State) {
	for {
		list, _, more := s.Events(0)
		if len(list) > 0 && list[len(list)-1].State == state {
			return
		}
		<-more
	}
}
