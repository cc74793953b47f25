package pair_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/pair"
)

// patience is the time that linear work takes, with much to spare for slow machines.
const patience = 10 * time.Second

// size is n, or a tenth of it with -short, as for the race detector.
func size(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// timed runs the stage, which has to be done in time.
func timed(t *testing.T, data []byte) outcome {
	t.Helper()
	start := time.Now()
	o := run(t, pair.Options{}, data)
	if took := time.Since(start); took > patience {
		t.Errorf("took %v for %d bytes", took.Round(time.Millisecond), len(data))
	}
	return o
}

// many renders n times what a function gives.
func many(d transcripttest.Dialect, n int, events func(i int) []transcripttest.Event) []byte {
	list := transcripttest.Parse("U")
	for i := range n {
		list = append(list, events(i)...)
	}
	return transcripttest.Join(d.Render(list))
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
		e := transcripttest.Event{Kind: transcripttest.Call}
		var results []transcripttest.Event
		for i := range size(6000) {
			id := fmt.Sprintf("c%d", i)
			e.Refs = append(e.Refs, transcripttest.Ref{ID: id})
			results = append(results, result(id, 0))
		}
		list := append(transcripttest.Parse("U"), e)
		list = append(append(list, results[:size(6000)/2]...), transcripttest.Parse("F")...)
		timed(t, transcripttest.Join(d.Render(list)))
	})
}

func TestOneIDManyTimes(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		timed(t, many(d, size(10000), func(i int) []transcripttest.Event {
			return []transcripttest.Event{call("x", i), result("x", i)}
		}))
	})
}

// Not one of the calls has a result: what may still come for them is kept.
func TestOneIDManyTimesOpen(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		timed(t, many(d, size(10000), func(i int) []transcripttest.Event {
			return []transcripttest.Event{call("x", i)}
		}))
	})
}

// One call, and the same answer again and again.
func TestManyResultsOfOneCall(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		timed(t, many(d, size(10000), func(i int) []transcripttest.Event {
			if i == 0 {
				return []transcripttest.Event{call("x", 0)}
			}
			return []transcripttest.Event{result("x", i)}
		}))
	})
}

func TestManyOrphans(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		timed(t, many(d, size(6000), func(i int) []transcripttest.Event {
			return []transcripttest.Event{result(fmt.Sprintf("c%d", i), 0)}
		}))
	})
}

func TestManyMissing(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		timed(t, many(d, size(6000), func(i int) []transcripttest.Event {
			return []transcripttest.Event{call(fmt.Sprintf("c%d", i), 0)}
		}))
	})
}

func TestLongIDs(t *testing.T) {
	inDialects(t, fileDialects, func(t *testing.T, d transcripttest.Dialect) {
		id := strings.Repeat("x", 1<<20)
		o := timed(t, transcripttest.Join(d.Render([]transcripttest.Event{call(id, 0), call(id, 1)})))
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
		if o := timed(t, []byte(data)); !bytes.Equal(o.out, []byte(data)) {
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
			o := timed(t, []byte(data))
			invariants(t, pair.Options{}, []byte(data), o)
		})
	}
}

func TestLongChains(t *testing.T) {
	n := size(50000)
	id := func(i int) string { return fmt.Sprintf("id-%d", i) }
	for name, link := range map[string]func(i int) (string, string){
		"down":      func(i int) (string, string) { return id(i), id(i - 1) },
		"up":        func(i int) (string, string) { return id(n - i), id(n - i - 1) },
		"all lost":  func(i int) (string, string) { return id(i), fmt.Sprintf("lost-%d", i) },
		"same lost": func(i int) (string, string) { return id(i), "lost" },
		"star":      func(i int) (string, string) { return id(i), id(0) },
		"one id":    func(i int) (string, string) { return "id", "id" },
		"zigzag":    func(i int) (string, string) { return id(i), id(i ^ 1) },
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for i := range n {
				me, parent := link(i)
				b.WriteString(linkedRecord(me, parent, "user"))
			}
			done := make(chan outcome, 1)
			go func() { done <- run(t, pair.Options{}, []byte(b.String())) }()
			select {
			case <-done:
			case <-time.After(patience):
				t.Fatalf("not done after %v", patience)
			}
		})
	}
}
