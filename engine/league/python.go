package league

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"draughtsman/engine/variant"
)

// pythonBot is the program that speaks Hub for a class.
//
//go:embed python/bot.py
var pythonBot string

// class is a class in a file: "my_bot.py:MyBot".
var class = regexp.MustCompile(`^(.+):([\pL_][\pL\pN_]*)$`)

// parsePython reads the file and the class of a player. Its name is that of the class.
func (s *Spec) parsePython(text string) error {
	parts := class.FindStringSubmatch(text)
	if parts == nil {
		return fmt.Errorf("want a file and a class in it, as in python:my_bot.py:MyBot")
	}
	file, err := filepath.Abs(parts[1])
	if err == nil {
		_, err = os.Stat(file)
	}
	if err != nil {
		return err
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		python, err = exec.LookPath("python")
	}
	if err != nil {
		return errors.New("neither python3 nor python is found on the PATH")
	}
	if s.Name == s.Text {
		s.Name = parts[2]
	}
	command := []string{python, "-u", "-c", pythonBot, file, parts[2]}
	s.check = checkPython
	s.sit = func(ctx context.Context, seat Seat) (Player, error) { return newHubPlayer(ctx, command, seat), nil }
	return nil
}

// checkPython says why a class cannot play by some rules.
func checkPython(rules variant.Rules, _ int) error {
	if want := variant.League().Name; rules.Name != want {
		return fmt.Errorf("a python player plays by the rules %s, not %s", want, rules.Name)
	}
	return nil
}
