package pair_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// A result moves with its message if that holds nothing else, and out of it if it holds
// words too; the words stay where they are said.
func TestResultLeavesItsMessage(t *testing.T) {
	const (
		head   = `{"role":"user","content":"q"}` + "\n" + `{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"f","input":{}}]}` + "\n"
		so     = `{"role":"assistant","content":"so"}` + "\n"
		result = `{"type":"tool_result","tool_use_id":"x","content":"r"}`
		words  = `{"type":"text","text":"words"}`
	)
	message := func(role string, blocks ...string) string {
		return fmt.Sprintf(`{"role":%q,"content":[%s]}`+"\n", role, strings.Join(blocks, ","))
	}
	for _, c := range []struct{ last, want string }{
		{message("user", result), message("user", result) + so},
		{message("user", words, result), message("user", result) + so + message("user", words)},
		{message("user", result, words), message("user", result) + so + message("user", words)},
	} {
		data := head + so + c.last
		o := run(t, pair.Options{}, []byte(data))
		if got := strings.TrimPrefix(string(o.out), head); got != c.want || len(o.findings) == 0 || o.findings[0].Code != transcript.DisplacedResult {
			t.Errorf("%s became\n%s%s", c.last, got, told(o))
		}
		if err := transcripttest.Check(transcripttest.Named("anthropic"), o.out); err != nil {
			t.Error(err)
		}
	}
}
