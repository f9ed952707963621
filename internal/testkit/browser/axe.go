package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Axe is axe-core, a script that looks for what keeps people from using a page: .build/fetch-axe.
type Axe string

// NewAxe reads axe-core from the project's folder .cache, which is above that of the tests. Where it is not there it is
// empty, and finds nothing.
func NewAxe(t *testing.T) Axe {
	t.Helper()
	files, err := filepath.Glob("../../.cache/axe-core-*.min.js")
	if err != nil || len(files) == 0 {
		t.Log("axe-core is not there, and does not look at the page: .build/fetch-axe")
		return ""
	}
	script, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		t.Fatal(err)
	}
	return Axe(script)
}

// Look fails the test if there is anything in a page, as it is now, that keeps people from using it. at says when that
// is; rules are axe-core's names of those that hold beside the usual ones.
func (a Axe) Look(b *Tab, at string, rules ...string) {
	b.t.Helper()
	if a == "" {
		return
	}
	Value[bool](b, string(a)+`; true`)
	also := make([]string, 0, len(rules))
	for _, rule := range rules {
		also = append(also, Quoted(rule)+": { enabled: true }")
	}
	found := Value[string](b, `axe.run({ rules: {`+strings.Join(also, ", ")+`} }).then((r) => r.violations.map((v) =>
		v.id + ": " + v.help + ": " + v.nodes.map((n) => n.target + " " + n.failureSummary).join("; ")).join("\n"))`)
	if found != "" {
		b.t.Errorf("%s: %s", at, found)
	}
}
