package cli

import "trtools/pkg/transcript"

// discard takes records and forgets them: -c and -l.
type discard struct{}

func (discard) Push(*transcript.Record) error { return nil }
func (discard) Flush() error                  { return nil }
func (discard) Close() error                  { return nil }

// prompt writes every record at once: --line-buffered.
type prompt struct{ transcript.Stage }

func (s prompt) Push(r *transcript.Record) error {
	if err := s.Stage.Push(r); err != nil || r.More {
		return err
	}
	return s.Stage.Flush()
}

// both gives every record to two stages: -w with -d.
type both struct{ a, b transcript.Stage }

func (s both) Push(r *transcript.Record) error { return firstOf(s.a.Push(r), s.b.Push(r)) }
func (s both) Flush() error                    { return firstOf(s.a.Flush(), s.b.Flush()) }
func (s both) Close() error                    { return firstOf(s.a.Close(), s.b.Close()) }

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// relay stands between the stage and the sink. At every Flush it sends off
// findings, so that those of a live stream are seen in time, and stops the
// stage when an output that is not the sink cannot be written.
type relay struct {
	transcript.Stage
	check func() error
}

func (s relay) Flush() error {
	if err := s.Stage.Flush(); err != nil {
		return err
	}
	return s.check()
}

func (s relay) Close() error {
	if err := s.Stage.Close(); err != nil {
		return err
	}
	return s.check()
}
