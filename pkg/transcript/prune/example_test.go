package prune_test

import (
	"fmt"
	"os"
	"strings"

	"trtools/pkg/transcript/prune"
)

func ExamplePrune() {
	history := `{"role":"user","content":"one"}
{"role":"assistant","content":"two"}
{"role":"user","content":"three"}
{"role":"assistant","content":"four"}
`
	found, err := prune.Prune(strings.NewReader(history), os.Stdout, prune.Options{MaxMessages: 3})
	fmt.Println(len(found), err)
	// Output:
	// {"role":"user","content":"one"}
	// {"role":"user","content":"three"}
	// {"role":"assistant","content":"four"}
	// 2 <nil>
}
