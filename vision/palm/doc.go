// Package palm finds hands in a picture by a network that was trained on real ones: the palm detector of MediaPipe,
// computed by OpenCV's dnn. It sees palms and backs of hands at any turn, in sleeves or not, and knows nothing of the
// table and the arm. Fingers alone, forearms and most gloves it does not see.
//
// The model is another's work and has its own licence: LICENSE and NOTICE beside this file. `make palm` makes it anew
// from its npm package.
package palm
