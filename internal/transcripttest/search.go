package transcripttest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Search tries a repair on made-up transcripts of a dialect with two to five
// kinds of damage at once, one for each seed from first on. It counts errors,
// second runs that change or find something, runs that differ from each other,
// changes without a finding, and texts of users that are lost.
// What the oracle says is left out: damage on damage may leave nothing that
// could be sent.
func Search(d Dialect, first, cases int, repair Repair) *Tally {
	t := &Tally{}
	failed := 0
	for seed := first; seed < first+cases; seed++ {
		c := Damaged(d, uint64(seed))
		c.trial.run(t, repair, map[string]bool{})
		c.trial.repeat(t, repair)
		if c.trial.failed {
			failed++
		}
	}
	t.add(cases, cases, failed)
	return t
}

// repeat checks that the same comes of it once more, and that what changed was
// said.
func (c *trial) repeat(t *Tally, repair Repair) {
	out, n, err := guarded(repair, c.input)
	switch {
	case (err == nil) != (c.err == nil) || err == nil && !bytes.Equal(out, c.output):
		t.fail(c, "P10", errors.New("another run gives another output"))
	case err == nil && n == 0 && !bytes.Equal(c.input, c.output):
		t.fail(c, "P4", errors.New("bytes change without a finding"))
	}
}

// Sample is a damaged transcript.
type Sample struct {
	Story  string
	Damage []string
	Data   []byte
	trial  *trial
}

// Damaged makes a transcript of a dialect with two to five kinds of damage. A
// seed makes the same one always.
func Damaged(d Dialect, seed uint64) Sample {
	pick := rand.New(rand.NewPCG(seed, 17)).IntN
	events := Tell(d, 3+pick(25), pick)
	var how []string
	n := 2 + pick(4)
	for range pick(min(n, 3)) {
		all := slices.Concat(Damages, MoreDamages)
		k := pick(len(all))
		if after := all[k].Apply(events, pick); d.Holds(after) {
			how, events = append(how, all[k].Name), after
		}
	}
	lines := d.Render(events)
	for len(how) < n && len(lines) > 0 {
		all := slices.Concat(LineDamages, MoreLineDamages, WireDamages)
		k := pick(len(all))
		how, lines = append(how, all[k].Name), all[k].Apply(lines, pick)
	}
	data := Join(lines)
	note := fmt.Sprintf(" (seed %d: %s)", seed, strings.Join(how, ", "))
	c := &trial{d: d, events: events, damage: "combined damage", note: note, input: data, ideal: readable(data), lax: true}
	return Sample{Format(events), how, data, c}
}

// readable returns the lines that are whole records.
func readable(data []byte) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	var out []byte
	for _, r := range decode(data) {
		out = append(out, lines[r.line-1]...)
	}
	return out
}
