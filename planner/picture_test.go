package planner

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
)

// pictureGantry is a table with a tray on either side and a post in the way.
func pictureGantry() (Setup, Table) {
	setup := Setup{
		Board: calibration.Board{Squares: 8, SquareMM: 40},
		Disc:  calibration.Disc{DiameterMM: 31, HeightMM: 7},
		Frame: calibration.ArmFrame{Rotation: calibration.Rotation{0, 0, 0.05},
			Origin: calibration.ArmPoint{X: 320, Y: 260, Z: 12}, Scale: 1},
		Machine: Machine{
			Reach: Box{Max: calibration.ArmPoint{X: 640, Y: 520, Z: 90}},
			KeepOut: []KeepOut{{Name: "lamp & post", Box: Box{
				Min: calibration.ArmPoint{X: 495, Y: 250}, Max: calibration.ArmPoint{X: 510, Y: 310, Z: 95},
			}}},
			Park:       calibration.ArmPoint{X: 610, Y: 490, Z: 80},
			MaxSpeedXY: 200, MaxSpeedZ: 80, AccelXY: 1200, AccelZ: 600,
			TravelSpeed: 200, VerticalSpeed: 80, ApproachSpeed: 20, Approach: 5,
			Clearance: 6, ToolRadius: 5, Press: 0.2, Gap: 0.5,
			GripSettle: 250 * time.Millisecond, ReleaseSettle: 150 * time.Millisecond, Overhead: 40 * time.Millisecond,
		},
	}
	var tray Tray
	for row := range 8 {
		tray.Slots = append(tray.Slots, Slot{Kind: CaptureSlot, Capacity: 2,
			At: calibration.BoardPoint{X: 215, Y: 140 - 40*float64(row)}})
	}
	for row := range 4 {
		side := checkers.Side(row / 2)
		tray.Slots = append(tray.Slots, Slot{
			Kind: SpareSlot, Capacity: 2, At: calibration.BoardPoint{X: -205, Y: 60 - 40*float64(row)},
			Holds: Stack{side, side},
		})
	}
	return setup, Table{Tray: tray}
}

// elements counts a picture's elements by their names, and holds it to be XML.
func elements(t *testing.T, svg []byte) map[string]int {
	t.Helper()
	count := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

func TestDraw(t *testing.T) {
	setup, table := pictureGantry()
	capture, err := checkers.ParseFEN("B:W18,26,27,K30:B15,3,K12")
	if err != nil {
		t.Fatal(err)
	}
	table.Position = capture
	table.Offset[27] = [2]float64{3, -4}
	jump, err := capture.ParseMove("15x22x31")
	if err != nil {
		t.Fatal(err)
	}
	for name, plan := range map[string]func() (Plan, error){
		"capture": func() (Plan, error) { return New(setup, table, jump, LookAtEnd) },
		"straighten": func() (Plan, error) {
			return Straighten(setup, table, checkers.SetOf(27), LookAtEnd)
		},
		"nothing": func() (Plan, error) { return SetUp(setup, table, capture, LookAtEnd) },
	} {
		t.Run(name, func(t *testing.T) {
			p, err := plan()
			if err != nil {
				t.Fatal(err)
			}
			var svg bytes.Buffer
			if err := Draw(&svg, setup, p, false); err != nil {
				t.Fatal(err)
			}
			if n := elements(t, svg.Bytes()); n["svg"] != 1 || n["circle"] < 8 || n["rect"] < 34 {
				t.Errorf("elements %v", n)
			}
			for i := range p.Steps {
				number := string(rune('1' + i))
				if got := strings.Count(svg.String(), ">"+number+"</text>"); got < 2 { // on the table and over the heights
					t.Errorf("the number %s stands %d times in the picture", number, got)
				}
			}
			expect.Golden(t, filepath.Join("testdata", name+".svg"), svg.String())
		})
	}
}

// In a turned picture everything is as far from the right and the bottom as from the left and the top, and what is
// written stands upright.
func TestDrawTurned(t *testing.T) {
	setup, table := pictureGantry()
	table.Position = checkers.Start()
	plan, err := New(setup, table, table.Position.Moves()[0], LookAtEnd)
	expect.OK(t, err)
	var svg, turned bytes.Buffer
	expect.OK(t, Draw(&svg, setup, plan, false))
	expect.OK(t, Draw(&turned, setup, plan, true))
	discs := regexp.MustCompile(`<circle cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+" fill="` + black)
	as, now := discs.FindAllSubmatch(svg.Bytes(), -1), discs.FindAllSubmatch(turned.Bytes(), -1)
	if len(as) < 12 || len(as) != len(now) {
		t.Fatalf("%d black discs are drawn, turned %d", len(as), len(now))
	}
	number := func(text []byte) float64 {
		n, err := strconv.ParseFloat(string(text), 64)
		expect.OK(t, err)
		return n
	}
	wide, high := number(as[0][1])+number(now[0][1]), number(as[0][2])+number(now[0][2])
	for i := range as[:12] { // on squares: discs in the tray are drawn as stacks, which rise upwards
		x, y := number(as[i][1])+number(now[i][1]), number(as[i][2])+number(now[i][2])
		if math.Abs(x-wide) > 0.3 || math.Abs(y-high) > 4*1.6 {
			t.Errorf("the disc at %s, %s is at %s, %s in the turned picture", as[i][1], as[i][2], now[i][1], now[i][2])
		}
	}
	if a, b := elements(t, svg.Bytes()), elements(t, turned.Bytes()); !maps.Equal(a, b) ||
		strings.Contains(turned.String(), "rotate") {
		t.Errorf("elements %v, turned %v", a, b)
	}
}

// A picture that cannot be written is an error.
func TestDrawToNowhere(t *testing.T) {
	setup, table := pictureGantry()
	table.Position = checkers.Start()
	plan, err := New(setup, table, table.Position.Moves()[0], LookAtEnd)
	if err != nil {
		t.Fatal(err)
	}
	if err := Draw(full{}, setup, plan, false); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
