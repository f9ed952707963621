package robot

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"draughtsman/internal/files"
	"draughtsman/internal/sentence"
)

// Log records what the robot is about to do, so that an interrupted game can go on.
type Log interface {
	// Append adds an entry. When it returns, the entry survives a crash.
	Append(Entry) error
}

// teller tells people, once, that a file of a game cannot be written, and that it can be again.
type teller struct {
	// Tells is told what a person should know. What is not in the file is kept in memory meanwhile. nil: that it cannot
	// be written is an error.
	Tells   func(sentence.Text)
	failing bool
}

// says tells that something is wrong from now on, or that nothing is any more.
func (t *teller) says(wrong error, text sentence.Text) error {
	if t.Tells == nil {
		return wrong
	}
	if t.failing != (wrong != nil) {
		t.failing = !t.failing
		t.Tells(text)
	}
	return nil
}

// LogFile is a Log in a file. If it cannot be written the game goes on, and its entries are written later; what others
// put in its place is kept beside it.
type LogFile struct {
	teller
	path   string
	file   *os.File
	size   int64  // of what this program knows to be in the file, bytes
	kept   []byte // the lines of the game under way, and how the table stood before it
	unkept int    // how many bytes at the end of those are not in the file yet
	number int    // of the last entry
	left   *Stood
	now    MemoryLog
}

// logs are the logs of games. A game's has some 100 kB.
var logs = files.Kind{Name: "the log of a game", Most: 64}

// Interrupted is the game in the log that has not ended, as far as it has come; nil: there is none.
func (l *LogFile) Interrupted() *Interrupted { return l.now.Interrupted() }

// Left is the table as the last game left it; nil where that game has not ended, or the log does not say.
func (l *LogFile) Left() *Stood { return l.left }

// OpenLog opens a log to go on with, which need not exist, and returns what it says of a game that was interrupted;
// nil if there is none.
func OpenLog(path string) (*LogFile, *Interrupted, error) {
	text, err := logs.Read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("the log of the game cannot be read: %w", err)
	}
	entries, size := ReadLog(text)
	if len(entries) == 0 && !beginsLog(text) {
		return nil, nil, fmt.Errorf("%s holds something else than the log of a game, and is left as it is: name another "+
			"file for the games", path)
	}
	interrupted, err := Interruption(entries)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	log := &LogFile{path: path, kept: text[:size:size], now: MemoryLog{interrupted}}
	if n := len(entries); n > 0 {
		log.number = entries[n-1].N
	}
	if interrupted == nil && len(entries) > 0 {
		// Games that have ended stand in the games' file; what is left of them here is where their discs lie.
		log.left = entries[len(entries)-1].Stood
		log.kept = lastLine(log.kept)
	}
	if err := log.anew(); err != nil {
		return nil, nil, fmt.Errorf("the log of the game cannot be written: %w", err)
	}
	return log, interrupted, nil
}

// InterruptedIn is how far the last game of a log had come, which is only read; nil if it has ended. That there is no
// log is an error that errors.Is(err, fs.ErrNotExist) recognises.
func InterruptedIn(path string) (*Interrupted, error) {
	text, err := logs.Read(path)
	if err != nil {
		return nil, fmt.Errorf("the log of the game cannot be read: %w", err)
	}
	entries, _ := ReadLog(text)
	now, err := Interruption(entries)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return now, nil
}

// Mend keeps a log in which lines were damaged under another name, which it returns, and writes one in its place that
// has the game as far as it is known.
func (l *LogFile) Mend(from *Interrupted) (name string, err error) {
	text, err := logs.Read(l.path)
	if err == nil {
		name, err = files.Beside(l.path, "-damaged", text)
	}
	if err != nil {
		return "", fmt.Errorf("the damaged log of the game could not be kept: %w", err)
	}
	l.kept, l.number = nil, 0
	for _, e := range from.entries() {
		l.number++
		e.N = l.number
		line, err := e.Encode()
		if err != nil {
			return "", err
		}
		l.kept = append(l.kept, line...)
	}
	if err := l.anew(); err != nil {
		return "", fmt.Errorf("the log of the game cannot be written: %w", err)
	}
	return name, nil
}

