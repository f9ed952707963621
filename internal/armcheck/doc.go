// Package armcheck goes through all that a driver of an arm has to do, over a table on which nothing stands.
package armcheck
