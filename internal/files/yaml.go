package files

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// DecodeYAML reads a text into a value. An unknown key or a value of the wrong kind is an error in one sentence that
// names the line.
func DecodeYAML(text []byte, into any) error {
	text, err := YAMLText(text)
	if err != nil {
		return err
	}
	if bad := inspect(text, into, notDecimal); bad != nil {
		return bad
	}
	err = yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(into)
	if err == nil {
		return nil
	}
	if bad := inspect(text, into, badDuration); bad != nil {
		return bad
	}
	return YAMLSentence(err)
}

// YAMLSentence puts an error of the YAML reader, which draws the text around it, into one line that names the line.
func YAMLSentence(err error) error {
	var mistyped *yaml.TypeError
	if errors.As(err, &mistyped) {
		return fmt.Errorf("line %d: %s is wanted here", mistyped.Token.Position.Line, wanted(mistyped.DstType.Kind()))
	}
	var other *yaml.UnexpectedNodeTypeError
	if errors.As(err, &other) {
		what := "a group of keys"
		if other.Expected == ast.SequenceType {
			what = "a list"
		}
		return fmt.Errorf("line %d: %s is wanted here", other.Token.Position.Line, what)
	}
	var at yaml.Error
	if errors.As(err, &at) && at.GetToken() != nil {
		return fmt.Errorf("line %d: %s", at.GetToken().Position.Line, at.GetMessage())
	}
	return err
}

// wanted is what a person calls a kind of value.
func wanted(kind reflect.Kind) string {
	switch kind {
	case reflect.Int, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a text"
	}
	return "a group of keys"
}
