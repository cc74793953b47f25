// Package pair gives every tool call exactly one result, where the API wants it: the stage
// of tr-pair.
//
// RepairBytes repairs messages in memory, Repair a stream, and New returns the stage to be
// chained with others. What was wrong comes back as findings; a history without damage
// comes back byte for byte.
package pair

import (
	"io"

	"trtools/internal/document"
	stage "trtools/internal/pair"
	"trtools/internal/refusal"
	"trtools/pkg/transcript"
)

// Missing says what happens to a call without a result.
type Missing uint8

const (
	InjectMissing = Missing(stage.InjectMissing)
	StripMissing  = Missing(stage.StripMissing)
	KeepMissing   = Missing(stage.KeepMissing)
)

// Tail says what happens to calls at the end of their thread.
type Tail uint8

const (
	DefaultTail = Tail(stage.DefaultTail) // repaired, but kept inside a conversation, where the last call is a label
	RepairTail  = Tail(stage.RepairTail)
	KeepTail    = Tail(stage.KeepTail)
)

// Orphans says what happens to results without a call.
type Orphans uint8

const (
	DropOrphans = Orphans(stage.DropOrphans)
	TextOrphans = Orphans(stage.TextOrphans)
	KeepOrphans = Orphans(stage.KeepOrphans)
)

// Duplicates says what happens to a second call of one id in one message.
type Duplicates uint8

const (
	FirstDuplicate   = Duplicates(stage.FirstDuplicate)
	RenameDuplicates = Duplicates(stage.RenameDuplicates)
	KeepDuplicates   = Duplicates(stage.KeepDuplicates)
)

// Target is where a history will be sent: an API, and perhaps a model of it. The zero value
// is what the input tells.
type Target struct{ of refusal.Target }

// ParseTarget reads API or API/MODEL, as the flag --for of tr-pair has it.
func ParseTarget(text string) (Target, error) {
	to, err := refusal.ParseTarget(text)
	return Target{to}, err
}

// Options choose what is repaired. The zero value is what tr-pair does without flags.
type Options struct {
	NoMend     bool // damaged lines stay as they are
	NoRelink   bool // links that were broken before stay as they are
	Missing    Missing
	Tail       Tail
	Orphans    Orphans
	Duplicates Duplicates
	// HoldBack leaves alone what may be explained by a line that cannot be read.
	HoldBack bool
	// DropBroken removes whole conversations that have an error, in place of repairing them.
	DropBroken bool

	For Target // where the history goes

	SyntheticText string // of a result that is put in; "" for the usual one
	NoErrorFlag   bool   // such a result is not marked as an error
}

// ErrInvariant means that a repaired transcript would still break the rules. That is a bug
// here: nothing is written.
var ErrInvariant = stage.ErrInvariant

// New returns a stage for one input. Without job.Source what is pushed is spooled. A nil
// job.Report is fine.
func New(o Options, job transcript.Job) transcript.Stage {
	return stage.New(stage.Options{
		NoMend: o.NoMend, NoRelink: o.NoRelink, HoldBack: o.HoldBack, DropBroken: o.DropBroken,
		Missing: stage.Missing(o.Missing), Tail: stage.Tail(o.Tail),
		Orphans: stage.Orphans(o.Orphans), Duplicates: stage.Duplicates(o.Duplicates),
		For: o.For.of, SyntheticText: o.SyntheticText, NoErrorFlag: o.NoErrorFlag,
	}, job)
}

// Repair reads a transcript from r, lines of JSON or one JSON document, and writes it to w
// with every tool call paired with one result. It returns what it found. Errors are those
// of reading and writing, and ErrInvariant.
func Repair(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return o.filter().Run(r, w)
}

// RepairBytes is Repair for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func RepairBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return o.filter().Bytes(data)
}

func (o Options) filter() document.Filter {
	return document.Filter{Make: func(j transcript.Job) transcript.Stage { return New(o, j) }, Mends: !o.NoMend}
}
