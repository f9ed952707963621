package strictyaml

import (
	"errors"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Check says what is wrong with a text that cannot hold keys at all: nothing is in it, or what is no text.
func Check(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("it is no text in UTF-8, and no file for this program")
	}
	for _, b := range text {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' {
			return errors.New("it holds binary data, and is no file for this program")
		}
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil // which Decode says better
	}
	for _, doc := range file.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.NullType && doc.Body.Type() != ast.CommentGroupType {
			return nil
		}
	}
	return errors.New("it is empty: no key is in it")
}
