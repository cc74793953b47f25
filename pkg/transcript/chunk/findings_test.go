package chunk_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/tokens"
)

// asked collects what a summarizer is given.
type asked struct {
	chunks  []string
	numbers []chunk.Number
}

func (a *asked) summarize(_ context.Context, in io.Reader, n chunk.Number) (string, error) {
	text, err := io.ReadAll(in)
	a.chunks, a.numbers = append(a.chunks, string(text)), append(a.numbers, n)
	return fmt.Sprintf("what %d says", n.N), err
}

// summaryOf runs a stage and returns its output, findings and summary.
func summaryOf(t *testing.T, opt chunk.Options, data []byte) (out []byte, found []transcript.Finding, summary string, err error) {
	t.Helper()
	var b bytes.Buffer
	job := transcript.Job{Name: "x", Next: transcript.NewWriter(&b), Report: func(f transcript.Finding) { found = append(found, f) }}
	s := chunk.New(opt, job)
	err = transcript.Run(bytes.NewReader(data), 0, s)
	return b.Bytes(), found, s.(transcript.Summarizer).Summary().Changed, err
}

// The sizes of chunks add up to that of the whole, in every format, and a chunk is
// called oversized if it is.
func TestSizesAddUp(t *testing.T) {
	for _, d := range transcripttest.All() {
		for seed := range uint64(4) {
			data := transcripttest.Join(d.Render(transcripttest.Tell(d, 30, func(n int) int { seed = seed*6364136223846793005 + 1442695040888963407; return int(seed>>33) % n })))
			whole := infos(t, run(chunk.Options{Parts: 1}, data, nil).out)
			if len(whole) != 1 || whole[0].Messages == 0 || whole[0].Chars == 0 || whole[0].Tokens <= whole[0].Chars/8 {
				t.Fatalf("%s: %+v", d.Name, whole)
			}
			for _, o := range []chunk.Options{{Parts: 4}, {MaxTokens: 40, Safety: 1}, {MaxTokens: 40}} {
				var sum chunk.Info
				factor := o.Safety
				if factor == 0 {
					factor = 1.2
				}
				for _, c := range infos(t, run(o, data, nil).out) {
					sum.Messages, sum.Chars, sum.Tokens = sum.Messages+c.Messages, sum.Chars+c.Chars, sum.Tokens+c.Tokens
					if over := o.MaxTokens > 0 && float64(c.Tokens)*factor > float64(o.MaxTokens); over != c.Oversized {
						t.Errorf("%s: %d tokens at %d: oversized %v", d.Name, c.Tokens, o.MaxTokens, c.Oversized)
					}
				}
				if sum.Messages != whole[0].Messages || sum.Chars != whole[0].Chars || sum.Tokens != whole[0].Tokens {
					t.Errorf("%s, %+v: chunks have %d messages, %d chars, %d tokens; the whole has %d, %d and %d", d.Name, o,
						sum.Messages, sum.Chars, sum.Tokens, whole[0].Messages, whole[0].Chars, whole[0].Tokens)
				}
			}
		}
	}
}

// A quarter of the chars is rounded up once for a chunk.
func TestQuarterOfTheChars(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U F U F U F")
	for _, c := range infos(t, run(chunk.Options{Parts: 2, Estimate: tokens.Chars4}, data, nil).out) {
		if c.Tokens != (c.Chars+3)/4 || c.Messages != 3 && c.Messages != 2 && c.Messages != 4 {
			t.Errorf("%+v", c)
		}
	}
}

// What a compaction record holds has its share in the size of the chunk that begins with it.
func TestSizeOfCompactions(t *testing.T) {
	for _, name := range []string{"codex", "pi", "claude-serial"} {
		data := transcripttest.Named(name).Bytes("U F U F C2 U F U F")
		for parts := range int64(4) {
			sum := int64(0)
			for _, c := range infos(t, run(chunk.Options{Parts: parts + 1, Estimate: tokens.Chars4}, data, nil).out) {
				if c.Tokens != (c.Chars+3)/4 {
					t.Errorf("%s in %d: %+v", name, parts+1, c)
				}
				sum += c.Chars
			}
			if whole := infos(t, run(chunk.Options{}, data, nil).out); len(whole) != 1 || whole[0].Chars != sum || sum == 0 {
				t.Errorf("%s in %d: %d chars, the whole has %+v", name, parts+1, sum, whole)
			}
		}
	}
}

