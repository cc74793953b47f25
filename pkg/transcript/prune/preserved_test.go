package prune_test

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// A boundary of Claude Code keeps records from before itself. Whatever goes of
// them, or the summary that they hang on: every version of the client sees exactly
// what did not go (docs/clients.md, second round).
func TestPreserved(t *testing.T) {
	for _, name := range []string{"claude-fan", "claude-serial"} {
		d := transcripttest.Named(name)
		for _, story := range []string{
			"U F U A[x,y] R(y) R(x) C4 U F", "U A[x] R(x) F U F C3 U A[y] R(y) F", "U F U A[x] R(x) A[y] R(y) F C5 U F U F",
		} {
			data := d.Bytes(story)
			opts := []prune.Options{{Tools: []string{"run_x"}}, {Tools: []string{"run_x", "run_y"}}}
			for n := range int64(9) {
				opts = append(opts, prune.Options{MaxMessages: n + 1}, prune.Options{MaxChars: 20 * (n + 1)}, prune.Options{MaxMessages: n + 1, Notice: true})
			}
			for _, id := range ids(data) {
				opts = append(opts, prune.Options{IDs: []string{id}}, prune.Options{IDs: []string{id}, Notice: true})
			}
			removed := 0
			for _, opt := range opts {
				t.Run(fmt.Sprintf("%s %s %+v", name, story, opt), func(t *testing.T) { removed += keeps(t, d, data, opt) })
			}
			if removed < 20 {
				t.Errorf("%s: %s: only %d records go in all", name, story, removed)
			}
		}
	}
}

// ids returns the ids of all records.
func ids(data []byte) (list []string) {
	for _, m := range regexp.MustCompile(`"uuid":"([^"]+)"`).FindAllSubmatch(data, -1) {
		list = append(list, string(m[1]))
	}
	return list
}

// keeps checks one run, and returns how many records went.
func keeps(t *testing.T, d transcripttest.Dialect, data []byte, opt prune.Options) int {
	o := run(t, opt, data, nil)
	if err := transcripttest.Check(d, o.out); err != nil {
		t.Fatalf("%v\ninput:\n%s\noutput:\n%s", err, data, o.out)
	}
	if list := resulttest.Broken(t, o.out); len(list) > 0 {
		t.Fatalf("tr-pair finds %+v\ninput:\n%s\noutput:\n%s", list, data, o.out)
	}
	before, after := d.Read(data), d.Read(o.out)
	for i := range before {
		want, got := without(before[i], o.rejects), silent(without(after[i], nil))
		if !same(want, got) {
			t.Fatalf("reader %d sees\n%+v\nwant\n%+v\ninput:\n%s\noutput:\n%s", i, got, want, data, o.out)
		}
	}
	if again := run(t, opt, o.out, nil); !bytes.Equal(again.out, o.out) {
		t.Fatalf("a second run makes of\n%s\nthis:\n%s", o.out, again.out)
	}
	return len(o.rejects)
}

// silent leaves out our notices.
func silent(list []transcripttest.Item) (left []transcripttest.Item) {
	for _, it := range list {
		if !bytes.Contains([]byte(it.Text), []byte("HISTORY SHORTENED")) {
			left = append(left, it)
		}
	}
	return left
}

// The lists are told of: no line changes in silence.
func TestPreservedTold(t *testing.T) {
	d := transcripttest.Named("claude-fan")
	data := d.Bytes("U F U A[x,y] R(y) R(x) C4 U F")
	o := run(t, prune.Options{Tools: []string{"run_x"}}, data, nil)
	at := int64(bytes.Index(data, []byte("compact_boundary")))
	told := false
	for _, f := range o.findings {
		told = told || f.Code == transcript.Touched && f.Offset < at && at < f.Offset+f.Length
	}
	if !told {
		t.Errorf("%+v", o.findings)
	}
}
