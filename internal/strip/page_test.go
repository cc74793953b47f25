package strip

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
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

// A segment is told from every other by its colour, in the light and in the dark: no two are
// the same, and what is dead is not taken for answers.
func TestColours(t *testing.T) {
	blocks := regexp.MustCompile(`(?s):root \{.*?\}`).FindAllString(pageStyle, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d palettes", len(blocks))
	}
	for _, block := range blocks {
		named, colours := map[string]float64{}, map[string]bool{}
		for _, c := range regexp.MustCompile(`--(prompt|answer|dead|bad|tool\d): #(..)(..)(..)`).FindAllStringSubmatch(block, -1) {
			for _, hex := range c[2:] {
				n, _ := strconv.ParseUint(hex, 16, 8)
				named[c[1]] += float64(n) / 3
			}
			colours[c[2]+c[3]+c[4]] = true
		}
		if len(named) != 10 || len(colours) != len(named) || math.Abs(named["dead"]-named["answer"]) < 64 {
			t.Errorf("%d colours, of answers and of what is dead %v and %v: %s", len(colours), named["answer"], named["dead"], block)
		}
	}
}
