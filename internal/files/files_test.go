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
	"draughtsman/internal/testkit/expect"
)

// letter is a kind for tests.
var letter = files.Kind{Name: "a letter",
	Holds: func(head []byte) bool { return bytes.HasPrefix(head, []byte("Dear ")) }}

func TestMayWrite(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		expect.OK(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	photo := write("photo.jpg", "\xff\xd8\xff")
	link := filepath.Join(folder, "link")
	expect.OK(t, os.Symlink(photo, link))
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
	expect.OK(t, os.WriteFile(file, nil, 0o600))
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
	expect.OK(t, err)
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
	expect.OK(t, err)
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
	expect.OK(t, err)
	if err := again.Release(); err != nil {
		t.Error(err)
	}
	// What a killed program has left behind is in nobody's way.
	expect.OK(t, os.WriteFile(path+".lock", []byte("4711\n"), 0o644))
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

// A file that is larger than any of its kind is refused at once, also what has no size before it is read.
func TestLargeFilesAreRefused(t *testing.T) {
	short := files.Kind{Name: "short letters", Most: 1}
	path := filepath.Join(t.TempDir(), "letter")
	for size, fits := range map[int64]bool{0: true, 1 << 20: true, 1<<20 + 1: false, 2 << 30: false} {
		expect.OK(t, errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, size)))
		text, err := short.Read(path)
		if fits && (err != nil || int64(len(text)) != size) {
			t.Errorf("%d bytes: %d are read, %v", size, len(text), err)
		}
		says := path + " is larger than any file with short letters, which has 1 MB at most: name another file"
		if !fits && (err == nil || err.Error() != says) {
			t.Errorf("%d bytes: %v, want %q", size, err, says)
		}
	}
	if text, err := short.Read("/dev/zero"); err == nil || !strings.HasPrefix(err.Error(), "/dev/zero is larger") {
		t.Errorf("/dev/zero is read: %d bytes, %v", len(text), err)
	}
}

func TestText(t *testing.T) {
	for file, want := range map[string]string{
		"":                                  "",
		"a\nb":                              "a\nb",
		"\ufeffa\r\nö\r\n":                  "a\nö\n",
		"\xff\xfea\x00\r\x00\n\x00\xf6\x00": "a\nö",
		"\xfe\xff\x00a\x00\n":               "a\n",
		"a\x00b\x00\n\x00": "error: it is text in UTF-16 without a byte order mark, or no text: " +
			"save it in UTF-8",
		"\x7fELF\x02\x01\x01\x00": "error: it holds binary data, and is no file for this program",
		"a: 1\nK\xfcche: 2\n":     "error: line 2 is not in UTF-8: save the file in that encoding",
		"a\n\nb\x1b[31m\n":        `error: line 3 holds binary data (0x1b): it is no file for this program`,
	} {
		got, err := files.Text([]byte(file))
		if err != nil {
			got = []byte("error: " + err.Error())
		} else if again, err := files.Text(got); err != nil || string(again) != string(got) {
			t.Errorf("%q once more is %q, %v", got, again, err)
		}
		if string(got) != want {
			t.Errorf("%q is %q, want %q", file, got, want)
		}
	}
}

// What somebody else writes while a file is being changed is there afterwards, in whatever encoding it is.
func TestChangeLosesNothing(t *testing.T) {
	short := files.Kind{Name: "short letters", Most: 1}
	path := filepath.Join(t.TempDir(), "letter")
	races := 0
	change := func(word string) error {
		return short.Change(path, func(now []byte) ([]byte, error) {
			if races++; races%3 == 1 {
				file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
				if err != nil {
					return nil, err
				}
				if _, err := file.WriteString("theirs "); err != nil {
					return nil, err
				}
				if err := file.Close(); err != nil {
					return nil, err
				}
			}
			return append(now, word...), nil
		})
	}
	expect.OK(t, errors.Join(change("ours "), change("again ")))
	got, err := os.ReadFile(path)
	if err != nil || string(got) != "theirs ours again " {
		t.Errorf("%q, %v", got, err)
	}
	for wide, want := range map[string]string{
		"\xff\xfea\x00": "\xff\xfea\x00b\x00", "\xfe\xff\x00a": "\xfe\xff\x00a\x00b", "\ufeffa": "\ufeffab",
	} {
		err := errors.Join(os.WriteFile(path, []byte(wide), 0o600), short.Change(path, func(now []byte) ([]byte, error) {
			return append(now, 'b'), nil
		}))
		got, readErr := os.ReadFile(path)
		if err != nil || readErr != nil || string(got) != want {
			t.Errorf("%q has become %q, want %q: %v, %v", wide, got, want, err, readErr)
		}
	}
	broken := "\xff\xfe\x00\xd8a\x00"
	err = errors.Join(os.WriteFile(path, []byte(broken), 0o600), change("ours"))
	if got, _ := os.ReadFile(path); err == nil || string(got) != broken {
		t.Errorf("broken UTF-16 has become %q, %v", got, err)
	}
}

// All names of a file are one where it is locked, links that lead to no file yet among them.
func TestLinksHaveOneLock(t *testing.T) {
	folder := t.TempDir()
	file, link, far := filepath.Join(folder, "file"), filepath.Join(folder, "link"), filepath.Join(folder, "far")
	if err := errors.Join(os.Symlink("file", link), os.Symlink(link, far),
		os.Symlink(far+"/", filepath.Join(folder, "loop")), os.Symlink("self", filepath.Join(folder, "self"))); err != nil {
		t.Fatal(err)
	}
	for _, there := range []bool{false, true} {
		if there {
			expect.OK(t, os.WriteFile(file, nil, 0o600))
		}
		lock, err := files.Take(far)
		expect.OK(t, err)
		for _, name := range []string{file, link, far} {
			var used *files.InUse
			if _, err := files.Take(name); !errors.As(err, &used) || files.Real(name) != files.Real(file) {
				t.Errorf("%s: %v, %s", name, err, files.Real(name))
			}
		}
		if err := lock.Release(); err != nil {
			t.Error(err)
		}
	}
	if says := files.OtherNames(file); says != "" {
		t.Error(says)
	}
	expect.OK(t, os.Link(file, filepath.Join(folder, "second")))
	if says := files.OtherNames(link); !strings.Contains(says, "a hard link") {
		t.Errorf("%q is said of a hard link", says)
	}
}

// A new file is written whole, or not at all, and who may read one stays when it is replaced.
func TestNewFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "letter.txt")
	broken := errors.New("broken")
	if err := files.New(path, func(io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("what could not be written is there")
	}
	for _, want := range []string{"letter-x.txt", "letter-x-2.txt", "letter-x-3.txt"} {
		if name, err := files.Beside(path, "-x", []byte("Dear")); err != nil || filepath.Base(name) != want {
			t.Errorf("%s, %v, want %s", name, err, want)
		}
	}
	err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, 0o640), files.Replace(path, []byte("Dear")))
	if info, statErr := os.Stat(path); err != nil || statErr != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v, %v", info.Mode(), err, statErr)
	}
}
