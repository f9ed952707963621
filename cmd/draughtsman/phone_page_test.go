package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"image/jpeg"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/testkit/simtable"
)

// phoneFEN is the position that a game begins with which a phone sees.
var phoneFEN = flag.String("phone-fen", "B:W22,23,K32:B1,10", "the position from which a game is played that a phone "+
	"sees; empty: the start")

// heldPhone is a phone over a board, whose camera sees what its page is given to see.
type heldPhone struct {
	t    *testing.T
	tab  *browser.Tab
	view *simtable.Table
}

// sees has the camera see a position.
func (p *heldPhone) sees(at checkers.Position) {
	p.t.Helper()
	picture := p.view.Take(p.view.State(at))
	var text bytes.Buffer
	shown, err := picture.ToImage()
	if err == nil {
		err = jpeg.Encode(&text, shown, &jpeg.Options{Quality: 95})
	}
	if err != nil {
		p.t.Fatal(err)
	}
	browser.Value[bool](p.tab, `window.sees("data:image/jpeg;base64,`+
		base64.StdEncoding.EncodeToString(text.Bytes())+`")`)
}

// TestPhonePlays has a phone be the camera of a board without an arm: its page, over TLS, is opened by the link that
// the program prints, the table is calibrated by its pictures, and a game is played to its end, in which a person
// carries the robot's moves out.
func TestPhonePlays(t *testing.T) {
	t.Parallel()
	open := browser.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	folder := t.TempDir()
	phone := exec.CommandContext(ctx, "draughtsman", "phone", "--listen", "127.0.0.1:0", "--pictures", "127.0.0.1:0")
	phone.Dir = folder
	said, err := phone.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := phone.Start(); err != nil {
		t.Fatal(err)
	}
	var link, source string
	for lines := bufio.NewScanner(said); source == "" && lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "https://") {
			link = line
		}
		if _, rest, found := strings.Cut(line, "The camera is then "); found {
			source, _, _ = strings.Cut(rest, ": ")
		}
	}
	p := &heldPhone{t: t, tab: open(t, 390, 844), view: simtable.New(t)}
	p.tab.Open(link)
	p.tab.Until(`document.querySelector("#send").textContent !== ""`)
	browser.Value[bool](p.tab, `(() => {
		const canvas = document.createElement("canvas");
		let shown = null;
		window.sees = async (address) => {
			const picture = new Image();
			picture.src = address;
			await picture.decode();
			[canvas.width, canvas.height] = [picture.width, picture.height];
			shown = picture;
			return true;
		};
		setInterval(() => shown && canvas.getContext("2d").drawImage(shown, 0, 0), 100);
		navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
		return true;
	})()`)
	p.sees(checkers.Start())
	p.tab.Press("#send")
	p.tab.Until(`document.querySelector("#said").textContent.includes("960×720")`)
	d := config.Example()
	d.Board, d.Disc = p.view.Calibration.Board, p.view.Calibration.Disc
	d.Camera, d.Arm = config.Camera{Source: source}, config.Arm{Driver: "hands"}
	if err := d.Save(filepath.Join(folder, "table.yaml"), ""); err != nil {
		t.Fatal(err)
	}
	calibrate := exec.CommandContext(ctx, "draughtsman", "calibrate", "board", "--yes", "--config", "table.yaml")
	calibrate.Dir = folder
	if text, err := calibrate.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	table := answering(ctx, t, folder, "serve", "--config", "table.yaml", "--time", "50ms", "--listen", "127.0.0.1:0",
		"--level", "full")
	table.untilThat(func(now service.Snapshot) bool {
		return now.State == service.SettingUp || now.State == service.HumansTurn
	})
	stands := checkers.Start()
	if *phoneFEN != "" {
		stands = position(t, *phoneFEN)
	}
	p.begins(table, stands)
	moves := 0
	for len(stands.Moves()) > 0 {
		now := table.untilThat(func(now service.Snapshot) bool {
			turn := now.State == service.HumansTurn
			if stands.Turn == checkers.White {
				turn = now.State == service.Moving && len(now.Arrows) == 1 && now.Arrow == service.NextMove
			}
			return now.State == service.Over || len(now.Moves) == moves && turn
		})
		if now.State == service.Over {
			break
		}
		move := stands.Moves()[moves%len(stands.Moves())]
		if stands.Turn == checkers.White {
			if move, err = stands.ParseMove(now.Arrows[0]); err != nil {
				t.Fatal(err)
			}
		}
		stands = stands.Play(move)
		moves++
		p.sees(stands)
		now = table.untilThat(func(now service.Snapshot) bool { return len(now.Moves) == moves })
		if got := now.Moves[moves-1]; got != move.String() {
			t.Fatalf("move %d is recorded as %s, and was %s", moves, got, move)
		}
		if moves > 150 {
			t.Fatal("the game does not end")
		}
	}
	t.Logf("a game of %d moves: %s", moves, table.until(0, string(service.Over)).Outcome)
	table.end()
	if err := phone.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = phone.Wait()
}

// begins has a game begin at a position, in which the robot plays White.
func (p *heldPhone) begins(table *served, at checkers.Position) {
	p.t.Helper()
	p.sees(at)
	command := fmt.Sprintf(`{"command":"new game","side":"white","position":%q,"give_up":true}`, at.FEN())
	answer, err := http.Post(strings.Replace(table.address, "state", "commands", 1), "application/json",
		bytes.NewReader([]byte(command)))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusAccepted {
		p.t.Fatalf("status %d, %v", answer.StatusCode, err)
	}
	table.untilThat(func(now service.Snapshot) bool { return now.State == service.HumansTurn && now.FEN == at.FEN() })
}
