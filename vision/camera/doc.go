// Package camera hands out pictures from anything that OpenCV's VideoCapture opens: a camera by its number, a stream
// by its address, a video file, or a sequence of numbered pictures.
//
// Cameras and streams are live: a goroutine reads them as fast as they deliver, so that [Camera.Next] gives the
// newest picture and never one that has waited in a buffer. They are opened again when they drop. Files and sequences
// are read picture by picture, in order, to [io.EOF].
//
// An address whose every answer is one JPEG picture is asked for one whenever somebody wants it.
//
// A stream of JPEG pictures over HTTP (multipart/x-mixed-replace) arrives without delay only if the server states a
// Content-Length in every part: without it FFmpeg reads in blocks, and each picture comes out when the next one is
// sent, one picture late.
package camera
