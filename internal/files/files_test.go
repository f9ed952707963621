package files_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"draughtsman/internal/files"
)

// letter is a kind for tests.
var letter = files.Kind{Name: "a letter",
	Holds: func(head []byte) bool { return bytes.HasPrefix(head, []byte("Dear ")) }}

func TestMayWrite(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	photo := write("photo.jpg", "\xff\xd8\xff")
	link := filepath.Join(folder, "link")
	if err := os.Symlink(photo, link); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{
		filepath.Join(folder, "new"):    "",
		write("empty", ""):              "",
		write("letter", "Dear reader,"): "",
		os.DevNull:                      "",
		photo: photo +
			" holds something else than a letter, and is left as it is: name another file",
		link: link +
			" holds something else than a letter, and is left as it is: name another file",
		folder: folder + " is a folder: name a file in it",
		filepath.Join(folder, "nowhere", "to"): "there is no folder " + filepath.Join(folder, "nowhere") +
			"; make it, or choose another",
	} {
		err := letter.MayWrite(path)
		if (err == nil) != (says == "") || err != nil && err.Error() != says {
			t.Errorf("%s: %v, want %q", path, err, says)
		}
		replaced := letter.MayReplace(path)
		if path == os.DevNull {
			if replaced == nil {
				t.Error("a device may be replaced")
			}
		} else if (replaced == nil) != (err == nil) {
			t.Errorf("%s may be written: %v; replaced: %v", path, err, replaced)
		}
	}
}

// A link to a file is a link to the file that takes its place.
func TestFolder(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	made := filepath.Join(root, "made")
	for _, c := range []struct{ path, tells, says string }{
		{root, "", ""},
		{made, "The folder " + made + " is new.\n", ""},
		{made, "", ""},
		{file, "", file + " is a file: name a folder"},
		{filepath.Join(root, "no", "such"), "",
			"there is no folder " + filepath.Join(root, "no") + "; make it, or choose another"},
	} {
		var tell strings.Builder
		err := files.Folder(c.path, &tell)
		says := ""
		if err != nil {
			says = err.Error()
		}
		if says != c.says || tell.String() != c.tells {
			t.Errorf("%s: %q and %q, want %q and %q", c.path, says, tell.String(), c.says, c.tells)
		}
		if info, err := os.Stat(c.path); c.says == "" && (err != nil || !info.IsDir()) {
			t.Errorf("%s is no folder: %v", c.path, err)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "no")); err == nil {
		t.Error("a folder for the folder was made")
	}
}

func TestReplaceKeepsLinks(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	err := errors.Join(os.WriteFile(file, []byte("before"), 0o600), os.Symlink("file", link),
		files.Replace(link, []byte("after")))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "after" {
		t.Errorf("%q, %v", text, err)
	}
	if to, err := os.Readlink(link); err != nil || to != "file" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	first, err := files.Take(path)
	if err != nil {
		t.Fatal(err)
	}
	var used *files.InUse
	if _, err := files.Take(path); !errors.As(err, &used) || used.PID != os.Getpid() ||
		!strings.Contains(err.Error(), path+" is in use") {
		t.Errorf("taken twice: %v", err)
	}
	if err := errors.Join(first.Release(), first.Release(), (*files.Lock)(nil).Release()); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(path + "*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	again, err := files.Take(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
	// What a killed program has left behind is in nobody's way.
	if err := os.WriteFile(path+".lock", []byte("4711\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if again, err = files.Take(path); err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
}

// Of many who want a lock at the same time, no two have it.
func TestLockIsHeldByOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.yaml")
	var all sync.WaitGroup
	var now, had atomic.Int32
	for range 8 {
		all.Go(func() {
			for range 200 {
				lock, err := files.Take(path)
				if err != nil {
					continue
				}
				if now.Add(1) > 1 {
					t.Error("two have the lock")
				}
				had.Add(1)
				now.Add(-1)
				if err := lock.Release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if had.Load() == 0 {
		t.Error("nobody ever had it")
	}
}

func TestSeal(t *testing.T) {
	const note = "Made by a test."
	sealed := files.Sealed(note, []byte("a: 1\nb: 2\n"))
	if !files.Intact(note, sealed) || !files.Intact(note, files.Sealed(note, nil)) {
		t.Errorf("broken at once:\n%s", sealed)
	}
	for _, changed := range []string{"", "a: 1\n", "# " + note + "\na: 1\n", string(sealed) + "c: 3\n",
		strings.Replace(string(sealed), "b: 2", "b: 3", 1), "# mine\n" + string(sealed)} {
		if files.Intact(note, []byte(changed)) {
			t.Errorf("taken for intact:\n%s", changed)
		}
	}
}

// What a file held stays when its successor cannot be written to the end, and nothing is left beside it.
func TestReplaceBy(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "letter")
	broken := errors.New("broken")
	for _, step := range []struct {
		text, want string
		err        error
	}{{"Dear reader,", "Dear reader,", nil}, {"Dear", "Dear reader,", broken}, {"Dear writer,", "Dear writer,", nil}} {
		err := files.ReplaceBy(path, func(to io.Writer) error {
			_, err := io.WriteString(to, step.text)
			return errors.Join(err, step.err)
		})
		got, readErr := os.ReadFile(path)
		if !errors.Is(err, step.err) || readErr != nil || string(got) != step.want {
			t.Errorf("%q: %v, and the file holds %q, %v", step.text, err, got, readErr)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v", left, err)
	}
}
