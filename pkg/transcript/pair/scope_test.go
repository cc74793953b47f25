package pair_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// repaired is the stage as the drivers of small scope call it.
func repaired(data []byte) ([]byte, int, error) {
	o, err := runReader(pair.Default(), bytes.NewReader(data), bytes.NewReader(data))
	done := slices.DeleteFunc(o.findings, func(f transcript.Finding) bool { return f.Action == transcript.Keep })
	return o.out, len(done), err
}

// notReady names what the stage does not repair yet, by a part of what a driver
// says of a failure. What is not listed has to hold.
var notReady = []string{
	"torn", "tail twice", "kept records", "rollback", "stand-in beside", "combined damage",
	"lost C", "doubled C", "doubled A with compaction", "doubled U with compaction", "doubled R with compaction",
	"moved C", "moved A", "moved R", "moved U with compaction", "moved F with compaction",
}

func notYet(f transcripttest.Failure) bool {
	text := f.Check + ", after " + f.Damage
	return slices.ContainsFunc(notReady, func(part string) bool { return strings.Contains(text, part) })
}

// Every small transcript, with everything that can happen to one record. `make
// scope` goes further.
func TestSmallScope(t *testing.T) {
	transcripttest.SmallScope(t, 3, repaired, notYet)
}

// Records that are torn at any cut point.
func TestTornAnywhere(t *testing.T) {
	transcripttest.TornAnywhere(t, 50/size(10)+5, repaired, notYet)
}

// Two to five kinds of damage at once.
func TestCombinedDamage(t *testing.T) {
	transcripttest.CombinedDamage(t, size(120), repaired, notYet)
}
