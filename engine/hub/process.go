package hub

import (
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// grace is how long a program may take to leave when it is asked to.
const grace = 500 * time.Millisecond

// process is a program running beside this one, in a process group of its own
// so that whatever it starts ends with it and a Ctrl-C does not reach it.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	errors  *tail
}

func start(command []string) (*process, error) {
	if len(command) == 0 {
		return nil, fmt.Errorf("start an engine: no command is given")
	}
	p := &process{command: exec.Command(command[0], command[1:]...), errors: &tail{}}
	p.command.Stderr = p.errors
	p.command.WaitDelay = grace
	ownGroup(p.command)
	var err error
	if p.in, err = p.command.StdinPipe(); err == nil {
		p.out, err = p.command.StdoutPipe()
	}
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	return p, nil
}

// wait is why the program ended. It is called once, after the last read.
func (p *process) wait() error {
	err := p.command.Wait()
	why := "it ended"
	if err != nil {
		why = "it ended with " + err.Error()
	}
	if said := p.errors.last(); said != "" {
		why += ": " + said
	}
	return fmt.Errorf("%s: %s", p.command.Path, why)
}

// kill ends the program and what it started.
func (p *process) kill() {
	killGroup(p.command)
	_ = p.out.Close() // in case that somebody else still holds the other end
}

// tail keeps the end of what is written to it.
type tail struct{ kept []byte }

const tailBytes = 1 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	if n := len(t.kept) - tailBytes; n > 0 {
		t.kept = append(t.kept[:0], t.kept[n:]...)
	}
	return len(b), nil
}

// last is the last line that is not empty.
func (t *tail) last() string {
	text := strings.TrimSpace(string(t.kept))
	return text[strings.LastIndexByte(text, '\n')+1:]
}
