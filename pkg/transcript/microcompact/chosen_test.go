package microcompact_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
)

// run1 runs the stage over steps and returns code and line of every finding.
func run1(t *testing.T, o microcompact.Options, steps ...step) (found []string, out string) {
	t.Helper()
	got := resulttest.Run(t, func(j transcript.Job) transcript.Stage { return microcompact.New(o, j) }, bytes.Join(moreSession(steps), nil), 0)
	for _, f := range got.Findings {
		found = append(found, fmt.Sprintf("%s %d", f.Code, f.Line))
	}
	return found, string(got.Data)
}

// What is not asked for stays, however old and large: arguments, images, reasoning,
// noise, and what is the same or stale.
func TestNothingElse(t *testing.T) {
	small := strings.Repeat("some lines\n", 30)
	steps := []step{{Tool: "Write", File: "a", Argument: strings.Repeat("x", 9000), Result: small, Reasoning: small, Image: true},
		{Tool: "Read", File: "a", Result: small}, {Tool: "Read", File: "a", Result: small}, {Tool: "Bash", Result: "\x1b[1m" + small}}
	for range 6 {
		steps = append(steps, step{Tool: "Grep"})
	}
	for _, o := range []microcompact.Options{{}, {MinGain: 1}, {Target: 1 << 30}} {
		if got, out := run1(t, o, steps...); got != nil || out != string(bytes.Join(moreSession(steps), nil)) {
			t.Errorf("%+v: %q", o, got)
		}
	}
}

// A target takes results from the first line on, of whatever kind, and what is not
// chosen stays to the byte.
func TestTargetOfEveryKind(t *testing.T) {
	small := strings.Repeat("some lines\n", 30)
	noisy, none := step{Tool: "Bash", Result: "\x1b[1m" + small + "\x1b[0m"}, step{Tool: "Grep"}
	same := []step{{Tool: "Grep", Result: small}, {Tool: "Grep", Result: small}}
	for _, c := range []struct {
		name  string
		more  microcompact.More
		steps []step
		want  string
	}{
		{"noise", microcompact.More{Noise: true}, []step{noisy, {Tool: "Bash", Result: "\x1b[31m" + small}}, "terminal-noise 2"},
		{"same", microcompact.More{Same: true}, append(same, step{Tool: "Grep", Result: small}), "same-result 2"},
		{"arguments", microcompact.More{Arguments: 900}, []step{{Tool: "Write", Argument: strings.Repeat("x", 2000)}, {Tool: "Write", Argument: strings.Repeat("y", 2000)}, none, none}, "old-arguments 1"},
	} {
		steps := append(slices.Clone(c.steps), none, none, none)
		o := microcompact.Options{Target: 1, More: c.more}
		got, out := run1(t, o, steps...)
		if !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q, want %s", c.name, got, c.want)
		}
		in := string(bytes.Join(moreSession(steps), nil))
		changed := 0
		for i, line := range strings.Split(in, "\n") {
			if strings.Split(out, "\n")[i] != line {
				changed++
			}
		}
		if changed != 1 {
			t.Errorf("%s: %d lines change", c.name, changed)
		}
	}
}

// The first line is the first also if its message is decided last.
func TestTargetInTheOrderOfTheInput(t *testing.T) {
	in := history("U read:a,b =a read:c =c read:d =d N N =b N N N", 9000)
	out := resulttest.Run(t, with(func(o *microcompact.Options) { o.Target = 1 }), in, 0)
	if got := levels(out.Data); got != "2000" {
		t.Errorf("levels %s", got)
	}
}

// The newest results stay, whatever their age and wherever the results before them are.
func TestKeepNewest(t *testing.T) {
	in := history("U read:a,b =a read:c =c read:d =d N N =b N N N", 9000)
	for n, want := range map[int]string{1: "3", 2: "2", 3: "1", 4: "0", 9: "0"} {
		o := with(func(o *microcompact.Options) { o.KeepNewest = n })
		out := resulttest.Run(t, o, in, 0)
		if got := fmt.Sprint(len(out.Findings)); got != want {
			t.Errorf("%d stay: %s change, want %s", n, got, want)
		}
		if again := resulttest.Run(t, o, out.Data, 0); !bytes.Equal(again.Data, out.Data) {
			t.Errorf("%d stay: a second run changes something", n)
		}
	}
}

