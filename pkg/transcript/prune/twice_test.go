package prune_test

import (
	"bytes"
	"fmt"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// cases is how many damaged transcripts of each dialect are tried.
func cases() uint64 {
	if testing.Short() {
		return 40
	}
	return 250
}

// small are options that make most small transcripts lose something.
var small = []prune.Options{
	{MaxMessages: 1}, {MaxMessages: 3}, {MaxChars: 60}, {MaxTokens: 12, KeepFirst: 2},
	{MaxPayload: 900, KeepLast: 3}, {MaxMessages: 4, Notice: true}, {MaxChars: 400, Notice: true},
	{Dead: true}, {Dead: true, Branches: true}, {Dead: true, Branches: true, MaxMessages: 3}, {Tools: []string{"run_x", "run_c1", "ls"}}, {IDs: []string{"x", "c1", "a0000003"}, Notice: true},
}

// P3 on damaged input: a second run changes nothing, whatever was wrong with the
// links, lines, calls and compactions of the first one's input.
func TestTwiceOnDamage(t *testing.T) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			removed := 0
			for seed := range cases() {
				data := transcripttest.Damaged(d, seed).Data
				opt := small[seed%uint64(len(small))]
				o := run(t, opt, data, nil)
				removed += len(o.rejects)
				again := run(t, opt, o.out, nil)
				if !bytes.Equal(o.out, again.out) || len(again.rejects) > 0 {
					t.Fatalf("seed %d, %+v:\n%s\nbecomes\n%s\nand then\n%s", seed, opt, data, o.out, again.out)
				}
			}
			if removed == 0 && !d.Log {
				t.Error("nothing is ever removed")
			}
		})
	}
}

// The session that lost more in a second run: a live message behind a line that
// cannot be read, and a turn that a compaction kept.
func TestTwice(t *testing.T) {
	for _, c := range []struct {
		dialect, story string
		opt            prune.Options
	}{
		{"pi", "U F U A[x] R(x) F U F", prune.Options{MaxMessages: 1}},
		{"codex", "U F U F C2 U A[x] R(x) F", prune.Options{MaxMessages: 2}},
		{"claude-fan", "U F U A[x,y] R(y) R(x) C4 U F", prune.Options{MaxMessages: 2}},
	} {
		lines := bytes.SplitAfter(transcripttest.Named(c.dialect).Bytes(c.story), []byte("\n"))
		for i := range lines {
			for name, line := range map[string][]byte{"lost": nil, "torn": append(lines[i][:len(lines[i])/2:len(lines[i])/2], '\n')} {
				data := bytes.Join(append(append(append([][]byte(nil), lines[:i]...), line), lines[i+1:]...), nil)
				o := run(t, c.opt, data, nil)
				if again := run(t, c.opt, o.out, nil); !bytes.Equal(again.out, o.out) {
					t.Errorf("%s: line %d is %s:\n%s\nthen\n%s", c.dialect, i+1, name, o.out, again.out)
				}
			}
		}
	}
}

// Named units are removed, whatever else there is; a limit holds besides.
func TestNamed(t *testing.T) {
	const story = "U A[x] R(x) F U A[y] R(y) F U F"
	for _, d := range transcripttest.All() {
		if d.Name == "converse" || d.Name == "cursor" || d.Ordered || d.Log { // a unit holds the answers around it, there are no results, no names, or nothing goes
			continue
		}
		data := d.Bytes(story)
		ids := bytes.Contains(data, []byte(`"x"`)) // not where calls have none
		if o := run(t, prune.Options{IDs: []string{"x"}}, data, nil); ids && (bytes.Contains(o.out, []byte("result of x")) || !bytes.Contains(o.out, []byte("result of y"))) {
			t.Errorf("%s: by id:\n%s", d.Name, o.out)
		}
		o := run(t, prune.Options{Tools: []string{"run_y"}}, data, nil)
		if bytes.Contains(o.out, []byte("result of y")) || !bytes.Contains(o.out, []byte("result of x")) {
			t.Errorf("%s: by tool:\n%s", d.Name, o.out)
		}
		if list := resulttest.Broken(t, o.out); len(list) > 0 {
			t.Errorf("%s: tr-pair finds %+v", d.Name, list)
		}
		if o := run(t, prune.Options{Tools: []string{"run_x", "run_y"}, Pins: []string{"x"}}, data, nil); ids && !bytes.Contains(o.out, []byte("result of x")) {
			t.Errorf("%s: a pinned unit goes:\n%s", d.Name, o.out)
		}
	}
}

