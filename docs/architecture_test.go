package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is what the import paths of the project's rooms begin with.
const module = "draughtsman/"

// facts are what is held of the packages of the project: by their paths below its root, tests excepted, what each
// imports and whether it reads the clock.
func facts(t *testing.T) (imports map[string][]string, clock map[string]bool) {
	t.Helper()
	imports, clock = map[string][]string{}, map[string]bool{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == built,
			entry.IsDir() && name != ".." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		room := path.Dir(strings.TrimPrefix(filepath.ToSlash(name), "../"))
		imports[room] = slices.Clip(imports[room])
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[room] = append(imports[room], imported)
		}
		clock[room] = clock[room] || readsClock(file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports, clock
}

// readsClock reports whether a file names one of the functions that read the clock.
func readsClock(file *ast.File) (reads bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			x, named := s.X.(*ast.Ident)
			reads = reads || named && x.Name == "time" && slices.Contains([]string{"Now", "Since", "Until"}, s.Sel.Name)
		}
		return !reads
	})
	return reads
}

// below reports whether a room is another one or lies below it.
func below(room, other string) bool { return room == other || strings.HasPrefix(room, other+"/") }

var quotedRoom = regexp.MustCompile("`([^` ]+)`")

// roomsIn are the rooms that a cell of a table names.
func roomsIn(cell string) (rooms []string) {
	for _, m := range quotedRoom.FindAllStringSubmatch(cell, -1) {
		rooms = append(rooms, m[1])
	}
	return rooms
}

// table is the cells of the table of architecture.md whose first heading is so named, by rows.
func table(t *testing.T, heading string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "\n| "+heading+" |")
	if !ok {
		t.Fatalf("architecture.md has no table that begins with %q", heading)
	}
	for number, line := range strings.Split(rest, "\n") {
		if number > 1 {
			if !strings.HasPrefix(line, "|") {
				break
			}
			rows = append(rows, strings.Split(strings.Trim(line, "|"), " | "))
		}
	}
	return rows
}

// agree holds rooms that a page names against those of which it is true: each one that is true lies in one that is
// named, and each one that is named has one.
func agree(t *testing.T, what string, said []string, so []string) {
	t.Helper()
	for _, room := range so {
		if !slices.ContainsFunc(said, func(s string) bool { return below(room, s) }) {
			t.Errorf("%s: it is true of %s, and architecture.md does not say so", what, room)
		}
	}
	for _, s := range said {
		if !slices.ContainsFunc(so, func(room string) bool { return below(room, s) }) {
			t.Errorf("%s: architecture.md says it of %s, and it is not so", what, s)
		}
	}
}

// TestWhoKnowsWhom holds the third column of the table of rooms against what their files import.
func TestWhoKnowsWhom(t *testing.T) {
	imports, _ := facts(t)
	rows := table(t, "room")
	owner := func(room string) (row int) { // the row that names the room most closely
		row, longest := -1, 0
		for i, cells := range rows {
			for _, name := range roomsIn(cells[0]) {
				if below(room, name) && len(name) > longest {
					row, longest = i, len(name)
				}
			}
		}
		return row
	}
	knows := make([]map[string]bool, len(rows))
	for room, all := range imports {
		row := owner(room)
		if row < 0 {
			t.Errorf("architecture.md has no row for %s", room)
			continue
		}
		if knows[row] == nil {
			knows[row] = map[string]bool{}
		}
		for _, imported := range all {
			if other, ok := strings.CutPrefix(imported, module); ok && owner(other) != row {
				knows[row][other] = true
			}
		}
	}
	for i, cells := range rows {
		if knows[i] == nil {
			t.Errorf("architecture.md has a row for %s, which is no room", cells[0])
		}
		agree(t, strings.TrimSpace(cells[0])+" knows of", roomsIn(cells[2]), slices.Sorted(maps.Keys(knows[i])))
	}
}

// TestOpenCVAndClocks holds what architecture.md says on who imports OpenCV and who reads the clock.
func TestOpenCVAndClocks(t *testing.T) {
	imports, clock := facts(t)
	var pictures, reading []string
	for room, all := range imports {
		if slices.Contains(all, "gocv.io/x/gocv") {
			pictures = append(pictures, room)
		}
		if clock[room] {
			reading = append(reading, room)
		}
	}
	var rooms []string
	for _, cells := range table(t, "OpenCV in") {
		rooms = append(rooms, roomsIn(cells[0])...)
	}
	agree(t, "imports OpenCV", rooms, pictures)
	rooms = nil
	for _, cells := range table(t, "clock in") {
		rooms = append(rooms, roomsIn(cells[0])...)
	}
	agree(t, "reads the clock", rooms, reading)
}

// nowhere is an importer of packages in which nothing is declared.
type nowhere struct{}

func (nowhere) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, "")
	p.MarkComplete()
	return p, nil
}

// TestOrderInTheRobot holds the files of internal/robot against the order in which architecture.md has them: each uses
// only what those before it declare.
func TestOrderInTheRobot(t *testing.T) {
	const room = "../internal/robot"
	set := token.NewFileSet()
	var files []*ast.File
	order := map[string]int{}
	for _, cells := range table(t, "part of `internal/robot`") {
		for _, name := range roomsIn(cells[1]) {
			file, err := parser.ParseFile(set, filepath.Join(room, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
			order[name] = len(files)
		}
	}
	there, err := filepath.Glob(filepath.Join(room, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range there {
		if base := filepath.Base(name); order[base] == 0 && !strings.HasSuffix(base, "_test.go") && base != "doc.go" {
			t.Errorf("%s has no place in the order", base)
		}
	}
	known := types.Info{Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: nowhere{}, Error: func(error) {}} // of what the importer does not know
	pkg, _ := check.Check("robot", set, files, &known)
	fileOf := func(pos token.Pos) string { return filepath.Base(set.Position(pos).Filename) }
	own := 0
	for name, object := range known.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() {
			continue
		}
		own++
		if from, to := fileOf(name.Pos()), fileOf(object.Pos()); order[to] > order[from] {
			t.Errorf("%s uses %s, which %s declares behind it", from, object.Name(), to)
		}
	}
	if own < 1000 {
		t.Errorf("only %d uses are known", own)
	}
}
