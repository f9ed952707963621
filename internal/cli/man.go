package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// manual is a flag that prints the program's manual page, made from the help of its commands.
type manual bool

// BeforeApply prints the page.
func (manual) BeforeApply(app *kong.Kong) error {
	_, err := fmt.Fprint(app.Stdout, manPage(app.Model))
	app.Exit(Done)
	return err
}

// manPage is the page of a program for man, in the macros of man(7).
func manPage(app *kong.Application) string {
	showUnnamed(app.Node)
	page := newPage(app.Name, app.Help)
	page.section("SYNOPSIS")
	page.line(`.B ` + escaped(app.Name))
	page.line(`.I command`)
	page.text("[flags]")
	page.section("OPTIONS")
	page.flags(app.Flags)
	page.section("COMMANDS")
	page.commands(app.Node)
	return page.end()
}

// plainPage is the page of a program without a command line.
func plainPage(name, does, usage string) string {
	page := newPage(name, does)
	page.section("DESCRIPTION")
	page.detail(usage)
	return page.end()
}

// newPage begins a page.
func newPage(name, does string) *roff {
	page := &roff{}
	page.line(`'\" -*- coding: utf-8 -*-`)
	page.line(".TH " + strings.ToUpper(name) + " 1")
	page.section("NAME")
	page.text(name + " - " + does)
	return page
}

// end is the page with what all of them end with.
func (r *roff) end() string {
	r.section("EXIT STATUS")
	r.text("0: done, or ended as somebody has asked, by Ctrl-C or SIGTERM; 1: failed; 2: wrong usage")
	return r.String()
}

// roff is a text for troff.
type roff struct{ strings.Builder }

func (r *roff) line(text string)    { fmt.Fprintln(r, text) }
func (r *roff) section(name string) { r.line(".SH " + name) }
func (r *roff) text(text string)    { r.line(escaped(text)) }

// escaped is a text in which nothing is a request to troff.
func escaped(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

// commands are those below a command that can be given, each with its help.
func (r *roff) commands(node *kong.Node) {
	for _, command := range node.Children {
		if command.Hidden {
			continue
		}
		r.line(".SS " + escaped(command.Path()))
		r.text(command.Help)
		r.detail(command.Detail)
		for _, argument := range command.Positional {
			r.entry("<"+argument.Name+">", argument.Help)
		}
		r.flags(command.Flags)
		r.commands(command)
	}
}

// detail is paragraphs of text and, indented, of examples.
func (r *roff) detail(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph == "" {
			continue
		}
		r.line(".PP")
		if strings.HasPrefix(paragraph, " ") {
			paragraph = ".nf\n" + escaped(paragraph) + "\n.fi"
		} else {
			paragraph = escaped(paragraph)
		}
		r.line(paragraph)
	}
}

func (r *roff) flags(flags []*kong.Flag) {
	for _, flag := range flags {
		if !flag.Hidden {
			r.entry(flag.String(), flag.Help)
		}
	}
}

// entry is a term and what it means.
func (r *roff) entry(term, meaning string) {
	r.line(".TP\n.B " + escaped(term))
	r.text(meaning)
}
