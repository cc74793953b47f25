package chunk_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"trtools/pkg/transcript/chunk"
)

const talk = `{"role":"user","content":"one"}
{"role":"assistant","content":"two"}
{"role":"user","content":"three"}
{"role":"assistant","content":"four"}
`

func ExampleList() {
	chunks, err := chunk.List(strings.NewReader(talk), "talk.jsonl", chunk.Options{Parts: 2})
	for _, c := range chunks {
		fmt.Println(c.File, c.FirstLine, c.LastLine, c.Messages)
	}
	fmt.Println(err)
	// Output:
	// talk.jsonl 1 2 2
	// talk.jsonl 3 4 2
	// <nil>
}

func ExampleSummarize() {
	o := chunk.Options{MaxTokens: 100, KeepLast: 1}
	o.Summarize = func(_ context.Context, in io.Reader, n chunk.Number) (string, error) {
		text, err := io.ReadAll(in)
		return fmt.Sprintf("%d lines", strings.Count(string(text), "\n")), err
	}
	_, err := chunk.Summarize(strings.NewReader(talk), os.Stdout, o)
	fmt.Println(err)
	// Output:
	// {"role":"user","content":"one"}
	// {"role":"user","content":"[Summary of 1 earlier message]\n1 lines"}
	// {"role":"user","content":"three"}
	// {"role":"assistant","content":"four"}
	// <nil>
}
