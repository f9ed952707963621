package dxp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/engine/hub"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// The examples of the protocol's pages, and those of the tests of pydraughts and of rhalbersma/dctl.
func TestMessagesOfOthers(t *testing.T) {
	for _, text := range []string{
		"R01Tornado voor Windows 4.0        W060065A",
		"R01DXP Client                      Z120050BWzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
		"R01NAME                            Z010100BWzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
		"ATornado voor Windows 4.0        0",
		"ANAME                            1",
		"M0012061100",
		"M001205250422122320",
		"M000135240130",
		"E00",
		"E11",
		"CWhat do you think about move 35?",
		"B005Z",
		"B001W",
		"K1",
		"K0",
	} {
		if m, err := parse([]byte(text), nil); err != nil || string(m) != text {
			t.Errorf("%q is read as %q: %v", text, m, err)
		}
	}
	r := message("R01Tornado voor Windows 4.0        W060065A")
	if r.name(3) != "Tornado voor Windows 4.0" || r[35] != 'W' || r.number(36, 39) != 60 || r.number(39, 42) != 65 {
		t.Errorf("%q is read as %q, %c, %d, %d", r, r.name(3), r[35], r.number(36, 39), r.number(39, 42))
	}
	rules := variant.International()
	want, err := rules.Start(rules.Size)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(r), "R01DXP Client                      Z120050BW" + strings.Repeat("z", 20) +
		strings.Repeat("e", 10) + strings.Repeat("w", 20)} {
		if got, err := message(text).start(rules); err != nil || got != want {
			t.Errorf("%q begins at %s: %v", text, rules.FEN(got), err)
		}
	}
}

func TestNoMessages(t *testing.T) {
	for _, text := range []string{
		"", "Q", "r01", "E0", "E40", "E02", "E000", "K3", "C", "B05Z", "B005B", "A0", "ATornado voor Windows 4.0        4",
		"M00120611", "M001206110", "M0012061101", "M00120611002", "M0012061102222", "M0012xx1100",
		"R02Tornado voor Windows 4.0        W060065A", "R01Tornado voor Windows 4.0        B060065A",
		"R01Tornado voor Windows 4.0        W060065", "R01Tornado voor Windows 4.0        W060065B",
		"R01Tornado voor Windows 4.0        W060065BWx", "R01Tornado\nvoor Windows 4.0        W060065A",
		"R01Torn\xc3\xa9do voor Windows 4.0        W060065A",
	} {
		if m, err := parse([]byte(text), nil); err == nil || !strings.Contains(err.Error(), "is no message of DXP 1") {
			t.Errorf("%q is read as %q: %v", text, m, err)
		}
	}
}

// Every legal move of games by lot is read again as it was written, whatever the order of the pieces it takes.
func TestMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom(variant.All()).Draw(t, "rules")
		p, err := rules.Start(rules.Size)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 80).Draw(t, "plies") {
			legal := rules.Moves(p)
			if len(legal) == 0 {
				return
			}
			move := rapid.SampledFrom(legal).Draw(t, "move")
			written := moved(rules, p.Size(), move, rapid.Float64Range(0, 20000).Draw(t, "seconds"))
			m, err := parse([]byte(written), nil)
			if err != nil {
				t.Fatal(err)
			}
			taken := squares.FindAllString(string(m[11:]), -1)
			m = m[:11] + message(strings.Join(rapid.Permutation(taken).Draw(t, "order"), ""))
			got, err := m.move(rules, p)
			if err != nil || rules.Play(p, got) != rules.Play(p, move) {
				t.Fatalf("%s is read as %s from %q: %v", hub.FormatMove(rules, p.Size(), move),
					hub.FormatMove(rules, p.Size(), got), m, err)
			}
			p = rules.Play(p, move)
		}
	})
}

// Positions of games by lot are read from requests, of which one has room for boards up to 12×12.
func TestPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom(variant.All()).Draw(t, "rules")
		p, err := rules.Start(2 * rapid.IntRange(2, 6).Draw(t, "half the size"))
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			if legal := rules.Moves(p); len(legal) > 0 {
				p = rules.Play(p, rapid.SampledFrom(legal).Draw(t, "move"))
			}
		}
		r, err := parse([]byte(requestOf(rules, p, 'W', 5, 75)), nil)
		if err != nil || len(r) > 127 {
			t.Fatalf("%q: %v", r, err)
		}
		if got, err := r.start(rules); err != nil || rules.FEN(got) != rules.FEN(p) {
			t.Fatalf("%q is read as %s: %v", r, rules.FEN(got), err)
		}
	})
}

