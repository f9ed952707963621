package planner

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// bench is a table on a gantry with a bed of 640 × 520 mm, turned by 4°.
func bench() Setup {
	return Setup{
		Board: calibration.Board{Squares: 8, SquareMM: 40},
		Disc:  calibration.Disc{DiameterMM: 31, HeightMM: 7},
		Frame: calibration.ArmFrame{
			Rotation: calibration.Rotation{0, 0, 4 * math.Pi / 180},
			Origin:   calibration.ArmPoint{X: 320, Y: 260, Z: 12},
			Scale:    1,
		},
		Machine: Machine{
			Reach:      Box{Max: calibration.ArmPoint{X: 640, Y: 520, Z: 90}},
			Park:       calibration.ArmPoint{X: 630, Y: 510, Z: 80},
			MaxSpeedXY: 200, MaxSpeedZ: 80, AccelXY: 1200, AccelZ: 600,
			TravelSpeed: 200, VerticalSpeed: 80, ApproachSpeed: 20, Approach: 5,
			Clearance: 6, ToolRadius: 5, Press: 0.2, Gap: 0.5,
			GripSettle: 250 * time.Millisecond, ReleaseSettle: 150 * time.Millisecond, Overhead: 40 * time.Millisecond,
		},
	}
}

// tray is two columns of eight capture slots at White's right, and at White's left four slots of two spare discs for
// either side.
func tray() Tray {
	board := bench().Board
	var t Tray
	for _, x := range []float64{205, 241} {
		for row := range 8 {
			t.Slots = append(t.Slots, Slot{Kind: CaptureSlot, At: calibration.BoardPoint{X: x, Y: board.Centre(row, 0).Y},
				Capacity: 2})
		}
	}
	for side, x := range []float64{-205, -241} {
		for row := 2; row <= 5; row++ {
			t.Slots = append(t.Slots, Slot{
				Kind: SpareSlot, At: calibration.BoardPoint{X: x, Y: board.Centre(row, 0).Y}, Capacity: 2,
				Holds: Stack{checkers.Side(side), checkers.Side(side)},
			})
		}
	}
	return t
}

// fatal is a test or a property that can end.
type fatal interface {
	Helper()
	Fatal(...any)
}

func position(t fatal, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func move(t testing.TB, p checkers.Position, text string) checkers.Move {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// tables draws any table with a legal move: men and kings on any squares, some kings of a single disc, pieces off
// their centres, a tray in any state.
func tables(t *rapid.T) (Table, checkers.Move) {
	table := Table{Tray: tray()}
	table.Position.Turn = rapid.SampledFrom([]checkers.Side{checkers.Black, checkers.White}).Draw(t, "turn")
	crowded := rapid.IntRange(2, 6).Draw(t, "one square in so many holds a piece")
	for s := range checkers.Board8.All().All() {
		if rapid.IntRange(1, crowded).Draw(t, "occupied") != 1 {
			continue
		}
		side := rapid.SampledFrom([]checkers.Side{checkers.Black, checkers.White}).Draw(t, "side")
		king := rapid.IntRange(1, 3).Draw(t, "king") == 1 ||
			checkers.Board8.KingRow(side).Has(s)
		piece := checkers.Man(side)
		if king {
			piece = checkers.King(side)
		}
		if king && rapid.IntRange(1, 4).Draw(t, "single") == 1 {
			table.Single |= checkers.SetOf(s)
		}
		table.Position = table.Position.Put(s, piece)
		table.Offset[s] = [2]float64{rapid.Float64Range(-4, 4).Draw(t, "dx"), rapid.Float64Range(-4, 4).Draw(t, "dy")}
	}
	for i := range table.Tray.Slots {
		slot := &table.Tray.Slots[i]
		slot.Holds = rapid.SliceOfN(rapid.SampledFrom([]checkers.Side{checkers.Black, checkers.White}), 0,
			slot.Capacity).Draw(t, "holds")
	}
	moves := table.Position.Moves()
	if len(moves) == 0 {
		t.Skip("no legal move")
	}
	return table, rapid.SampledFrom(moves).Draw(t, "move")
}

// setups draws the bench, turned, shifted and tilted anyhow, with a reach that is ample or, rarely, not.
func setups(t *rapid.T) Setup {
	s := bench()
	lean := rapid.Float64Range(0, 3*math.Pi/180).Draw(t, "lean")
	towards := rapid.Float64Range(0, 2*math.Pi).Draw(t, "towards")
	turn := rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "turn of the board")
	s.Frame.Rotation = calibration.RotationOf(product(
		calibration.Rotation{lean * math.Cos(towards), lean * math.Sin(towards), 0}.Matrix(),
		calibration.Rotation{0, 0, turn}.Matrix(),
	))
	s.Frame.Origin = calibration.ArmPoint{
		X: rapid.Float64Range(-300, 300).Draw(t, "x"), Y: rapid.Float64Range(-300, 300).Draw(t, "y"),
		Z: rapid.Float64Range(-20, 20).Draw(t, "z"),
	}
	size := rapid.SampledFrom([]float64{320, 320, 320, 250}).Draw(t, "reach")
	o := s.Frame.Origin
	s.Machine.Reach = Box{
		Min: calibration.ArmPoint{X: o.X - size, Y: o.Y - size, Z: o.Z - 30},
		Max: calibration.ArmPoint{X: o.X + size, Y: o.Y + size, Z: o.Z + 120},
	}
	s.Machine.Park = s.Machine.Reach.Max
	s.Machine.Clearance = rapid.Float64Range(1, 15).Draw(t, "clearance")
	s.Machine.Press = rapid.Float64Range(-1, 0.5).Draw(t, "press")
	s.Machine.Assumed = rapid.SampledFrom([]float64{0, 0, 20}).Draw(t, "assumed")
	return s
}

func product(a, b [3][3]float64) (c [3][3]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

func slotAt(x, y float64) calibration.BoardPoint { return calibration.BoardPoint{X: x, Y: y} }
