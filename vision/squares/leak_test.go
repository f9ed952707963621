package squares

import (
	"testing"

	"draughtsman/internal/testkit/leak"
)

// TestMain fails when the tests have left pictures allocated.
func TestMain(m *testing.M) { leak.Main(m) }
