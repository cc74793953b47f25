package batch

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"trtools/pkg/transcript"
)

// longest is how long a line may be that is held in a batch, in bytes. With a longer one
// the lines are taken in order.
const longest = 16 << 20

// batch is some lines of the input, and what became of them.
type batch struct {
	data []byte
	torn bool  // it does not end where a line does, because that is too long
	err  error // of reading, behind the data

	part
	done chan struct{} // closed when the part is complete
}

// reading collects batches, and has workers take care of each.
type reading struct {
	d     *Divider
	free  chan memory
	todo  chan *batch
	order chan *batch // the same batches, in the order of the input

	waiting atomic.Int64 // batches that the merger has not taken
	idle    atomic.Bool  // the lines are taken in order: no worker is needed
	quit    chan struct{}
	all     sync.WaitGroup
}

func start(d *Divider) *reading {
	n := 2*d.Workers + 1
	r := &reading{d: d, free: make(chan memory, n), todo: make(chan *batch, n), order: make(chan *batch, n), quit: make(chan struct{})}
	for range n {
		r.free <- memory{}
	}
	r.all.Go(r.read)
	for range d.Workers {
		r.all.Go(r.work)
	}
	return r
}

// stop ends what is still going on.
func (r *reading) stop() {
	r.idle.Store(true)
	close(r.quit)
	r.all.Wait()
}

// work takes care of one batch after the other.
func (r *reading) work() {
	for b := range r.todo {
		if !r.idle.Load() && !b.torn && len(b.data) > 0 {
			b.run(r.d, b.data)
		}
		close(b.done)
	}
}

// memory is what a batch is read into, and what its part records.
type memory struct {
	data []byte
	record
}

// release gives back the memory of a batch.
func (r *reading) release(b *batch) {
	r.free <- memory{b.data, b.record.empty()}
	b.data, b.record = nil, record{}
}

// send passes a batch on, and reports whether somebody takes it.
func (r *reading) send(b *batch) bool {
	b.done = make(chan struct{})
	r.waiting.Add(1)
	select {
	case <-r.quit:
		return false
	case r.order <- b:
	}
	r.todo <- b // it has as much room
	return true
}

// read collects batches up to the end of the input.
func (r *reading) read() {
	defer close(r.order)
	defer close(r.todo)
	var rest []byte
	for {
		var m memory
		select {
		case <-r.quit:
			return
		case m = <-r.free:
		}
		b := &batch{data: append(m.data[:0], rest...)}
		b.record = m.record
		r.fill(b)
		end := len(b.data)
		if !b.torn && !errors.Is(b.err, io.EOF) {
			end = bytes.LastIndexByte(b.data, '\n') + 1
		}
		rest = append(rest[:0], b.data[end:]...)
		b.data = b.data[:end]
		last := b.err != nil
		if !r.send(b) || last {
			return
		}
	}
}

// fill reads until a batch is full or there is no more. What comes slowly is passed on
// as soon as nothing else is in work.
func (r *reading) fill(b *batch) {
	lines := false // what was left of the last batch has no LF
	for empty := 0; ; {
		switch n := len(b.data); {
		case lines && (n >= r.d.Size || r.waiting.Load() == 0):
			return
		case n >= longest:
			b.torn = true
			return
		case n == cap(b.data):
			b.data = append(make([]byte, 0, max(r.d.Size, min(2*n, longest))), b.data...)
		}
		n, err := r.d.In.Read(b.data[len(b.data):cap(b.data)])
		lines = lines || bytes.IndexByte(b.data[len(b.data):len(b.data)+n], '\n') >= 0
		b.data = b.data[:len(b.data)+n]
		if err != nil {
			b.err = err
			return
		}
		if empty++; n > 0 {
			empty = 0
		} else if empty == 100 {
			b.err = io.ErrNoProgress
			return
		}
	}
}

// failure returns the error of reading, nil at the end of the input.
func (b *batch) failure() error {
	if b.err == nil || errors.Is(b.err, io.EOF) {
		return nil
	}
	return &transcript.ReadError{Err: b.err}
}
