//go:build nopalm

package palm

// net is no network.
type net struct{}

func load() (*net, error) { return nil, ErrNotBuilt }

func (*net) run(_, _, _ []float32) error { return ErrNotBuilt }

func (*net) close() {}
