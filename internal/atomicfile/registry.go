package atomicfile

import (
	"os"
	"sync"
)

// unfinished holds the files that mean nothing without the process that makes
// them: temporary files, and backups of what is not replaced yet.
var unfinished = registry{paths: map[string]struct{}{}}

// registry is a set of paths. The lock is held not only while the set changes
// but also while a file comes to be or gets its final name, so that a signal
// sees each file either in the set or finished.
type registry struct {
	mu    sync.Mutex
	paths map[string]struct{}
}

// step runs do and, if it succeeds, has begun in the set, and done no longer.
func (r *registry) step(do func() error, begun string, done ...string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := do()
	if err == nil {
		for _, path := range done {
			delete(r.paths, path)
		}
		if begun != "" {
			r.paths[begun] = struct{}{}
		}
	}
	return err
}

// drop takes a path out of the set, whatever became of the file.
func (r *registry) drop(path string) {
	_ = r.step(func() error { return nil }, "", path) // which cannot fail
}

// removeAll removes the files of the set; the lock must be held.
func (r *registry) removeAll() {
	for path := range r.paths {
		_ = os.Remove(path) // the process is about to end: nobody could act on it
		delete(r.paths, path)
	}
}
