package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
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

// written are commands as clients write them, one of each.
var written = map[string]string{
	"new game":  `{"command":"new game","give_up":true}`,
	"show":      `{"command":"show","pdn":"1. 11-15 22-18","give_up":true}`,
	"take back": `{"command":"take back","plies":1}`,
	"move":      `{"command":"move","move":"11-15"}`,
	"correct":   `{"command":"correct","ply":1,"move":"11-15"}`,
}

// write is a command as clients write it.
func write(name string) string {
	if text, ok := written[name]; ok {
		return text
	}
	return fmt.Sprintf(`{"command":%q}`, name)
}

// whyIn is what an answer has to say.
func whyIn(t testing.TB, body string) string {
	t.Helper()
	var problem struct{ Error string }
	if err := json.Unmarshal([]byte(body), &problem); err != nil {
		t.Fatalf("%q: %v", body, err)
	}
	text := problem.Error
	if text == "" || !strings.ContainsAny(text[:1], `ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"`) || !strings.HasSuffix(text, ".") {
		t.Errorf("%q is no sentence", text)
	}
	return text
}

// What a command says reaches the robot.
func TestCommandsAreReadWhole(t *testing.T) {
	fen, err := checkers.ParseFEN("W:W18,26,K27:B15")
	expect.OK(t, err)
	for text, want := range map[string]service.Command{
		`{"command":"new game"}`: service.NewGame{Side: checkers.White},
		`{"side":"black","command":"new game","level":"beginner","think":"1m30s","set_up":true,"position":"W:W18,26,K27:B15"}`: service.NewGame{
			Side: checkers.Black, Level: "beginner", Think: 90 * time.Second, SetUp: true, Start: fen},
		`{"command":"new game","clock":"5m+3s"}`: service.NewGame{Side: checkers.White,
			Clock: &robot.Clock{Game: 5 * time.Minute, Increment: 3 * time.Second}},
		`{"command":"new game","clock":"30s/move"}`: service.NewGame{Side: checkers.White,
			Clock: &robot.Clock{Move: 30 * time.Second}},
		`{"command":"new game","clock":"none"}`: service.NewGame{Side: checkers.White, Clock: &robot.Clock{}},
		`{"command":"new game","position":"as it stands","turn":"white","give_up":true}`: service.NewGame{
			Side: checkers.White, AsItStands: true, GiveUp: true, Start: checkers.NewPosition(checkers.White)},
		`{"command":"move","move":"11x18"}`:                service.Move{Text: "11x18"},
		`{"command":"correct","ply":3,"move":"9-14"}`:      service.Correct{Ply: 3, Text: "9-14"},
		`{"command":"take back","plies":2,"by_hand":true}`: robot.TakeBack{Plies: 2, ByHand: true},
		`{"command":"speed","times":2.5}`:                  service.Speed{Times: 2.5},
		` {"command":"next move"}` + "\n":                  robot.NextMove{},
	} {
		got, err := web.ParseCommand([]byte(text), checkers.English)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v, want %+v (%v)", text, got, want, err)
		}
	}
	text := `{"command":"show","pace":"5s","set_up":true,"pdn":"[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"W:W18,32:B15\"]\n\n1. ... 18x11 1-0"}`
	c, err := web.ParseCommand([]byte(text), checkers.English)
	expect.OK(t, err)
	shown := c.(service.Show)
	if shown.Start.FEN() != "W:W18,32:B15" || !shown.SetUp || shown.GiveUp || shown.Recording.Pace != 5*time.Second ||
		!slices.Equal(shown.Recording.Moves, []string{"18x11"}) {
		t.Errorf("%+v", shown)
	}
}

