package learn

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Fitting says how weights are fitted. The zero value of a field is not a default; Usual is.
type Fitting struct {
	Scale  float64 // hundredths of a man that make the odds of winning e to 1
	Trust  float64 // how much of the target is the game's result; the rest is the search's score
	Rate   float64 // of AdaGrad, in hundredths of a man
	Decay  float64 // pulls each weight to nothing, in odds for a hundredth of a man
	Epochs int     // times that every position is looked at
	Seed   uint64  // of their order
}

// Usual is the fitting that the program's own weights come from.
func Usual() Fitting {
	return Fitting{Scale: 120, Trust: 0.2, Rate: 6, Decay: 1e-4, Epochs: 4, Seed: 1}
}

// HeldBack says that every so manyth game is not fitted to, but measured on.
const HeldBack = 20

// Epoch is how a fit stands: the cross-entropy, in nats, between what the evaluation predicts and what came, on the
// positions fitted to and on those held back.
type Epoch struct {
	Number         int // 0 is before the first one
	Loss, HeldBack float64
}

// Fit finds the weights by which the evaluation predicts best how the games end and what the search says: logistic
// regression on patterns, by AdaGrad (J. Duchi, E. Hazan, Y. Singer, "Adaptive Subgradient Methods for Online
// Learning and Stochastic Optimization", JMLR 12, 2011), which suits features that are mostly rare. report is called
// after each epoch with the weights so far; an error of its stops the fit. There must be more than HeldBack games.
func Fit(games []Game, f Fitting, report func(Epoch, *search.Weights) error) (*search.Weights, error) {
	var fitted, held []example
	for i, game := range games {
		for _, s := range game {
			if i%HeldBack == HeldBack-1 {
				held = append(held, f.example(s))
			} else {
				fitted = append(fitted, f.example(s))
			}
		}
	}
	if len(fitted) == 0 || len(held) == 0 {
		return nil, errors.New("there are too few games to fit weights to: play more than twenty")
	}
	m := &model{Fitting: f, weights: make([]pair, inputs), gradients: make([]pair, inputs)}
	random := rand.New(rand.NewPCG(f.Seed, 0))
	for epoch := 0; epoch <= f.Epochs; epoch++ {
		if epoch > 0 {
			random.Shuffle(len(fitted), func(i, j int) { fitted[i], fitted[j] = fitted[j], fitted[i] })
			for i := range fitted {
				m.learn(&fitted[i])
			}
		}
		if err := report(Epoch{epoch, m.loss(fitted), m.loss(held)}, m.rounded()); err != nil {
			return nil, err
		}
	}
	return m.rounded(), nil
}

// The inputs of the model are numbered: patterns by window, kings by square, counts.
const (
	firstKing  = search.Windows * search.Contents
	firstCount = firstKing + checkers.Squares
	inputs     = firstCount + search.Counts
)

// mostKings is the number of inputs that kings can take part in: one a piece.
const mostKings = 24

// example is a sample as the model sees it.
type example struct {
	patterns   [search.Windows]uint16
	kings      [mostKings]int8 // 1 + the square, negative for the other side's; 0 ends the list
	counts     [search.Counts]int8
	full       float32 // how full the board is, 0 to 1
	foundation float32 // the part that is not learnt
	target     float32 // the odds of winning
}

func (f Fitting) example(s Sample) example {
	p := s.Position
	v := search.ViewOf(p)
	e := example{
		patterns:   v.Patterns(),
		full:       float32(search.Fullness(p)) / mostKings,
		foundation: float32(search.Foundation(p)),
		target:     float32(f.Trust*float64(s.Result+1)/2 + (1-f.Trust)*probability(float64(s.Score)/f.Scale)),
	}
	n := 0
	for kings := v.Kings; kings != 0; kings &= kings - 1 {
		e.kings[n] = int8(bits.TrailingZeros32(uint32(kings))) + 1
		n++
	}
	for kings := v.TheirKings; kings != 0; kings &= kings - 1 {
		e.kings[n] = -int8(checkers.Squares - bits.TrailingZeros32(uint32(kings)))
		n++
	}
	for i, more := range v.Counted() {
		e.counts[i] = int8(more)
	}
	return e
}

func probability(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// pair is a search.Pair in hundredths of a man, while it is fitted.
type pair [2]float32

type model struct {
	Fitting
	weights   []pair
	gradients []pair // sums of squares
}

// each calls f with every input of an example and how often it is there.
func (e *example) each(f func(input int, times float32)) {
	for i, shown := range e.patterns {
		f(i*search.Contents+int(shown), 1)
	}
	for _, at := range e.kings {
		if at == 0 {
			break
		}
		if at > 0 {
			f(firstKing+int(at)-1, 1)
		} else {
			f(firstKing-int(at)-1, -1)
		}
	}
	for i, more := range e.counts {
		if more != 0 {
			f(firstCount+i, float32(more))
		}
	}
}

// prediction is the probability of winning.
func (m *model) prediction(e *example) float64 {
	var full, bare float32
	e.each(func(input int, times float32) {
		full += times * m.weights[input][0]
		bare += times * m.weights[input][1]
	})
	return probability(float64(e.foundation+full*e.full+bare*(1-e.full)) / m.Scale)
}

// learn moves the weights of an example's inputs towards its target.
func (m *model) learn(e *example) {
	wrong := float32(m.prediction(e)) - e.target
	e.each(func(input int, times float32) {
		for phase, share := range [2]float32{e.full, 1 - e.full} {
			w, sum := &m.weights[input][phase], &m.gradients[input][phase]
			gradient := wrong*times*share + float32(m.Decay)*share*share**w
			if *sum += gradient * gradient; *sum > 0 {
				*w -= float32(m.Rate) * gradient / float32(math.Sqrt(float64(*sum)))
			}
		}
	})
}

func (m *model) loss(examples []example) float64 {
	sum := 0.0
	for i := range examples {
		q, target := m.prediction(&examples[i]), float64(examples[i].target)
		q = min(max(q, 1e-9), 1-1e-9)
		sum -= target*math.Log(q) + (1-target)*math.Log(1-q)
	}
	return sum / float64(len(examples))
}

// rounded is the weights in the evaluation's own units.
func (m *model) rounded() *search.Weights {
	round := func(w pair) (r search.Pair) {
		for phase, x := range w {
			r[phase] = int16(max(math.MinInt16, min(math.MaxInt16, math.Round(float64(x)*search.Fractions))))
		}
		return r
	}
	r := new(search.Weights)
	for i := range r.Pattern {
		for j := range r.Pattern[i] {
			r.Pattern[i][j] = round(m.weights[i*search.Contents+j])
		}
	}
	for i := range r.King {
		r.King[i] = round(m.weights[firstKing+i])
	}
	for i := range r.Count {
		r.Count[i] = round(m.weights[firstCount+i])
	}
	return r
}
