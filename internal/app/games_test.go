package app

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/config"
	"draughtsman/internal/engine"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
	"draughtsman/internal/testkit/expect"
)

// lostGame is the record of a game that the human lost at level club.
const lostGame = "[Black \"Draughtsman\"]\n[White \"Human\"]\n[Level \"club\"]\n\n1. 11-15 22-17 1-0\n"

// TestLevelOf has the level of a game follow from what is asked for, the results so far, and the game that goes on.
func TestLevelOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	for _, c := range []struct {
		level, kept, begun, want string
	}{
		{"strong", "", "", "strong"},
		{"strong", lostGame, "", "strong"},
		{"adapt", "", "", "club"},
		{"adapt", lostGame, "", "casual"},
		{"adapt", lostGame, "master", "master"},
		{"adapt:newcomer", "", "", "newcomer"},
		{"adapt", lostGame, "adapt:casual", "casual"},
		{"full", "", "", "full"},
	} {
		expect.OK(t, os.WriteFile(path, []byte(c.kept), 0o644))
		games := &games{Options: Options{Level: c.level, PDN: path}, player: &robot.Robot{},
			kept: &Kept{Record: robot.NoJournal{}}, note: func(sentence.Text) {}}
		settings, err := games.settings(service.NewGame{Level: c.begun})
		if got := (pdn.Game{Tags: settings.Tags}).Tag("Level"); err != nil || got != c.want {
			t.Errorf("--level %s, kept %q, begun %q: %s, %v; want %s", c.level, c.kept, c.begun, got, err, c.want)
		}
		if strings.Contains(games.Level, ":") {
			t.Errorf("the next game would begin at %s again", games.Level)
		}
	}
	if got, err := (Options{Level: "adapt", PDN: path + "x"}).levelOf(""); err != nil || got.Name != "club" {
		t.Errorf("without a file %s, %v", got.Name, err)
	}
	if _, err := (Options{Level: "adapt", PDN: filepath.Dir(path)}).levelOf(""); err == nil {
		t.Error("a folder is read as a file of games")
	}
}

// TestNamesGoIntoTheRecord has a name stand for the human, in the one game that it was given for, and adapt follow its
// results alone.
func TestNamesGoIntoTheRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	expect.OK(t, os.WriteFile(path, []byte(lostGame), 0o644)) // by whoever gives no name
	games := &games{Options: Options{Level: "adapt", PDN: path}, player: &robot.Robot{},
		kept: &Kept{Record: robot.NoJournal{}}, note: func(sentence.Text) {}}
	for _, c := range []struct {
		side                checkers.Side
		player              string
		black, white, level string
	}{
		{checkers.White, "Ann", "Ann", analysis.Engine, "club"},
		{checkers.Black, "Ann", analysis.Engine, "Ann", "club"},
		{checkers.White, "", analysis.Human, analysis.Engine, "casual"},
	} {
		settings, err := games.settings(service.NewGame{Side: c.side, Player: c.player})
		expect.OK(t, err)
		record := pdn.Game{Tags: settings.Tags}
		if record.Tag("Black") != c.black || record.Tag("White") != c.white || record.Tag("Level") != c.level {
			t.Errorf("%+v: %v", c, settings.Tags)
		}
	}
}

// TestGamesKeepWhatWasAskedFor has level, time for a move and clock stay as they were asked for last, a game that goes
// on be as it began, and sides alternate by the games that have begun.
func TestGamesKeepWhatWasAskedFor(t *testing.T) {
	owner := service.New(service.Options{Now: time.Now})
	at := &Table{Owner: owner, Player: &robot.Robot{}, Kept: &Kept{Record: robot.NoJournal{}}}
	at.games = &games{Options: Options{Level: "full", Side: "alternate"}, player: at.Player, think: time.Second,
		kept: at.Kept, note: func(sentence.Text) {}}
	at.own()
	games := at.games
	for i, c := range []struct {
		asked service.NewGame
		round string
		level string
		think time.Duration
	}{
		{service.NewGame{}, "1", "full", time.Second},
		{service.NewGame{Level: "casual", Think: 3 * time.Second, Clock: &robot.Clock{Move: time.Minute}}, "2", "casual",
			3 * time.Second},
		{service.NewGame{}, "3", "casual", 3 * time.Second},
		{service.NewGame{Level: "club", Resumes: true}, "3", "club", 3 * time.Second},
		{service.NewGame{}, "4", "casual", 3 * time.Second},
	} {
		if begins, _ := games.next(); begins.(service.NewGame).Side != SideIn("alternate", games.begun) {
			t.Errorf("game %d would be begun as %+v", i, begins)
		}
		settings, err := owner.Settings(c.asked)
		record := pdn.Game{Tags: settings.Tags}
		if has := settings.Clock.Move == time.Minute; has != (i > 0) {
			t.Errorf("game %d has the clock %+v", i, settings.Clock)
		}
		if err != nil || record.Tag("Round") != c.round || record.Tag("Level") != c.level || settings.Think != c.think {
			t.Errorf("game %d: round %s, level %s, %v, %v; want %+v", i, record.Tag("Round"), record.Tag("Level"),
				settings.Think, err, c)
		}
		if !c.asked.Resumes {
			owner.Begins()
		}
	}
}

