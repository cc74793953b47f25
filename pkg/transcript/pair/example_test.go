package pair_test

import (
	"fmt"
	"os"
	"strings"

	"trtools/pkg/transcript/pair"
)

// An array of messages goes in, one in which every call has its result comes out.
func ExampleRepairBytes() {
	messages := `[{"role":"user","content":"Is it raining?"},
 {"role":"assistant","content":null,"tool_calls":[{"id":"w","type":"function","function":{"name":"weather","arguments":"{}"}}]},
 {"role":"user","content":"Are you there?"}]`
	repaired, found, err := pair.RepairBytes([]byte(messages), pair.Options{SyntheticText: "interrupted"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n%s on line %d\n", repaired, found[0].Code, found[0].Line)
	// Output:
	// [{"role":"user","content":"Is it raining?"},
	//  {"role":"assistant","content":null,"tool_calls":[{"id":"w","type":"function","function":{"name":"weather","arguments":"{}"}}]},
	//  {"role":"tool","tool_call_id":"w","content":"interrupted"},
	//  {"role":"user","content":"Are you there?"}]
	// missing-result on line 2
}

// A session is repaired while it is read. Its own lines keep their bytes.
func ExampleRepair() {
	session := `{"role":"user","content":"Is it raining?"}
{"role":"tool","tool_call_id":"gone","content":"a result without a call"}
`
	found, err := pair.Repair(strings.NewReader(session), os.Stdout, pair.Options{})
	fmt.Println(found[0].Code, err)
	// Output:
	// {"role":"user","content":"Is it raining?"}
	// orphan-result <nil>
}