// requestOf asks for a game from a position.
func requestOf(rules variant.Rules, p variant.Position, asked byte, minutes, moves int) string {
	position := strings.NewReplacer("b", "z", "B", "Z").Replace(hub.FormatPosition(rules, p))
	return fmt.Sprintf("R01%-32s%c%03d%03dB%s", "Tester", asked, minutes, moves, position)
}

// lots is a searcher that draws moves by lot, and sees that it is asked as the clock has it.
type lots struct {
	rules variant.Rules
	lot   *rand.Rand
	asked *[]zerosum.Request[variant.Position]
}

func (l lots) Reset() {}

func (l lots) Search(_ context.Context, r zerosum.Request[variant.Position],
	_ func(zerosum.Result[variant.Move])) (zerosum.Result[variant.Move], error) {
	if l.asked != nil {
		*l.asked = append(*l.asked, r)
	}
	legal := l.rules.Moves(r.Position)
	return zerosum.Result[variant.Move]{Move: legal[l.lot.IntN(len(legal))]}, nil
}

// program is one that plays by lot, on a connection.
func program(t *testing.T, name string, rules variant.Rules, conn net.Conn) *Session {
	t.Cleanup(func() { conn.Close() })
	return &Session{Conn: conn, Name: name, Rules: rules, Patience: time.Minute, Now: time.Now,
		New: func(int) variant.Searcher {
			return lots{rules: rules, lot: rand.New(rand.NewPCG(1, uint64(len(name))))}
		},
		Note: func(text string) { t.Logf("%s hears %s", name, text) },
	}
}

// loopback is the two ends of a connection over TCP.
func loopback(t *testing.T) (client, server net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if client, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if server, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	return client, server
}

// Two programs play games over TCP on one connection, with either colour, by rules with White and with Black to
// begin: both have the same record of each, and the result that the rules give it.
func TestWholeGames(t *testing.T) {
	all := []variant.Rules{variant.International(), variant.Frisian(), variant.English(), variant.Russian()}
	for _, rules := range all {
		client, server := loopback(t)
		leads, follows := program(t, "leader", rules, client), program(t, "follower", rules, server)
		for _, colour := range []byte{'W', 'Z'} {
			played := make(chan Game, 1)
			go func() {
				g, err := follows.Follow(t.Context())
				if err != nil {
					t.Error(err)
				}
				played <- g
			}()
			a, err := leads.Lead(t.Context(), colour, 5, 0)
			if err != nil {
				t.Fatal(err)
			}
			b := <-played
			if !slices.Equal(a.Moves(), b.Moves()) || a.Names != b.Names || a.Result != b.Result || a.Reason != b.Reason {
				t.Errorf("%s: the one who leads has %v %v %s, who follows %v %v %s", rules.Name, a.Names, a.Result, a.Reason,
					b.Names, b.Result, b.Reason)
			}
			outcome, over := a.Outcome()
			if !over || a.Result == pdn.Unfinished || outcome.Draw != (a.Result == pdn.Draw) || a.Reason != outcome.Reason {
				t.Errorf("%s ends as %v, %s; by the rules: %v, %v", rules.Name, a.Result, a.Reason, outcome, over)
			}
			white := rules.Names[0] == "White"
			if leader := a.Names[0] == "leader"; leader != (white == (colour == 'W')) {
				t.Errorf("%s: %v play, where the first of them leads with %c", rules.Name, a.Names, colour)
			}
			t.Logf("%s: %v after %d plies, %v: %s", rules.Name, a.Names, len(a.Moves()), a.Result, a.Reason)
		}
	}
}

