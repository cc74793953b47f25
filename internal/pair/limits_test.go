package pair_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// size is n, or a tenth of it with -short, as for the race detector.
func size(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// linear runs the stage on inputs of n and of n/2, and wants it to read and allocate
// about twice as much for the larger one. What only takes more time than that does
// not end, and go test says so. A small input is at hand as a whole, and is read again by
// chance. It returns what came of the larger input.
func linear(t *testing.T, n int, input func(n int) []byte) outcome {
	t.Helper()
	half := input(n / 2)
	_, readHalf, madeHalf := costs(t, half)
	o, read, made := costs(t, input(n))
	if read > 3*readHalf && len(half) > 256<<10 || made > 3*madeHalf {
		t.Errorf("for half of the input, %d bytes are read and %d allocated; for all of it %d and %d", readHalf, madeHalf, read, made)
	}
	if again := run(t, pair.Options{}, o.out); !bytes.Equal(again.out, o.out) {
		t.Error("a second run changes the output")
	}
	return o
}

// costs runs the stage and returns how many bytes it reads again and allocates.
func costs(t *testing.T, data []byte) (o outcome, read, made int64) {
	t.Helper()
	source := &counted{ReaderAt: bytes.NewReader(data)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o, err := runReader(pair.Options{}, bytes.NewReader(data), source)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	return o, source.n + 1<<16, int64(after.TotalAlloc-before.TotalAlloc) + 1<<20
}

// counted counts the bytes that are read from it.
type counted struct {
	io.ReaderAt
	n int64
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(b, at)
	c.n += int64(n)
	return n, err
}

// wantFindings checks how many findings there are, of one code.
func wantFindings(t *testing.T, o outcome, n int, code transcript.Code) {
	t.Helper()
	got := 0
	for _, f := range o.findings {
		if f.Code == code {
			got++
		}
	}
	if got != n {
		t.Errorf("%d findings %s, want %d", got, code, n)
	}
}

// many renders n times what a function gives.
func many(d transcripttest.Dialect, events func(i int) []transcripttest.Event) func(n int) []byte {
	return func(n int) []byte {
		list := transcripttest.Parse("U")
		for i := range n {
			list = append(list, events(i)...)
		}
		return transcripttest.Join(d.Render(list))
	}
}

func call(id string, i int) transcripttest.Event {
	return transcripttest.Event{Kind: transcripttest.Call, Refs: []transcripttest.Ref{{ID: id, Tag: i}}}
}

func result(id string, i int) transcripttest.Event {
	return transcripttest.Event{Kind: transcripttest.Result, Refs: []transcripttest.Ref{{ID: id, Tag: i}}}
}

func inDialects(t *testing.T, names string, test func(*testing.T, transcripttest.Dialect)) {
	for _, name := range strings.Fields(names) {
		t.Run(name, func(t *testing.T) { test(t, transcripttest.Named(name)) })
	}
}

const fileDialects = "openai-chat anthropic gemini-no-id codex claude-serial claude-fan pi"

func TestManyCallsInOneMessage(t *testing.T) {
	inDialects(t, fileDialects+" conv-messages", func(t *testing.T, d transcripttest.Dialect) {
		o := linear(t, size(6000), func(n int) []byte {
			e := transcripttest.Event{Kind: transcripttest.Call}
			var results []transcripttest.Event
			for i := range n {
				id := fmt.Sprintf("c%d", i)
				e.Refs = append(e.Refs, transcripttest.Ref{ID: id})
				results = append(results, result(id, 0))
			}
			list := append(transcripttest.Parse("U"), e)
			list = append(append(list, results[:n/2]...), transcripttest.Parse("F")...)
			return transcripttest.Join(d.Render(list))
		})
		wantFindings(t, o, size(6000)/2, transcript.MissingResult)
	})
}

func TestOneIDManyTimes(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		linear(t, size(5000), many(d, func(i int) []transcripttest.Event {
			return []transcripttest.Event{call("x", i), result("x", i)}
		}))
	})
}

// Not one of the calls has a result: what may still come for them is kept.
func TestOneIDManyTimesOpen(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		linear(t, size(5000), many(d, func(i int) []transcripttest.Event {
			return []transcripttest.Event{call("x", i)}
		}))
	})
}

