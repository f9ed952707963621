package terminal

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"draughtsman/internal/config"
)

// longestSentence is how long a sentence may take until the program that says it is ended.
const longestSentence = 20 * time.Second

// voice says sentences aloud, by a program that is run for each: one at a time, in order. Nobody waits for it: of the
// sentences that come meanwhile the newest is said next, the others are not.
type voice struct {
	command  []string
	language string
	failed   func(error) // is told once
	next     chan string
	stop     context.CancelFunc
	ended    chan struct{}
}

// NewVoice has a terminal's sentences said aloud as a description says; by nobody where it says nothing of that. It is
// to be closed.
func NewVoice(ctx context.Context, by *config.Speech, screen *Screen) *voice {
	if by == nil {
		return nil
	}
	v := &voice{command: by.Command, language: screen.Language.String(), next: make(chan string, 1),
		ended: make(chan struct{}), failed: func(err error) {
			screen.Print("The sentences are not said aloud by speech.command of the table's description: %v\n", err)
		}}
	ctx, v.stop = context.WithCancel(ctx)
	go v.run(ctx)
	screen.speaks = v.say
	return v
}

// say has a sentence said next.
func (v *voice) say(text string) {
	for {
		select {
		case v.next <- text:
			return
		default:
		}
		select {
		case <-v.next: // which is out of date
		default:
		}
	}
}

// run says sentences until ctx ends.
func (v *voice) run(ctx context.Context) {
	defer close(v.ended)
	told := false
	for {
		select {
		case text := <-v.next:
			if err := v.speak(ctx, text); err != nil && ctx.Err() == nil && !told {
				told = true
				v.failed(err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// speak says a sentence, and waits until that is said.
func (v *voice) speak(ctx context.Context, text string) error {
	ctx, cancel := context.WithTimeout(ctx, longestSentence)
	defer cancel()
	// A comment in a game that begins with a hyphen would be an option.
	words := strings.NewReplacer("{text}", strings.TrimLeft(text, "- "), "{language}", v.language)
	var args []string
	for _, arg := range v.command[1:] {
		args = append(args, words.Replace(arg))
	}
	program := exec.CommandContext(ctx, v.command[0], args...)
	// It is ended with what it has started.
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	program.Cancel = func() error { return syscall.Kill(-program.Process.Pid, syscall.SIGKILL) }
	err := program.Run()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%s has not ended within %v", v.command[0], longestSentence)
	}
	return err
}

// Close ends what is being said.
func (v *voice) Close() {
	if v == nil {
		return
	}
	v.stop()
	<-v.ended
}
