// Package changes finds discs that were dropped, from what has changed between two
// pictures of a table that show it free.
package changes
