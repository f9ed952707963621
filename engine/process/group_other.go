//go:build !linux

package process

// lookAt knows nothing here before a program has ended.
func lookAt(int) glance { return glance{} }
