package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
)

// mostListed is how many games of a file one answer has at most, and how many players.
const mostListed = 100

// listed is a game of a file.
type listed struct {
	Number int      `json:"number"`
	Event  string   `json:"event"`
	Date   string   `json:"date"`
	Black  string   `json:"black"`
	White  string   `json:"white"`
	Level  string   `json:"level"`
	Result string   `json:"result"`
	Start  string   `json:"start"` // in numbers
	Moves  []string `json:"moves"`

	Rules checkers.RuleSet `json:"rules,omitempty"` // the game that was played
}

func listedOf(number int, g pdn.Game) listed {
	return listed{number, g.Tag("Event"), g.Tag("Date"), g.Tag("Black"), g.Tag("White"), g.Tag(pdn.LevelTag),
		g.Result.String(), g.Start.FEN(), checkers.Texts(g.Moves), g.Start.Set}
}

// collection is the games' file.
type collection struct {
	Games   []listed          `json:"games"`
	Players []analysis.Player `json:"players"`
}

// list answers with the last games of the games' file, or those before the game with a number, ?before=, and how
// players did in all of them that were of English draughts.
func (d records) list(w http.ResponseWriter, r *http.Request) {
	before, ok := numberIn(w, r, "before", math.MaxInt)
	all := collection{Games: []listed{}}
	var games []analysis.Game
	if !ok || !d.read(w, r, func(number int, g pdn.Game) bool {
		if number < before {
			all.Games = append(all.Games[max(0, len(all.Games)+1-mostListed):], listedOf(number, g))
		}
		if g.English() {
			game, _ := analysis.GameOf(g) // a level that nobody knows is none
			games = append(games, game)
		}
		return true
	}) {
		return
	}
	slices.Reverse(all.Games)
	players := analysis.Players(games)
	all.Players = players[:min(len(players), mostListed)]
	answer(w, http.StatusOK, all)
}

// read goes through the games of the games' file that can be understood, for one client after the other, as long as
// more are wanted. Where that cannot be done it refuses the request.
func (d records) read(w http.ResponseWriter, r *http.Request, take func(number int, g pdn.Game) (more bool)) bool {
	file, _ := d.file(w)
	if file == nil {
		return false
	}
	defer file.Close() //nolint:errcheck // it is only read
	d.reading.Lock()
	defer d.reading.Unlock()
	number := 0
	for g, err := range pdn.Read(file) {
		number++
		var faults pdn.Faults
		switch {
		case r.Context().Err() != nil:
			return false
		case errors.As(err, &faults):
		case err != nil:
			d.unreadable(w, err)
			return false
		case !take(number, g):
			return true
		}
	}
	return true
}

// numberIn is the number of a game that a request gives; it refuses what is none.
func numberIn(w http.ResponseWriter, r *http.Request, name string, otherwise int) (number int, ok bool) {
	if !r.URL.Query().Has(name) {
		return otherwise, true
	}
	number, err := strconv.Atoi(r.URL.Query().Get(name))
	if ok = err == nil && number > 0; !ok {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("?%s= is the number of a game in the games' file: 1 or more.", name))
	}
	return number, ok
}

// asked is the game that a request names by its ?number= in the games' file, or else the one that was recorded last, as
// PDN, with its ID. Where there is none it refuses the request.
func (d records) asked(w http.ResponseWriter, r *http.Request, none string) (text string, id int64, ok bool) {
	number, ok := numberIn(w, r, "number", 0)
	if ok && number == 0 {
		text, id = d.recorded()
	} else if ok {
		none = fmt.Sprintf("The games' file has no game %d that can be read.", number)
		var written strings.Builder
		ok = d.read(w, r, func(n int, g pdn.Game) bool {
			if n == number && pdn.Write(&written, g) != nil { // which is not so of what was read
				written.Reset()
			}
			return n < number
		})
		text = written.String()
	}
	if ok && text == "" {
		refuse(w, http.StatusNotFound, none)
	}
	return text, id, ok && text != ""
}

// positions answers with the games of a PDN text, which may be no more than positions in tags.
func (d records) positions(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostOfShow))
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("The games have not come: at most %d bytes do.", mostOfShow))
		return
	}
	done := answering(w, r)
	if done == nil {
		return
	}
	defer done()
	games, number, wrong := []listed{}, 0, errors.New("no game is in it")
	for g, err := range pdn.Read(bytes.NewReader(text)) {
		if number++; number == 1 && err != nil {
			wrong = err
		}
		if err == nil || g.Variant == nil && !g.Start.IsStart() { // else the position may be what is wrong
			games = append(games, listedOf(number, g))
		}
	}
	if len(games) == 0 {
		refuse(w, http.StatusBadRequest, fmt.Sprintf("The positions cannot be read: %v.", wrong))
		return
	}
	answer(w, http.StatusOK, games)
}