// Whoever calls Summarize is given the findings, in the order of the input.
func TestSummarizeTells(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U F U F U F")
	var out bytes.Buffer
	found, err := chunk.Summarize(bytes.NewReader(data), &out, chunk.Options{KeepLast: 1, Summarize: new(asked).summarize})
	if err != nil || len(found) != 3 {
		t.Fatalf("%v, %+v", err, found)
	}
	for i, f := range found {
		if f.Code != transcript.SummarizedRecord || i > 0 && f.Offset <= found[i-1].Offset || bytes.Contains(out.Bytes(), data[f.Offset:f.Offset+f.Length]) {
			t.Errorf("%+v", f)
		}
	}
}

// An oversized chunk has a finding with its tokens, at its bytes.
func TestOversizedIsTold(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U F")
	data = bytes.Replace(data, []byte("result of x"), []byte(strings.Repeat("a long result ", 400)), 1)
	o := run(chunk.Options{MaxTokens: 100}, data, nil)
	var over chunk.Info
	for _, c := range infos(t, o.out) {
		if c.Oversized {
			over = c
		}
	}
	want := fmt.Sprintf("unit is larger than a chunk may be: %d tokens", over.Tokens)
	if len(o.findings) != 1 || o.findings[0].Code != transcript.OversizedChunk || o.findings[0].Message != want ||
		o.findings[0].Offset != over.Offset || o.findings[0].Length != over.Bytes || over.Tokens < 1000 {
		t.Errorf("%+v, want %s about %d+%d", o.findings, want, over.Offset, over.Bytes)
	}
}

// What is given to be summarized is what goes, in its order and as it was; the summary
// counts it, and every chunk knows how many there are.
func TestWhatIsSummarized(t *testing.T) {
	for _, name := range []string{"openai-chat", "anthropic", "claude-serial", "pi"} {
		data := transcripttest.Named(name).Bytes("U F U A[x] R(x) F U F U A[y] R(y) F U F U F")
		for _, opt := range []chunk.Options{{Parts: 1}, {Parts: 3}, {MaxTokens: 60}} {
			var a asked
			opt.Summarize = a.summarize
			out, found, summary, err := summaryOf(t, opt, data)
			if err != nil || len(a.chunks) == 0 {
				t.Fatalf("%s: %v", name, err)
			}
			given, left := map[string]bool{}, string(out)
			var order []int
			for i, c := range a.chunks {
				if n := a.numbers[i]; n.N != i+1 || n.Of != len(a.chunks) || n.Tokens <= 0 {
					t.Errorf("%s: chunk %d is %+v of %d", name, i, a.numbers[i], len(a.chunks))
				}
				for line := range strings.Lines(c) {
					given[line] = true
					order = append(order, bytes.Index(data, []byte(line)))
				}
			}
			if !slices.IsSorted(order) || slices.Contains(order, -1) {
				t.Errorf("%s: lines at %v", name, order)
			}
			gone := 0
			for _, f := range found {
				if f.Code == transcript.SummarizedRecord {
					gone++
					if line := string(data[f.Offset : f.Offset+f.Length]); !given[line+"\n"] {
						t.Errorf("%s: goes without a summary: %s", name, line)
					}
				}
			}
			if gone != len(given) {
				t.Errorf("%s: %d records go, %d are given", name, gone, len(given))
			}
			messages := 0
			for at := 0; ; {
				next := strings.Index(left[at:], "[Summary of ")
				if next < 0 {
					break
				}
				at += next + 1
				var n int
				if _, err := fmt.Sscanf(left[at-1:], "[Summary of %d", &n); err != nil {
					t.Errorf("%.40s: %v", left[at-1:], err)
				}
				messages += n
			}
			chunks := map[bool]string{true: "1 chunk", false: fmt.Sprintf("%d chunks", len(a.chunks))}[len(a.chunks) == 1]
			if want := fmt.Sprintf("%d messages in %s summarized, ", messages, chunks); !strings.HasPrefix(summary, want) || !strings.HasSuffix(summary, " after") {
				t.Errorf("%s: %s, want %s", name, summary, want)
			}
		}
	}
}

