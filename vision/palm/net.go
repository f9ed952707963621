//go:build !nopalm

package palm

/*
#cgo pkg-config: opencv4
#cgo CXXFLAGS: -std=c++11
#include <stdlib.h>
#include "net.h"
*/
import "C"

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"unsafe"
)

// model is the network in ONNX. Its weights were stored in half as many bits, so that it packs well.
//
//go:embed palm.onnx.gz
var model []byte

// net is the network in OpenCV.
type net struct{ c *C.palm_net }

// unpacked is the model as OpenCV reads it.
func unpacked() ([]byte, error) {
	packed, err := gzip.NewReader(bytes.NewReader(model))
	if err != nil {
		return nil, fmt.Errorf("unpacking the model: %w", err)
	}
	onnx, err := io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("unpacking the model: %w", err)
	}
	return onnx, nil
}

func load() (*net, error) {
	onnx, err := unpacked()
	if err != nil {
		return nil, err
	}
	return read(onnx)
}

// read reads a network in ONNX.
func read(onnx []byte) (*net, error) {
	var problem *C.char
	c := C.palm_load(unsafe.Pointer(unsafe.SliceData(onnx)), C.size_t(len(onnx)), &problem)
	if err := said(problem); err != nil {
		return nil, err
	}
	return &net{c}, nil
}

// run computes the boxes and scores of an input.
func (n *net) run(input, boxes, scores []float32) error {
	var problem *C.char
	C.palm_run(n.c, numbers(input), size, numbers(boxes), C.size_t(len(boxes)), numbers(scores), C.size_t(len(scores)),
		&problem)
	return said(problem)
}

func (n *net) close() {
	C.palm_close(n.c)
	n.c = nil
}

func numbers(of []float32) *C.float { return (*C.float)(unsafe.SliceData(of)) }

// said is what OpenCV complained of, in one line; it frees the text.
func said(problem *C.char) error {
	if problem == nil {
		return nil
	}
	defer C.free(unsafe.Pointer(problem))
	return errors.New("OpenCV says: " + strings.Join(strings.Fields(C.GoString(problem)), " "))
}
