package budget_test

import (
	"fmt"
	"os"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
)

// A result within the default limits passes unchanged, byte for byte.
func ExampleNew() {
	history := `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"a","content":"README.md"}
`
	stage := budget.New(budget.Options{}, transcript.Job{Next: transcript.NewWriter(os.Stdout)})
	if err := transcript.Run(strings.NewReader(history), 0, stage); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}]}
	// {"role":"tool","tool_call_id":"a","content":"README.md"}
}

// The results of the tools that Keep names are never cut.
func ExampleOptions_keep() {
	keep, err := transcript.ParseGlobs("Read, web_*", "skill")
	if err != nil {
		fmt.Println(err)
		return
	}
	opts := budget.Options{Keep: keep}
	fmt.Println(opts.Keep, opts.Keep.Match("functions.web_search"), opts.Keep.Match("bash"))
	// Output:
	// read, web_*, skill true false
}

// A result over the limit becomes its head, a marker and its tail. The findings
// say which one.
func ExampleOptions() {
	history := `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"cat","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"a","content":"` + strings.Repeat("0123456789", 1000) + `"}
`
	stage := budget.New(budget.Options{Result: 6_000}, transcript.Job{
		Next:   transcript.NewWriter(&strings.Builder{}),
		Report: func(f transcript.Finding) { fmt.Printf("line %d: %s: %s\n", f.Line, f.Code, f.Message) },
	})
	if err := transcript.Run(strings.NewReader(history), 0, stage); err != nil {
		fmt.Println(err)
	}
	fmt.Println(stage.(transcript.Summarizer).Summary().Changed)
	// Output:
	// line 2: large-result: tool result of 10000 chars is over the limit of 6000: "a"
	// 1 result truncated, 4.9 kB freed, from line 2 on
}

// One call reads a transcript and writes it with its large results cut.
func ExampleCut() {
	history := `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"cat","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"a","content":"` + strings.Repeat("0123456789", 3000) + `"}
`
	var out strings.Builder
	found, err := budget.Cut(strings.NewReader(history), &out, budget.Options{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(found[0].Message)
	fmt.Println(len(history), out.Len() < 6_000)
	// Output:
	// tool result of 30000 chars is over the limit of 20000: "a"
	// 30171 true
}
