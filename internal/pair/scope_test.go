package pair_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// repaired is the stage as the drivers of small scope call it.
func repaired(data []byte) ([]byte, int, error) {
	o, err := runReader(pair.Options{}, bytes.NewReader(data), bytes.NewReader(data))
	done := slices.DeleteFunc(o.findings, func(f transcript.Finding) bool { return f.Action == transcript.Keep })
	return o.out, len(done), err
}

// exceptions are what the stage leaves although the oracle refuses it, by a part of
// what a driver says of a failure. What is not listed has to hold.
//
// Claude Code 2.1.105 sends nothing of what a compaction keeps while nothing follows
// the summary, as right after the compaction: where all that followed is lost, so is
// that, until the session goes on.
//
// A call that stands right before a compaction of pi was cut off by it, which pi
// itself mends. In its first version no link shows that a result stood between.
//
// Where the first record of a branch is lost that began before a compaction, nothing in
// the file says that it began there, unless the boundary or what is left of the record
// names it: the rest of the branch is linked to the compaction, in front of which it
// stands no more. If the rest is a result alone, it goes with its call, and with it the
// branch: no record is left that a client could take for the leaf.
//
// Where the boundary of a compaction is lost, nothing in the file says which records it
// kept: the summary begins anew without them.
var exceptions = []string{
	"must get _, after lost C with kept records", "must get _, after torn C with kept records",
	"must get _, after torn, glued to the next C with kept records",
	"must get _, after lost A with kept", "must get _, after torn A with kept", "must get _, after torn, glued to the next A with kept",
	"must get _, after lost A with compaction, with fork", "must get _, after torn A with compaction, with fork",
	"must get _, after torn, glued to the next A with compaction, with fork",
	"must get _, after lost F with compaction, with fork", "must get _, after lost F with kept records, with fork",
	"pi-v1: call _ has no result", "pi-v1: before message _: call _ has no result",
}

func excepted(f transcripttest.Failure) bool {
	text := strings.Join(f.Dialects, ", ") + ": " + strings.TrimPrefix(f.Check, "P5 refused: ") + ", after " + f.Damage
	return slices.ContainsFunc(exceptions, func(part string) bool { return strings.Contains(text, part) })
}

// Every small transcript, with everything that can happen to one record. `make
// scope` goes further.
func TestSmallScope(t *testing.T) {
	transcripttest.SmallScope(t, 3, repaired, excepted)
}

// Records that are torn at any cut point.
func TestTornAnywhere(t *testing.T) {
	transcripttest.TornAnywhere(t, 50/size(10)+5, repaired, excepted)
}

// Two to five kinds of damage at once.
func TestCombinedDamage(t *testing.T) {
	transcripttest.CombinedDamage(t, size(120), repaired, excepted)
}
