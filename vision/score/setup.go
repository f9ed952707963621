package score

import (
	"fmt"
	"io"
)

// Setups groups labels by source and setup, one camera and board each, in the order in which these first appear.
func Setups(labels []Label) [][]Label {
	type key struct{ source, setup string }
	var setups [][]Label
	at := make(map[key]int)
	for _, l := range labels {
		k := key{l.Source, l.Setup}
		i, ok := at[k]
		if !ok {
			i = len(setups)
			at[k] = i
			setups = append(setups, nil)
		}
		setups[i] = append(setups[i], l)
	}
	return setups
}

// LeftOut is a setup that was not scored.
type LeftOut struct {
	Source   string `json:"source"`
	Setup    string `json:"setup"`
	Pictures int    `json:"pictures"`
}

// WriteLeftOut says which sources have setups that were not scored.
func WriteLeftOut(w io.Writer, left []LeftOut) error {
	var sources []string
	count := make(map[string]int)
	for _, l := range left {
		if count[l.Source] == 0 {
			sources = append(sources, l.Source)
		}
		count[l.Source] += l.Pictures
	}
	for _, source := range sources {
		if _, err := fmt.Fprintf(w, "left out: %d of %s, as no picture of their setup is left beside the calibration's\n",
			count[source], source); err != nil {
			return err
		}
	}
	return nil
}
