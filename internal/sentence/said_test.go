package sentence

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// said is what is said somewhere in the program: each key, with where.
func said(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	set := token.NewFileSet()
	err := filepath.WalkDir("../..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "../.." && (strings.HasPrefix(entry.Name(), ".") ||
			entry.Name() == "testdata" || entry.Name() == "testkit"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		says := func(f ast.Expr) bool {
			if name, ok := f.(*ast.Ident); ok {
				return name.Name == "Say" && file.Name.Name == "sentence"
			}
			s, ok := f.(*ast.SelectorExpr)
			if !ok {
				return false
			}
			room, ok := s.X.(*ast.Ident)
			return ok && room.Name == "sentence" && s.Sel.Name == "Say"
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !says(call.Fun) {
				return true
			}
			at := set.Position(call.Pos()).String()
			key, ok := literal(call.Args[0])
			if !ok {
				t.Errorf("%s: what is said is not written out", at)
				return true
			}
			all[key] = at
			if got, want := len(call.Args)-1, len(verbs(key)); got != want || got > mostArgs {
				t.Errorf("%s: %d arguments for %d verbs of %q, and at most %d", at, got, want, key, mostArgs)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// literal is a text that is written out, perhaps in several lines.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, also := literal(e.Y)
		return left + right, ok && also
	}
	return "", false
}

var verb = regexp.MustCompile(`%(\[(\d)\])?([-+# 0]*\d*(?:\.\d+)?[a-zA-Z%])`)

// verbs are those of a text by their arguments, counted from 1.
func verbs(text string) map[int]string {
	all := map[int]string{}
	next := 1
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		if m[2] != "" {
			next = int(m[2][0] - '0')
		}
		// That of which a verb is repeated may be shown in another way.
		if before, again := all[next]; !again || m[3] < before {
			all[next] = m[3]
		}
		next++
	}
	return all
}

// Every sentence is there in every language, with its arguments, and none that nobody says.
func TestEverySentenceIsTranslated(t *testing.T) {
	list, err := readSentences(sentencesYAML)
	if err != nil {
		t.Fatal(err)
	}
	keys := said(t)
	translated := map[string]bool{}
	for _, s := range list {
		if translated[s.English] {
			t.Errorf("%q stands in sentences.yaml twice", s.English)
		}
		translated[s.English] = true
		if _, said := keys[s.English]; !said {
			t.Errorf("nobody says %q", s.English)
		}
		for _, problem := range problems(s) {
			t.Errorf("%q: %s", s.English, problem)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !translated[key] {
			t.Errorf("%s: %q is not in sentences.yaml", keys[key], key)
		}
	}
	if len(keys) < 200 {
		t.Errorf("only %d sentences were found", len(keys))
	}
}

// problems are what is wrong with the translations of a sentence.
func problems(s translations) (list []string) {
	ends := func(text string) string {
		return strings.Trim(text[len(text)-1:], "abcdefghijklmnopqrstuvwxyz)0123456789")
	}
	for _, tag := range Languages()[1:] {
		texts := s.in(tag)
		if n := len(texts); n != 1 && n != len(plurals(tag)) {
			list = append(list, fmt.Sprintf("%d texts in %v, for the plurals %v", n, tag, plurals(tag)))
		}
		for _, text := range texts {
			if diff := cmp.Diff(verbs(s.English), verbs(text)); diff != "" {
				list = append(list, fmt.Sprintf("%v has other arguments: %s (-English +%v):\n%s", tag, text, tag, diff))
			}
			switch {
			case strings.TrimSpace(text) != text:
				list = append(list, fmt.Sprintf("%v begins or ends with a space: %q", tag, text))
			case strings.ContainsAny(ends(s.English), ".?:") && ends(s.English) != ends(text):
				list = append(list, fmt.Sprintf("%v does not end with %q: %q", tag, ends(s.English), text))
			}
		}
		if len(texts) > 1 && verbs(s.English)[1] != "d" {
			list = append(list, fmt.Sprintf("%v has plurals, and no number stands first", tag))
		}
	}
	return list
}

// What the test of the sentences is to find is found.
func TestProblems(t *testing.T) {
	one := func(text string) forms { return forms{text} }
	for _, c := range []struct {
		name string
		s    translations
		want int
	}{
		{"all is well", translations{"%d of %s.", forms{"%d de %s.", "%d de %s."}, one("%d es %s."),
			one("%[2]s nl %[1]d."), one("%d ru %s."), one("%d fr %s.")}, 0},
		{"a language is missing", translations{"Yes.", one("Ja."), nil, one("Ja."), one("Да."), one("Oui.")}, 1},
		{"an argument is missing", translations{"%s.", one("Ja."), one("%s."), one("%s."), one("%s."), one("%s.")}, 1},
		{"another verb", translations{"%d.", one("%s."), one("%d."), one("%d."), one("%d."), one("%d.")}, 1},
		{"a plural form is missing", translations{"%d.", one("%d."), one("%d."), one("%d."), forms{"%d.", "%d."},
			one("%d.")}, 1},
		{"no sentence", translations{"%s.", one("%s"), one("%s."), one("%s."), one("%s."), one("%s.")}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := problems(c.s); len(got) != c.want {
				t.Errorf("found %q, want %d", got, c.want)
			}
		})
	}
}
