package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"draughtsman/internal/testkit/expect"
)

// TestMain makes the program a command of the scripts: each starts it as a process of its own, as a user does.
func TestMain(m *testing.M) {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if err := os.Unsetenv(name); err != nil { // what is said is in English
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){
		"draughtsman": main,
	})
}

// TestScripts runs testdata/script. Beside the usual commands the scripts have:
//
//	fails STATUS PROGRAM ARGUMENT…   runs a program, which must exit with that status
//	says SENTENCE [LINE…]            the program's last words, with nothing else to complain about
//	table [camera=SOURCE] [give_up=TIME] [port=PATH] [patience=TIME] [hands]
//	                                 describes a calibrated table in table.yaml and calibration.yaml
//	edit FILE OLD NEW                replaces the only place where OLD stands
//	simulate [FEN]                   runs a simulated table behind $CAMERA and $PORT, which writes truth.jsonl
//	camera FRAMES | FILE TEXT        sends so many pictures of the start position at $CAMERA, or until a file has a
//	                                 text in it, then stops for good
//	port silent|marlin               pretends to be what is at the other end of $PORT
//	unmoved                          asserts that nothing that came through the port moves an arm
//	film FOLDER [MOVE…]              takes pictures of a game, 0000.jpg and so on, two of each position
//	await FILE…                      waits until the files are there
//	contains FILE PATTERN            waits until a text stands in a file that matches a regular expression
//	sit [slowly]                     runs a simulated table behind $CAMERA and $PORT, with a person at it
//	converse FILE PROGRAM ARGUMENT…  runs a program at a terminal, where the person says and does what is in the file
//	poses                            writes poses/00.jpg and so on, of a board before the calibrated camera
//
// $EXAMPLES is the folder of the programs that drive arms. In a script's folder are start.jpg, the start
// position as the calibrated camera sees it, and desk.jpg, where there is no board.
func TestScripts(t *testing.T) {
	things := prepare(t)
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fails": fails, "says": says, "edit": edit, "await": await, "contains": contains, "film": film,
			"table": things.table, "simulate": simulate, "camera": things.camera,
			"port": onPort((*fakePort).open), "unmoved": onPort((*fakePort).unmoved),
			"sit": things.sit, "converse": things.converse, "poses": things.writePoses,
		},
		Setup: func(env *testscript.Env) error {
			examples, err := filepath.Abs(filepath.Join("..", "..", "docs", "examples", "arm"))
			env.Setenv("EXAMPLES", examples)
			env.Values[fakePort{}] = &fakePort{}
			env.Values[personAt{}] = &person{}
			return errors.Join(
				err,
				os.WriteFile(filepath.Join(env.WorkDir, "start.jpg"), things.start, 0o600),
				os.WriteFile(filepath.Join(env.WorkDir, "desk.jpg"), things.desk, 0o600),
			)
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *expect.Update,
	})
}

// onPort makes a command of what happens to the script's port.
func onPort(do func(*fakePort, *testscript.TestScript, bool, []string)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		do(ts.Value(fakePort{}).(*fakePort), ts, neg, args)
	}
}

// fails runs a program and asserts its exit status.
func fails(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: fails STATUS PROGRAM ARGUMENT…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var ended *exec.ExitError
	switch {
	case err == nil:
		ts.Fatalf("exit status 0, want %d", want)
	case !errors.As(err, &ended):
		ts.Fatalf("%v", err)
	case ended.ExitCode() != want:
		ts.Fatalf("%v, want %d", err, want)
	}
}

// says asserts that standard error ends in the program's name and a sentence, perhaps with further lines, and that
// nothing else was complained about.
func says(ts *testscript.TestScript, _ bool, args []string) {
	const name = "draughtsman: "
	want := name + strings.Join(args, "\n") + "\n"
	got := ts.ReadFile("stderr")
	if !strings.HasSuffix("\n"+got, "\n"+want) || strings.Count("\n"+got, "\n"+name) != 1 {
		ts.Fatalf("the program said:\n%swant:\n%s", got, want)
	}
}

// edit replaces a text in a file, where it must stand exactly once.
func edit(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%q stands %d times in\n%s", args[1], n, text)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

// hanging is after how long a script stops waiting for what does not come. It is far more than the busiest machine
// needs, so that no outcome depends on it.
const hanging = 5 * time.Minute

// await waits until another process has written files.
func await(ts *testscript.TestScript, _ bool, args []string) {
	awaitFiles(ts, args, func(name string) bool {
		_, err := os.Stat(ts.MkAbs(name))
		return err == nil
	})
}

// contains waits until another process has written a text into a file.
func contains(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: contains FILE PATTERN")
	}
	pattern, err := regexp.Compile(args[1])
	ts.Check(err)
	awaitFiles(ts, args[:1], func(name string) bool {
		text, err := os.ReadFile(ts.MkAbs(name))
		return err == nil && pattern.Match(text)
	})
}

// awaitFiles waits until files are ready.
func awaitFiles(ts *testscript.TestScript, args []string, ready func(name string) bool) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	tooLate := time.After(hanging)
	for _, name := range args {
		for !ready(name) {
			select {
			case <-tick.C:
			case <-tooLate:
				ts.Fatalf("%s has not become what is waited for", name)
			}
		}
	}
}
