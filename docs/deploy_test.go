package docs

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rulesOfUdev is a file for a table's computer, in deploy.
const rulesOfUdev = "70-draughtsman.rules"

// keys are those of udev's rules (man 7 udev) that the file uses, with what may stand between key and value.
var keys = map[string]string{
	"ACTION": "==", "SUBSYSTEM": "== !=", "ATTRS{idVendor}": "==", "ATTRS{idProduct}": "==", "ATTRS{serial}": "==",
	"GOTO": "=", "LABEL": "=", "GROUP": "=", "MODE": "=", "TAG": "+=", "SYMLINK": "+=", "ENV{ID_MM_DEVICE_IGNORE}": "=",
}

var pair = regexp.MustCompile(`^([A-Z]+(?:\{\w+\})?)(==|!=|\+=|=)"([^"]*)"$`)

// Every rule is made of keys that udev knows, and every jump leads forward to a label: udev drops what it does not
// understand with a line in its log that nobody reads.
func TestRules(t *testing.T) {
	text, err := os.ReadFile("../deploy/" + rulesOfUdev)
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.ReplaceAll(string(text), "# ATTRS{serial}", "ATTRS{serial}"))
	var wanted []string
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		for _, part := range strings.Split(line, ", ") {
			m := pair.FindStringSubmatch(part)
			if m == nil || !slices.Contains(strings.Fields(keys[m[1]]), m[2]) {
				t.Errorf("%s\nhas %q, which is no part of a rule", line, part)
				continue
			}
			switch m[1] {
			case "GOTO":
				wanted = append(wanted, m[3])
			case "LABEL":
				if !slices.Contains(wanted, m[3]) {
					t.Errorf("nothing leads to %s", m[3])
				}
				wanted = slices.DeleteFunc(wanted, func(l string) bool { return l == m[3] })
			}
		}
	}
	if len(wanted) > 0 {
		t.Errorf("there is no %v behind the rules that lead there", wanted)
	}
	if rulesOfUdev >= "73" {
		t.Error("uaccess is made of its tag by 73-seat-late.rules")
	}
}

var (
	inRules = regexp.MustCompile(`ATTRS\{idVendor\}=="(\w{4})", ATTRS\{idProduct\}=="(\w{4})"`)
	inDocs  = regexp.MustCompile("`(\\w{4}):(\\w{4})`")
)

// The page about arms names the same adapters, and how the file is installed.
func TestRulesAndPageAgree(t *testing.T) {
	rules, err := os.ReadFile("../deploy/" + rulesOfUdev)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("arms.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "\n## Permissions and names under Linux\n")
	if !found {
		t.Fatal("the page has no section about it")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	known := func(of *regexp.Regexp, text string) (ids []string) {
		for _, m := range of.FindAllStringSubmatch(text, -1) {
			ids = append(ids, m[1]+":"+m[2])
		}
		slices.Sort(ids)
		return slices.Compact(ids)
	}
	have, want := known(inDocs, section), known(inRules, string(rules))
	if len(want) < 5 || !slices.Equal(have, want) {
		t.Errorf("the page has %v, the rules have %v", have, want)
	}
	for _, line := range []string{"sudo cp deploy/" + rulesOfUdev + " /etc/udev/rules.d/",
		"sudo udevadm control --reload"} {
		if !strings.Contains(section, line) || !strings.Contains(string(rules), line) {
			t.Errorf("%q is not in both", line)
		}
	}
	for _, group := range []string{"dialout", "video"} {
		if !strings.Contains(string(rules), `GROUP="`+group+`", MODE="0660"`) || !strings.Contains(section, "`"+group+"`") {
			t.Errorf("the group %s is not in both", group)
		}
	}
}
