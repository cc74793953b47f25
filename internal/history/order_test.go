package history

import (
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// put adds a record at a reference.
func put(t *testing.T, x *Index, ref int64, text string) {
	t.Helper()
	var doc outline.Doc
	var v dialect.View
	if err := doc.Parse([]byte(text)); err != nil || !dialect.NewDetector(nil, "").View(doc.Root(), &v) {
		t.Fatalf("%s is no record: %v", text, err)
	}
	x.Add(&v, doc.Root(), ref)
}

const (
	chatCall   = `{"role":"assistant","tool_calls":[{"type":"function","id":"x","function":{"name":"a","arguments":"{}"}}]}`
	blockCall  = `{"role":"assistant","content":[{"type":"tool_use","id":"y","name":"f","input":{}}]}`
	codexCut   = `{"timestamp":"t","type":"compacted","payload":{"message":"m","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"kept"}]}]}}`
	codexWords = `{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"on"}]}}`
)

// Seen tells the format of each record: none of what is no record, and of a compaction its own.
func TestSeen(t *testing.T) {
	x := New()
	put(t, x, 1, chatCall)
	put(t, x, 2, blockCall)
	put(t, x, 5, codexCut)
	put(t, x, 6, codexWords)
	x.Finish()
	want := []string{"", "openai-chat", "anthropic", "", "", "codex", "codex"}
	if x.OnlyFormat() != nil {
		t.Error("three formats are one")
	}
	for ref, want := range append(want, "") {
		name := ""
		if f := x.Seen(int64(ref)); f != nil {
			name = f.Rules().Name
		}
		if name != want {
			t.Errorf("record %d is seen as %q, want %q", ref, name, want)
		}
	}
}
