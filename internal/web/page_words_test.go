package web

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/expect"
)

// mostOfPage is how many bytes each page may have as it is sent, with the words of all languages.
const mostOfPage = 60_000

// usedWord finds the keys of words in the page's files.
var usedWord = regexp.MustCompile(`(?:\bt\(|data-(?:t|label|hint)=)"([^"]+)"`)

// wordsOf are the page's words in a language.
func wordsOf(t *testing.T, language string) map[string]string {
	t.Helper()
	words := map[string]string{}
	for _, of := range []string{"", "calibrate-", "games-", "phone-"} {
		text, err := pageFiles.ReadFile("page/words/" + of + language + ".json")
		expect.OK(t, err)
		before := len(words)
		var own map[string]string
		if err := json.Unmarshal(text, &own); err != nil {
			t.Fatalf("%s%s: %v", of, language, err)
		}
		if maps.Copy(words, own); len(words) != before+len(own) || len(own) == 0 {
			t.Errorf("%s%s has words that another file has, or none", of, language)
		}
	}
	return words
}

// sources are the page's files that use words, as one text.
func sources(t *testing.T) string {
	t.Helper()
	files, err := readPage()
	expect.OK(t, err)
	var all strings.Builder
	for at, file := range files {
		if ext := path.Ext(at); at == pagePath || at == calibratePath || at == phonePath || ext == ".js" {
			all.Write(file.text)
		}
	}
	return all.String()
}

// Every language has the same words with the same values in them, and the page uses all of them and no other.
func TestWordsOfThePage(t *testing.T) {
	english := wordsOf(t, "en")
	values := regexp.MustCompile(`\{\w+\}`)
	for _, tag := range sentence.Languages() {
		words := wordsOf(t, tag.String())
		for key, text := range english {
			said := words[key]
			if strings.TrimSpace(said) == "" {
				t.Errorf("%v has no word for %q", tag, key)
				continue
			}
			in, want := values.FindAllString(said, -1), values.FindAllString(text, -1)
			slices.Sort(in)
			slices.Sort(want)
			if !slices.Equal(in, want) {
				t.Errorf("%v: %q has the values %v, in English it has %v", tag, key, in, want)
			}
		}
		for key := range words {
			if _, known := english[key]; !known {
				t.Errorf("%v has a word for %q, which English has not", tag, key)
			}
		}
	}
	text := sources(t)
	for _, match := range usedWord.FindAllStringSubmatch(text, -1) {
		if _, known := english[match[1]]; !known {
			t.Errorf("the page uses the word %q, which is not there", match[1])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(english)) {
		if !strings.Contains(text, `"`+key+`"`) {
			t.Errorf("the page does not use the word %q", key)
		}
	}
	rooms := map[string]bool{} // what stands before a dot in keys
	for key := range english {
		if room, _, dotted := strings.Cut(key, "."); dotted {
			rooms[room] = true
		}
	}
	endings := []string{"pdn", "svg", "json", "html"} // of files
	for _, match := range regexp.MustCompile(`"(\w+)\.([^"./]+)"`).FindAllStringSubmatch(text, -1) {
		key := match[1] + "." + match[2]
		if _, known := english[key]; rooms[match[1]] && !known && !slices.Contains(endings, match[2]) {
			t.Errorf("the page uses the word %q, which is not there", key)
		}
	}
}

// The page is small, and nothing in it comes from elsewhere or is written where the policy forbids it.
func TestPageIsSmallAndItsOwn(t *testing.T) {
	files, err := readPage()
	expect.OK(t, err)
	for at, file := range files {
		if file.kind == "" {
			t.Errorf("nobody knows what %s is", at)
		}
		for _, address := range regexp.MustCompile(`https?://[^"'\s)]+`).FindAllString(string(file.text), -1) {
			if !strings.HasPrefix(address, "http://www.w3.org/") { // names of namespaces, which nobody fetches
				t.Errorf("%s names %s", at, address)
			}
		}
	}
	for _, of := range []string{pagePath, calibratePath, phonePath} {
		size := 0
		for _, at := range filesOf(files, of) {
			size += len(files[at].zipped)
		}
		if size > mostOfPage {
			t.Errorf("the page %s has %d bytes, and may have %d", of, size, mostOfPage)
		}
		t.Logf("the page %s has %d bytes", of, size)
		isItsOwn(t, string(files[of].text))
	}
}

// namedFile finds the files that a file of the page names: its scripts, styles and icons.
var namedFile = regexp.MustCompile(`(?:src="|href="|from "\.|import "\.)(?:page)?(/[^"]+)"`)

// filesOf are the files that a browser may fetch for a page at once: those that it names, those that they name, and the
// words of all languages.
func filesOf(files map[string]pageFile, of string) []string {
	all := []string{of}
	for at := range files {
		words, own := strings.CutPrefix(at, "/page/words"+of+"-")
		if !own {
			words, own = strings.CutPrefix(at, "/page/words/")
		}
		if own && !strings.Contains(words, "-") {
			all = append(all, at)
		}
	}
	for i := 0; i < len(all); i++ {
		for _, named := range namedFile.FindAllSubmatch(files[all[i]].text, -1) {
			if at := "/page" + string(named[1]); !slices.Contains(all, at) {
				all = append(all, at)
			}
		}
	}
	return all
}

// isItsOwn fails the test if there is a style or a script in a page.
func isItsOwn(t *testing.T, html string) {
	t.Helper()
	for _, forbidden := range []string{` style=`, `<style`, ` onclick=`, `javascript:`} {
		if strings.Contains(html, forbidden) {
			t.Errorf("the page has %q in it", forbidden)
		}
	}
	if scripts := regexp.MustCompile(`<script[^>]*>[^<]`).FindString(html); scripts != "" {
		t.Errorf("a script is written within the page: %s", scripts)
	}
}
