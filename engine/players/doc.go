// Package players holds those who can sit at a board: programs that come with this one, other programs, and a person
// at a terminal. Players are named by short texts, see Kinds.
package players
