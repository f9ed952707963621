package pdn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGames reads games of all rule sets as programs and people write them.
func TestGames(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"Russian", "[GameType \"25\"]\n1.e3-f4 h6-g5 (1... b6-a5 2. f4-g5) 2.f4:h6 f6-e5 {sharp} 3.d2-e3 b6-a5 " +
			"4. c3-b4 a5xc3 5. b2:d4 d4:f6 e7:g5 6.h6:f4! d8-e7 2-0",
			"russian [e3-f4 h6-g5 f4:h6 f6-e5 d2-e3 b6-a5 c3-b4 a5:c3 b2:d4:f6 e7:g5 h6:f4 d8-e7] White won map[3:sharp]"},
		{"Russian, by numbers", "[Variant \"russian\"]\n1. 23-19 12-16 2. 19x12 0-1",
			"russian [e3-f4 h6-g5 f4:h6] Black won"},
		{"Brazilian, by numbers and letters", "[GameType \"26,W,8,8,A0,0\"] [Result \"1/2-1/2\"]\n" +
			"1. 23-19 9-14 2. g3-h4 c7-b6 3. f2-e3 c5-b4 4. c3xe5 f6xf2 5. e1xg3 *",
			"brazilian [e3-f4 b6-c5 g3-h4 c7-b6 f2-e3 c5-b4 c3xa5xc7xe5 f6xd4xf2 e1xg3] drawn"},
		{"Czech", "[GameType \"29\"] [BoardSize \"8\"] 1. c3-d4 b6-a5 2. d2-c3 a5-b4 3. c3xa5 c7-b6 4. a5xc7 d8xb6 1-0",
			"czech [c3-d4 b6-a5 d2-c3 a5-b4 c3xa5 c7-b6 a5xc7 d8xb6] White won"},
		{"pool", "[GameType \"23,B,8,8,N1,0\"]\n1. 11-16 23-18 2. 9-14 18x9 3. 6x13 24-19 4. 16x23 27x18 1-0",
			"pool [11-16 23-18 9-14 18x9 6x13 24-19 16x23 27x18] Black won"},
		{"pool by letters, Black at the bottom", "[GameType \"23\"] 1. c3-b4 f6-e5 2. g3-f4 e5xg3 *",
			"pool [11-16 22-18 9-14 18x9] unfinished"},
		{"pool by letters, White at the bottom", "[GameType \"23\"] 1. f6-g5 c3-d4 2. b6-c5 d4xb6 *",
			"pool [11-16 22-18 9-14 18x9] unfinished"},
		{"a choice of landings", "[GameType \"25\"] [FEN \"W:WKa1,c1:Bc3,f6,h2\"]\n1. a1:d4:h8 h2-g1 2. h8-a1 *",
			"russian W:WKa1,c1:Bf6,c3,h2 [a1:d4:h8 h2-g1 h8-a1] unfinished"},
		{"another way of the same capture", "[GameType \"26\"] [FEN \"W:WKa1,c1:Bc3,c7,g5,h2\"]\n1. a1:e5 e5:b8 *",
			"brazilian W:WKa1,c1:Bc7,g5,c3,h2 [a1xe5xb8] unfinished"},
		{"a capture that the next move decides", "[GameType \"25\"] [FEN \"B:Wd6,f6,f4,d2,f2:Bg3\"]\n1... g3:g7 2. d2-c3 *",
			"russian B:Wd6,f6,f4,d2,f2:Bg3 [g3:e5:g7 d2-c3] unfinished"},
		{"the other way", "[GameType \"25\"] [FEN \"B:Wd6,f6,f4,d2,f2:Bg3\"]\n1... g3:g7 2. f4-g5 *",
			"russian B:Wd6,f6,f4,d2,f2:Bg3 [g3:e1:c3:g7 f4-g5] unfinished"},
		{"one that nothing decides", "[GameType \"25\"] [FEN \"B:Wd6,f6,f4,d2,f2:Bg3\"]\n1... g3:g7 2. d6-c7 *",
			"russian B:Wd6,f6,f4,d2,f2:Bg3 [] unfinished game 1, line 2, move 1: " +
				"g3xg7 may mean g3:e1:c3:g7, g3:e5:g7; write the squares on the way"},
		{"a position by numbers", "[GameType \"29\"] [SetUp \"1\"] [FEN \"B:W7,8,15,16:B3\"]\n1... f8xh6xf4 2. e7-d8 *",
			"czech B:We7,g7,e5,g5:Bf8 [f8xh6xf4 e7-d8] unfinished"},
		{"a man on its king row", "[FEN \"W:Wb8,c3:Bh8\"] [GameType \"29\"]\n1. b8-a7 *",
			"czech W:WKb8,c3:Bh8 [b8-a7] unfinished hint: a man on its king row is read as a king: b8"},
		{"an illegal move", "[GameType \"25\"]\n1. c3-d4 f6-g5\n2. d4xf6 *",
			"russian [c3-d4 f6-g5] unfinished game 1, line 3, move 2: d4xf6 is not a legal move for White; legal: " +
				"d4-c5, d4-e5, a3-b4, e3-f4, g3-f4, g3-h4, b2-c3, d2-c3"},
		{"letters from Black's side", "[GameType \"26\"]\n1. f6-e5 *", "brazilian [] unfinished game 1, line 2, move 1: " +
			"f6-e5 is not a legal move for White; legal: a3-b4, c3-b4, c3-d4, e3-d4, e3-f4, g3-f4, g3-h4"},
		{"a position that is none", "[GameType \"25\"]\n[FEN \"W:Wa2:Bb8\"] 1. c3-d4 *", "russian [] unfinished " +
			"game 1, line 2: position \"W:Wa2:Bb8\": \"A2\" is no square that is played on"},
	} {
		for g, err := range Read(strings.NewReader(c.text)) {
			rules, _ := g.Kind()
			got := rules
			if g.Start != g.Start.Set.Start() {
				got += " " + g.Start.PDN()
			}
			got += fmt.Sprint(" ", g.Moves, " ", [...]string{"unfinished", "Black won", "White won", "drawn"}[g.Result])
			if g.Comments != nil {
				got += fmt.Sprint(" ", g.Comments)
			}
			for _, h := range g.Hints {
				got += " hint: " + h.Err.Error()
			}
			if err != nil {
				got += " " + err.Error()
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.name, diff)
			}
		}
	}
}
