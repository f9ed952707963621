package drivers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"draughtsman/internal/testkit/expect"
)

// verb is a place in a format where something is put in.
var verb = regexp.MustCompile(`%[-+# 0-9.\[\]]*[a-zA-Z]`)

// texts are the string literals of the program below some folders, tests excepted, with … where something is put in.
func texts(t *testing.T, folders ...string) (all []string) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				text, ok := joined(e)
				if ok {
					all = append(all, verb.ReplaceAllString(strings.ReplaceAll(text, "%%", "%"), "…"))
				}
				return !ok
			})
			return nil
		})
		expect.OK(t, err)
	}
	return all
}

// joined is the text of a string literal, or of several that are joined with +.
func joined(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		first, ok := joined(e.X)
		second, too := joined(e.Y)
		return first + second, e.Op == token.ADD && ok && too
	}
	return "", false
}

var quoted = regexp.MustCompile("`([^`]*)`")

// messages are what the first column of the page's tables of messages quotes.
func messages(page string) (all []string) {
	within := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(line, "| message |"):
			within = true
		case !strings.HasPrefix(line, "|"):
			within = false
		case within && !strings.HasPrefix(line, "|--"):
			first, _, _ := strings.Cut(line[1:], " | ")
			for _, m := range quoted.FindAllStringSubmatch(first, -1) {
				all = append(all, m[1])
			}
		}
	}
	return all
}

// says reports whether a piece of a message is in the program: in one text, or in
// two of which one was wrapped in the other.
func says(program []string, piece string) bool {
	in := func(part string) bool {
		return slices.ContainsFunc(program, func(text string) bool { return strings.Contains(text, part) })
	}
	if in(piece) {
		return true
	}
	for i := range piece {
		first, second := strings.Trim(piece[:i], " ,:;()"), strings.Trim(piece[i:], " ,:;()")
		if piece[i] == ' ' && len(first) > 12 && len(second) > 12 && in(first) && in(second) {
			return true
		}
	}
	return false
}

// What the page says of messages is what the program says. A message on the page
// has … for whatever differs; what stands between has to be in the program.
func TestMessagesInThePage(t *testing.T) {
	said(t, pagesAboutArms(t), 50, "../../arm", "../../planner", "../../internal/drivers",
		"../../cmd/draughtsman")
}

func TestMessagesInThePageAboutCameras(t *testing.T) {
	said(t, []string{"../../docs/cameras.md"}, 14, "../../calibration", "../../vision",
		"../../cmd/draughtsman")
}

// pagesAboutArms are the page about arms and those about each of them.
func pagesAboutArms(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../docs/arms/*.md")
	if err != nil || len(files) < 9 {
		t.Fatalf("there are %d pages, %v", len(files), err)
	}
	return append(files, "../../docs/arms.md")
}

// said looks for the messages of pages, of which there are some, in packages.
func said(t *testing.T, files []string, fewest int, packages ...string) {
	t.Helper()
	program := texts(t, packages...)
	var found []string
	for _, file := range files {
		page, err := os.ReadFile(file)
		expect.OK(t, err)
		found = append(found, messages(string(page))...)
	}
	if len(found) < fewest {
		t.Errorf("only %d messages were found", len(found))
	}
	for _, message := range found {
		for piece := range strings.SplitSeq(message, "…") {
			piece = strings.Trim(piece, " ,:;()")
			if len(piece) < 4 {
				continue
			}
			if !says(program, piece) {
				t.Errorf("the page has the message %q, and nothing in the program says %q", message, piece)
			}
		}
	}
}

// Every alarm of Grbl's and every refusal of the uArm's that a person can do
// something about is explained in the page or by the message itself: none is a
// bare number.
func TestCodesAreExplained(t *testing.T) {
	for _, text := range texts(t, "../../arm/grbl", "../../arm/uarm") {
		if strings.Contains(text, "alarm …") && !strings.Contains(text, "alarm …, …") ||
			strings.Contains(text, "error:…") && !strings.Contains(text, "error:…, …") {
			t.Errorf("%q says a number and not what it means", text)
		}
	}
}
