package chunk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
)

// summarizer counts its chunks; what it is given must be whole messages.
func summarizer(t must) chunk.Summarizer {
	return func(_ context.Context, in io.Reader, n chunk.Number) (string, error) {
		text, err := io.ReadAll(in)
		if err != nil || len(text) == 0 {
			t.Fatalf("chunk %d: %q, %v", n.N, text, err)
		}
		for _, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
			if !json.Valid(line) {
				t.Fatalf("chunk %d has the line %q", n.N, line)
			}
		}
		return fmt.Sprintf("summary %d of %d\n\"quoted\"\n", n.N, n.Of), nil
	}
}

// A summary takes the place of whole units: what is left is accepted and clean,
// every reader sees the summaries, and a second run has nothing to do.
func TestSummarize(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := conversation(t, d)
		opt := size(t)
		opt.Summarize, opt.KeepLast = summarizer(t), 2
		o := run(opt, data, bytes.NewReader(data))
		if o.err != nil {
			t.Fatalf("%v\n%s", o.err, data)
		}
		if err := transcripttest.Check(d, o.out); err != nil {
			t.Fatalf("%v\ninput:\n%s\noutput:\n%s", err, data, o.out)
		}
		if list := broken(t, o.out); len(list) > 0 {
			t.Fatalf("tr-pair finds %+v\ninput:\n%s\noutput:\n%s", list, data, o.out)
		}
		made := bytes.Count(o.out, []byte("[Summary of "))
		for i, list := range d.Read(o.out) {
			if n := summaries(list); n != made && d.Name != "converse" && !d.Ordered {
				t.Fatalf("reader %d sees %d of %d summaries\ninput:\n%s\noutput:\n%s", i, n, made, data, o.out)
			}
		}
		if again := run(opt, o.out, nil); !bytes.Equal(again.out, o.out) || len(again.findings) > 0 {
			t.Fatalf("a second run makes of\n%s\nthis:\n%s", o.out, again.out)
		}
	})
}

func summaries(list []transcripttest.Item) (n int) {
	for _, it := range list {
		if strings.HasPrefix(it.Text, "[Summary of ") && it.Role == "user" {
			n++
		}
	}
	return n
}

// If one chunk fails the original comes out, byte for byte.
func TestFails(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := conversation(t, d)
		fail := rapid.IntRange(1, 3).Draw(t, "fail")
		opt := chunk.Options{MaxTokens: 8, KeepLast: 2}
		opt.Summarize = func(_ context.Context, _ io.Reader, n chunk.Number) (string, error) {
			if n.N == fail {
				return "", errors.New("no")
			}
			return "fine", nil
		}
		o := run(opt, data, nil)
		var failed *chunk.Failed
		if o.err == nil {
			return // there were fewer chunks
		}
		if !errors.As(o.err, &failed) || failed.N != fail || !bytes.Equal(o.out, data) || len(o.rejects) > 0 {
			t.Fatalf("%v\n%s\nwant\n%s", o.err, o.out, data)
		}
	})
}

func TestInterrupted(t *testing.T) {
	data := transcripttest.Named("claude-serial").Bytes("U A[x] R(x) F U F U F U F")
	ctx, cancel := context.WithCancel(context.Background())
	o := run(chunk.Options{
		Parts: 2, KeepLast: 2,
		Interrupt: func() (context.Context, context.CancelFunc) { return ctx, cancel },
		Summarize: func(context.Context, io.Reader, chunk.Number) (string, error) {
			cancel()
			return "half a summary", nil
		},
	}, data, nil)
	if !errors.Is(o.err, context.Canceled) || !bytes.Equal(o.out, data) {
		t.Errorf("%v\n%s", o.err, o.out)
	}
}

// An interruption that is seen when the last command has ended, and the context is given back,
// counts as well.
func TestInterruptedAtTheEnd(t *testing.T) {
	data := transcripttest.Named("claude-serial").Bytes("U A[x] R(x) F U F U F U F")
	ctx, end := context.WithCancelCause(context.Background())
	o := run(chunk.Options{
		Parts: 1, KeepLast: 2,
		Interrupt: func() (context.Context, context.CancelFunc) { return ctx, func() { end(errors.New("a signal")) } },
		Summarize: func(context.Context, io.Reader, chunk.Number) (string, error) { return "a summary", nil },
	}, data, nil)
	if !errors.Is(o.err, context.Canceled) || !bytes.Equal(o.out, data) {
		t.Errorf("%v\n%s", o.err, o.out)
	}
}

