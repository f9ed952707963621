// Homework is a checkers agent that makes one move: it reads input.txt in the current directory and writes output.txt
// there.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"draughtsman/engine/csci561"
	"draughtsman/internal/cli"
)

const does = "makes one move of checkers, from input.txt to output.txt"

const usage = `usage: homework

Reads the position in input.txt in the current directory, thinks for no longer than it says, and writes the move to
output.txt there. It takes no argument but --help, --version and --man. Run calibrate once to let it know the machine.
`

// memoryLimit is far beyond what a search takes, in bytes; garbage is left lying up to there, since collecting it
// costs CPU time on other threads.
const memoryLimit = 512 << 20

func main() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(run(os.Args[1:], ".", os.Stdout, os.Stderr))
}

func run(args []string, folder csci561.Folder, out, errs io.Writer) int {
	if told := cli.About("homework", does, usage, args); told != "" {
		if _, err := io.WriteString(out, told); err != nil {
			fmt.Fprintln(errs, "homework:", err)
			return 1
		}
		return 0
	}
	if len(args) > 0 {
		fmt.Fprint(errs, usage)
		return 2
	}
	if err := csci561.Homework(folder, csci561.CPUTime); err != nil {
		fmt.Fprintln(errs, "homework:", err)
		return 1
	}
	return 0
}
