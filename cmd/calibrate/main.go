// Calibrate measures this machine for homework: it writes calibration.txt in the current directory.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"draughtsman/engine/csci561"
	"draughtsman/engine/process"
	"draughtsman/internal/cli"
)

const does = "measures this machine for homework"

const usage = `usage: calibrate

Measures in about two seconds how fast this machine is, and writes it to calibration.txt in the current directory, where
homework reads it. It takes no argument but --help, --version and --man. The program homework has to be on the PATH or
beside this one.
`

const (
	thinking = 1500 * time.Millisecond // the time for which the search is measured
	starts   = 20                      // how often homework is started
)

func main() {
	// As homework does, so that the same is measured.
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	os.Exit(run(os.Args[1:], ".", os.Stdout, os.Stderr))
}

func run(args []string, folder csci561.Folder, out, errs io.Writer) int {
	if told := cli.About("calibrate", does, usage, args); told != "" {
		if _, err := io.WriteString(out, told); err != nil {
			fmt.Fprintln(errs, "calibrate:", err)
			return 1
		}
		return 0
	}
	if len(args) > 0 {
		fmt.Fprint(errs, usage)
		return 2
	}
	overhead, err := overhead(context.Background())
	if err == nil {
		speed := csci561.Speed(thinking, csci561.CPUTime)
		err = folder.SetCalibration(csci561.Calibration{Speed: speed, Overhead: overhead})
	}
	if err != nil {
		fmt.Fprintln(errs, "calibrate:", err)
		return 1
	}
	return 0
}

// overhead is the most CPU time that homework has used for a move that takes no thinking.
func overhead(ctx context.Context) (most time.Duration, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	homework, err := process.Find("homework", filepath.Dir(self))
	if err != nil {
		return 0, err
	}
	root, err := os.MkdirTemp("", "calibrate-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(root) //nolint:errcheck // nothing can be done about it
	for range starts {
		if err := csci561.Folder(root).Ask(csci561.Forced()); err != nil {
			return 0, err
		}
		usage, err := process.Run(ctx, []string{homework}, root, process.Limits{CPU: time.Minute, Patience: time.Minute})
		if err != nil {
			return 0, err
		}
		if usage.End != process.Exited {
			return 0, fmt.Errorf("%s: %s", homework, usage.Words)
		}
		most = max(most, usage.CPU)
	}
	return most, nil
}