// talk lets a program begin a game with another one that goes by a script, and is what comes of it. "> " is what the
// other program says, "< " what it has to hear, where "*" stands for the rest; after the script it has gone.
func talk(t *testing.T, rules variant.Rules, script string,
	begin func(*Session) (Game, error)) (g Game, notes string, err error) {
	t.Helper()
	conn, other := loopback(t)
	s := program(t, "Draughtsman", rules, conn)
	s.Note = func(text string) { notes += text }
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		g, err = begin(s)
	}()
	in := bufio.NewReader(other)
	for line := range strings.FieldsFuncSeq(script, func(r rune) bool { return r == '\n' }) {
		if said, isSaid := strings.CutPrefix(line, "> "); isSaid {
			if _, err := io.WriteString(other, said+"\x00"); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, open := strings.CutSuffix(line[2:], "*")
		heard, failed := in.ReadString(0)
		if failed != nil || !strings.HasPrefix(heard, want) || !open && heard != want+"\x00" {
			t.Fatalf("it says %q, want %q: %v", heard, line, failed)
		}
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	<-ended
	return g, notes, err
}

func follow(t *testing.T, rules variant.Rules, script string) (g Game, notes string, err error) {
	t.Helper()
	return talk(t, rules, script, func(s *Session) (Game, error) { return s.Follow(t.Context()) })
}

const (
	black        = "R01Tester                          Z005075" // to be the other one's
	white        = "R01Tester                          W005075"
	asksForBlack = "> " + black + "A\n< ADraughtsman                     0\n"
	asksForWhite = "> " + white + "A\n< ADraughtsman                     0\n"
)

// The other program ends games: its reason counts, and is confirmed without one and with its stop code. It chats and
// asks for moves back in between.
func TestTheOtherProgramEnds(t *testing.T) {
	for _, c := range []struct {
		script string
		want   pdn.Result
		reason string
	}{
		{asksForBlack + "> E00\n< E00\n", pdn.Unfinished, "Tester says so"},
		{asksForBlack + "> E11\n< E01\n", pdn.WhiteWins, "Tester says so"},
		{asksForBlack + "> M0012322800\n< M0000*\n> E20\n< E00\n", pdn.Draw, "Tester says so"},
		{asksForBlack + "> E30\n< E00\n", pdn.BlackWins, "Tester says so"},
		{asksForWhite + "< M0000*\n> E10\n< E00\n", pdn.BlackWins, "Tester says so"},
		{asksForWhite + "< M0000*\n> E31\n< E01\n", pdn.WhiteWins, "Tester says so"},
	} {
		script := strings.Replace(c.script, "> E", "> Cgood \x1b luck\n> B001W\n< K1\n> E", 1)
		g, notes, err := follow(t, variant.International(), "> Chello\n"+script)
		if err != nil || g.Result != c.want || g.Result != pdn.Unfinished && g.Reason != c.reason {
			t.Errorf("%q: it ends as %v, %q: %v", c.script, g.Result, g.Reason, err)
		}
		if notes != `"hello""good \x1b luck"` {
			t.Errorf("notes are %s", notes)
		}
	}
}

// What is no message, no move, or said out of turn ends the game with an error that says so.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"", "from the other program: EOF"},
		{"> R02Tester                          Z005075A\n", `R02Tester                          Z005075A" is no message of DXP 1`},
		{"> GET / HTTP/1.1\r\n", "is no message of DXP 1"},
		{"> " + strings.Repeat("C", 127) + "\n> " + strings.Repeat("C", 128) + "\n", "128 characters without an end"},
		{"> M0012322800\n", `"M0012322800" out of turn`},
		{"> " + black + "BWzze\n< ADraughtsman                     2\n", "3 squares make no board"},
		{"> " + black + "BW" + strings.Repeat("w", 50) + "\n< ADraughtsman                     2\n",
			"pos=W" + strings.Repeat("w", 50)},
		{asksForBlack + "> " + black + "A\n", "out of turn"},
		{asksForBlack + "> M0012322700\n< M*\n> M0012322800\n", "32-28 is not a legal move; legal: "},
		{asksForBlack + "> M0012322300\n", "32-23 is not a legal move; legal: "},
		{asksForBlack + "> M001232270128\n", "32x27x28 is not a legal move; legal: "},
		{asksForBlack + "> M001232\n", "is no message of DXP 1"},
		{asksForBlack, "from the other program: EOF"},
		{asksForBlack + "> K0\n", `"K0" out of turn`},
	} {
		if _, _, err := follow(t, variant.International(), c.script); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.script, err, c.want)
		}
	}
}

// Half a message is none.
func TestHalfAMessage(t *testing.T) {
	conn, other := loopback(t)
	s := program(t, "Draughtsman", variant.International(), conn)
	if _, err := io.WriteString(other, "R01Tester"); err != nil {
		t.Fatal(err)
	}
	other.Close()
	if _, err := s.Follow(t.Context()); err == nil || err.Error() != "from the other program: EOF" {
		t.Error(err)
	}
}

