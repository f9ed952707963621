//go:build !unix

package serialport

// groupOf answers that ports belong to no group.
func groupOf(string) string { return "" }
