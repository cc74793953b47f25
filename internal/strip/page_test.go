package strip

import (
	"encoding/json"
	"strings"
	"testing"

	"trtools/pkg/transcript/stat"
)

// attack is what a name must not be able to do.
const attack = `</script><script>document.title="ran"</script><img src=x onerror="document.title='ran'">` + "\u2028"

func hostile() *Strip {
	m := []stat.Message{{Role: "assistant", Line: 1, Tokens: 9, Live: true, Calls: []stat.Call{{ID: attack, Tool: attack}}},
		{Role: "tool", Line: 2, Tokens: 5, Live: true, Results: []stat.Result{{ID: attack, Tool: attack, Line: 2, Tokens: 5}}}}
	return New(m, stat.Totals{File: attack, Largest: []stat.Large{{Result: m[1].Results[0], ShrunkBy: []string{}}}})
}

// Nothing that comes from a transcript is markup, and the page names nothing that could
// be loaded.
func TestPage(t *testing.T) {
	part := hostile().Page()
	if strings.Count(part, "<") != 2 || strings.Count(part, ">") != 2 || strings.Contains(part, "\u2028") {
		t.Errorf("%s", part)
	}
	var back Strip
	raw := strings.TrimSuffix(part[strings.Index(part, ">")+1:], "</script>\n")
	if err := json.Unmarshal([]byte(raw), &back); err != nil || back.Totals.File != attack {
		t.Errorf("%v: %q", err, back.Totals.File)
	}
	if page := Head() + Tail(); strings.Contains(page, "http") && !strings.Contains(page, "http-equiv") || strings.Contains(page, "://") || strings.Contains(page, "src=") {
		t.Error("the page loads something")
	}
	if strings.Contains(pageScript, "</script") || strings.Contains(pageStyle, "</style") || strings.Contains(pageScript, "innerHTML") {
		t.Error("the page's own script or style cannot stand in it")
	}
}
