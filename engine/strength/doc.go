// Package strength estimates how strong a player is, in Elo, from the points against opponents whose strength is known.
package strength
