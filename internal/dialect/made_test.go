package dialect

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"trtools/pkg/transcript/outline"
)

// eachSample calls f with every message of a format's samples.
func eachSample(t *testing.T, f func(name string, rec outline.Value, v *View)) {
	t.Helper()
	for _, name := range Names() {
		for _, file := range samples(t, name) {
			d := NewDetector(Named(name), "")
			for _, line := range lines(t, file) {
				var doc outline.Doc
				v := new(View)
				if doc.Parse(line) == nil && d.View(doc.Root(), v) && v.Class == Message {
					f(name, doc.Root(), v)
				}
			}
		}
	}
}

// A message that is modelled on a record, and is given no place, follows it: with an id
// that is another one, and no time before it.
func TestMessageFollows(t *testing.T) {
	stamped, named := map[string]bool{}, map[string]bool{}
	eachSample(t, func(name string, rec outline.Value, like *View) {
		raw := Named(name).Message(NewMessage{Like: rec, Text: "go on"})
		v := new(View)
		if raw == nil || !NewDetector(Named(name), "").View(record(t, raw), v) {
			return
		}
		made := record(t, raw)
		if id := made.GetAny("id", "uuid"); id.Kind() == outline.String && name != "claude-code" && name != "pi" { // whose chains name it
			named[name] = true
			if id.Blank() || id.Is(rec.GetAny("id", "uuid").Text()) {
				t.Errorf("%s: %s is modelled on %s", name, raw, rec.Raw())
			}
		}
		before, err := time.Parse(time.RFC3339Nano, like.Time.Text())
		if err != nil {
			return
		}
		stamped[name] = true
		after, err := time.Parse(time.RFC3339Nano, v.Time.Text())
		if err != nil || after.Before(before) || name == "copilot-cli" && !after.After(before) {
			t.Errorf("%s: %s at %s is modelled on one at %s", name, raw, v.Time.Text(), before)
		}
	})
	if len(named) < 5 || len(stamped) < 7 || !named["qwen-code"] || !stamped["copilot-cli"] {
		t.Errorf("messages with ids: %v, with times: %v", named, stamped)
	}
}

// An event of Copilot that follows another is one millisecond later, which keeps the order
// and comes before what the client writes next.
func TestCopilotIsNextInTime(t *testing.T) {
	like := record(t, []byte(`{"type":"user.message","data":{"content":"x"},"id":"a","timestamp":"2026-01-02T03:04:05.678Z","parentId":null}`))
	raw := string(Named("copilot-cli").Message(NewMessage{Like: like, Text: "go on"}))
	if v := viewAs(t, "copilot-cli", raw); v.Time.Text() != "2026-01-02T03:04:05.679Z" || v.Declared.Text() != "a" || v.ID.Blank() {
		t.Error(raw)
	}
}

// A call that holds its own result is completed with what stands for a lost one: it is
// seen as such, is known to be made, and has failed if that is said.
func TestComplete(t *testing.T) {
	done := map[string]int{}
	eachSample(t, func(name string, rec outline.Value, v *View) {
		for n := range v.Calls {
			for _, failed := range []bool{true, false} {
				before := *v
				edits := before.Edits(&Change{Fill: []Completion{{N: n, Text: Lost, ErrorFlag: failed}}})
				if v.Calls[n].Answered || edits == nil {
					continue
				}
				raw := outline.Splice(rec.Raw(), edits)
				w := new(View)
				if !NewDetector(Named(name), "").View(record(t, raw), w) || len(w.Results) != len(v.Results)+1 || !w.Calls[n].Answered {
					t.Errorf("%s: %s becomes %s", name, rec.Raw(), raw)
					continue
				}
				done[name]++
				for k := range w.Results {
					if r := &w.Results[k]; r.ID.Text() == v.Calls[n].ID.Text() && (!r.Synthetic || !strings.Contains(string(r.Item.Raw()), Lost) || w.Failed(r) != failed && !r.Item.Get("toolInvocation").Exists()) {
						t.Errorf("%s: %s is seen as %+v", name, raw, r)
					}
				}
			}
		}
	})
	if done["gemini-cli"] == 0 || done["ai-sdk-ui"] < 4 {
		t.Errorf("completed: %v", done)
	}
}

// What a compaction puts in place of the history is a text with something in it.
func TestReplacesWithSomething(t *testing.T) {
	for raw, want := range map[string]bool{
		`{"timestamp":"t","type":"compacted","payload":{"message":"done so far"}}`:                          true,
		`{"timestamp":"t","type":"compacted","payload":{"message":""}}`:                                     false,
		`{"timestamp":"t","type":"compacted","payload":{}}`:                                                 false,
		`{"timestamp":"t","type":"compacted","payload":{"message":"done so far","replacement_history":[]}}`: false,
	} {
		if got := viewAs(t, "codex", raw).Replaces(); got != want {
			t.Errorf("%s: %v", raw, got)
		}
	}
}

// The arguments of a call count as they read: the text of a string, the JSON of an
// object; and so do words, results, and nothing of images.
func TestChars(t *testing.T) {
	for raw, want := range map[string]int{
		`{"role":"assistant","content":"é\n","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]}`:                                        2 + 7,
		`{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{"a": "é"}}]}`:                                                                             10,
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"é\n"},{"type":"image","source":{"type":"base64","data":"QUJD"}}]}]}`: 2,
	} {
		v := new(View)
		NewDetector(nil, "").View(record(t, []byte(raw)), v)
		if got := v.Chars(); got != want {
			t.Errorf("%s: %d chars, want %d", raw, got, want)
		}
	}
}

// noHistory are the formats of which nothing has a history of its own to speak in: none of
// their records is a message, so that nobody asks them for one.
var noHistory = []string{"logs", "chatgpt-export", "conversations"}

// Every format of sessions and requests writes a message that it sees.
func TestEveryFormatWritesMessages(t *testing.T) {
	for _, name := range Names() {
		like := parse(t, `{"sessionId":"s","uuid":"u","type":"user","timestamp":"2026-01-01T00:00:00.000Z"}`)
		if got := Named(name).Message(NewMessage{Like: like, Text: "a word"}); !bytes.Contains(got, []byte("a word")) && !slices.Contains(noHistory, name) {
			t.Errorf("%s writes %q", name, got)
		}
	}
	eachSample(t, func(name string, rec outline.Value, v *View) {
		if slices.Contains(noHistory, v.Format.Rules().Name) {
			t.Errorf("%s: %s is a message", name, rec.Raw())
		}
	})
}
