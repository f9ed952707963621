package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// FuzzTyped types anything at the two games: they end with the input at the latest, and nothing goes wrong.
func FuzzTyped(f *testing.F) {
	f.Add("a2-b1\nb1-c2\n?\n")
	f.Add("d0 c1\n?\nd2 c3\nquit")
	f.Add("A2xB1xC2x\n\x00\xff\n9999999999999999999-1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(strings.ToLower(text), "save") {
			t.Skip("files stay as they are")
		}
		ctx := t.Context()
		for name, play := range map[string]func(context.Context, *keyboard) error{"console": playSmall, "bot": playSmallBot} {
			err := unlessEnded(play(ctx, newKeyboard(ctx, strings.NewReader(text), io.Discard)))
			if err != nil && !errors.Is(err, errTooLong) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// playSmall is a small game against random moves.
func playSmall(ctx context.Context, keys *keyboard) error {
	rules := variant.CSC242()
	start, err := rules.Start(4)
	if err != nil {
		return err
	}
	game := consoleGame{
		game: variant.NewGame(rules, start), agent: playRandomly(rand.New(rand.NewPCG(1, 1))),
		keys: keys, out: io.Discard, now: time.Now,
	}
	return game.play(ctx)
}

// playSmallBot is a small game against a bot that hardly thinks.
func playSmallBot(ctx context.Context, keys *keyboard) error {
	start, err := variant.CheckersBot().Start(4)
	if err != nil {
		return err
	}
	rules := variant.CheckersBot()
	game := botGame{
		game:     variant.NewGame(rules, start),
		searcher: variant.NewSearcher(rules, 4, variant.Material(), zerosum.Options{NoTable: true}),
		depth:    1, keys: keys, out: io.Discard,
	}
	return game.play(ctx)
}
