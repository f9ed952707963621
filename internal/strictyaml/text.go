package strictyaml

import (
	"errors"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"draughtsman/internal/files"
)

// Text is what a file says that has keys. One that holds nothing, or no text, is an error.
func Text(file []byte) ([]byte, error) {
	text, err := files.Text(file)
	if err != nil {
		return nil, err
	}
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		return text, nil // Decode says it better
	}
	for _, doc := range parsed.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.NullType && doc.Body.Type() != ast.CommentGroupType {
			return text, nil
		}
	}
	return nil, errors.New("it is empty: no key is in it")
}