// What is wrong with a command is said in a sentence, and nothing of it is obeyed.
func TestWrongCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.Idle), nil)
		for _, test := range []struct{ text, want string }{
			{``, "no JSON"},
			{`stop`, "byte 1"},
			{`{"command":"stop"} x`, "no JSON"},
			{`[]`, "no JSON object"},
			{`null`, "has no name"},
			{`{}`, "has no name"},
			{`{"command":7}`, `"command" is to be a text in quotes, not 7.`},
			{`{"command":"dance"}`, `There is no command "dance". There are new game, show,`},
			{`{"command":"Stop"}`, `no command "Stop"`},
			{`{"command":"stop","now":true}`, `The command "stop" has no "now": it is a name and nothing else.`},
			{`{"command":"take back","moves":2}`, `has no "moves", but plies, by_hand.`},
			{`{"command":"take back","plies":"2"}`, `"plies" is to be a whole number, not "2".`},
			{`{"command":"take back","plies":null}`, `"plies" is to be a whole number, not null.`},
			{`{"command":"take back","plies":1.5}`, `"plies" is to be a whole number`},
			{`{"command":"take back","plies":99999999999999999999}`, `"plies" is to be a whole number`},
			{`{"command":"take back"}`, "1 or more"},
			{`{"command":"take back","plies":-1}`, "1 or more"},
			{`{"command":"take back","plies":1,"by_hand":"yes"}`, `"by_hand" is to be true or false, not "yes".`},
			{`{"command":"move"}`, `"move" says which move is made, such as "9-13".`},
			{`{"command":"correct","move":"9-13"}`,
				`"ply" is the number of the move that is corrected, of both sides: 1 or more.`},
			{`{"command":"correct","ply":1}`, `"move" says which move is made, such as "9-13".`},
			{`{"command":"move","move":7}`, `"move" is to be a text in quotes, not 7.`},
			{`{"command":"new game","rules":"chess"}`, `"rules" is "chess": there is no game "chess" here: want one of`},
			{`{"command":"new game","side":"red"}`, `"side" is to be "black" or "white", not "red".`},
			{`{"command":"new game","think":"soon"}`, `"think" is to be a time up to 1h, such as "1s", not "soon".`},
			{`{"command":"new game","think":"-1s"}`, `"think" is to be a time`},
			{`{"command":"new game","think":"2h"}`, `"think" is to be a time`},
			{`{"command":"new game","clock":"soon"}`, `"clock" is "soon": want a time for each side, such as 10m`},
			{`{"command":"new game","clock":"-5m"}`, "want a time for each side"},
			{`{"command":"new game","clock":"1ns"}`, "want 1s to 24h0m0s for each side"},
			{`{"command":"new game","clock":"5m+25h"}`, "want 1s to 24h0m0s for each side"},
			{`{"command":"new game","side":"black","side":"white"}`, `The command has "side" twice: write it once.`},
			{`{"command":"stop","command":"home"}`, `The command has "command" twice`},
			{`{"command":"new game","position":"8/8"}`, "The position is none"},
			{`{"command":"new game","position":"W:W1:B32"}`, "king row"},
			{`{"command":"new game","position":"W:W1,K2:B1"}`, "square 1"},
			{`{"command":"new game","position":"B:W18:B"}`, "Black has no legal move"},
			{`{"command":"new game","position":"as it stands"}`, `"turn" is to be "black" or "white"`},
			{`{"command":"new game","position":"as it stands","turn":"black","set_up":true}`, "cannot be set up"},
			{`{"command":"new game","turn":"black"}`, `"turn" belongs to`},
			{`{"command":"show"}`, "no game with moves"},
			{`{"command":"show","pdn":"[Event \"x\"] *"}`, "no game with moves"},
			{`{"command":"show","pdn":"1. 11-15 11-15"}`, "The game cannot be read: game 1, line 1, move 1"},
			{`{"command":"show","pdn":"1. 11-15 * 1. 11-16 *"}`, "more than one game"},
			{`{"command":"show","pdn":"[Variant \"international\"] 1. 32-28 *"}`, "This game is played on another board"},
			{`{"command":"show","pdn":"1. 11-15","pace":"1"}`, `"pace" is to be a time`},
			{`{"command":"new game","level":"` + strings.Repeat("x", 100) + `","side":["` + strings.Repeat("y", 100) + `"]}`, `…`},
		} {
			status, body := d.ask(post(t, test.text))
			if got := whyIn(t, body); status != http.StatusBadRequest || !strings.Contains(got, test.want) {
				t.Errorf("%s: %d %q, want %q", test.text, status, got, test.want)
			}
			<-time.After(time.Second) // of the bubble's, so that it is not too often
		}
		if asked := d.player.Asked(); !slices.Equal(asked, []string{"home"}) {
			t.Errorf("the player was asked %v", asked)
		}
		for kind, want := range map[string]int{"": 415, "text/plain": 415, "application/x-www-form-urlencoded": 415,
			"application/json; charset=utf-8": 202} {
			status, _ := d.ask(post(t, `{"command":"home"}`, "Content-Type", kind))
			if status != want {
				t.Errorf("Content-Type %q: %d, want %d", kind, status, want)
			}
			synctest.Wait()
		}
		status, body := d.ask(post(t, `{"command":"new game","level":"godlike"}`))
		if got := whyIn(t, body); status != http.StatusBadRequest || got != "There is no such level." {
			t.Errorf("%d %q", status, got)
		}
	})
}

