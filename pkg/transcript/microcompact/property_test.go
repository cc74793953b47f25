package microcompact_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/spill"
)

// spills is how many runs kept a text in a file.
var spills atomic.Int64

// TestProperties holds for every conversation, in every dialect.
func TestProperties(t *testing.T) {
	before := spills.Load()
	t.Cleanup(func() { // all dialects are done
		if n := spills.Load() - before; n < 10 && !testing.Short() {
			t.Errorf("only %d runs keep a text in a file", n)
		}
	})
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { properties(t, d) })
		})
	}
}

func properties(t *rapid.T, d transcripttest.Dialect) {
	events := transcripttest.Conversation(d).Draw(t, "events")
	texts := drawTexts(t, events)
	in := resulttest.Fill(d, events, texts, rapid.Int64Range(0, 2).Draw(t, "spelling"))
	dir := ""
	if rapid.Bool().Draw(t, "spill") {
		dir, _ = os.MkdirTemp("", "spill")
		defer os.RemoveAll(dir)
	}
	f := stage(dir)
	out := run(t, f, in, 0)
	if kept, _ := os.ReadDir(dir); dir != "" && len(kept) > 0 {
		spills.Add(1)
	}
	checkAges(t, d, events, texts, out.Data, dir)
	checkBytes(t, in, out)
	if again := run(t, f, out.Data, 0); !bytes.Equal(again.Data, out.Data) || len(again.Findings) > 0 {
		t.Fatalf("second run changes\n%s\nto\n%s", out.Data, again.Data)
	}
	if small := run(t, f, in, 1009); !bytes.Equal(small.Data, out.Data) {
		t.Fatal("another read size gives other bytes")
	}
	if !d.Inside && rapid.IntRange(0, 9).Draw(t, "turn by turn?") == 0 {
		checkTurnByTurn(t, f, in, out.Data)
	}
	if list := resulttest.MadeBroken(t, in, out.Data); len(list) > 0 {
		t.Fatalf("tr-pair finds %+v", list)
	}
}

func stage(dir string) resulttest.Make {
	return func(j transcript.Job) transcript.Stage {
		var o microcompact.Options
		if dir != "" {
			o.Store = spill.New(dir, false)
		}
		return microcompact.New(o, j)
	}
}

