package cli

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"trtools/internal/transcripttest"
)

// toldAtOnce are commands that between them look into every table that goroutines
// share: of formats, of error texts, of tokens, of types.
var toldAtOnce = []struct {
	command Command
	args    string
}{
	{Pair, "--strict"}, {Budget, "--no-spill --max-result-chars 8 --max-turn-chars 30"}, {Budget, "--no-spill --max-result-tokens 9"},
	{Microcompact, "--aggressive --no-spill --min-chars 0 --truncate-turns 1 --summarize-turns 2"},
	{Classify, ""}, {Prune, "--max-tokens 40 --notice"}, {Recover, "--no-spill --level 3 --keep 2"}, {Recover, "--no-spill --max-tokens 60"},
	{Chunk, "--parts 3"}, {Stat, ""}, {Stat, "--total"},
}

// Commands that run at once in one process say what each of them says alone. With the
// race detector this is what shows that nothing which they share is written.
func TestAtOnce(t *testing.T) {
	inputs := [][]byte{[]byte(`{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 250000 tokens > 200000 maximum"}}` + "\n" +
		`{"error":"429 Too Many Requests: please retry after 20 seconds"}` + "\n")}
	for i, d := range transcripttest.All() {
		if i%3 == 0 {
			inputs = append(inputs, transcripttest.Damaged(d, uint64(i)).Data)
		}
	}
	told := func() string {
		var all strings.Builder
		for _, c := range toldAtOnce {
			for _, data := range inputs {
				var out, err bytes.Buffer
				status := Run(c.command, append([]string{c.command.Name}, strings.Fields(c.args)...), Streams{In: bytes.NewReader(data), Out: &out, Err: &err})
				if status == exitUsage {
					t.Errorf("%s %s: status %d, %s", c.command.Name, c.args, status, &err)
				}
				fmt.Fprintln(&all, status, &out, &err)
			}
		}
		return all.String()
	}
	var said [3]string
	var group sync.WaitGroup
	for i := range said {
		group.Go(func() { said[i] = told() })
	}
	group.Wait()
	alone := told()
	for _, s := range said {
		if s != alone {
			t.Error("commands that run at once say something else than one after the other")
		}
	}
}