// A command that the robot does not hear is answered in time, and the robot hears the next one.
func TestCommandsThatAreNotHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.New(nil) // which nobody runs
		p.Tell(robot.Turn(checkers.Start(), false))
		d := serve(t, p, nil)
		began := time.Now()
		status, body := d.ask(post(t, write("hint")))
		if took := time.Since(began); status != http.StatusGatewayTimeout || took != 10*time.Second {
			t.Errorf("status %d after %v", status, took)
		}
		whyIn(t, body)
	})
}

// Bodies are bounded, whatever their senders say of their length.
func TestLargeCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.HumansTurn), nil)
		large := func(kilobytes int, open string) io.Reader {
			middle := io.LimitReader(blanks{}, int64(kilobytes)<<10)
			return io.MultiReader(strings.NewReader(open), middle, strings.NewReader("}"))
		}
		const stop, show = `{"command":"stop"`, `{"command":"show","pdn":"1. 11-15"`
		for _, test := range []struct {
			name string
			body io.Reader
			says int64 // how long it is
			want int
		}{
			{"100 MB", large(100<<10, stop), 100 << 20, 413},
			{"100 MB that are not announced", large(100<<10, show), -1, 413},
			{"a command of 65 kB", large(65, stop), -1, 413},
			{"a game of 900 kB", large(900, show), -1, 409},
			{"a command of 60 kB", large(60, stop), -1, 202},
		} {
			body := counted{Reader: test.body}
			r := request(t, http.MethodPost, "/api/v1/commands", &body, "Content-Type", "application/json")
			r.ContentLength = test.says
			status, _ := d.ask(r)
			if status != test.want || body.count.Load() > 2<<20 {
				t.Errorf("%s: %d after %d bytes, want %d", test.name, status, body.count.Load(), test.want)
			}
		}
	})
}

// counted counts what was read of a body.
type counted struct {
	io.Reader
	count atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.count.Add(int64(n))
	return n, err
}

// blanks are as many as are read.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// Who commands all the time is refused, but for stopping; others are not, and it may command again later.
func TestTooManyCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.Over), nil)
		count := map[int]int{}
		for range 50 {
			status, _ := d.ask(post(t, write("hint")))
			count[status]++
		}
		if count[409] != 20 || count[429] != 30 {
			t.Errorf("answered: %v", count)
		}
		if status, _ := d.ask(post(t, write("stop"))); status != http.StatusAccepted {
			t.Errorf("stop: %d", status)
		}
		if status, _ := d.ask(get(t, "/api/v1/state")); status != http.StatusOK {
			t.Errorf("state: %d", status)
		}
		other := d.net.client("192.168.0.7")
		defer other.CloseIdleConnections()
		response, err := other.Do(post(t, write("hint")))
		expect.OK(t, err)
		response.Body.Close()
		if response.StatusCode != http.StatusConflict {
			t.Errorf("another client: %d", response.StatusCode)
		}
		<-time.After(time.Second)
		count = map[int]int{}
		for range 10 {
			status, _ := d.ask(post(t, write("hint")))
			count[status]++
		}
		if count[409] != 5 || count[429] != 5 {
			t.Errorf("a second later: %v", count)
		}
		<-time.After(time.Hour)
		count = map[int]int{}
		for range 50 {
			status, _ := d.ask(post(t, write("hint")))
			count[status]++
		}
		if count[409] != 20 || count[429] != 30 {
			t.Errorf("an hour later: %v", count)
		}
	})
}
