package squares_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision/detect"
	"draughtsman/vision/squares"
)

// games are one for each board, the usual one twice.
var games = []checkers.RuleSet{checkers.English, checkers.Italian, checkers.English, checkers.International}

// TestSimulatedTable finds and reads games on simulated tables from cameras all around them, spares and captured
// pieces beside the board.
func TestSimulatedTable(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	random := rand.New(rand.NewPCG(5, 6))
	schemes := scene.Schemes()
	for k := range 8 {
		game := games[k%len(games)].Start()
		tilt, azimuth, away := 50*random.Float64(), 2*math.Pi*random.Float64(), 600+250*random.Float64()
		o := scene.DefaultOptions()
		o.Layout = world.LayoutOf(game.Set.Board())
		o.Seed, o.Scheme, o.BlackIsLight, o.NoMachine = uint64(k), schemes[(k+k/4)%len(schemes)], k%2 == 0, true
		o.Camera.Turn = 0.8 * (random.Float64() - 0.5)
		sin, cos := math.Sincos(tilt * math.Pi / 180)
		o.Camera.Eye = world.Point{X: away * sin * math.Sin(azimuth), Y: -away * sin * math.Cos(azimuth), Z: away * cos}
		for range 12 * (k % 5) {
			moves := game.Moves()
			if len(moves) == 0 {
				break
			}
			game = game.Play(moves[random.IntN(len(moves))])
		}
		t.Run(fmt.Sprintf("%v, %s, tilt %.0f", game.Set, o.Scheme, tilt), func(t *testing.T) {
			s, err := scene.New(o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			picture := gocv.NewMat()
			defer picture.Close()
			if err := s.Render(world.NewState(o.Layout, game, o.Seed), 1, &picture); err != nil {
				t.Fatal(err)
			}
			board, err := detect.Find(picture, detect.Options{})
			if err != nil {
				t.Fatal(err)
			}
			off, turn := compare(board, s.Corners())
			if off > 0.04 {
				t.Errorf("a corner is %.3f squares off", off)
			}
			reading, err := squares.Read(picture, board, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(gridFrom(game, o.BlackIsLight, turn), men(reading.Grid)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// gridFrom is a position as seen from so many corners on, clockwise, kings as men.
func gridFrom(p checkers.Position, blackIsLight bool, turn int) []string {
	board := p.Set.Board()
	n := board.Size()
	grid := make([][]byte, n)
	for r := range n {
		grid[r] = make([]byte, n)
		for c := range n {
			row, column := r, c
			for range turn {
				row, column = column, n-1-row
			}
			grid[r][c] = '.'
			square := board.At(row, column)
			if square == 0 {
				continue
			}
			if piece := p.At(square); piece != checkers.Empty {
				grid[r][c] = 'd'
				if (piece.Side() == checkers.Black) == blackIsLight {
					grid[r][c] = 'l'
				}
			}
		}
	}
	rows := make([]string, n)
	for r := range rows {
		rows[r] = string(grid[r])
	}
	return rows
}

// men is a grid with its kings as men.
func men(grid []string) []string {
	out := make([]string, len(grid))
	for i, row := range grid {
		out[i] = strings.ToLower(row)
	}
	return out
}
