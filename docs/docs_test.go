package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// longestAverage is how many words the sentences of a page may have on average.
const longestAverage = 25

// pages are the texts of the project in Markdown, by their paths from this folder.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	read := func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			var text []byte
			text, err = os.ReadFile(path)
			all[path] = string(text)
		}
		return err
	}
	for _, root := range []string{".", "../README.md", "../CONTRIBUTING.md"} {
		if err := filepath.WalkDir(root, read); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// built is the folder of what make makes, whole systems with this project in them among it.
const built = "../bin"

var (
	fenced  = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	code    = regexp.MustCompile("`[^`]*`")
	link    = regexp.MustCompile(`!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)`)
	item    = regexp.MustCompile(`^ *([-*]|\d+\.) +`)
	stop    = regexp.MustCompile(`[.!?][)"'*_”]*( |$)`)
	heading = regexp.MustCompile("(?m)^#+ +(.*)$")
)

// paragraphs are the running text of a page: without headings, tables, pictures and code. Code within a line is one
// word, a link is its text, and each item of a list is a paragraph of its own.
func paragraphs(page string) (all []string) {
	page = link.ReplaceAllString(code.ReplaceAllString(fenced.ReplaceAllString(page, "\n"), "Code"), "$1")
	current := ""
	end := func() {
		if strings.TrimSpace(current) != "" {
			all = append(all, strings.TrimSpace(current))
		}
		current = ""
	}
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.TrimSpace(line) == "", strings.HasPrefix(line, "#"), strings.HasPrefix(line, "|"),
			current == "" && strings.HasPrefix(line, "    "):
			end()
			continue
		case item.MatchString(line):
			end()
			line = item.ReplaceAllString(line, "")
		}
		current += " " + strings.TrimLeft(strings.TrimSpace(line), "> ")
	}
	end()
	return all
}

// words counts the words of a text.
func words(text string) (count int) {
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			count++
		}
	}
	return count
}

// length counts the words and the sentences of a page's running text. What follows a sentence begins with no lower
// case letter, and what ends a paragraph ends a sentence.
func length(page string) (wordCount, sentences int) {
	for _, paragraph := range paragraphs(page) {
		wordCount += words(paragraph)
		for _, at := range stop.FindAllStringIndex(paragraph, -1) {
			next := strings.TrimLeft(paragraph[at[1]:], " ")
			if next != "" && !unicode.IsLower([]rune(next)[0]) {
				sentences++
			}
		}
		sentences++
	}
	return wordCount, sentences
}

// Pages are plain to read.
func TestSentencesAreShort(t *testing.T) {
	for path, page := range pages(t) {
		wordCount, sentences := length(page)
		average := float64(wordCount) / float64(max(sentences, 1))
		t.Logf("%-40s %6d words, %5d of them in %4d sentences: %4.1f", path, words(page), wordCount, sentences, average)
		if average > longestAverage {
			t.Errorf("%s: its sentences have %.1f words on average, at most %d are meant", path, average, longestAverage)
		}
	}
}

func TestLengthOfSentences(t *testing.T) {
	const page = "# A heading of many words is none\n\nTwo words. The `go test -v` of\n1.5 mm, e.g. here.\n\n" +
		"- One [link](to/there.md)!\n- Two\n\n    code is code\n\n| a | table |\n|---|---|\n\n```\nmore code\n```\n"
	if w, s := length(page); w != 12 || s != 4 {
		t.Errorf("%d words in %d sentences, want 12 in 4: %q", w, s, paragraphs(page))
	}
}

// anchors are the names of a page's headings, as GitHub makes them.
func anchors(page string) map[string]bool {
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		all[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, link.ReplaceAllString(m[1], "$1"))] = true
	}
	return all
}

// Links within the project lead somewhere.
func TestLinksLeadSomewhere(t *testing.T) {
	all := pages(t)
	count := 0
	for path, page := range all {
		page = code.ReplaceAllString(fenced.ReplaceAllString(page, ""), "")
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			if strings.Contains(m[2], "://") {
				continue
			}
			count++
			file, anchor, _ := strings.Cut(m[2], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: the link %s leads nowhere", path, m[2])
			} else if anchor != "" && !anchors(all[target])[anchor] {
				t.Errorf("%s: the link %s leads to no heading", path, m[2])
			}
		}
	}
	if count < 30 {
		t.Errorf("only %d links were found", count)
	}
}
