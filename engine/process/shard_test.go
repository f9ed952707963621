package process

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {1, 1}, "1/5": {1, 5}, "5/5": {5, 5}, "10/1000": {10, 1000}} {
		if got, err := ParseShard(text); err != nil || got != want || got.String() != text {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "/", "1", "1/", "/5", "0/5", "6/5", "-1/5", "1/-5", "1/5/5", "1 / 5", "01/5", "+1/5", "a/b",
	} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

func TestShardsInJSON(t *testing.T) {
	type head struct {
		Shard Shard `json:"shard,omitzero"`
	}
	for _, test := range []struct {
		head head
		want string
	}{{head{}, `{}`}, {head{Shard{2, 5}}, `{"shard":"2/5"}`}} {
		text, err := json.Marshal(test.head)
		if err != nil || string(text) != test.want {
			t.Errorf("%+v is %s, %v", test.head, text, err)
		}
		var read head
		if err := json.Unmarshal(text, &read); err != nil || read != test.head {
			t.Errorf("%s is %+v, %v", text, read, err)
		}
	}
	var read head
	if err := json.Unmarshal([]byte(`{"shard":""}`), &read); err == nil {
		t.Error("an empty shard was read")
	}
}

// Every piece belongs to one shard, and it is the same one however many pieces there are.
func TestEveryPieceOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.IntRange(1, 20).Draw(t, "of")
		pieces := rapid.Uint64Range(0, 200).Draw(t, "pieces")
		var all []uint64
		for i := range of {
			s := Shard{i + 1, of}
			own := slices.Collect(s.All(pieces))
			if uint64(len(own)) != s.Count(pieces) {
				t.Fatalf("%s counts %d of %d pieces, and has %d", s, s.Count(pieces), pieces, own)
			}
			for k, n := range own {
				if !s.Holds(n) || s.Nth(uint64(k)) != n {
					t.Fatalf("%s: piece %d, its number %d, is not its own", s, n, k)
				}
			}
			all = append(all, own...)
		}
		slices.Sort(all)
		if want := slices.Collect(Shard{}.All(pieces)); !slices.Equal(all, want) {
			t.Fatalf("%d shards of %d pieces have %d", of, pieces, all)
		}
	})
}

func TestCompleteShards(t *testing.T) {
	files := []ShardFile{{"c", Shard{3, 3}}, {"a", Shard{1, 3}}, {"b", Shard{2, 3}}}
	got, err := CompleteShards(files)
	if err != nil {
		t.Fatal(err)
	}
	want := []ShardFile{{"a", Shard{1, 3}}, {"b", Shard{2, 3}}, {"c", Shard{3, 3}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestIncomplete(t *testing.T) {
	for _, test := range []struct {
		files []ShardFile
		want  string
	}{
		{nil, "there are no shards to join"},
		{[]ShardFile{{"a", Shard{}}}, "a is no shard: its work was not divided"},
		{[]ShardFile{{"a", Shard{1, 2}}, {"b", Shard{}}}, "b is no shard: its work was not divided"},
		{[]ShardFile{{"a", Shard{1, 2}}, {"b", Shard{2, 3}}},
			"a is shard 1/2 and b is shard 2/3: they do not belong together"},
		{[]ShardFile{{"a", Shard{1, 2}}, {"b", Shard{1, 2}}}, "a and b are both shard 1/2"},
		{[]ShardFile{{"a", Shard{1, 2}}}, "shard 2/2 is missing"},
		{[]ShardFile{{"a", Shard{2, 4}}}, "shards 1/4, 3/4 and 4/4 are missing"},
		{[]ShardFile{{"a", Shard{1, 14}}},
			"shards 2/14, 3/14, 4/14, 5/14, 6/14, 7/14, 8/14, 9/14, 10/14, 11/14 and 3 more are missing"},
	} {
		if _, err := CompleteShards(test.files); err == nil || err.Error() != test.want {
			t.Errorf("%v: %v, want %s", test.files, err, test.want)
		}
	}
}