// beginsLog reports whether a text in which no line is whole may be the beginning of a log's first line.
func beginsLog(text []byte) bool {
	sum := text[:min(len(text), 9)]
	return strings.Trim(string(sum[:min(len(sum), 8)]), "0123456789abcdef") == "" && (len(sum) < 9 || sum[8] == ' ')
}

// lastLine is the last line of some that are whole.
func lastLine(lines []byte) []byte {
	return lines[bytes.LastIndexByte(bytes.TrimSuffix(lines, []byte("\n")), '\n')+1:]
}

// anew puts all that is to be kept in the place of what the file holds.
func (l *LogFile) anew() error {
	if err := files.Replace(l.path, l.kept); err != nil {
		return err
	}
	file, err := os.OpenFile(files.Real(l.path), os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	if l.file != nil {
		err = l.file.Close()
	}
	l.file, l.size, l.unkept = file, int64(len(l.kept)), 0
	return err
}

// Append implements Log.
func (l *LogFile) Append(e Entry) error {
	l.number++
	e.N = l.number
	line, err := e.Encode()
	if err != nil {
		return err
	}
	if e.What == Began && l.unkept == 0 && l.now.Interrupted() == nil {
		l.kept = slices.Clone(lastLine(l.kept))
	}
	l.kept, l.unkept = append(l.kept, line...), l.unkept+len(line)
	if err := l.wrote(l.write()); err != nil {
		return err
	}
	return l.now.Append(e)
}

// write writes what the file lacks, and waits until it is on the disk.
func (l *LogFile) write() error {
	there, err := os.Stat(l.path)
	ours, own := l.file.Stat()
	switch {
	case own != nil:
		return own
	case errors.Is(err, fs.ErrNotExist):
		return l.anew()
	case err != nil:
		return err
	case !os.SameFile(there, ours) || ours.Size() != l.size:
		return l.besideOthers()
	}
	_, err = l.file.WriteAt(l.kept[len(l.kept)-l.unkept:], l.size)
	if err = errors.Join(err, l.file.Sync()); err != nil {
		return errors.Join(err, l.file.Truncate(l.size)) // half a line would be taken for a change by somebody else
	}
	l.size, l.unkept = l.size+int64(l.unkept), 0
	return nil
}

// besideOthers keeps what somebody else has made of the file under another name, and writes it anew.
func (l *LogFile) besideOthers() error {
	text, err := logs.Read(l.path)
	if err != nil {
		return err
	}
	name, err := files.Beside(l.path, "-changed", text)
	if err == nil {
		err = l.anew()
	}
	if err == nil && l.Tells != nil {
		l.Tells(sentence.Say("Somebody has changed %s while the game is on. What was made of it is kept in %s.", l.path,
			name))
	}
	return err
}

// wrote takes how the file was written.
func (l *LogFile) wrote(err error) error {
	if err == nil {
		return l.says(nil, sentence.Say("The log of the game is written again."))
	}
	return l.says(fmt.Errorf("the log of the game was not written: %w", err), sentence.Say("The log of the game cannot "+
		"be written: %s. You can play on, but if the game is interrupted it may not go on.", err.Error()))
}

// Close writes what could not be written before, and closes the file.
func (l *LogFile) Close() error {
	var err error
	if l.unkept > 0 {
		l.Tells = nil
		err = l.wrote(l.write())
	}
	return errors.Join(err, l.file.Close())
}

// MemoryLog is a Log that lasts as long as the program.
type MemoryLog struct{ now *Interrupted }

// Interrupted is the game that has not ended, as far as it has come; nil: there is none.
func (l *MemoryLog) Interrupted() *Interrupted { return l.now }

// Append implements Log.
func (l *MemoryLog) Append(e Entry) error {
	if e.What != Ended || l.now != nil {
		l.now = l.now.after(e)
	}
	return nil
}
