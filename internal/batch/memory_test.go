package batch

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// swap is a stage that puts the same line in place of each.
type swap struct {
	job transcript.Job
	own []byte
}

func (s *swap) Plans() bool                      { return false }
func (s *swap) Apart() bool                      { return true }
func (s *swap) Add(transcript.Stage, Place) bool { return true }
func (s *swap) Flush() error                     { return s.job.Next.Flush() }
func (s *swap) Close() error                     { return s.job.Next.Close() }

func (s *swap) Push(r *transcript.Record) error {
	if _, held := s.job.Source.(plan.Held); !held {
		return errors.New("the source is not held")
	}
	r.Replace(s.own)
	return s.job.Next.Push(r)
}

// A stage of a batch has the bytes at hand. What a batch is read into, and what its new lines are put into, serves the next ones.
func TestMemoryOfBatches(t *testing.T) {
	line := append(bytes.Repeat([]byte("c"), 1000), '\n')
	data := bytes.Repeat(line, 4000)
	in := io.MultiReader(bytes.NewReader(data)) // no length is known
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := 0
	d := Divider{Workers: 2, Size: 64 << 10, In: in, New: func(j transcript.Job) (transcript.Stage, error) { return &swap{j, line}, nil },
		Next: transcript.NewWriter(writerFunc(func(b []byte) (int, error) { got += len(b); return len(b), nil }))}
	first, _ := d.New(transcript.Job{Next: d.Next})
	if _, err := d.Run(first.(Stage)); err != nil || got != len(data) {
		t.Fatal(got, err)
	}
	runtime.ReadMemStats(&after)
	if n := int(after.TotalAlloc - before.TotalAlloc); n > len(data) {
		t.Errorf("%d bytes allocated for %d", n, len(data))
	}
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