// A program that says nothing is waited for as long as the patience, and in a game as its clock allows beside. The
// clock here jumps back after so many looks, so that what is waited for has been over for hours.
func TestSilence(t *testing.T) {
	for _, c := range []struct {
		looks        int
		script, want string
	}{
		{0, "", "nothing for 1m0s"},
		{3, asksForBlack, "nothing for 6m0s"},
		{3, asksForWhite, "i/o timeout"},
	} {
		looks := 0
		_, _, err := talk(t, variant.International(), c.script, func(s *Session) (Game, error) {
			s.Now = func() time.Time {
				if looks++; looks > c.looks {
					return time.Now().Add(-10 * time.Hour)
				}
				return time.Now()
			}
			return s.Follow(t.Context())
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("after %d looks at the clock: %v, want %s", c.looks, err, c.want)
		}
	}
}

// Games end by the rules, and after as many moves as were agreed, even where the other program goes on: who is to
// move says so.
func TestEnds(t *testing.T) {
	short := variant.International()
	short.Limit, short.Alone = 2, [3]uint8{}
	kings := "e" + strings.Repeat("e", 4) + "Z" + strings.Repeat("e", 39) + "W" + strings.Repeat("e", 4)
	for _, c := range []struct {
		rules  variant.Rules
		script string
		want   pdn.Result
		plies  int
		reason string
	}{
		{short, "> " + black + "BW" + kings + "\n< A*\n> M0000464100\n< M*\n> M0000413600\n< E20\n> E00\n",
			pdn.Draw, 2, "1 moves by each side without a capture or a man's move"},
		{short, "> " + white + "BZ" + kings + "\n< A*\n> M0000060100\n< M*\n> E00\n< E00\n",
			pdn.Draw, 2, "1 moves by each side without a capture or a man's move"},
		{variant.International(), "> R01Tester                          Z005000BW" + strings.Repeat("e", 40) +
			"zeeeeWeeee\n< A*\n> M000046370141\n< E10\n> E00\n", pdn.BlackWins, 1, "Black has no piece left"},
		{variant.International(), "> R01Tester                          Z005000BWeeeeZ" + strings.Repeat("e", 40) +
			"Weeee\n< A*\n> M0000464100\n< M000005460141\n> M0000464100\n< E30\n> E00\n", pdn.WhiteWins, 2,
			"White has no piece left"},
		{variant.International(), "> R01Tester                          Z005001A\n< A*\n> M0000322800\n< M*\n" +
			"> M0000312700\n< E00\n> E00\n", pdn.Unfinished, 2, ""},
	} {
		g, _, err := follow(t, c.rules, c.script)
		if err != nil || g.Result != c.want || len(g.Moves()) != c.plies || g.Reason != c.reason {
			t.Errorf("%q: %v after %d plies, %q: %v", c.script, g.Result, len(g.Moves()), g.Reason, err)
		}
	}
}

// Who leads asks as it is told, takes no for an answer, and thinks by its clock.
func TestLead(t *testing.T) {
	start := strings.Repeat("z", 20) + strings.Repeat("e", 10) + strings.Repeat("w", 20)
	var searched []zerosum.Request[variant.Position]
	lead := func(s *Session) (Game, error) {
		s.New = func(size int) variant.Searcher {
			if size != 10 {
				t.Errorf("a searcher is wanted for a board of size %d", size)
			}
			return lots{s.Rules, rand.New(rand.NewPCG(1, 1)), &searched}
		}
		return s.Lead(t.Context(), 'W', 30, 75)
	}
	request := "< R01Draughtsman                     Z030075BW" + start + "\n"
	_, _, err := talk(t, variant.International(), request+"> ATester                          3\n", lead)
	if err == nil || err.Error() != `"ATester                          3" is no: to this version of DXP (1), this game (2), or any game (3)` {
		t.Error(err)
	}
	g, _, err := talk(t, variant.International(), request+"> ATester                          0\n"+
		"< M0000*\n> E10\n< E00\n", lead)
	if err != nil || g.Result != pdn.BlackWins || g.Names != [2]string{"Draughtsman", "Tester"} {
		t.Errorf("%v, %v: %v", g.Names, g.Result, err)
	}
	if len(searched) != 1 || searched[0].Enough != 24*time.Second || searched[0].Time != 48*time.Second {
		t.Errorf("searched for %v, want for 24 seconds of 30 minutes for 75 moves, and twice that if need be", searched)
	}
}
