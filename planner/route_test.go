package planner

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// clear fails where something that moves passes less than the clearance above anything on the table. It walks along
// the motion in small steps, looks at points of the lower face of the disc, which lies as the board does, or of the
// tool, which stands upright in the arm's frame, turns each into board coordinates, and asks what lies below it.
func clear(t *rapid.T, s Setup, now stacks, tray Tray, offsets [checkers.MostSquares + 1][2]float64,
	from, to calibration.ArmPoint, carrying bool) {
	type pillar struct{ x, y, top float64 }
	var pillars []pillar
	for p, stack := range now {
		at := Table{Tray: tray}.middle(s.Board, p)
		pillars = append(pillars, pillar{
			at.X + offsets[p.Square][0], at.Y + offsets[p.Square][1], at.Z + float64(len(stack))*s.Disc.HeightMM,
		})
	}
	const samples = 90
	for i := 0; i <= samples; i++ {
		f := float64(i) / samples
		tip := calibration.ArmPoint{X: from.X + f*(to.X-from.X), Y: from.Y + f*(to.Y-from.Y), Z: from.Z + f*(to.Z-from.Z)}
		for direction := range 9 {
			x, y := math.Cos(float64(direction)*math.Pi/4), math.Sin(float64(direction)*math.Pi/4)
			if direction == 8 {
				x, y = 0, 0
			}
			var face calibration.BoardPoint
			if carrying {
				face = s.Frame.ToBoard(tip)
				face.X, face.Y = face.X+x*s.Disc.DiameterMM/2, face.Y+y*s.Disc.DiameterMM/2
				face.Z -= s.Disc.HeightMM + max(0, -s.Machine.Press)
			} else {
				r := s.Machine.ToolRadius
				face = s.Frame.ToBoard(calibration.ArmPoint{X: tip.X + x*r, Y: tip.Y + y*r, Z: tip.Z})
			}
			below := s.Machine.Assumed
			for _, p := range pillars {
				if math.Hypot(face.X-p.x, face.Y-p.y) <= s.Disc.DiameterMM/2 && p.top > below {
					below = p.top
				}
			}
			// A board that leans by 3° is 0.14 % nearer, measured across it.
			if gap := face.Z - below; gap < 0.998*s.Machine.Clearance-1e-6 {
				t.Fatalf("at %.1f, %.1f on the board the way is %.2f mm above what stands there; clearance is %.2f mm", face.X,
					face.Y, gap, s.Machine.Clearance)
			}
		}
	}
}

func TestPlansAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup := setups(t)
		if rapid.IntRange(0, 2).Draw(t, "something stands beside") == 0 {
			corner := setup.Frame.Origin
			corner.X += rapid.Float64Range(-300, 250).Draw(t, "box x")
			corner.Y += rapid.Float64Range(-300, 250).Draw(t, "box y")
			setup.Machine.KeepOut = []KeepOut{{Name: "box", Box: Box{Min: corner,
				Max: calibration.ArmPoint{X: corner.X + 40, Y: corner.Y + 40, Z: corner.Z + 200}}}}
		}
		table, m := tables(t)
		looks := rapid.SampledFrom([]Looks{LookAtEnd, LookAfterEach}).Draw(t, "looks")
		plan, err := New(setup, table, m, looks)
		if err != nil {
			if strings.Contains(err.Error(), "out of reach: ") || strings.Contains(err.Error(), "tray is full") ||
				strings.Contains(err.Error(), "keep-out box") {
				t.Skip(err)
			}
			t.Fatal(err)
		}
		now, offsets := stacksOf(table), table.Offset
		at, carrying := plan.Start, false
		var sum time.Duration
		var path float64
		for _, step := range plan.Steps {
			var inStep time.Duration
			for _, motion := range step.Motions {
				inStep += motion.Takes
				path += apart(at, motion.To)
				if err := setup.Machine.within("a motion", motion.To); err != nil {
					t.Fatal(err)
				}
				if h := setup.Frame.ToBoard(motion.To).Z; math.Abs(h-motion.Height) > 1e-9 {
					t.Fatalf("height %g, want %g", motion.Height, h)
				}
				across := math.Hypot(motion.To.X-at.X, motion.To.Y-at.Y)
				switch motion.Kind {
				case Travel:
					if motion.Speed != setup.Machine.TravelSpeed {
						t.Fatalf("%+v from %v", motion, at)
					}
					clear(t, setup, now, table.Tray, offsets, at, motion.To, carrying)
				case Rise, Descend, Approach:
					if across > 0 || (motion.To.Z > at.Z) != (motion.Kind == Rise) || motion.Speed > setup.Machine.VerticalSpeed {
						t.Fatalf("%+v from %v", motion, at)
					}
				default:
					if motion.To != at || motion.Speed != 0 {
						t.Fatalf("%+v from %v", motion, at)
					}
				}
				x := step.Transfer
				switch motion.Kind {
				case Grip:
					// The tip stands on the disc that lies on top, over its middle.
					tip := setup.Frame.ToBoard(motion.To)
					middle := table.middle(setup.Board, x.From)
					top := middle.Z + float64(len(now[x.From]))*setup.Disc.HeightMM
					off := math.Hypot(tip.X-middle.X-offsets[x.From.Square][0], tip.Y-middle.Y-offsets[x.From.Square][1])
					if off > 0.1 || math.Abs(tip.Z-top+setup.Machine.Press) > 0.01 {
						t.Fatalf("%s: the tip is %.2f mm aside, at %.2f, where the top is at %.2f mm", x, off, tip.Z, top)
					}
					now[x.From], carrying = now[x.From][:x.FromLevel], true
				case Release:
					tip := setup.Frame.ToBoard(motion.To)
					middle := table.middle(setup.Board, x.To)
					rest := middle.Z + float64(len(now[x.To])+1)*setup.Disc.HeightMM + max(0, -setup.Machine.Press)
					off := math.Hypot(tip.X-middle.X, tip.Y-middle.Y)
					if off > 0.1 || math.Abs(tip.Z-rest-setup.Machine.Gap) > 0.01 {
						t.Fatalf("%s: the tip is %.2f mm aside, at %.2f, where the disc rests with its top at %.2f mm", x, off, tip.Z,
							rest)
					}
					if x.ToLevel == 0 {
						offsets[x.To.Square] = [2]float64{}
					}
					now[x.To], carrying = now[x.To].with(x.Side), false
				}
				at = motion.To
			}
			if inStep != step.Takes {
				t.Fatalf("a step of %v takes %v", step.Takes, inStep)
			}
			sum += inStep
			if looks == LookAfterEach && at != setup.Machine.Park {
				t.Fatalf("a step ends at %v", at)
			}
		}
		if at != setup.Machine.Park {
			t.Fatalf("the plan ends at %v", at)
		}
		if sum != plan.Takes || math.Abs(path-plan.PathMM) > 1e-6 {
			t.Fatalf("the plan takes %v and %g mm, its motions %v and %g mm", plan.Takes, plan.PathMM, sum, path)
		}
	})
}