// As many chunks are made as are asked for, as far as there are units: of several runs of
// messages each has its share.
func TestHowManyChunks(t *testing.T) {
	one := "U " + strings.Repeat("F ", 12) + "U"
	two := one + strings.Repeat(" F", 6) // the newest user message, which stays, is between them
	for _, c := range []struct {
		story       string
		parts, want int64
	}{{one, 1, 1}, {one, 2, 2}, {one, 3, 3}, {one, 12, 12}, {one, 40, 12}, {two, 1, 2}, {two, 3, 3}, {two, 6, 6}, {two, 18, 18}} {
		var a asked
		opt := chunk.Options{Parts: c.parts, KeepLast: -1, Summarize: a.summarize}
		_, _, _, err := summaryOf(t, opt, transcripttest.Named("pi").Bytes(c.story))
		if err != nil || int64(len(a.chunks)) != c.want {
			t.Errorf("%s in %d: %v, %d chunks, want %d", c.story, c.parts, err, len(a.chunks), c.want)
		}
	}
}

// Who is not summarized.
func TestWhoStays(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U F U F U F U F U F")
	lines := strings.SplitAfter(string(data), "\n")
	for _, c := range []struct {
		opt  chunk.Options
		want []int // lines that are given
	}{
		{chunk.Options{}, []int{1, 2, 3, 4, 5}},
		{chunk.Options{KeepLast: -1}, []int{1, 2, 3, 4, 5, 6, 7, 9}},
		{chunk.Options{KeepLast: 6}, []int{1, 2, 3}},
		{chunk.Options{KeepFirst: 3}, []int{3, 4, 5}},
		{chunk.Options{SummarizeUser: true}, []int{0, 1, 2, 3, 4, 5}},
		{chunk.Options{SummarizeUser: true, KeepLast: -1}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
	} {
		var a asked
		c.opt.Summarize = a.summarize
		if _, _, _, err := summaryOf(t, c.opt, data); err != nil {
			t.Fatal(err)
		}
		want := ""
		for _, i := range c.want {
			want += lines[i]
		}
		if got := strings.Join(a.chunks, ""); got != want {
			t.Errorf("%+v: given\n%swant\n%s", c.opt, got, want)
		}
	}
}

// A unit that is larger than a chunk may be is cut, or a note takes its place that names
// the tools, or the run fails: as it is asked for.
func TestOversizedUnits(t *testing.T) {
	var calls, results []string
	for i := range 12 {
		calls, results = append(calls, fmt.Sprintf("c%02d", i)), append(results, fmt.Sprintf("R(c%02d)", i))
	}
	data := transcripttest.Named("openai-chat").Bytes("U A[" + strings.Join(calls, ",") + "] " + strings.Join(results, " ") + " F U F U F U F")
	data = bytes.Replace(data, []byte("result of c03"), []byte(strings.Repeat("a long result ", 400)), 1)
	for _, how := range []chunk.Oversized{chunk.CutOversized, chunk.NoteOversized, chunk.FailOversized} {
		var a asked
		out, found, _, err := summaryOf(t, chunk.Options{MaxTokens: 700, Summarize: a.summarize, Oversized: how}, data)
		over := 0
		for _, f := range found {
			if f.Code == transcript.OversizedChunk {
				over++
			}
		}
		text := strings.Join(a.chunks, "")
		switch how {
		case chunk.FailOversized:
			if failed := (*chunk.Failed)(nil); !errors.As(err, &failed) || !bytes.Equal(out, data) || !strings.Contains(err.Error(), "a unit is larger than a chunk may be") {
				t.Errorf("fail: %v", err)
			}
			continue
		case chunk.CutOversized:
			if !strings.Contains(text, "chars omitted") || !strings.Contains(text, "result of c11") || strings.Contains(text, strings.Repeat("a long result ", 300)) {
				t.Errorf("cut: given\n%s", text)
			}
			for _, c := range a.chunks {
				if info := infos(t, run(chunk.Options{MaxTokens: 700}, []byte(c), nil).out); len(info) != 1 || info[0].Oversized {
					t.Errorf("cut: given %+v", info)
				}
			}
		case chunk.NoteOversized:
			var names []string
			for _, c := range calls[:10] {
				names = append(names, `\"run_`+c+`\"`)
			}
			want := " chars are too many.] Tools that were called: " + strings.Join(names, ", ") + "."
			if !strings.Contains(string(out), "[Not summarized: ") || !strings.Contains(string(out), want) || strings.Contains(text, "result of") {
				t.Errorf("note: want %s in\n%s", want, out)
			}
		}
		if err != nil || over != 1 {
			t.Errorf("%v: %v, %d findings", how, err, over)
		}
	}
}

// The context of an interruption is asked for when there is something to summarize, and
// given back.
func TestInterruptIsGivenBack(t *testing.T) {
	for story, want := range map[string][2]int{"U F U F U F U F": {1, 1}, "U F": {0, 0}} {
		var got [2]int
		opt := chunk.Options{Summarize: new(asked).summarize, Interrupt: func() (context.Context, context.CancelFunc) {
			got[0]++
			return context.Background(), func() { got[1]++ }
		}}
		if _, _, _, err := summaryOf(t, opt, transcripttest.Named("openai-chat").Bytes(story)); err != nil || got != want {
			t.Errorf("%s: asked and given back %v, want %v: %v", story, got, want, err)
		}
	}
}

// What a command prints has an end: 16 MiB, and not one byte more.
func TestShellPrintsTooMuch(t *testing.T) {
	if testing.Short() {
		t.Skip("it prints 32 MB")
	}
	for n, ok := range map[int]bool{16 << 20: true, 16<<20 + 1: false} {
		got, err := chunk.Shell(fmt.Sprintf("head -c %d /dev/zero", n), io.Discard)(context.Background(), strings.NewReader(""), chunk.Number{N: 1, Of: 1})
		if ok != (err == nil) || ok != (len(got) == n) || !ok && !strings.Contains(err.Error(), "it prints more than 16 MiB") {
			t.Errorf("%d bytes: %d come, %v", n, len(got), err)
		}
	}
}

// A dead message stays between the live ones around it: at the end of a chunk it would be
// taken for a live one. So a chunk by itself has the messages that are told of it.
func TestDeadMessagesStayInside(t *testing.T) {
	for _, name := range []string{"claude-serial", "pi"} {
		for _, story := range []string{"U F U F @2 U A[x] R(x) F U F", "U F U F @2 U F U F @6 U F U F"} {
			data := transcripttest.Named(name).Bytes(story)
			for parts := range int64(10) {
				for _, c := range infos(t, run(chunk.Options{Parts: parts + 1}, data, nil).out) {
					text := data[c.Offset : c.Offset+c.Bytes]
					alone := infos(t, run(chunk.Options{Parts: 1}, text, nil).out)
					if len(alone) != 1 || alone[0].Messages != c.Messages {
						t.Errorf("%s, %s in %d: chunk %d is told to have %d messages, and has %+v\n%s", name, story, parts+1, c.Chunk, c.Messages, alone, text)
					}
				}
			}
		}
	}
}

// What has no text is not worth a summary: nobody is asked for one.
func TestNothingToSummarize(t *testing.T) {
	var a asked
	data := []byte(`{"role":"user","content":"go"}` + "\n" + strings.Repeat(`{"role":"assistant","content":""}`+"\n", 3) + `{"role":"user","content":"on"}` + "\n")
	out, found, summary, err := summaryOf(t, chunk.Options{Parts: 1, KeepLast: -1, Summarize: a.summarize}, data)
	if err != nil || len(a.chunks) > 0 || !bytes.Equal(out, data) || summary != "" {
		t.Errorf("%v: %q, %v, %s", err, a.chunks, found, summary)
	}
}