// Texts that differ in colours only are the same if colours are removed, and else not.
func TestSameButForColours(t *testing.T) {
	small := strings.Repeat("some lines\n", 30)
	steps := []step{{Tool: "Grep", Result: "\x1b[1m" + small}, {Tool: "Grep", Result: small}, {Tool: "Grep"}, {Tool: "Grep"}}
	if got, _ := run1(t, microcompact.Options{More: microcompact.More{Same: true}}, steps...); got != nil {
		t.Errorf("with colours: %q", got)
	}
	if got, _ := run1(t, microcompact.Options{More: microcompact.More{Same: true, Noise: true}}, steps...); !slices.Equal(got, []string{"same-result 2"}) {
		t.Errorf("without: %q", got)
	}
}

// What is left of long arguments: 400 chars, the marker, and 100.
func TestArgumentsHeadAndTail(t *testing.T) {
	a, b, c := strings.Repeat("a", 400), strings.Repeat("b", 900), strings.Repeat("c", 100)
	none := step{Tool: "Grep"}
	_, out := run1(t, microcompact.Options{More: microcompact.More{Arguments: 900}}, step{Tool: "Write", Argument: a + b + c}, none, none, none, none)
	if want := a + "... [900 of 1400 chars omitted, 1 line, text] ..." + c; !strings.Contains(out, `"`+want+`"`) {
		t.Errorf("%.800s", out)
	}
}

// Sizes are chars: arguments of 900 letters of two bytes each stay.
func TestCharsNotBytes(t *testing.T) {
	none := step{Tool: "Grep"}
	o := microcompact.Options{More: microcompact.More{Arguments: 900}}
	s := step{Tool: "Write", Argument: strings.Repeat("ü", 900)}
	if got, _ := run1(t, o, s, none, none, none, none, none); got != nil {
		t.Errorf("%q", got)
	}
}

// One summary is one.
func TestSummaryOfOne(t *testing.T) {
	if _, got := aged(t, microcompact.Options{}, step{Tool: "Grep", Result: strings.Repeat("x", 9000)}, 4); !strings.HasPrefix(got, "1 result summarized, ") {
		t.Error(got)
	}
}

// With Strict, what cannot be read ends the run with one finding, also where the input
// is read twice, and nothing is written.
func TestStrictTwice(t *testing.T) {
	for _, o := range []microcompact.Options{{MinGain: 1}, {More: microcompact.More{Same: true}}} {
		var out bytes.Buffer
		found := 0
		job := transcript.Job{Next: transcript.NewWriter(&out), Strict: true, Report: func(transcript.Finding) { found++ }}
		err := transcript.Run(io.MultiReader(bytes.NewReader(history("U read:a =a", 10)), strings.NewReader("{torn\n"), bytes.NewReader(history("N", 10))), 0, microcompact.New(o, job))
		if unreadable := (*transcript.Unreadable)(nil); !errors.As(err, &unreadable) || unreadable.Line != 4 || found != 1 {
			t.Errorf("%v, %d findings", err, found)
		}
	}
}

// A source that is given is read in place of what was pushed, in the bounds of what
// was pushed.
func TestSource(t *testing.T) {
	in := history(five, 9000)
	want := resulttest.Run(t, with(func(o *microcompact.Options) { o.MinGain = 1 }), in, 0).Data
	var out bytes.Buffer
	job := transcript.Job{Next: transcript.NewWriter(&out), Source: bytes.NewReader(append(bytes.Clone(in), "more, appended meanwhile\n"...))}
	if err := transcript.Run(bytes.NewReader(in), 0, microcompact.New(microcompact.Options{MinGain: 1}, job)); err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%v: levels %s", err, levels(out.Bytes()))
	}
	if got := resulttest.Read(transcripttest.Named("anthropic"), out.Bytes()); len(got) != 5 {
		t.Errorf("%d results", len(got))
	}
}
