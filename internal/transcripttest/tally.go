package transcripttest

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Failure is a class of cases in which a repair breaks a promise, and the
// smallest of them.
type Failure struct {
	Check    string // the promise, and what was said
	Damage   string // what had been done to which kind of record
	Count    int
	Dialects []string
	Story    string // the transcript of the smallest case
	Input    []byte
	Output   []byte
	Err      error
}

func (f Failure) String() string {
	return fmt.Sprintf("%s, after %s: %d cases in %s\nthe smallest: %s: %v\ninput:\n%s\noutput:\n%s",
		f.Check, f.Damage, f.Count, strings.Join(f.Dialects, ", "), f.Story, f.Err, f.Input, f.Output)
}

// Tally counts what a driver tried.
type Tally struct {
	Transcripts int
	Cases       int
	Failed      int // cases with at least one failure

	mu      sync.Mutex
	classes map[[2]string]*Failure
}

// Failures returns the classes of failures, the most frequent first.
func (t *Tally) Failures() []Failure {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []Failure
	for _, f := range t.classes {
		f.Dialects = slices.Compact(slices.Sorted(slices.Values(f.Dialects)))
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b Failure) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.Check, b.Check), strings.Compare(a.Damage, b.Damage))
	})
	return list
}

// Checks counts the failures by what was said.
func (t *Tally) Checks() map[string]int {
	count := map[string]int{}
	for _, f := range t.Failures() {
		count[f.Check] += f.Count
	}
	return count
}

// String is a short report.
func (t *Tally) String() string {
	text := fmt.Sprintf("%d transcripts, %d cases, %d failed", t.Transcripts, t.Cases, t.Failed)
	count := t.Checks()
	for _, check := range slices.Sorted(maps.Keys(count)) {
		text += fmt.Sprintf("\n%8d %s", count[check], check)
	}
	return text
}

var special = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\d+|\[[\d ]*\]`)

// fail notes a failure.
func (t *Tally) fail(c *trial, promise string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c.failed = true
	check := promise + ": " + special.ReplaceAllString(err.Error(), "_")
	key := [2]string{check, c.damage}
	if t.classes == nil {
		t.classes = map[[2]string]*Failure{}
	}
	f := t.classes[key]
	if f == nil {
		f = &Failure{Check: check, Damage: c.damage}
		t.classes[key] = f
	}
	f.Count++
	if !slices.Contains(f.Dialects, c.d.Name) {
		f.Dialects = append(f.Dialects, c.d.Name)
	}
	if f.Input == nil || len(c.input) < len(f.Input) {
		f.Story, f.Err = c.d.Name+": "+Format(c.events)+c.note, err
		f.Input, f.Output = slices.Clone(c.input), slices.Clone(c.output)
	}
}

// add counts what another tally has counted.
func (t *Tally) add(transcripts, cases, failed int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Transcripts, t.Cases, t.Failed = t.Transcripts+transcripts, t.Cases+cases, t.Failed+failed
}