func run(t *rapid.T, f resulttest.Make, in []byte, chunk int) resulttest.Output {
	out, err := resulttest.TryRun(f, in, chunk, false)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var fills = [][]rune{
	[]rune(strings.Repeat("x", 4000)), []rune(strings.Repeat("ab\n", 4000)), []rune(strings.Repeat("日本語のテキスト\r\n", 400)),
}

// drawTexts draws texts around the sizes that decide.
func drawTexts(t *rapid.T, events []transcripttest.Event) resulttest.Texts {
	texts := resulttest.Texts{}
	for _, e := range events {
		if e.Kind == transcripttest.Result {
			head, tail := resulttest.Text(12).Draw(t, "head"), resulttest.Text(12).Draw(t, "tail")
			n := rapid.SampledFrom([]int{0, 0, 2500, 2990, 3000, 3001, 3020, 4000}).Draw(t, "size")
			fill := rapid.SampledFrom(fills).Draw(t, "fill")
			texts[e.Refs[0].String()] = head + string(fill[:n]) + tail
		}
	}
	return texts
}

// checkAges compares every result with what its age in the conversation asks
// for, by the words of the contract.
func checkAges(t *rapid.T, d transcripttest.Dialect, events []transcripttest.Event, texts resulttest.Texts, data []byte, dir string) {
	ages := agesOf(d, events)
	got := resulttest.Read(d, data)
	for _, e := range events {
		if e.Kind != transcripttest.Result || d.Name == "cursor" { // its files have no results
			continue
		}
		ref := e.Refs[0].String()
		was := texts[ref]
		level := 0
		if utf8.RuneCountInString(was) > 3000 {
			level = min(ages[ref]/2, 2)
		}
		if !has(got, func(is string) bool { return looks(was, is, level, dir) }) {
			t.Fatalf("result %s of age %d: nothing at level %d of %d chars among %.300q", ref, ages[ref], level, utf8.RuneCountInString(was), got)
		}
	}
}

func has(list []string, ok func(string) bool) bool {
	for _, s := range list {
		if ok(s) {
			return true
		}
	}
	return false
}

// looks says whether a text is what a level leaves of an original.
func looks(was, is string, level int, dir string) bool {
	lines := strings.Count(strings.TrimSuffix(was, "\n"), "\n") + 1
	counted := fmt.Sprintf("%d lines", lines)
	if lines == 1 {
		counted = "1 line"
	}
	chars := utf8.RuneCountInString(was)
	switch level {
	case 0:
		return is == was
	case 1:
		at := strings.Index(is, " chars omitted, ")
		return at > 0 && strings.Contains(is, fmt.Sprintf(" of %d chars omitted, %s, ", chars, counted)) &&
			utf8.RuneCountInString(is) < 2700+2*len(dir) && strings.HasPrefix(was, string([]rune(is)[:900]))
	}
	want := fmt.Sprintf("[Old tool result cleared -- %s, %dK chars, text", counted, (chars+500)/1000)
	return strings.HasPrefix(is, want) && strings.HasSuffix(is, "]") && strings.Contains(is, " -- saved to "+dir) == (dir != "")
}

// agesOf counts assistant messages after each call.
func agesOf(d transcripttest.Dialect, events []transcripttest.Event) map[string]int {
	message, after := 0, map[string]int{}
	open := false
	for _, e := range events {
		switch e.Kind {
		case transcripttest.Call, transcripttest.Note, transcripttest.Final:
			if d.Apart && e.Kind == transcripttest.Call && !e.Words {
				message-- // there is no text, only the calls
			}
			if !d.Parts || !open {
				message++
			}
			open = true
			for _, r := range e.Refs {
				if d.Apart {
					message++
				}
				after[r.String()] = message
			}
		case transcripttest.Meta:
		default:
			open = false
		}
	}
	for r, m := range after {
		after[r] = message - m
	}
	return after
}

// checkBytes: nothing grows, and only lines of findings differ.
func checkBytes(t *rapid.T, in []byte, out resulttest.Output) {
	old, now := bytes.SplitAfter(in, []byte("\n")), bytes.SplitAfter(out.Data, []byte("\n"))
	found := map[int64]bool{}
	for _, f := range out.Findings {
		found[f.Line] = true
	}
	for i := range old {
		if same := bytes.Equal(old[i], now[i]); same == found[int64(i+1)] || len(now[i]) > len(old[i]) {
			t.Fatalf("line %d: same %v, has a finding %v", i+1, same, found[int64(i+1)])
		}
	}
	saved, first := microcompact.Saved(out.Stage)
	if saved != int64(len(in)-len(out.Data)) {
		t.Fatalf("says %d bytes are saved, %d are", saved, len(in)-len(out.Data))
	}
	if len(out.Findings) > 0 && first != out.Findings[0].Line {
		t.Fatalf("the first changed line is %d, not %d", out.Findings[0].Line, first)
	}
}

// checkTurnByTurn: after every line that is added the stage runs over what it
// left last time.
func checkTurnByTurn(t *rapid.T, f resulttest.Make, in, want []byte) {
	var file []byte
	for _, line := range bytes.SplitAfter(in, []byte("\n")) {
		file = run(t, f, append(bytes.Clone(file), line...), 0).Data
	}
	if !bytes.Equal(file, want) {
		t.Fatalf("turn by turn:\n%.4000s\nat once:\n%.4000s", file, want)
	}
}

// TestShuffled: results before their calls, far behind them, twice or without
// one are treated the same by every run.
func TestShuffled(t *testing.T) {
	for _, d := range transcripttest.All() {
		if d.Inside {
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { shuffled(t, d) })
		})
	}
}

func shuffled(t *rapid.T, d transcripttest.Dialect) {
	events := transcripttest.Conversation(d).Draw(t, "events")
	texts := resulttest.Texts{}
	for _, e := range events {
		if e.Kind == transcripttest.Result {
			texts[e.Refs[0].String()] = string(fills[0])
		}
	}
	lines := bytes.SplitAfter(resulttest.Fill(d, events, texts, 0), []byte("\n"))
	for range rapid.IntRange(1, 10).Draw(t, "moves") {
		i, j := rapid.IntRange(0, len(lines)-1).Draw(t, "from"), rapid.IntRange(0, len(lines)-1).Draw(t, "to")
		lines[i], lines[j] = lines[j], lines[i]
	}
	in := bytes.Join(lines, nil)
	out := run(t, stage(""), in, 0)
	if again := run(t, stage(""), out.Data, 0); !bytes.Equal(again.Data, out.Data) {
		t.Fatal("a second run changes something")
	}
	checkBytes(t, in, out)
	checkTurnByTurn(t, stage(""), in, out.Data)
}
