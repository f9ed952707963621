package arm

import "context"

// Motion is what an arm begins to do, for those who watch it.
type Motion struct {
	// From is where the tool is when the steps begin; nil: where the motion before has ended, or, after a Home, not
	// known.
	From *Point
	// Steps are carried out without a wait between them. There are none where the arm is held, or goes on after that.
	Steps []Step
	Held  bool // the arm stands still until the next motion that is not held
}

// Tracer is called as each motion begins, from the goroutine that carries it out; it must not wait.
type Tracer func(Motion)

type tracerKey struct{}

// WithTracer is a context in which drivers say what they begin to do. Times cannot be told beforehand: a step may
// wait for a key, for a hold to end, for a tool.
func WithTracer(ctx context.Context, t Tracer) context.Context {
	return context.WithValue(ctx, tracerKey{}, t)
}

// Begins tells the context's tracer, if there is one, that a motion begins now. Every driver calls it before what it
// does without waiting for anything but itself.
func Begins(ctx context.Context, m Motion) {
	if t, ok := ctx.Value(tracerKey{}).(Tracer); ok {
		t(m)
	}
}
