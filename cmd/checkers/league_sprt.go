package main

import (
	"fmt"
	"strconv"
	"strings"

	"draughtsman/engine/analysis"
)

// hypotheses are the two Elo differences that an SPRT decides between: "0,10".
type hypotheses [2]float64

// UnmarshalText reads two numbers.
func (h *hypotheses) UnmarshalText(text []byte) error {
	first, second, two := strings.Cut(string(text), ",")
	if !two {
		return fmt.Errorf("%q: want two Elo differences, as in 0,10", text)
	}
	for i, word := range []string{first, second} {
		elo, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil {
			return fmt.Errorf("%q: want two Elo differences, as in 0,10", text)
		}
		h[i] = elo
	}
	return nil
}

// test is the SPRT between the hypotheses; none without them.
func (h *hypotheses) test(share float64) analysis.SPRT {
	if h == nil {
		return analysis.SPRT{}
	}
	return analysis.SPRT{Elo0: h[0], Elo1: h[1], Error: share}
}
