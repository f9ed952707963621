// Package changes finds discs that were dropped: from what has changed between two pictures of a table over which
// nothing lies (change detection).
package changes
