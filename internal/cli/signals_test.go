//go:build unix

package cli_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"draughtsman/internal/cli"
	"draughtsman/internal/testkit/expect"
)

// asProgram is the variable of the environment that makes the test the program that it sends signals to.
const asProgram = "CLI_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(moves())
	}
	os.Exit(m.Run())
}

// moves is a program that moves something, and never comes to an end when it is asked to.
func moves() int {
	begin := func(out, _ io.Writer) any { return &mover{out} }
	return cli.Program{Name: "mover", Moves: func(ctx context.Context, _ io.Writer) (context.Context, cli.Moving) {
		return ctx, &mover{os.Stdout}
	}}.Run(&struct {
		Move moveCommand `cmd:""`
	}{}, begin, []string{"move"}, os.Stdout, os.Stderr)
}

type moveCommand struct{}

func (moveCommand) Run(ctx context.Context, m *mover) error {
	fmt.Fprintln(m.out, "moves")
	<-ctx.Done()
	fmt.Fprintln(m.out, context.Cause(ctx))
	select {}
}

// mover says what becomes of what it moves.
type mover struct{ out io.Writer }

func (m *mover) Suspend(stop func()) {
	fmt.Fprintln(m.out, "at rest")
	stop()
	fmt.Fprintln(m.out, "goes on")
}

func (m *mover) Abort() { fmt.Fprintln(m.out, "aborted") }

// What moves is at rest before the program is stopped, and goes on with it. The first signal that ends a program asks
// it to; the second one ends it, once what moves was told to stop.
func TestSignals(t *testing.T) {
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), asProgram+"=1")
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a shell's job, which may be stopped
	out, err := program.StdoutPipe()
	if err == nil {
		err = program.Start()
	}
	expect.OK(t, err)
	defer func() { _ = program.Process.Kill() }()
	said := bufio.NewScanner(out)
	says := func(want ...string) {
		t.Helper()
		for len(want) > 0 && said.Scan() {
			if said.Text() != want[0] {
				t.Fatalf("it says %q, not %q", said.Text(), want[0])
			}
			want = want[1:]
		}
		if len(want) > 0 {
			t.Fatalf("it does not say %q", want)
		}
	}
	send := func(s syscall.Signal) {
		t.Helper()
		expect.OK(t, program.Process.Signal(s))
	}
	says("moves")
	send(syscall.SIGTTIN)
	send(syscall.SIGTTOU)
	for range 2 {
		send(syscall.SIGTSTP)
		var stopped syscall.WaitStatus
		if _, err := syscall.Wait4(program.Process.Pid, &stopped, syscall.WUNTRACED, nil); err != nil {
			t.Fatal(err)
		}
		if !stopped.Stopped() || stopped.StopSignal() != syscall.SIGSTOP {
			t.Fatalf("the program's state is %x", stopped)
		}
		says("at rest")
		send(syscall.SIGCONT)
		says("goes on")
	}
	send(syscall.SIGQUIT)
	says(cli.ErrQuit.Error())
	send(syscall.SIGINT)
	says("aborted")
	if err := program.Wait(); program.ProcessState.ExitCode() != 128+int(syscall.SIGINT) {
		t.Errorf("it ends with %v", err)
	}
}
