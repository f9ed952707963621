// Package hands tells a hand that comes over the table from the arm that moves there, picture by picture.
//
// A small network looks at the picture beside two others: the free table, and the table with the arm as it was seen
// before with its tool nearest to where it is now. It is told, too, where the tool may be now and was then: when the
// arm began which motion is known, and how late the camera's pictures come is measured from the motions. It says of
// each place how likely a hand is seen there, and the arm (network.go). What it knows of arms and hands in general it
// was taught with drawn ones (training/train.py); what this arm looks like it is shown (memory.go).
//
// So the first motions are watched, too, though nothing is remembered yet; a hand that lies still is seen as one that
// moves; and a disc that was moved or dropped is none.
package hands
