package pair_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/pkg/transcript"
)

// A message may have more calls than sixteen bits can count.
func TestManyCallsInAMessage(t *testing.T) {
	const n, lost = 1<<16 + 9, 1<<16 + 5
	var calls, results []string
	for i := range n {
		calls = append(calls, fmt.Sprintf(`{"id":"c%d","type":"function","function":{"name":"n","arguments":"{}"}}`, i))
		if i != lost {
			results = append(results, fmt.Sprintf(`{"role":"tool","tool_call_id":"c%d","content":"r"}`, i))
		}
	}
	text := `{"role":"assistant","content":null,"tool_calls":[` + strings.Join(calls, ",") + "]}\n" + strings.Join(results, "\n") + "\n" + `{"role":"user","content":"u"}` + "\n"
	o := run(t, pair.Options{}, []byte(text))
	if len(o.findings) != 1 || o.findings[0].Code != transcript.MissingResult || !bytes.Contains(o.out, fmt.Appendf(nil, `"tool_call_id":"c%d"`, lost)) {
		t.Errorf("%+v", o.findings)
	}
}

// What is looked for once for each of many calls or rewinds is not looked for in all of them: in the
// square of so many this would take minutes.
func TestManyOpenCallsAndRewinds(t *testing.T) {
	const n = 30_000
	many := func(each, sep string) string {
		var list []string
		for i := range n {
			list = append(list, strings.ReplaceAll(each, "#", fmt.Sprint(i)))
		}
		return strings.Join(list, sep)
	}
	log := `{"sessionId":"s","projectHash":"x","startTime":"2026-01-01T00:00:00Z"}` + "\n"
	gemini := log + `{"id":"m","timestamp":"2026-01-01T00:00:00Z","type":"gemini",`
	for text, some := range map[string]bool{
		`{"role":"assistant","content":null,"tool_calls":[` + many(`{"id":"c#","type":"function","function":{"name":"n","arguments":"{}"}}`, ",") + "]}\n": true,
		gemini + `"content":[` + many(`{"functionCall":{"id":"c#","name":"n","args":{}}}`, ",") + "]}\n":                                                   true,
		gemini + `"content":"","toolCalls":[` + many(`{"id":"c#","name":"n","args":{}}`, ",") + "]}\n":                                                     true,
		log + many(`{"id":"m#","timestamp":"2026-01-01T00:00:00Z","type":"user","content":"u"}`+"\n"+`{"$rewindTo":"m#"}`, "\n") + "\n":                    false,
	} {
		for _, missing := range []pair.Missing{pair.InjectMissing, pair.StripMissing} {
			if found := run(t, pair.Options{Missing: missing}, []byte(text)).findings; len(found) > 0 != some {
				t.Errorf("%.80s: %d findings", text, len(found))
			}
		}
	}
}

// What a compaction keeps is read once, and not for each result that is put in: whether all of it is
// there, or the first or the last record of it is lost.
func TestManyKeptOpenCalls(t *testing.T) {
	for _, lost := range []int{-1, 0, 1} {
		o := linear(t, size(4000), func(n int) []byte {
			const head = `{"parentUuid":%s,"isSidechain":false,"sessionId":"s","version":"2.1.170","timestamp":"2026-01-01T00:00:00.000Z","uuid":"%s",`
			var b bytes.Buffer
			add := func(id, parent, rest string) {
				if parent != "null" {
					parent = `"` + parent + `"`
				}
				fmt.Fprintf(&b, head+rest+"}\n", parent, id)
			}
			add("u", "null", `"type":"user","message":{"role":"user","content":"u"}`)
			last, ids := "u", []string{}
			for i := range n {
				id := fmt.Sprint("a", i)
				if ids = append(ids, `"`+id+`"`); i == lost*(n-1) {
					continue
				}
				add(id, last, fmt.Sprintf(`"type":"assistant","message":{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{}}]}`, i, i))
				last = id
			}
			list := strings.Join(ids, ",")
			add("b", "null", `"type":"system","subtype":"compact_boundary","logicalParentUuid":"`+last+`","compactMetadata":{"preservedSegment":{"headUuid":`+ids[0]+
				`,"anchorUuid":"s","tailUuid":`+ids[n-1]+`},"preservedMessages":{"anchorUuid":"s","uuids":[`+list+`],"allUuids":[`+list+`]}}`)
			add("s", "b", `"type":"user","isCompactSummary":true,"message":{"role":"user","content":"s"}`)
			add("f", "s", `"type":"user","message":{"role":"user","content":"f"}`)
			return b.Bytes()
		})
		wantFindings(t, o, size(4000)-min(lost+1, 1), transcript.MissingResult)
	}
}
