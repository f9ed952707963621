// Package process runs programs beside this one: for one task within limits on the CPU time that the operating system
// accounts to them, or for a talk in lines of text. Each has a process group of its own, so that whatever it starts
// ends with it and a Ctrl-C at the terminal does not reach it. A Shard is what one of several processes does of work
// that is divided among them.
package process