// The context of an interruption is given back after each conversation, also where the run ends before
// the input does.
func TestInterruptOfConversations(t *testing.T) {
	data := bytes.Repeat(transcripttest.Named("conv-messages").Bytes("U A[x] R(x) F U F U F U F"), 2)
	var signals []string
	o := chunk.Options{
		Parts: 1, KeepLast: 2,
		Interrupt: func() (context.Context, context.CancelFunc) {
			signals = append(signals, "taken")
			return context.Background(), func() { signals = append(signals, "given back") }
		},
		Summarize: summarizer(t),
	}
	err := transcript.Run(bytes.NewReader(append(data, "no JSON\n"...)), 0, chunk.New(o, transcript.Job{Strict: true, Next: transcript.NewWriter(io.Discard)}))
	if want := []string{"taken", "given back", "taken", "given back"}; err == nil || !slices.Equal(signals, want) {
		t.Errorf("%v, %q", err, signals)
	}
}

// An empty summary is a failure: it must not take the place of a history.
func TestNothingPrinted(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U F U F")
	o := run(chunk.Options{Parts: 1, KeepLast: 2, Summarize: chunk.Shell("cat >/dev/null; echo", io.Discard)}, data, nil)
	if o.err == nil || !bytes.Equal(o.out, data) {
		t.Errorf("%v\n%s", o.err, o.out)
	}
}

func TestShell(t *testing.T) {
	n := chunk.Number{N: 2, Of: 3}
	long := strings.Repeat("a line\n", 1<<16)
	for _, c := range []struct{ command, want string }{
		{`wc -c | tr -d ' '`, "458752\n"},
		{`head -n 1`, "a line\n"}, // it need not read everything
		{`echo $TR_CHUNK/$TR_CHUNKS`, "2/3\n"},
	} {
		got, err := chunk.Shell(c.command, io.Discard)(context.Background(), strings.NewReader(long), n)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v", c.command, got, err)
		}
	}
	for _, command := range []string{"exit 1", "kill -9 $$", "no-such-command-here", "yes", "cat /nowhere"} {
		if got, err := chunk.Shell(command, io.Discard)(context.Background(), strings.NewReader("x"), n); err == nil {
			t.Errorf("%s: %.20q", command, got)
		}
	}
}

// An interruption ends a command that runs, and what it has started.
func TestShellCancel(t *testing.T) {
	for name, command := range map[string]string{
		"the command itself": "echo started >&2; exec sleep 60",
		"what it starts":     "(trap '' HUP; echo started >&2; sleep 60; echo late >&2) & wait",
		"a pipe":             "{ echo started >&2; sleep 60; } | cat",
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			stderr := &starter{cancel: cancel}
			if _, err := chunk.Shell(command, stderr)(ctx, strings.NewReader(""), chunk.Number{N: 1, Of: 1}); err == nil {
				t.Error("a command goes on that is to stop")
			}
			if got := stderr.text.String(); got != "started\n" {
				t.Errorf("it prints %q", got)
			}
		})
	}
}

// starter cancels as soon as something is written to it.
type starter struct {
	text   bytes.Buffer
	cancel func()
}

func (s *starter) Write(b []byte) (int, error) {
	s.cancel()
	return s.text.Write(b)
}

// A dry run asks nobody, and finds what a run finds.
func TestDryRun(t *testing.T) {
	data := transcripttest.Named("anthropic").Bytes("U A[x] R(x) F U F U F")
	opt := chunk.Options{Parts: 1, KeepLast: 2, Summarize: summarizer(t)}
	want := run(opt, data, nil)
	opt.Summarize = func(context.Context, io.Reader, chunk.Number) (string, error) { panic("asked") }
	var got []transcript.Finding
	job := transcript.Job{Name: "x.jsonl", DryRun: true, Next: transcript.NewWriter(io.Discard),
		Report: func(f transcript.Finding) { got = append(got, f) }}
	if err := transcript.Run(bytes.NewReader(data), 0, chunk.New(opt, job)); err != nil || fmt.Sprint(got) != fmt.Sprint(want.findings) {
		t.Errorf("%v\n%v\n%v", err, got, want.findings)
	}
}

// Real sessions: chunks of what is clean are clean, and a summary of a clean
// session leaves it clean.
func TestCorpora(t *testing.T) {
	resulttest.EachCleanSession(t, func(name string, data []byte) {
		for _, c := range infos(t, run(chunk.Options{MaxTokens: 3000, Safety: 1.2}, data, bytes.NewReader(data)).out) {
			if found := broken(t, data[c.Offset:c.Offset+c.Bytes]); len(found) > 0 {
				t.Errorf("%s, chunk %d: %+v", name, c.Chunk, found[0])
			}
		}
		o := run(chunk.Options{MaxTokens: 3000, KeepLast: 2, Summarize: summarizer(t)}, data, bytes.NewReader(data))
		if found := broken(t, o.out); len(found) > 0 || o.err != nil {
			t.Errorf("%s, summarized: %v, %+v", name, o.err, found)
		}
	}, transcript.MissingHeader, transcript.HeaderNotFirst)
}
