package endgame

import "sync"

// Progress is how far Build or Check has come.
type Progress struct {
	Material    Material // under way
	Done, Total int      // positions; Build counts each twice, when solved and when verified
}

// work counts what is done.
type work struct {
	mutex sync.Mutex
	Progress
	tell func(Progress)
}

// newWork is the work of going through all positions so many times.
func newWork(all []Material, times int, tell func(Progress)) *work {
	w := &work{tell: tell}
	for _, m := range all {
		w.Total += times * m.positions()
	}
	return w
}

func (w *work) begin(m Material) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.Material = m
}

func (w *work) done(positions int) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.Done += positions
	if w.tell != nil {
		w.tell(w.Progress)
	}
}
