package budget_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"pgregory.net/rapid"
	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// marker is written from the contract, not from the code.
var marker = regexp.MustCompile(`\.\.\. \[(\d+) of (\d+) chars omitted, (\d+) lines?, [A-Za-z ]+(?: - full output saved to ([^\]\n]+))?\] \.\.\.(?: \[truncated (\d+) tokens\] \.\.\.)?`)

// drawOptions draws limits, with -1 for a limit that allows nothing.
func drawOptions(t *rapid.T) budget.Options {
	o := budget.Options{
		Result: cmp.Or(rapid.IntRange(0, 400).Draw(t, "result"), -1),
		Turn:   cmp.Or(rapid.IntRange(0, 1200).Draw(t, "turn"), -1),
	}
	if rapid.IntRange(0, 3).Draw(t, "tokens?") == 0 {
		o.Tokens = cmp.Or(rapid.IntRange(0, 100).Draw(t, "tokens"), -1)
		o.Estimate = rapid.SampledFrom([]tokens.Model{tokens.Calibrated, tokens.Chars4}).Draw(t, "estimate")
	}
	return o
}

// checkLimits: a result has at most the chars and the tokens that it may have.
func checkLimits(t *rapid.T, o budget.Options, is string) {
	if n := utf8.RuneCountInString(is); n > max(0, o.Result) {
		t.Fatalf("%d chars under a limit of %d: %q", n, o.Result, is)
	}
	if n := o.Estimate.Text([]byte(is)); o.Tokens != 0 && n > max(0, o.Tokens) {
		t.Fatalf("%d tokens under a limit of %d: %q", n, o.Tokens, is)
	}
}

// TestProperties holds for every conversation, in every dialect, under any
// limits.
func TestProperties(t *testing.T) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { properties(t, d) })
		})
	}
}

func properties(t *rapid.T, d transcripttest.Dialect) {
	events := transcripttest.Conversation(d).Draw(t, "events")
	texts := resulttest.DrawTexts(t, events, 100)
	in := resulttest.Fill(d, events, texts, rapid.Int64Range(0, 3).Draw(t, "spelling"))
	o := drawOptions(t)
	dir := ""
	if rapid.IntRange(0, 4).Draw(t, "spill") == 0 {
		dir, _ = os.MkdirTemp("", "spill")
		defer os.RemoveAll(dir)
	}
	run := func(in []byte, chunk int) resulttest.Output {
		return runWith(t, o, dir, in, chunk)
	}
	out := run(in, 0)
	before, after := resulttest.Read(d, in), resulttest.Read(d, out.Data)
	if len(before) != len(after) {
		t.Fatalf("%d results became %d", len(before), len(after))
	}
	for i := range before {
		checkLimits(t, o, after[i])
		checkText(t, before[i], after[i], dir)
	}
	checkTurns(t, d, events, after, max(0, o.Turn))
	checkBytes(t, in, out)
	if list := resulttest.MadeBroken(t, in, out.Data); len(list) > 0 {
		t.Fatalf("tr-pair finds %+v in\n%s", list, out.Data)
	}
	files := fileCount(dir)
	again := run(out.Data, 0)
	if !bytes.Equal(again.Data, out.Data) || len(again.Findings) > 0 || fileCount(dir) != files {
		t.Fatalf("second run: %d findings, %d new files, output\n%s\nfrom\n%s", len(again.Findings), fileCount(dir)-files, again.Data, out.Data)
	}
	if small := run(in, 97); !bytes.Equal(small.Data, out.Data) {
		t.Fatalf("read in pieces:\n%s\nnot\n%s", small.Data, out.Data)
	}
}

func runWith(t *rapid.T, o budget.Options, dir string, in []byte, chunk int) resulttest.Output {
	out, err := resulttest.TryRun(func(j transcript.Job) transcript.Stage {
		if dir != "" {
			o.Store = spill.New(dir, false)
		}
		return budget.New(o, j)
	}, in, chunk, false)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func fileCount(dir string) int {
	list, _ := os.ReadDir(dir)
	return len(list)
}

// checkText: what is shown and what was omitted add up, and the file is the
// original.
func checkText(t *rapid.T, was, is, dir string) {
	if is == was {
		return
	}
	for i := 0; ; i++ { // markers may overlap: each is looked at by itself
		at := marker.FindStringSubmatchIndex(is[min(i, len(is)):])
		if at == nil {
			break
		}
		for k := range at {
			if at[k] >= 0 {
				at[k] += i
			}
		}
		i = at[0]
		head, tail := is[:at[0]], is[at[1]:]
		omitted, _ := strconv.Atoi(is[at[2]:at[3]])
		total, _ := strconv.Atoi(is[at[4]:at[5]])
		shown := utf8.RuneCountInString(head) + utf8.RuneCountInString(tail)
		if shown+omitted != total || total != utf8.RuneCountInString(was) {
			continue
		}
		checkParts(t, was, head, tail)
		if dir != "" && at[8] >= 0 {
			if data, err := os.ReadFile(is[at[8]:at[9]]); err != nil || string(data) != was {
				t.Fatalf("the file holds %q (%v), not %q", data, err, was)
			}
		}
		return
	}
	checkParts(t, was, is, "") // a plain prefix
}

func checkParts(t *rapid.T, was, head, tail string) {
	if !strings.HasPrefix(was, head) || !strings.HasSuffix(was, tail) {
		t.Fatalf("head %q and tail %q are not those of %q", head, tail, was)
	}
	border := map[int]bool{0: true}
	g := graphemes.FromString(was)
	for g.Next() {
		border[g.End()] = true
	}
	if !border[len(head)] || !border[len(was)-len(tail)] {
		t.Fatalf("cut inside a cluster: head %q, tail %q of %q", head, tail, was)
	}
}

// checkTurns: results between two assistant messages have no more chars than a
// turn may have.
func checkTurns(t *rapid.T, d transcripttest.Dialect, events []transcripttest.Event, after []string, most int) {
	if d.Blocks || d.Linked || d.Inline {
		return // the readers order results by other rules than these events
	}
	sum := 0
	for _, e := range events {
		switch e.Kind {
		case transcripttest.Result:
			sum += utf8.RuneCountInString(after[0])
			after = after[1:]
		case transcripttest.Call, transcripttest.Note, transcripttest.Final:
			sum = 0
		}
		if sum > most {
			t.Fatalf("a turn has %d chars, %d are allowed", sum, most)
		}
	}
}

// checkBytes: nothing grows, only lines of findings differ, and what is saved is
// what is said to be.
func checkBytes(t *rapid.T, in []byte, out resulttest.Output) {
	old, now := bytes.SplitAfter(in, []byte("\n")), bytes.SplitAfter(out.Data, []byte("\n"))
	if len(old) != len(now) {
		t.Fatalf("%d lines became %d", len(old), len(now))
	}
	found := map[int64]bool{}
	for _, f := range out.Findings {
		found[f.Line] = true
	}
	for i := range old {
		if same := bytes.Equal(old[i], now[i]); same == found[int64(i+1)] {
			t.Fatalf("line %d: same %v, has a finding %v", i+1, same, found[int64(i+1)])
		}
		if len(now[i]) > len(old[i]) || !utf8.Valid(now[i]) || len(now[i]) > 0 && !json.Valid(now[i]) || outline.HasHalfPair(now[i]) {
			t.Fatalf("line %d became %q", i+1, now[i])
		}
	}
	if saved := budget.Saved(out.Stage); saved != int64(len(in)-len(out.Data)) {
		t.Fatalf("says %d bytes are saved, %d are", saved, len(in)-len(out.Data))
	}
}
