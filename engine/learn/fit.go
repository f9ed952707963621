package learn

import (
	"errors"
	"math"
	"math/rand/v2"
	"sync"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Fitting says how weights are fitted. The zero value of a field is not a default; Usual is.
type Fitting struct {
	Ahead  float64 // how much of a target is that of the game's next position; the rest is the search's own score
	Rate   float64 // of Adam at first; it falls to a fiftieth of that, as a cosine does
	Epochs int     // times that every position is looked at
	Seed   uint64  // of the first weights and of the positions' order
	// From is the weights that the fit begins with; nil: some drawn by lot.
	From *search.Weights
}

// Usual is the fitting that the program's own weights come from.
func Usual() Fitting { return Fitting{Ahead: 0.9, Rate: 2e-3, Epochs: 4, Seed: 1} }

// HeldBack says that every so manyth game is not fitted to, but measured on.
const HeldBack = 20

// Epoch is how a fit stands: the cross-entropy, in nats, between what the evaluation predicts and what came, on the
// positions fitted to and on those held back.
type Epoch struct {
	Number         int // 0 is before the first one
	Loss, HeldBack float64
}

// A step of the fit looks at so many examples. They are shared by threads in parts of a fixed size, and the parts'
// gradients are summed in a fixed order, so that the number of threads changes nothing.
const (
	partSize = 512
	parts    = 2
)

// Fit finds the network by which the evaluation predicts best how the games end and what the search says: logistic
// regression by Adam (D. P. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015). report is called
// after each epoch with the weights so far; an error of its stops the fit. There must be more than HeldBack games.
func Fit(games []Game, f Fitting, report func(Epoch, *search.Weights) error) (*search.Weights, error) {
	var fitted, held []example
	for i, game := range games {
		examples := f.examples(game)
		if i%HeldBack == HeldBack-1 {
			held = append(held, examples...)
		} else {
			fitted = append(fitted, examples...)
		}
	}
	if len(fitted) == 0 || len(held) == 0 {
		return nil, errors.New("there are too few games to fit weights to: play more than twenty")
	}
	random, board := rand.New(rand.NewPCG(f.Seed, 0)), boardOf(games)
	m := newModel(board)
	if f.From != nil {
		m.beginWith(f.From)
	} else {
		m.begin(random)
	}
	steps := f.Epochs * ((len(fitted) + parts*partSize - 1) / (parts * partSize))
	by := adam{mean: make([]float32, len(m.all)), square: make([]float32, len(m.all))}
	passes := [parts]*pass{}
	for i := range passes {
		passes[i] = newPass(board, partSize)
	}
	for epoch := 0; epoch <= f.Epochs; epoch++ {
		if epoch > 0 {
			random.Shuffle(len(fitted), func(i, j int) { fitted[i], fitted[j] = fitted[j], fitted[i] })
			for rest := fitted; len(rest) > 0; {
				step := rest[:min(len(rest), parts*partSize)]
				rest = rest[len(step):]
				m.learn(step, passes[:], &by, f.Rate*falling(by.steps, steps))
			}
		}
		w := m.rounded()
		if err := report(Epoch{epoch, loss(w, fitted), loss(w, held)}, w); err != nil {
			return nil, err
		}
	}
	return m.rounded(), nil
}

// boardOf is the board that games were played on.
func boardOf(games []Game) checkers.Board {
	for _, game := range games {
		for _, s := range game {
			return s.Position.Set.Board()
		}
	}
	return checkers.Board8
}

// falling is which part of the first rate is left after some of all steps.
func falling(done, all int) float64 {
	const last = 0.02
	return last + (1-last)*(1+math.Cos(math.Pi*float64(done)/float64(all)))/2
}

// learn moves the weights towards the targets of examples.
func (m *model) learn(examples []example, passes []*pass, by *adam, rate float64) {
	used := (len(examples) + partSize - 1) / partSize
	var all sync.WaitGroup
	for i, p := range passes[:used] {
		all.Go(func() { p.learn(m, examples[i*partSize:min(len(examples), (i+1)*partSize)]) })
	}
	all.Wait()
	for _, p := range passes[1:used] {
		for i, d := range p.gradient.all {
			passes[0].gradient.all[i] += d
		}
	}
	by.move(m.all, passes[0].gradient.all, rate)
	m.bound()
}

// adam is what Adam remembers of each weight's gradients.
type adam struct {
	mean, square []float32
	steps        int
}

func (a *adam) move(weights, gradient []float32, rate float64) {
	const keptMean, keptSquare, tiny = 0.9, 0.999, 1e-8
	a.steps++
	n := float64(a.steps)
	rate *= math.Sqrt(1-math.Pow(keptSquare, n)) / (1 - math.Pow(keptMean, n))
	for i, d := range gradient {
		a.mean[i] += (1 - keptMean) * (d - a.mean[i])
		a.square[i] += (1 - keptSquare) * (d*d - a.square[i])
		weights[i] -= float32(rate) * a.mean[i] / (float32(math.Sqrt(float64(a.square[i]))) + tiny)
	}
}

// example is a sample as the model sees it.
type example struct {
	in         [search.MostPieces]uint8
	pieces     uint8
	foundation float32 // the part that is not learnt, as the logarithm of odds
	target     float32 // the probability of winning
}

// examples are the positions of a game with what the model should say of them: what the search said there, and then at
// each of the later positions, and last the result, each counting by f.Ahead less than the one before. These are the
// returns of temporal-difference learning (R. S. Sutton, "Learning to Predict by the Methods of Temporal Differences",
// Machine Learning 3, 1988).
//
// Positions in which the network has no say are left out.
func (f Fitting) examples(game Game) []example {
	var all []example
	ahead := 0.0 // for the side to move there
	for i := len(game) - 1; i >= 0; i-- {
		s := game[i]
		switch {
		case i == len(game)-1:
			ahead = float64(s.Result+1) / 2
		case game[i+1].Position.Turn != s.Position.Turn:
			ahead = 1 - ahead
		}
		ahead = f.Ahead*ahead + (1-f.Ahead)*probability(float64(s.Score)/search.EvenOdds)
		if !search.Learnable(s.Position) {
			continue
		}
		e := example{
			target:     float32(ahead),
			foundation: float32(search.Foundation(s.Position)) / search.EvenOdds,
		}
		e.pieces = uint8(len(search.Inputs(s.Position, &e.in)))
		all = append(all, e)
	}
	return all
}

// set is the inputs that are set.
func (e *example) set() []uint8 { return e.in[:e.pieces] }

func probability(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// loss is the mean cross-entropy of what the weights say of examples.
func loss(w *search.Weights, examples []example) float64 {
	sum := 0.0
	for i := range examples {
		e, target := &examples[i], float64(examples[i].target)
		q := probability(float64(e.foundation) + float64(w.Value(e.set(), lossSteps))/lossSteps)
		q = min(max(q, 1e-9), 1-1e-9)
		sum -= target*math.Log(q) + (1-target)*math.Log(1-q)
	}
	return sum / float64(len(examples))
}

// lossSteps is how finely the loss looks at what the network says.
const lossSteps = 10000