// TestLevelSeed has each game err in another way, and a game that goes on as it did before.
func TestLevelSeed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	file, err := robot.OpenFile(path)
	expect.OK(t, err)
	play := Options{PDN: path, Options: simulation.Options{Seed: 5}}
	first, kept := play.levelSeed(file, 0), file.Kept()
	game := pdn.Game{Start: checkers.Start(), Tags: []pdn.Tag{{Name: "Event", Value: "a game"}}}
	expect.OK(t, file.Record(game))
	from, err := robot.Interruption([]robot.Entry{{What: robot.Began, Kept: kept, Stood: &robot.Stood{},
		Tags: game.Tags}})
	expect.OK(t, err)
	again, err := robot.ReopenFile(path, from)
	expect.OK(t, err)
	if got := play.levelSeed(again, 0); got != first {
		t.Errorf("seed %d, and %d when the game goes on", first, got)
	}
	file.Next()
	if got := play.levelSeed(file, 1); got == first {
		t.Errorf("two games have the seed %d", got)
	}
	unkept := Options{Options: simulation.Options{Seed: 5}}
	if a, b := unkept.levelSeed(robot.NoJournal{}, 0), unkept.levelSeed(robot.NoJournal{}, 1); a == b {
		t.Errorf("two games that are not kept have the seed %d", a)
	}
}

// TestLeastTime has the robot take its time, but for a simulated table at full speed, unless it is told otherwise.
func TestLeastTime(t *testing.T) {
	told := 300 * time.Millisecond
	for _, c := range []struct {
		play Options
		want time.Duration
	}{
		{Options{Speed: "max"}, 0},
		{Options{Speed: "1"}, time.Second},
		{Options{Speed: "max", Config: "table.yaml"}, time.Second},
		{Options{Speed: "max", Config: "table.yaml", Least: &told}, told},
		{Options{Speed: "max", Least: &told}, told},
	} {
		if got := c.play.leastThink(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.play, got, c.want)
		}
	}
}

// TestWhatTheRobotThinksWith has flags come before the table's description, and that before what the program has; the
// book and the tables are for level full, and the other levels take one thread.
func TestWhatTheRobotThinksWith(t *testing.T) {
	half := max(1, runtime.NumCPU()/2)
	flags := func(threads engine.Threads, book string) (f engine.PlayFlags) {
		f.Threads, f.Book = threads, book
		return f
	}
	for _, c := range []struct {
		level     string
		flags     engine.PlayFlags
		described *config.Engine
		opens     bool
		threads   int
	}{
		{"full", flags(0, ""), nil, true, half},
		{"full", flags(3, engine.None), nil, false, 3},
		{"full", flags(0, ""), &config.Engine{Threads: 2, Book: engine.None}, false, 2},
		{"full", flags(1, ""), &config.Engine{Threads: 2}, true, 1},
		{"master", flags(2, ""), nil, false, 1},
		{"beginner", flags(0, ""), nil, false, 1},
	} {
		at := Table{Options: Options{Engine: c.flags}, Described: config.Table{Engine: c.described}}
		expect.OK(t, at.think())
		level, err := search.LevelNamed(c.level)
		expect.OK(t, err)
		mind := robot.NewEngine(at.means, level, 1)
		r, err := mind.Think(t.Context(), checkers.NewGame(checkers.Start()), 50*time.Millisecond, nil)
		if err != nil || r.ByBook() != c.opens || !c.opens && r.Threads != c.threads {
			t.Errorf("%s, %+v, %+v: %+v, %v", c.level, c.flags, c.described, r, err)
		}
		expect.OK(t, at.Close())
	}
	missing := filepath.Join(t.TempDir(), "missing")
	for _, described := range []config.Engine{{Book: missing}, {Tables: missing}} {
		at := Table{path: "kitchen.yaml", Described: config.Table{Engine: &described}}
		if err := at.think(); err == nil || !strings.Contains(err.Error(), "engine in kitchen.yaml") ||
			!strings.Contains(err.Error(), missing) {
			t.Errorf("%+v: %v", described, err)
		}
	}
}

// A recorded game that is shown, once, is none of those that are played, and one that is played is.
func TestShowsAreNotCounted(t *testing.T) {
	games := &games{Options: Options{Side: "alternate", Games: 1, Level: "full", Shows: &service.Show{}},
		player: &robot.Robot{}, kept: &Kept{Record: robot.NoJournal{}}, note: func(sentence.Text) {}}
	if next, more := games.next(); !more || service.NameOf(next) != "show" {
		t.Fatalf("%v, %t, and not the recorded game", next, more)
	}
	if next, more := games.next(); more {
		t.Errorf("%v follows", next)
	}
	games.Shows = nil
	for _, want := range []checkers.Side{checkers.Black, checkers.White} {
		games.Games++
		next, more := games.next()
		game, ok := next.(service.NewGame)
		if !more || !ok || game.Side != want {
			t.Fatalf("%+v, %t, want a game as %v", next, more, want)
		}
		if _, err := games.settings(game); err != nil {
			t.Fatal(err)
		}
		games.begun++ // as the service says of games, and not of what is shown
	}
}

// Whoever types moves at full speed has all the time in the world.
func TestAwayAfter(t *testing.T) {
	for _, c := range []struct {
		human, speed string
		want         time.Duration
	}{{"terminal", "max", 0}, {"terminal", "1", time.Minute}, {"auto", "max", time.Minute}} {
		if got := (Options{Human: c.human, Speed: c.speed, Away: time.Minute}).awayAfter(); got != c.want {
			t.Errorf("--human %s --speed %s: %v, want %v", c.human, c.speed, got, c.want)
		}
	}
}
