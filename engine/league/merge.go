package league

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"draughtsman/engine/process"
)

// Part is the results of a shard of a league, and the file that they were read from.
type Part struct {
	File    string
	Setup   Setup
	Records []Record
}

// Merge is the league whose shards the parts are, and its records in the order of their numbers. Shards that are
// missing, there twice, of another league or without all their games are an error that names them. Programs that play
// are looked for as New does.
func Merge(parts []Part, beside string) (*League, []Record, error) {
	files := make([]process.ShardFile, len(parts))
	for i, p := range parts {
		files[i] = process.ShardFile{Name: p.File, Shard: p.Setup.Shard}
	}
	if _, err := process.CompleteShards(files); err != nil {
		return nil, nil, err
	}
	var all []Record
	var unfinished []string
	for _, p := range parts {
		if setting := otherSetting(parts[0].Setup, p.Setup); setting != "" {
			return nil, nil, fmt.Errorf("%s and %s are not of one league: they differ in %q", parts[0].File, p.File, setting)
		}
		l, err := New(p.Setup, beside)
		if err != nil {
			return nil, nil, err
		}
		if err := l.Check(p.Records); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", p.File, err)
		}
		if games := l.Games(p.Records); len(p.Records) < games {
			unfinished = append(unfinished, fmt.Sprintf("%s has %d of its %d games", p.File, len(p.Records), games))
		}
		all = append(all, p.Records...)
	}
	if len(unfinished) > 0 {
		return nil, nil, errors.New("not all games are there: " + strings.Join(unfinished, ", "))
	}
	slices.SortFunc(all, func(a, b Record) int { return cmp.Compare(a.Game, b.Game) })
	l, err := New(parts[0].Whole(), beside)
	return l, all, err
}

// Whole is the setup of the league without its division.
func (p Part) Whole() Setup {
	s := p.Setup
	s.Shard = process.Shard{}
	return s
}

// otherSetting is the name of a setting, as in files of results, that two setups differ in, whatever their shards are;
// "" where they agree.
func otherSetting(a, b Setup) string {
	b.Shard = a.Shard
	of, other := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range of.NumField() {
		if !reflect.DeepEqual(of.Field(i).Interface(), other.Field(i).Interface()) {
			name, _, _ := strings.Cut(of.Type().Field(i).Tag.Get("json"), ",")
			return name
		}
	}
	return ""
}
