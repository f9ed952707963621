package files

import (
	"errors"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// YAMLText is what a file says that has keys. One that holds nothing, or no text, is an error.
func YAMLText(file []byte) ([]byte, error) {
	text, err := Text(file)
	if err != nil {
		return nil, err
	}
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		return text, nil // DecodeYAML says it better
	}
	for _, doc := range parsed.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.NullType && doc.Body.Type() != ast.CommentGroupType {
			return text, nil
		}
	}
	return nil, errors.New("it is empty: no key is in it")
}
