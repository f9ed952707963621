package files

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Text is what a file of this kind says: see Text.
func (k Kind) Text(path string) ([]byte, error) {
	file, err := k.Read(path)
	if err != nil {
		return nil, err
	}
	text, err := Text(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

// Text is what a file says, whatever program has saved it: in UTF-8 without a byte order mark, from UTF-16 where a mark
// says that it is, with "\n" at the ends of lines. What is no text is an error in one sentence, which names the line.
func Text(file []byte) ([]byte, error) {
	text, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), file)
	if err != nil {
		return nil, fmt.Errorf("it is no text: %w", err)
	}
	if zero := bytes.IndexByte(text, 0); zero >= 0 {
		if bytes.Count(text, []byte{0}) > len(text)/3 {
			return nil, errors.New("it is text in UTF-16 without a byte order mark, or no text: save it in UTF-8")
		}
		return nil, errors.New("it holds binary data, and is no file for this program")
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if !utf8.Valid(line) {
			return nil, fmt.Errorf("line %d is not in UTF-8: save the file in that encoding", number)
		}
		if at := bytes.IndexFunc(line, control); at >= 0 {
			return nil, fmt.Errorf("line %d holds binary data (%#02x): it is no file for this program", number, line[at])
		}
	}
	return text, nil
}

// control reports whether a character is none that stands in a text.
func control(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f }

// decoded is a file's text as it stands there, in UTF-8, and how another text becomes a file with the same encoding and
// mark: UTF-16 where a mark says so.
func decoded(file []byte) (text []byte, encode func([]byte) ([]byte, error), err error) {
	order := unicode.LittleEndian
	switch {
	case bytes.HasPrefix(file, []byte("\xfe\xff")):
		order = unicode.BigEndian
	case !bytes.HasPrefix(file, []byte("\xff\xfe")):
		return file, func(text []byte) ([]byte, error) { return text, nil }, nil
	}
	utf16 := unicode.UTF16(order, unicode.UseBOM)
	encode = func(text []byte) ([]byte, error) { return utf16.NewEncoder().Bytes(text) }
	text, err = utf16.NewDecoder().Bytes(file)
	if err == nil {
		var again []byte
		if again, err = encode(text); err == nil && !bytes.Equal(again, file) {
			err = errors.New("it is broken UTF-16: save it in UTF-8")
		}
	}
	return text, encode, err
}
