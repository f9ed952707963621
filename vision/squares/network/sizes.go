package network

// The sizes of what a network looks at.
const (
	Width, Height = 36, 28
	Planes        = 5
	Scalars       = 7
)
