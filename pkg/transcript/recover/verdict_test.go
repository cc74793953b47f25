package recover_test

import (
	"bytes"
	"strings"
	"testing"

	"trtools/pkg/transcript/recover"
)

// A verdict goes with its whole line, however that is spelled, and the rest of the input
// stays byte for byte.
func TestVerdictLine(t *testing.T) {
	const before = `{"role":"user","content":"u"}` + "\r\n" + `{"role":"assistant","content":"a"}` + "\r\n"
	const verdict = `{"type":"classification","classification":{"class":"context_overflow","recoverable":false}}`
	for _, line := range []string{
		verdict, verdict + "\n", verdict + "\r\n", verdict + "  \t\r\n", " " + verdict + "\n",
		strings.Replace(verdict, `"classification":`, `"\u0063lassification":`, 1) + "\n",
		verdict + "\n" + verdict + " \n",
	} {
		var out bytes.Buffer
		_, err := recover.Recover(strings.NewReader(before+line), &out, recover.Options{})
		if err != nil || strings.TrimRight(out.String(), "\r\n ") != strings.TrimRight(before, "\r\n") {
			t.Errorf("%q: %v\n%q", line, err, &out)
		}
	}
}
