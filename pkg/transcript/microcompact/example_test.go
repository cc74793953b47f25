package microcompact_test

import (
	"fmt"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/microcompact"
)

// A large result is truncated at an age of two assistant messages, and replaced
// by a one-line summary at an age of four.
func ExampleNew() {
	history := `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"read","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"a","content":"` + strings.Repeat("0123456789", 1000) + `"}
` + strings.Repeat(`{"role":"assistant","content":"next"}`+"\n", 4)
	var out strings.Builder
	stage := microcompact.New(microcompact.Options{}, transcript.Job{Next: transcript.NewWriter(&out)})
	if err := transcript.Run(strings.NewReader(history), 0, stage); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Split(out.String(), "\n")[1])
	// Output:
	// {"role":"tool","tool_call_id":"a","content":"[Old tool result cleared -- 1 line, 10K chars, text]"}
}

// One call reads a transcript and writes it with its old results shrunk.
func ExampleCompact() {
	history := `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"read","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"a","content":"` + strings.Repeat("0123456789", 1000) + `"}
` + strings.Repeat(`{"role":"assistant","content":"next"}`+"\n", 2)
	var out strings.Builder
	found, err := microcompact.Compact(strings.NewReader(history), &out, microcompact.Options{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(found[0].Message)
	// Output:
	// tool result of 10000 chars is 2 assistant messages old: "a"
}

// Results of the tools that Keep names stay as they are, however old they get.
func ExampleOptions_keep() {
	keep, err := transcript.ParseGlobs("bash, edit*")
	if err != nil {
		fmt.Println(err)
		return
	}
	opts := microcompact.Options{Keep: keep}
	fmt.Println(opts.Keep, opts.Keep.Match("Edit_file"), opts.Keep.Match("read"))
	// Output:
	// bash, edit* true false
}