func TestReachNamesThePlace(t *testing.T) {
	capture := position(t, "B:W18,26,27:B15")
	for _, c := range []struct {
		name   string
		change func(*Setup)
		want   string
	}{
		{"a square", func(s *Setup) { s.Machine.Reach.Min.X = 310 },
			"square 18 is out of reach: x = 301.4 mm, the arm reaches no less than 310.0 mm; no board of 8×8 squares fits " +
				"there, with its middle where it is"},
		{"a slot", func(s *Setup) { s.Machine.Reach.Max.X, s.Machine.Park.X = 500, 490 },
			"tray slot 5 is out of reach: x = 525.9 mm, the arm reaches at most 500.0 mm"},
		{"the last square", func(s *Setup) { s.Machine.Reach.Min.Y = 130 },
			"square 31 is out of reach: y = 121.7 mm, the arm reaches no less than 130.0 mm; squares of 34 mm with discs of " +
				"26 mm would fit, with the board's middle where it is"},
		{"the height in between", func(s *Setup) { s.Machine.Reach.Max.Z, s.Machine.Park.Z = 30, 30 },
			"the way to tray slot 7 is out of reach: z = 32.0 mm, the arm reaches at most 30.0 mm; there is no way round it " +
				"or over it"},
		{"a keep-out box", func(s *Setup) {
			s.Machine.KeepOut = []KeepOut{{Name: "clock", Box: Box{Min: calibration.ArmPoint{X: 440},
				Max: calibration.ArmPoint{X: 450, Y: 520, Z: 90}}}}
		}, `the travel to square 18 (x = 301.4, y = 238.7, z = 80.0 mm) meets the keep-out box "clock"; there is no way round it or over it`},
		{"a place in a box", func(s *Setup) {
			s.Machine.KeepOut = []KeepOut{{Name: "clock", Box: Box{Min: calibration.ArmPoint{X: 450, Y: 0},
				Max: calibration.ArmPoint{X: 640, Y: 480, Z: 60}}}}
		}, `tray slot 5 cannot be reached: with the room that the tool needs (15.5 mm) it lies in the keep-out box "clock"`},
		{"a park point among the discs", func(s *Setup) { s.Machine.Park = calibration.ArmPoint{X: 338, Y: 281, Z: 15} },
			"the park point is too low for what lies there: z = 15.0 mm, at least 18.0 mm is needed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			setup := bench()
			c.change(&setup)
			_, err := New(setup, Table{Position: capture, Tray: tray()}, move(t, capture, "15x22x31"), LookAtEnd)
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

func TestToPark(t *testing.T) {
	setup := bench()
	table := Table{Position: checkers.Start(), Tray: tray()}
	motions, err := ToPark(setup, table, calibration.ArmPoint{X: 320, Y: 260, Z: 20})
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, m := range motions {
		kinds = append(kinds, string(m.Kind))
	}
	if got := strings.Join(kinds, " "); got != "rise travel" || motions[1].To != setup.Machine.Park {
		t.Errorf("%s, ends at %v", got, motions[len(motions)-1].To)
	}
	if motions, err = ToPark(setup, table, setup.Machine.Park); err != nil || len(motions) != 0 {
		t.Errorf("from the park point: %v, %v", motions, err)
	}
	if _, err = ToPark(setup, table, calibration.ArmPoint{X: 700}); err == nil ||
		err.Error() != "the tool is out of reach: x = 700.0 mm, the arm reaches at most 640.0 mm" {
		t.Error(err)
	}
}