// One call, and the same answer again and again.
func TestManyResultsOfOneCall(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		linear(t, size(5000), many(d, func(i int) []transcripttest.Event {
			if i == 0 {
				return []transcripttest.Event{call("x", 0)}
			}
			return []transcripttest.Event{result("x", i)}
		}))
	})
}

func TestManyOrphans(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		o := linear(t, size(6000), many(d, func(i int) []transcripttest.Event {
			return []transcripttest.Event{result(fmt.Sprintf("c%d", i), 0)}
		}))
		wantFindings(t, o, size(6000), transcript.OrphanResult)
	})
}

func TestManyMissing(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		o := linear(t, size(6000), many(d, func(i int) []transcripttest.Event {
			return []transcripttest.Event{call(fmt.Sprintf("c%d", i), 0)}
		}))
		wantFindings(t, o, size(6000), transcript.MissingResult)
	})
}

func TestLongIDs(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		id := strings.Repeat("x", 1<<20)
		o := run(t, pair.Options{}, transcripttest.Join(d.Render([]transcripttest.Event{call(id, 0), call(id, 1)})))
		for _, f := range o.findings {
			if len(f.Message) > 1000 {
				t.Errorf("message of %d bytes", len(f.Message))
			}
		}
	})
}

func TestDeepNesting(t *testing.T) {
	for _, depth := range []int{1000, 10000, 100000, 3000000} {
		data := `{"role":"user","content":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + "}\n"
		if o := run(t, pair.Options{}, []byte(data)); !bytes.Equal(o.out, []byte(data)) {
			t.Errorf("depth %d is changed", depth)
		}
	}
}

// linkedRecord is a record of Claude Code with the given links.
func linkedRecord(id, parent, typ string) string {
	if parent != "null" {
		parent = `"` + parent + `"`
	}
	return fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"sessionId":"s","type":%q,"message":{"role":%q,"content":"user text 1"},"uuid":%q,"timestamp":"2026-01-01T00:00:00.000Z"}`+"\n",
		parent, typ, typ, id)
}

func TestStrangeLinks(t *testing.T) {
	for name, data := range map[string]string{
		"self":      linkedRecord("a", "a", "user"),
		"two":       linkedRecord("a", "b", "user") + linkedRecord("b", "a", "user"),
		"three":     linkedRecord("a", "c", "user") + linkedRecord("b", "a", "user") + linkedRecord("c", "b", "user"),
		"duplicate": linkedRecord("a", "null", "user") + linkedRecord("a", "a", "user") + linkedRecord("b", "a", "user"),
		"forward":   linkedRecord("a", "b", "user") + linkedRecord("b", "null", "user"),
		"lost":      linkedRecord("a", "z", "user") + linkedRecord("b", "z", "user"),
	} {
		t.Run(name, func(t *testing.T) {
			o := run(t, pair.Options{}, []byte(data))
			invariants(t, pair.Options{}, []byte(data), o)
		})
	}
}

func TestLongChains(t *testing.T) {
	all := size(20000)
	id := func(i int) string { return fmt.Sprintf("id-%d", i) }
	for name, link := range map[string]func(i, n int) (string, string){
		"down":      func(i, n int) (string, string) { return id(i), id(i - 1) },
		"up":        func(i, n int) (string, string) { return id(n - i), id(n - i - 1) },
		"all lost":  func(i, n int) (string, string) { return id(i), fmt.Sprintf("lost-%d", i) },
		"same lost": func(i, n int) (string, string) { return id(i), "lost" },
		"star":      func(i, n int) (string, string) { return id(i), id(0) },
		"one id":    func(i, n int) (string, string) { return "id", "id" },
		"zigzag":    func(i, n int) (string, string) { return id(i), id(i ^ 1) },
	} {
		t.Run(name, func(t *testing.T) {
			linear(t, all, func(n int) []byte {
				var b strings.Builder
				for i := range n {
					me, parent := link(i, n)
					b.WriteString(linkedRecord(me, parent, "user"))
				}
				return []byte(b.String())
			})
		})
	}
}
