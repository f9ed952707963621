// Package integration tests every driver against the simulated firmware of its controller: over the wire as the real
// one, on a clock that costs no time. It holds nothing else.
package integration
