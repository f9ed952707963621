package process

import (
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// prepare is a program that is to be started, given by its path and its arguments. What it writes to standard error
// is kept; processes that outlive it may keep that open for so long.
func prepare(command []string, grace time.Duration) (*exec.Cmd, *words) {
	said := &words{}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr, cmd.WaitDelay = said, grace
	isolate(cmd)
	return cmd, said
}

// ending is how a program ended that was waited for: "exit status 1", with the words that it wrote; empty for one
// that ended well.
func ending(err error, said *words) string {
	if err == nil || errors.Is(err, exec.ErrWaitDelay) {
		return ""
	}
	if text := said.String(); text != "" {
		return fmt.Sprintf("%v: %s", err, text)
	}
	return err.Error()
}
