package transcript

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// A Stage is a filter: it is pushed the records of one input in order and
// pushes records to the stage after it. Stages chain in one process as
// commands chain in a pipe.
type Stage interface {
	// Push takes the next record. The Record is valid until Push returns, the
	// bytes that it refers to until the next Flush or Close.
	Push(*Record) error
	// Flush says that the bytes pushed so far are about to be overwritten, or
	// that no more input is there for now. A stage copies what it holds on to
	// and passes the call on.
	Flush() error
	// Close says that the input is complete: the stage pushes what it still
	// holds, and closes the next one.
	Close() error
}

// Each is a last stage that hands every record to a function.
type Each func(*Record) error

func (e Each) Push(r *Record) error { return e(r) }
func (Each) Flush() error           { return nil }
func (Each) Close() error           { return nil }

// Copier is a stage that can take consecutive unchanged lines by their offsets
// in the input, so that a stage which only writes them does not have to be
// pushed each of them. Nor is it pushed lines that go.
type Copier interface {
	CopyRange(r io.ReaderAt, from, to int64) error
}

// Frame is something larger, such as a JSON document, whose elements are the lines of a Job.Source.
type Frame interface {
	// File returns what the elements stand in.
	File() io.ReaderAt
	// Place returns where a place of the Source is there: offset and line. White
	// space in front of an element does not belong to it.
	Place(offset int64) (at, line int64)
	// LastLine returns on which line there the element ends that holds a place of the
	// Source.
	LastLine(offset int64) int64
	// Cut returns the frame with no other elements than those on the lines from one
	// offset to another one.
	Cut(from, to int64) io.Reader
}

// Job is what a stage is given for one input.
type Job struct {
	Next   Stage         // takes the stage's records
	Report func(Finding) // takes every finding, once; may be nil
	Reject func(Reject)  // takes every removed or replaced record; may be nil

	// Source reads the same input again by offset. It is nil for a pipe: a
	// stage that needs a second look then spools what it is pushed.
	Source io.ReaderAt
	// Frame is what the lines of Source are elements of; nil where they are the file's own.
	Frame Frame
	// Name is the input's name as findings give it.
	Name string

	Dialect string // format to assume; empty to detect it for every record
	MaxLine int    // longest line that is held in memory, in bytes
	Strict  bool   // every byte is checked, an unreadable line stops the run
	DryRun  bool   // the run only shows what it would do: no stage may write a file
	// Unhashed says that nobody reads Finding.SHA256: a stage may leave it empty.
	Unhashed bool
	// Unread says that nobody reads what findings say, nor a Summary: a finding is counted
	// by its Code, Severity and Action, and a stage may leave everything else in it empty.
	Unread bool
}

// Sum returns the SHA-256 for a finding about some bytes, in hex, "" if nobody reads it.
func (j *Job) Sum(raw []byte) string {
	if j.Unhashed || j.Unread {
		return ""
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Reject is a record, or a part of one, that a stage took out of the
// transcript or replaced.
type Reject struct {
	File   string
	Line   int64
	Offset int64
	Code   Code
	Raw    []byte // exactly the bytes that were taken out, without line ending
}

// Summarizer is a stage that sums up its input when that has come to its end.
type Summarizer interface {
	Summary() Summary
}

// Summary is what a stage says of an input, in words without a prefix and a period. "" is nothing to
// say.
type Summary struct {
	Changed string // what it changed
	Input   string // what it recognised: "claude-code, 115 records, 38 calls"
	// Short is what was not judged of the input where no finding tells more: "not judged", "14 of 200
	// lines not understood". Without it the input is healthy.
	Short string
}
