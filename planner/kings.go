package planner

// Kings is how a king is told from a man on this table.
type Kings string

// The policies. The zero value means StackKings.
const (
	StackKings   Kings = "stack"   // two discs on one another, carried one by one
	SwapKings    Kings = "swap"    // a piece of its own, exchanged for the man; it waits in a slot of the kind "king"
	VirtualKings Kings = "virtual" // one disc like any other; only the program knows
)

func (k Kings) valid() bool {
	return k == "" || k == StackKings || k == SwapKings || k == VirtualKings
}

// Stacks reports whether a king is two discs high.
func (k Kings) Stacks() bool { return k == "" || k == StackKings }
