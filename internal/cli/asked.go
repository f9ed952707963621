package cli

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"syscall"
)

// asked is why a command ends that somebody has asked to end.
type asked struct{ text string }

func (a *asked) Error() string { return a.text }

// Asked is an error of a command that somebody has asked to end in another way than by a signal: exit status Done.
func Asked(text string) error { return &asked{text} }

// AskedToEnd reports whether a context has ended because somebody has asked the command to end.
func AskedToEnd(ctx context.Context) bool { return nothingBut(context.Cause(ctx), context.Canceled) }

// Interrupted is what to tell of a command that was ended before it was done, in the words of fmt.Errorf. Why the
// context has ended says whether that was asked for.
func Interrupted(ctx context.Context, format string, args ...any) error {
	return &interrupted{fmt.Sprintf(format, args...), context.Cause(ctx)}
}

type interrupted struct {
	text string
	why  error
}

func (i *interrupted) Error() string { return i.text }

// Unwrap is why the context has ended.
func (i *interrupted) Unwrap() error { return i.why }

// words are what an error says, in the words of a person where a context has ended and nothing else is known.
func words(err error) string {
	var own *interrupted
	var end *asked
	if nothingBut(err, context.Canceled) && !errors.As(err, &own) && !errors.As(err, &end) {
		return "stopped"
	}
	return err.Error()
}

// unread are the errors of a command whose results nobody reads.
var unread = []error{context.Canceled, ErrNobodyReads, syscall.EPIPE}

// joined is what errors.Join returns: several things that have gone wrong, and not one that is of several kinds.
var joined = reflect.TypeOf(errors.Join(ErrQuit))

// nothingBut reports whether an error says nothing but that somebody has asked for an end, or what some others say.
func nothingBut(err error, others ...error) bool {
	if _, is := err.(*asked); is { //nolint:errorlint // each error of the tree is looked at by itself
		return true
	}
	for _, other := range others {
		if err == other { //nolint:errorlint // likewise
			return true
		}
	}
	switch within := err.(type) { //nolint:errorlint // likewise
	case interface{ Unwrap() error }:
		return nothingBut(within.Unwrap(), others...)
	case interface{ Unwrap() []error }:
		one, all := false, true
		for _, part := range within.Unwrap() {
			is := nothingBut(part, others...)
			one, all = one || is, all && is
		}
		return all || one && reflect.TypeOf(err) != joined
	}
	return false
}
