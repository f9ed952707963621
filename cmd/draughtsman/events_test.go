package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
)

// Every event that a game can have is a line of JSON with a name of its own.
func TestEventsAsJSON(t *testing.T) {
	start := checkers.Start()
	move := start.Moves()[0]
	events := []robot.Event{
		robot.WaitingForSetUp{}, robot.GameStarted{Position: start}, robot.TurnStarted{Position: start},
		robot.Watching{Message: sentence.Say("a hand")},
		robot.Thinking{Info: search.Info{Depth: 3, PV: []checkers.Move{move}}},
		robot.Decided{Position: start, Result: search.Result{Move: move}}, robot.Carrying{Step: 1, Steps: 2},
		robot.Repairing{Message: sentence.Say("it fell")}, robot.Recovering{Err: errors.New("no answer")}, robot.Waiting{},
		robot.Resumed{Position: start, Moves: []checkers.Move{move}}, robot.Arranging{}, robot.Arranged{},
		robot.Asking{Missing: [2]int{1, 0}},
		robot.Played{Move: move, Position: start, Took: time.Second}, robot.GameOver{},
		robot.TakingBack{Moves: []checkers.Move{move}, Position: start}, robot.TakenBack{Position: start},
		robot.TurnGoesOn{Position: start}, robot.TimeIsShort{Left: time.Minute}, robot.Paused{},
		robot.Hinted{Move: move},
		robot.DrawDeclined{}, robot.DrawNear{}, robot.Keeping{}, robot.Commented{}, robot.Shown{},
	}
	var out, shown bytes.Buffer
	tell := (&terminal{out: &shown, status: &shown}).telling(&out)
	names := map[string]bool{}
	for _, e := range events {
		out.Reset()
		tell(e)
		var line robot.Line
		if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Event == "" || names[line.Event] ||
			strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%T: %v, %q", e, err, &out)
		}
		names[line.Event] = true
	}
	if got := robot.LineOf(events[14]); got.Move != move.String() || got.Seconds != 1 || got.FEN != start.FEN() {
		t.Errorf("a move is %+v", got)
	}
	// None is left out.
	file, err := parser.ParseFile(token.NewFileSet(), "../../internal/robot/event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, e := range events {
		tested[reflect.TypeOf(e).Name()] = true
	}
	for _, d := range file.Decls {
		if f, method := d.(*ast.FuncDecl); method && f.Name.Name == "event" {
			if name := f.Recv.List[0].Type.(*ast.Ident).Name; !tested[name] {
				t.Errorf("%s is not tested", name)
			}
		}
	}
}
