package stat_test

import (
	"fmt"
	"strings"

	"trtools/pkg/transcript/stat"
)

const talk = `{"role":"user","content":"list the files"}
{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"ls","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"call_1","content":"a.txt b.txt"}
{"role":"assistant","content":"There are two."}
`

func ExampleMessages() {
	list, err := stat.Messages(strings.NewReader(talk), "talk.jsonl", stat.Options{})
	for _, m := range list {
		fmt.Println(m.Line, m.Role, *m.Age, m.Chars, m.Calls, m.Results)
	}
	fmt.Println(err)
	// Output:
	// 1 user 2 14 [] []
	// 2 assistant 1 2 [{call_1 ls}] []
	// 3 tool 1 11 [] [{call_1 ls 3 11 13 false 0}]
	// 4 assistant 0 14 [] []
	// <nil>
}

func ExampleTotal() {
	t, err := stat.Total(strings.NewReader(talk), "talk.jsonl", stat.Options{})
	fmt.Println(t.Messages, t.Calls, t.OpenCalls, t.Tools["ls"].Chars, err)
	for _, s := range t.Stages {
		fmt.Println(s.Stage, s.Level, s.Chars)
	}
	// Output:
	// 4 1 0 11 <nil>
	// tr-budget 0 0
	// tr-microcompact 0 0
	// tr-recover 1 0
	// tr-recover 2 0
	// tr-recover 3 0
	// tr-prune --dead 0 0
}