// The newest unit stays unless it is named by id, or nothing is to be kept; a call
// without a result always does.
func TestNamedNewest(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	for _, c := range []struct {
		story string
		opt   prune.Options
		goes  bool
	}{
		{"U F U A[x] R(x)", prune.Options{Tools: []string{"run_x"}, KeepLast: 1}, false},
		{"U F U A[x] R(x)", prune.Options{Tools: []string{"run_x"}}, true},
		{"U F U A[x] R(x)", prune.Options{IDs: []string{"x"}, KeepLast: 5}, true},
		{"U F U A[x]", prune.Options{Tools: []string{"run_x"}}, false},
	} {
		o := run(t, c.opt, d.Bytes(c.story), nil)
		if got := !bytes.Contains(o.out, []byte("do x")); got != c.goes {
			t.Errorf("%s, %+v: goes %v\n%s", c.story, c.opt, got, o.out)
		}
	}
}

// Ids that nothing has are told of: one to keep is a mistake, one to remove may be
// gone already.
func TestUnknown(t *testing.T) {
	o := run(t, prune.Options{MaxMessages: 9, Pins: []string{"nobody"}, IDs: []string{"none"}}, transcripttest.Named("pi").Bytes("U F"), nil)
	got := ""
	for _, f := range o.findings {
		got += fmt.Sprint(f.Code, " ", f.Severity, " ", f.ID, "\n")
	}
	if got != "unknown-pin warning nobody\nunknown-pin info none\n" {
		t.Errorf("%s", got)
	}
}

// The notice stands where the first messages went, is counted, and takes the place
// of an earlier one.
func TestNotice(t *testing.T) {
	for _, d := range transcripttest.All() {
		if d.Log {
			continue // nothing goes
		}
		data := d.Bytes("U F U F U F U F U F U F")
		o := run(t, prune.Options{MaxMessages: 7, Notice: true}, data, nil)
		if n := bytes.Count(o.out, []byte("HISTORY SHORTENED] ")); n != 1 || !bytes.Contains(o.out, []byte("] 5 older messages of this conversation")) && d.Name != "converse" && !d.Ordered {
			t.Errorf("%s: %d notices\n%s", d.Name, n, o.out)
		}
		again := run(t, prune.Options{MaxMessages: 5, Notice: true}, o.out, nil)
		if d.Name == "converse" || d.Ordered { // it became a part of the user's message
			continue
		}
		if n := bytes.Count(again.out, []byte("HISTORY SHORTENED] ")); n != 1 || !bytes.Contains(again.out, []byte("] 7 older messages of this conversation")) {
			t.Errorf("%s, again: %d notices\n%s", d.Name, n, again.out)
		}
		if list := resulttest.Broken(t, again.out); len(list) > 0 {
			t.Errorf("%s: tr-pair finds %+v\n%s", d.Name, list, again.out)
		}
		limited := run(t, prune.Options{MaxChars: 300, Notice: true}, d.Bytes("U F U F U F U F U F U F U F U F U F U F U F U F U F U F U F U F U F U F U F U F U F U F"), nil)
		if size := sizeOf(t, limited.out); size.Chars > 300 && !limited.has(transcript.CannotFit) {
			t.Errorf("%s: %d chars are left", d.Name, size.Chars)
		}
	}
}
