// Package imaging has what all rooms of vision do with the pixels of a picture: rectifying to a view from
// straight above, colours and their logarithms, samples between pixels, medians, connected components and
// homographies. It knows neither boards nor pieces.
package imaging
