package classify_test

import (
	"fmt"
	"os"
	"strings"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
)

func ExampleClassify() {
	v := classify.Classify(classify.Input{Text: "prompt is too long: 204800 tokens > 200000 maximum", Status: 400})
	fmt.Println(v.Class, v.Action)
	// Output:
	// context_overflow shrink
}

// With the zero value of Options every record that is an API error gets a
// verdict, and everything else passes unchanged.
func ExampleNew() {
	history := `{"role":"user","content":"hello"}
{"role":"assistant","content":"hi"}
`
	stage := classify.New(classify.Options{}, transcript.Job{Next: transcript.NewWriter(os.Stdout)})
	if err := transcript.Run(strings.NewReader(history), 0, stage); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"role":"user","content":"hello"}
	// {"role":"assistant","content":"hi"}
}
