package analysis

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// policy forbids the page everything but its own style and script (https://www.w3.org/TR/CSP3/).
func policy() string {
	return fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'",
		source(style), source(script))
}

// source is what allows an inline text by its hash.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
