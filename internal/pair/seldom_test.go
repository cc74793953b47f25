package pair_test

import (
	"slices"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
)

// What is seldom met: calls and results without an id, in turns that are signed, and in
// turns that the client drops. What is left is told by the lines of the input.
func TestSeldom(t *testing.T) {
	for _, c := range []struct {
		dialect, story, old, with string
		opt                       pair.Options
		told                      string
		left                      []int // lines of the input, 0 for another one
	}{
		{"openai-chat", "U A[x] R(x) F", `"id":"x"`, `"id":""`, pair.Options{}, `
2 empty-id error remove: tool call without an id
3 orphan-result error remove: no open call has its id: "x"`, []int{1, 4}},
		{"openai-responses", "U A[x] R(x) F", `"call_id":"x","name"`, `"call_id":"","name"`, pair.Options{}, `
2 empty-id error remove: tool call without an id
3 orphan-result error remove: no call has its id and kind: "x"`, []int{1, 4}},
		{"openai-responses", "U A[x] R(x) F", `"call_id":"x","output"`, `"call_id":"","output"`, pair.Options{}, `
2 missing-result error inject: tool call has no result: "x"
3 empty-id error remove: tool result without an id`, []int{1, 2, 0, 4}},
		{"pi", "U A[x] R(x) U F", `"toolUse"`, `"aborted"`, pair.Options{}, `
4 orphan-result error remove: its call is in a turn that the client drops: "x"
5 touched info relink: is linked to another record, because those before it change: "a0000004"`, []int{1, 2, 3, 0, 6}},
		{"anthropic", "U A[x,y] R(x) F", `[{"type":"tool_use"`, `[{"type":"thinking","thinking":"t","signature":"s"},{"type":"tool_use"`, pair.Options{Missing: pair.StripMissing}, `
2 missing-result error keep: tool call has no result; its turn has signed thinking and cannot be edited: "y"`, []int{1, 2, 3, 4}},
	} {
		data := transcripttest.Named(c.dialect).Bytes(c.story)
		data = []byte(strings.Replace(string(data), c.old, c.with, 1))
		o := run(t, c.opt, data)
		if got := findingLines(o); got != c.told {
			t.Errorf("%s, %s, %q: told%s\nwant%s", c.dialect, c.story, c.with, got, c.told)
		}
		leaves(t, c.dialect+", "+c.story+c.with, string(data), string(o.out), c.left)
	}
}

// leaves checks that an output consists of lines of the input, by their numbers, and of
// others that it does not have.
func leaves(t *testing.T, name, in, out string, want []int) {
	t.Helper()
	number := map[string]int{}
	for i, l := range strings.SplitAfter(in, "\n") {
		number[l] = i + 1
	}
	var got []int
	for l := range strings.Lines(out) {
		got = append(got, number[l])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: lines %d are left, want %d\n%s", name, got, want, out)
	}
}
