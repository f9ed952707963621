package csci561

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"draughtsman/engine/checkers"
)

// Folder is the path of the directory in which an agent runs, through whose files it and its referee talk.
type Folder string

// The files of a folder.
const (
	inputFile       = "input.txt"
	outputFile      = "output.txt"
	calibrationFile = "calibration.txt"
	playdataFile    = "playdata.txt"
)

// fileLimit is more bytes than any of the files needs.
const fileLimit = 64 << 10

// Input is what the agent is asked.
func (f Folder) Input() (Input, error) {
	text, err := f.read(inputFile)
	if err != nil {
		return Input{}, fmt.Errorf("nothing is asked: %w", err)
	}
	in, err := ParseInput(text)
	if err != nil {
		return Input{}, fmt.Errorf("%s: %w", f.path(inputFile), err)
	}
	return in, nil
}

// Ask writes what the agent is asked, and removes an answer that stands there.
func (f Folder) Ask(in Input) error {
	if err := f.remove(outputFile); err != nil {
		return err
	}
	return f.write(inputFile, in.String())
}

// Answer writes the agent's move; nil, where it has none, is an empty file.
func (f Folder) Answer(m *checkers.Move) error {
	if m == nil {
		return f.write(outputFile, "")
	}
	return f.write(outputFile, FormatMove(*m))
}

// Withdraw removes an answer.
func (f Folder) Withdraw() error { return f.remove(outputFile) }

// Move is the agent's answer in a position, written in a form; besides what ParseMove returns, its error says that the
// file is not there or cannot be read.
func (f Folder) Move(p checkers.Position, form Form) (checkers.Move, error) {
	text, err := f.read(outputFile)
	if err != nil {
		return checkers.Move{}, err
	}
	return ParseMove(p, text, form)
}

// Calibration is what was measured of this machine, if anything.
func (f Folder) Calibration() Calibration {
	text, err := f.read(calibrationFile)
	if err != nil {
		return Calibration{}
	}
	return ParseCalibration(text)
}

// SetCalibration keeps what was measured of this machine.
func (f Folder) SetCalibration(c Calibration) error { return f.write(calibrationFile, c.String()) }

// Memory is what the agent remembers of the game, if anything.
func (f Folder) Memory() Memory {
	text, err := f.read(playdataFile)
	if err != nil {
		return Memory{}
	}
	return ParseMemory(text)
}

// Remember keeps what the agent is to remember until its next move.
func (f Folder) Remember(m Memory) error { return f.write(playdataFile, m.String()) }

// Forget makes the agent's memory that of a new game.
func (f Folder) Forget() error { return f.remove(playdataFile) }

func (f Folder) path(name string) string { return filepath.Join(string(f), name) }

// read is the text of a file. Only a file of fitting size is opened, since a pipe, say, would keep its reader waiting
// for ever.
func (f Folder) read(name string) (string, error) {
	path := f.path(name)
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > fileLimit {
		return "", fmt.Errorf("%s is not a file of at most %d bytes", path, fileLimit)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	text, err := io.ReadAll(io.LimitReader(file, fileLimit))
	return string(text), err
}

func (f Folder) write(name, text string) error {
	return os.WriteFile(f.path(name), []byte(text), 0o644)
}

// remove removes a file that may be there; a folder with something in it is an error.
func (f Folder) remove(name string) error {
	if err := os.Remove(f.path(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
