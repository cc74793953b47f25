package outline_test

import (
	"fmt"

	"trtools/pkg/transcript/outline"
)

// One value is replaced; all other bytes stay as they are.
func ExampleSplice() {
	record := []byte(`{ "role":"user",  "content":"secret", "n":1.50 }`)
	var doc outline.Doc
	if err := doc.Parse(record); err != nil {
		fmt.Println(err)
		return
	}
	start, end := doc.Root().Get("content").Span()
	fmt.Printf("%s\n", outline.Splice(record, []outline.Edit{{Start: start, End: end, Text: outline.Quote("***")}}))
	// Output:
	// { "role":"user",  "content":"***", "n":1.50 }
}
