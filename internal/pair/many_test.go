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
