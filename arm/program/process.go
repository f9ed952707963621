package program

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

// Start starts the program that cfg names, and connects to it.
func Start(ctx context.Context, cfg Config) (Arm, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	p, err := begin(cfg)
	if err != nil {
		return nil, fmt.Errorf("the arm's program does not start: %w", err)
	}
	return Connect(ctx, p, cfg)
}

// process is a program that runs, as a port: its standard input and output.
type process struct {
	in, out *os.File
	cmd     *exec.Cmd
	grace   time.Duration
	said    *words
	exited  chan struct{} // closed when it has ended
	status  error         // how, then
	closing sync.Once
	closed  error
	tasks   sync.WaitGroup
}

// begin starts a program.
func begin(cfg Config) (*process, error) {
	if len(cfg.Command) == 0 || cfg.Command[0] == "" {
		return nil, errors.New("no command is given")
	}
	p := &process{grace: cfg.Grace, said: &words{ended: make(chan struct{})}, exited: make(chan struct{})}
	p.cmd = exec.Command(cfg.Command[0], cfg.Command[1:]...)
	p.cmd.Dir = cfg.Folder
	if name := cfg.Command[0]; strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
		p.cmd.Path, p.cmd.Err = filepath.Join(cfg.Folder, name), nil
	}
	isolate(p.cmd)
	var files [6]*os.File
	for i := 0; i < len(files); i += 2 {
		var err error
		if files[i], files[i+1], err = os.Pipe(); err != nil {
			return nil, errors.Join(err, closeAll(files[:]))
		}
	}
	p.cmd.Stdin, p.in = files[0], files[1]
	p.out, p.cmd.Stdout = files[2], files[3]
	complaints := files[4]
	p.cmd.Stderr = files[5]
	if err := p.start(); err != nil {
		return nil, errors.Join(err, closeAll(files[:]))
	}
	p.tasks.Go(func() { p.said.listen(complaints, cfg.Log) })
	return p, closeAll([]*os.File{files[0], files[3], files[5]})
}

func closeAll(files []*os.File) (err error) {
	for _, f := range files {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

// start starts the program, and has what it has started end when it does.
func (p *process) start() error {
	started := make(chan error)
	p.tasks.Go(func() {
		defer attend()()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		p.status = p.cmd.Wait()
		killGroup(p.cmd.Process)
		close(p.exited)
	})
	return <-started
}

// exitTimeout is how long a program may live on that has closed its standard output, before that is all that is said
// of its end.
const exitTimeout = time.Second

// Read is the program's standard output. At its end the error says how the program ended.
func (p *process) Read(b []byte) (int, error) {
	n, err := p.out.Read(b)
	if n > 0 || err == nil {
		return n, nil
	}
	select {
	case <-p.exited:
		return 0, p.ending()
	case <-time.After(exitTimeout):
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("it closed its standard output")
	}
	return 0, err
}

// ending is how the program has ended, with its last words.
func (p *process) ending() error {
	how := "it ended by itself"
	if p.status != nil {
		how = "it ended with " + p.status.Error()
	}
	select { // nobody can say more: what it had started is ended too
	case <-p.said.ended:
	case <-time.After(exitTimeout):
	}
	if said := p.said.last(); said != "" {
		how += fmt.Sprintf(", and said last: %s", said)
	}
	return errors.New(how)
}

// Write is the program's standard input.
func (p *process) Write(b []byte) (int, error) { return p.in.Write(b) }

// Close ends the program: an end of its input, after some time SIGTERM, and after some time more SIGKILL, for all
// that it has started. Closing twice is fine.
func (p *process) Close() error {
	p.closing.Do(func() {
		p.closed = p.in.Close()
		for _, end := range []func(*os.Process){terminate, killGroup} {
			select {
			case <-p.exited:
			case <-time.After(p.grace):
				end(p.cmd.Process)
			}
		}
		p.tasks.Wait()
		p.closed = errors.Join(p.closed, p.out.Close())
	})
	return p.closed
}

// words are what a program writes to its standard error.
type words struct {
	ended chan struct{} // closed when nothing more comes

	mu   sync.Mutex
	line string // the last one
}

// maxLastWords is how many bytes of a line are kept and logged.
const maxLastWords = 400

// listen logs what comes, until it ends.
func (w *words) listen(from *os.File, log zerolog.Logger) {
	defer func() {
		if err := from.Close(); err != nil {
			log.Warn().Err(err).Msg("what the arm's program says cannot be heard to its end")
		}
		close(w.ended)
	}()
	text := bufio.NewReaderSize(from, maxLastWords)
	for {
		line, _, err := text.ReadLine() // in pieces, where it is long
		if said := strings.ToValidUTF8(strings.TrimSpace(string(line)), "?"); said != "" {
			log.Info().Str("says", said).Msg("the arm's program")
			w.mu.Lock()
			w.line = said
			w.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// last is the last line.
func (w *words) last() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.line
}
