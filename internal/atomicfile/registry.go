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

// begin runs create and, if it succeeds, has path in the set.
func (r *registry) begin(path string, create func() error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := create()
	if err == nil {
		r.paths[path] = struct{}{}
	}
	return err
}

// finish runs settle and, if it succeeds, no longer has paths in the set.
func (r *registry) finish(settle func() error, paths ...string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := settle(); err != nil {
		return err
	}
	r.forget(paths)
	return nil
}

// drop takes paths out of the set, whatever became of the files.
func (r *registry) drop(paths ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(paths)
}

func (r *registry) forget(paths []string) {
	for _, path := range paths {
		delete(r.paths, path)
	}
}

// removeAll removes the files of the set; the lock must be held.
func (r *registry) removeAll() {
	for path := range r.paths {
		_ = os.Remove(path) // the process is about to end: nobody could act on it
		delete(r.paths, path)
	}
}
