package cli

import (
	"cmp"
	"io"
	"sync/atomic"

	"trtools/pkg/transcript"
)

// sink is a last stage. All of them can take consecutive unchanged lines at once.
type sink interface {
	transcript.Stage
	transcript.Copier
}

// discard takes records and forgets them: -c and -l.
type discard struct{}

func (discard) Push(*transcript.Record) error { return nil }
func (discard) Flush() error                  { return nil }
func (discard) Close() error                  { return nil }

func (discard) CopyRange(io.ReaderAt, int64, int64) error { return nil }

// teeSink gives every record to two stages: -w with -d.
type teeSink struct{ a, b sink }

func (s teeSink) Push(r *transcript.Record) error { return cmp.Or(s.a.Push(r), s.b.Push(r)) }
func (s teeSink) Flush() error                    { return cmp.Or(s.a.Flush(), s.b.Flush()) }
func (s teeSink) Close() error                    { return cmp.Or(s.a.Close(), s.b.Close()) }

func (s teeSink) CopyRange(r io.ReaderAt, from, to int64) error {
	return cmp.Or(s.a.CopyRange(r, from, to), s.b.CopyRange(r, from, to))
}

// relay stands between the stage and the sink. At every Flush it sends off
// findings, so that those of a live stream are seen in time, and stops the
// stage when an output that is not the sink cannot be written.
type relay struct {
	sink
	check  func() error
	passed *atomic.Int64 // counts the bytes
	prompt bool          // every record is written at once: --line-buffered
}

func (s relay) Push(r *transcript.Record) error {
	s.passed.Add(int64(len(r.Raw)))
	err := s.sink.Push(r)
	if err != nil || r.More {
		return err
	}
	return s.written()
}

func (s relay) CopyRange(r io.ReaderAt, from, to int64) error {
	err := s.sink.CopyRange(r, from, to)
	s.passed.Add(to - from)
	return cmp.Or(err, s.written())
}

func (s relay) written() error {
	if !s.prompt {
		return nil
	}
	return s.sink.Flush()
}

func (s relay) Flush() error {
	if err := s.sink.Flush(); err != nil {
		return err
	}
	return s.check()
}

func (s relay) Close() error {
	if err := s.sink.Close(); err != nil {
		return err
	}
	return s.check()
}
