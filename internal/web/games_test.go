package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// fewGames are games of a file: the second cannot be read, and the third began at a position that was set up.
const fewGames = `[Black "Ann"] [White "Draughtsman"] [Level "club"]
1. 11-15 1-0

[Black "Ann"] [White "Draughtsman"] [Level "club"]
1. 11-29 1-0

[Black "Draughtsman"] [White "Bob"] [Level "full"] [SetUp "1"] [FEN "B:W18:BK15"]
1. 15x22 0-1

[Black "Human"] [White "Draughtsman"] [Level "club"]
0-1

[Black "Bob"] [White "Ann"]
1. 11-15 1-0
`

type listOfGames struct {
	Games []struct {
		Number       int
		Black, Start string
		Moves        []string
	}
	Players []struct {
		Player   string
		All      struct{ Games, Won int }
		Strength *struct{ Games int }
	}
}

// The list has the games that can be read under their numbers in the file, and rates whoever gave a name by games from
// the usual start.
func TestGamesOfATable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "games.pdn")
		d := serve(t, player.Into(t, service.Over), func(o *web.Options) {
			o.Games, o.Reports = path, &reporter{takes: time.Second}
		})
		status, body := d.ask(get(t, "/api/v1/games.json"))
		if why := whyIn(t, body); status != http.StatusNotFound || why != "No game has been kept yet." {
			t.Errorf("without a file: %d %s", status, why)
		}
		expect.OK(t, os.WriteFile(path, []byte(fewGames), 0o644))
		for query, want := range map[string][]int{"": {5, 4, 3, 1}, "?before=4": {3, 1}, "?before=1": {}} {
			var list listOfGames
			if status, body = d.ask(get(t, "/api/v1/games.json"+query)); status != http.StatusOK {
				t.Fatalf("%s: %d %s", query, status, body)
			}
			expect.OK(t, json.Unmarshal([]byte(body), &list))
			if len(list.Games) != len(want) {
				t.Fatalf("%s: %s", query, body)
			}
			for i, g := range list.Games {
				if g.Number != want[i] || g.Number == 3 && (g.Start != "B:W18:BK15" || g.Moves[0] != "15x22") {
					t.Errorf("%s: game %d is %+v", query, i, g)
				}
			}
			var names []string
			for _, p := range list.Players {
				names = append(names, fmt.Sprintf("%s %d %d %t", p.Player, p.All.Games, p.All.Won, p.Strength != nil))
			}
			if got := strings.Join(names, ", "); got != "Draughtsman 3 1 false, Ann 2 1 true, Bob 2 2 false, Human 1 0 true" {
				t.Errorf("%s: the players are %s", query, got)
			}
		}
		for path, want := range map[string]string{
			"game.pdn?number=3":     `[FEN "B:W18:BK15"]`,
			"game.pdn?number=4":     `[Black "Human"]`,
			"report.json?number=1":  `1. 11-15 1-0`,
			"report.html?number=5":  `[White "Ann"]`,
			"game.pdn?number=2":     "The games' file has no game 2 that can be read.",
			"report.json?number=6":  "The games' file has no game 6 that can be read.",
			"game.pdn?number=0":     "?number= is the number of a game in the games' file: 1 or more.",
			"game.pdn?number=first": "?number= is the number of a game in the games' file: 1 or more.",
			"games.json?before=-1":  "?before= is the number of a game in the games' file: 1 or more.",
		} {
			if _, body := d.ask(get(t, "/api/v1/"+path)); !strings.Contains(body, want) &&
				!strings.Contains(strings.ReplaceAll(body, `\"`, `"`), want) {
				t.Errorf("%s: %s", path, body)
			}
		}
		expect.OK(t, os.Remove(path))
		expect.OK(t, os.Mkdir(path, 0o755))
		if status, body = d.ask(get(t, "/api/v1/games.json")); status != http.StatusInternalServerError {
			t.Errorf("a folder: %d %s", status, body)
		}
	})
}

// Games by other rules are listed with what is played, and do not count for anybody.
func TestOtherGamesOfATable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "games.pdn")
		expect.OK(t, os.WriteFile(path, []byte(fewGames+otherGame), 0o644))
		d := serve(t, player.Into(t, service.Over), func(o *web.Options) {
			o.Games, o.Reports = path, &reporter{}
		})
		_, body := d.ask(get(t, "/api/v1/games.json"))
		want := `{"number":6,"event":"","date":"","black":"Carol","white":"Dave","level":"","result":"0-1",` +
			`"start":"W:WK2,23:B9,20","moves":["d8:a5","h4-g3"],"rules":"russian"}`
		if !strings.HasPrefix(body, `{"games":[`+want) || strings.Count(body, "Carol") != 1 || strings.Count(body, "rules") != 1 {
			t.Errorf("the games are %s", body)
		}
		if _, body = d.ask(get(t, "/api/v1/game.pdn?number=6")); !strings.Contains(body, "1. d8:a5 h4-g3 1-0") {
			t.Errorf("the game is %s", body)
		}
	})
}

// otherGame is one of Russian draughts.
const otherGame = `
[Black "Carol"] [White "Dave"] [GameType "25"] [FEN "W:We3,Kd8:Bb6,h4"]
1. d8:a5 h4-g3 1-0
`

// Positions are read from PDN in any dialect; what is none is said, and a spectator has nothing read.
func TestPositionsOfAText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := serve(t, player.Into(t, service.Over), func(o *web.Options) { o.Token, o.SpectatorToken = "c", "s" })
		for _, c := range []struct {
			text, token string
			status      int
			want        string
		}{
			{`[FEN "w:w21-23,k30:bk1"] *`, "c", http.StatusOK, `"start":"W:W21,22,23,K30:BK1"`},
			{fewGames, "c", http.StatusOK, `"number":3`},
			{`[FEN "B:W18:BK15"] 1. 1-2 *`, "c", http.StatusOK, `"start":"B:W18:BK15"`}, // of which the solution is wrong
			{`[FEN "W:W99"] *`, "c", http.StatusBadRequest, "The positions cannot be read: game 1, "},
			{otherGame, "c", http.StatusOK, `"rules":"russian"`},
			{"", "c", http.StatusBadRequest, "The positions cannot be read: no game is in it."},
			{strings.Repeat("1. 11-15 * ", 100_000), "c", http.StatusRequestEntityTooLarge, "1048576 bytes"},
			{`[FEN "B:W18:BK15"] *`, "s", http.StatusForbidden, "spectator"},
		} {
			r := request(t, http.MethodPost, "/api/v1/positions", strings.NewReader(c.text), "Authorization", "Bearer "+c.token)
			if status, body := d.ask(r); status != c.status || !strings.Contains(body, c.want) {
				t.Errorf("%.40q: %d %.200s", c.text, status, body)
			}
		}
	})
}

// A name is kept as it is read, but for blanks; the robot's own, and one that is too long, are refused.
func TestNamesOfPlayers(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		"  Ann \t Lee ":          "Ann Lee",
		"Жан":                    "Жан",
		strings.Repeat("ä", 40):  strings.Repeat("ä", 40),
		strings.Repeat("ä", 41):  "at most 40 letters",
		" DRAUGHTSMAN":           "not the robot's",
		"Ann\n[Result \"1-0\"]":  "Ann [Result \"1-0\"]",
		"Draughtsman the second": "Draughtsman the second",
	} {
		command, err := json.Marshal(map[string]string{"command": "new game", "player": text})
		expect.OK(t, err)
		c, err := web.ParseCommand(command, checkers.English)
		if err != nil {
			if !strings.Contains(err.Error(), want) || want == "" {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if got := c.(service.NewGame).Player; got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
