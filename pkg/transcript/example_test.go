package transcript_test

import (
	"fmt"
	"os"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/microcompact"
)

// Stages are chained as commands are in a pipe: each pushes its records to the next one.
func Example() {
	session := `{"role":"user","content":"Is it raining?"}
{"role":"assistant","content":null,"tool_calls":[{"id":"w","type":"function","function":{"name":"weather","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"w","content":"light rain until noon, then dry and windy"}
`
	report := func(f transcript.Finding) { fmt.Printf("line %d: %s\n", f.Line, f.Code) }
	large := budget.New(budget.Options{Result: 10}, transcript.Job{Next: transcript.NewWriter(os.Stdout), Report: report})
	old := microcompact.New(microcompact.Options{}, transcript.Job{Next: large, Report: report})
	if err := transcript.Run(strings.NewReader(session), 0, old); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"role":"user","content":"Is it raining?"}
	// {"role":"assistant","content":null,"tool_calls":[{"id":"w","type":"function","function":{"name":"weather","arguments":"{}"}}]}
	// line 3: large-result
	// {"role":"tool","tool_call_id":"w","content":"light rain"}
}
