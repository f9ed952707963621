// Package app opens a table, simulated or described in a file, and has a service own it while games are played there.
// Command lines say what is played and how, and are told what goes on.
package app
