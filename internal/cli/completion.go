package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/willabides/kongplete"
)

// completion is a shell that is to complete the commands.
type completion string

// shells are what each of them has to be told. Where the program knows of nothing that fits, files are offered.
var shells = map[completion]string{
	"bash": "complete -o default -C 'PATH' NAME\n",
	"zsh":  "autoload -U +X bashcompinit && bashcompinit\ncomplete -o default -C 'PATH' NAME\n",
	"fish": "complete -c NAME -a \"(env COMP_LINE=(commandline -cp) 'PATH')\"\n",
}

// BeforeApply prints what the shell has to be told.
func (completion) BeforeApply(app *kong.Kong, parsed *kong.Context, trace *kong.Path) error {
	shell := completion(parsed.Value(trace).String())
	script, known := shells[shell]
	if !known {
		return fmt.Errorf("--completion %s: want bash, zsh or fish", shell)
	}
	path, err := os.Executable()
	if err != nil {
		return err
	}
	name := filepath.Base(app.Model.Name)
	_, err = fmt.Fprint(app.Stdout, strings.NewReplacer("PATH", path, "NAME", name).Replace(script))
	app.Exit(Done)
	return err
}

// complete answers a shell that asks what may come next, by the variable COMP_LINE.
func complete(parser *kong.Kong) {
	if os.Getenv("COMP_LINE") != "" {
		showUnnamed(parser.Model.Node)
		kongplete.Complete(parser)
	}
}
