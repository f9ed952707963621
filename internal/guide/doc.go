// Package guide is what the guided sessions of calibration do between the questions they ask: it collects poses for a
// lens, draws what a session shows, and checks what is known of a table against what its camera sees. It neither asks
// nor prints; cmd/draughtsman does.
package guide
