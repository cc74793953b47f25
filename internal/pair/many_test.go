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
