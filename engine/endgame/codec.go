package endgame

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"sync"
)

// blockSize is how many values are compressed together: one has to be decompressed with all of its block.
const blockSize = 4096

// deflate compresses the values of a block. Of positions in which a capture is due nothing is kept: they get the
// value of the position before them, which makes tables a quarter smaller, and are worth what the captures lead to.
func deflate(to *bytes.Buffer, w *flate.Writer, values []Value, capturing func(i int) bool) error {
	var plain [blockSize]byte
	last := Draw
	for i, v := range values {
		if !capturing(i) {
			last = v
		}
		plain[i] = byte(last)
	}
	w.Reset(to)
	if _, err := w.Write(plain[:len(values)]); err != nil {
		return err
	}
	return w.Close()
}

// inflater decompresses blocks.
type inflater struct {
	from  bytes.Reader
	flate io.ReadCloser
	plain [blockSize]byte
}

var inflaters = sync.Pool{New: func() any { return &inflater{flate: flate.NewReader(nil)} }}

// inflate decompresses a block.
func inflate(values []Value, data []byte) error {
	f := inflaters.Get().(*inflater)
	defer inflaters.Put(f)
	f.from.Reset(data)
	if err := f.flate.(flate.Resetter).Reset(&f.from, nil); err != nil {
		return err
	}
	if _, err := io.ReadFull(f.flate, f.plain[:len(values)]); err != nil {
		return fmt.Errorf("decompress a block: %w", err)
	}
	for i := range values {
		values[i] = Value(f.plain[i])
	}
	return nil
}
