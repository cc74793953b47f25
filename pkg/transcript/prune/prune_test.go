package prune_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

func TestMain(m *testing.M) { transcripttest.Main(m, 25) }

// outcome is what one run gave.
type outcome struct {
	out      []byte
	findings []transcript.Finding
	rejects  []transcript.Reject
	summary  string
}

func (o outcome) has(c transcript.Code) bool {
	for _, f := range o.findings {
		if f.Code == c {
			return true
		}
	}
	return false
}

// must is the part of a test that both testing.T and rapid.T are.
type must = resulttest.T

// run prunes data, which may not fail. Without a source it comes from a pipe.
func run(t must, opt prune.Options, data []byte, source io.ReaderAt) outcome {
	t.Helper()
	var o outcome
	var out bytes.Buffer
	job := transcript.Job{
		Name: "x", Source: source, Next: transcript.NewWriter(&out),
		Report: func(f transcript.Finding) { o.findings = append(o.findings, f) },
		Reject: func(r transcript.Reject) { o.rejects = append(o.rejects, r) },
	}
	s := prune.New(opt, job)
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatalf("%v\ninput:\n%s", err, data)
	}
	o.out, o.summary = out.Bytes(), s.(transcript.Summarizer).Summary().Changed
	return o
}

func eachDialect(t *testing.T, check func(*rapid.T, transcripttest.Dialect)) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, rapid.MakeCheck(func(t *rapid.T) { check(t, d) }))
	}
}

func conversation(t *rapid.T, d transcripttest.Dialect) []byte {
	return transcripttest.Join(d.Render(transcripttest.Conversation(d).Draw(t, "conversation")))
}

// story draws a conversation that is long enough to lose something, and limits that
// it can be brought under: where it cannot, nothing is removed.
func story(t *rapid.T, d transcripttest.Dialect) ([]byte, prune.Options) {
	pick := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "story"), 1)).IntN
	events := transcripttest.Tell(d, 10+pick(20), pick)
	n := int64(len(events) * (4 + pick(4)) / 10)
	o := prune.Options{KeepFirst: pick(2), KeepLast: pick(3)}
	switch pick(4) {
	case 0:
		o.MaxChars = 14 * n
	case 1:
		o.MaxTokens = 14 * n
	case 2:
		o.MaxPayload = 80 * n
	case 3:
		o.MaxMessages = n/2 + 2
	}
	return transcripttest.Join(d.Render(events)), o
}

// limits draws limits of any kind, small ones most of the time.
func limits(t *rapid.T) prune.Options {
	o := prune.Options{
		KeepFirst: rapid.IntRange(0, 2).Draw(t, "keep first"),
		KeepLast:  rapid.IntRange(0, 4).Draw(t, "keep last"),
	}
	n := int64(rapid.IntRange(1, 400).Draw(t, "limit"))
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		o.MaxChars = n
	case 1:
		o.MaxTokens = n / 4
	case 2:
		o.MaxPayload = n * 8
	case 3:
		o.MaxMessages = n/20 + 1
	}
	return o
}

// What is left is accepted by the provider and clean for tr-pair, and what a
// client reads is exactly what did not go.
func TestWhatStays(t *testing.T) {
	runs, removing := 0, 0
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data, opt := story(t, d)
		o := run(t, opt, data, bytes.NewReader(data))
		if runs++; len(o.rejects) > 0 {
			removing++
		}
		if err := transcripttest.Check(d, o.out); err != nil {
			t.Fatalf("%v\ninput:\n%s\noutput:\n%s", err, data, o.out)
		}
		if list := resulttest.Broken(t, o.out); len(list) > 0 {
			t.Fatalf("tr-pair finds %+v\ninput:\n%s\noutput:\n%s", list, data, o.out)
		}
		before, after := d.Read(data), d.Read(o.out)
		for i := range before {
			if want, got := without(before[i], o.rejects), without(after[i], nil); !same(want, got) {
				t.Fatalf("reader %d sees\n%+v\nwant\n%+v\ninput:\n%s\noutput:\n%s", i, got, want, data, o.out)
			}
		}
	})
	if 2*removing < runs {
		t.Errorf("only %d of %d runs remove something", removing, runs)
	}
}

func same(a, b []transcripttest.Item) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}

// without returns the items of which nothing is in the rejects. Words that come
// with calls do not tell which calls, where they are an item of their own.
func without(list []transcripttest.Item, rejects []transcript.Reject) (left []transcripttest.Item) {
	for _, it := range list {
		gone := len(texts(it)) == 0
		for _, text := range texts(it) {
			for _, r := range rejects {
				gone = gone || bytes.Contains(r.Raw, []byte(text+`"`)) || bytes.Contains(r.Raw, []byte(text+`\"`))
			}
		}
		if !gone {
			left = append(left, it)
		}
	}
	return left
}

// texts returns what an item alone has in it.
func texts(it transcripttest.Item) (list []string) {
	for _, c := range it.Calls {
		i := strings.Index(c.Args, "do ")
		list = append(list, strings.TrimRight(c.Args[i:], `"}\`))
	}
	for _, r := range it.Results {
		list = append(list, r.Text)
	}
	if it.Text != "" && it.Text != "calling" {
		list = append(list, it.Text)
	}
	return list
}

// P3: a second run changes nothing and removes nothing; what could not fit is
// said again.
func TestIdempotent(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := conversation(t, d)
		opt := limits(t)
		o := run(t, opt, data, bytes.NewReader(data))
		again := run(t, opt, o.out, nil)
		if !bytes.Equal(o.out, again.out) || len(again.rejects) > 0 || o.has(transcript.CannotFit) != again.has(transcript.CannotFit) {
			t.Fatalf("%+v: the second run makes of\n%s\nthis:\n%s\n%+v", opt, o.out, again.out, again.findings)
		}
	})
}

// Reading from a pipe gives the same.
func TestPipe(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := conversation(t, d)
		opt := limits(t)
		a, b := run(t, opt, data, bytes.NewReader(data)), run(t, opt, data, nil)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v\n%+v", a, b)
		}
	})
}

// A lower limit never keeps more: what it lets go holds all that a higher one
// lets go. What fits is inside its limit; what does not is the input.
func TestMonotone(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := conversation(t, d)
		high := rapid.Int64Range(1, 400).Draw(t, "high")
		low := rapid.Int64Range(1, high).Draw(t, "low")
		a := run(t, prune.Options{MaxChars: high}, data, nil)
		b := run(t, prune.Options{MaxChars: low}, data, nil)
		if b.has(transcript.CannotFit) {
			if !bytes.Equal(b.out, data) || len(b.rejects) > 0 {
				t.Fatalf("what cannot fit is changed:\n%s\ninto:\n%s", data, b.out)
			}
			return
		}
		gone := map[int64]bool{}
		for _, r := range b.rejects {
			gone[r.Offset] = true
		}
		for _, r := range a.rejects {
			if !gone[r.Offset] {
				t.Fatalf("%d lets %q go, %d does not", high, r.Raw, low)
			}
		}
	})
}
