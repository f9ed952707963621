package process

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// ParseCommand splits a command line into the program and its arguments, which blanks separate. Within quotation
// marks, ' or ", blanks are kept, as is every character after a backslash (but between '…'); no shell is involved.
func ParseCommand(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune // 0 outside quotation marks
	inWord, escaped := false, false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			inWord, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			inWord, quote = true, r
		case r == ' ' || r == '\t':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("command %q: a quotation mark or a backslash at its end has nothing after it", line)
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("the command is empty; want a program and its arguments")
	}
	return words, nil
}

// Find is the path of a program: one named with a directory is that file; others are looked for on the PATH, then in
// the directory beside.
func Find(program, beside string) (string, error) {
	path, err := exec.LookPath(program)
	if err != nil && filepath.Base(program) == program {
		path, err = exec.LookPath(filepath.Join(beside, program))
	}
	if err != nil {
		return "", fmt.Errorf("program %s: not found on the PATH or in %s, or not executable", program, beside)
	}
	return filepath.Abs(path)
}
