package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/pair"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/recover"
)

// zeroStages are the commands with no more flags than they require, and the library's
// stages with the same options. Without flags tr-budget and tr-recover keep full texts
// in files; the library does not write files that nobody asked for.
var zeroStages = []struct {
	command Command
	args    []string
	stage   func(transcript.Job) transcript.Stage
}{
	{Pair, nil, func(j transcript.Job) transcript.Stage { return pair.New(pair.Options{}, j) }},
	{Budget, []string{"--no-spill"}, func(j transcript.Job) transcript.Stage { return budget.New(budget.Options{}, j) }},
	{Microcompact, nil, func(j transcript.Job) transcript.Stage { return microcompact.New(microcompact.Options{}, j) }},
	{Recover, []string{"--no-spill"}, func(j transcript.Job) transcript.Stage { return recover.New(recover.Options{}, j) }},
	{Recover, []string{"--no-spill", "--max-chars=30k"}, func(j transcript.Job) transcript.Stage {
		return recover.New(recover.Options{MaxChars: 30_000}, j)
	}},
	{Prune, []string{"--max-messages=3"}, func(j transcript.Job) transcript.Stage {
		return prune.New(prune.Options{MaxMessages: 3}, j)
	}},
	{Chunk, []string{"--parts=1"}, func(j transcript.Job) transcript.Stage { return chunk.New(chunk.Options{}, j) }},
	{Classify, nil, func(j transcript.Job) transcript.Stage { return classify.New(classify.Options{}, j) }},
}

// TestZeroOptions: the zero value of a stage's options is what its command does
// without flags, to the byte, with or without a function for findings.
func TestZeroOptions(t *testing.T) {
	for name, in := range zeroInputs(t) {
		path := file(t, "in", in)
		for _, z := range zeroStages {
			want := runCommand(t, z.command, setup{}, append(z.args, path)...)
			for _, report := range []func(transcript.Finding){nil, func(transcript.Finding) {}} {
				var out bytes.Buffer
				job := transcript.Job{Next: transcript.NewWriter(&out), Report: report, Name: path}
				if err := transcript.Run(strings.NewReader(in), 0, z.stage(job)); err != nil {
					t.Fatalf("%s: %s: %v", z.command.Name, name, err)
				}
				if out.String() != want.out {
					t.Errorf("%s: %s: the stage with zero options writes %d bytes, %s without flags %d", name, z.command.Name, out.Len(), z.command.Name, len(want.out))
				}
			}
		}
	}
}

// zeroInputs are the samples of every format, and a session whose results are large
// and old enough for every default to count.
func zeroInputs(t *testing.T) map[string]string {
	inputs := map[string]string{}
	files, err := filepath.Glob("../dialect/testdata/*/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no samples", err)
	}
	for _, path := range files {
		inputs[filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path)] = content(t, path)
	}
	var b strings.Builder
	b.WriteString(`{"role":"user","content":"go"}` + "\n")
	for i, size := range []int{2_900, 3_100, 19_000, 21_000, 3_100, 60_000, 3_100} {
		tool := []string{"read_file", "bash"}[i%2]
		fmt.Fprintf(&b, `{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":%q,"arguments":"{}"}}]}`+"\n", i, tool)
		fmt.Fprintf(&b, `{"role":"tool","tool_call_id":"c%d","content":%q}`+"\n", i, strings.Repeat("0123456789", size/10))
	}
	inputs["large"] = b.String()
	return inputs
}

// TestZeroIsNone: 0 on the command line is a limit of nothing, and not the default.
func TestZeroIsNone(t *testing.T) {
	path := file(t, "in", zeroInputs(t)["large"])
	for _, c := range []struct {
		command Command
		args    []string
		want    string
	}{
		{Budget, []string{"--no-spill", "--max-result-chars=0"}, `"tool_call_id":"c0","content":""}`},
		{Budget, []string{"--no-spill", "--max-turn-chars=0"}, `"tool_call_id":"c0","content":""}`},
		{Budget, []string{"--no-spill", "--max-result-tokens=0"}, `"tool_call_id":"c0","content":""}`},
		{Microcompact, []string{"--min-chars=0"}, `"tool_call_id":"c0","content":"[Old tool result cleared`},
		{Microcompact, []string{"--truncate-turns=0", "--summarize-turns=0"}, `"tool_call_id":"c6","content":"[Old tool result cleared`},
		{Microcompact, []string{"--keep-tools="}, `"tool_call_id":"c1","content":"[Old tool result cleared`},
	} {
		got := runCommand(t, c.command, setup{}, append(c.args, path)...)
		if !strings.Contains(got.out, c.want) {
			t.Errorf("%s %v: no %s in the output", c.command.Name, c.args, c.want)
		}
	}
}
