package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

func TestFormats(t *testing.T) {
	for name, complete := range map[string]bool{"text": false, "json": true, "github": false, "sarif": true} {
		if Format(name).Complete() != complete {
			t.Errorf("%s: complete is not %v", name, complete)
		}
	}
	if got := Formats(); got[0] != "text" || len(got) != 4 {
		t.Errorf("%q", got)
	}
	if got := write(t, "unheard-of", Options{}, samples[0]); got != write(t, Text, Options{}, samples[0]) {
		t.Errorf("an unknown format is not text: %q", got)
	}
}

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		severity      transcript.Severity
		github, sarif string
	}{
		{transcript.Error, "error", "error"},
		{transcript.Warning, "warning", "warning"},
		{transcript.Info, "notice", "note"},
		{"fatal", "notice", "note"},
	} {
		if g, s := level(c.severity, "notice"), level(c.severity, "note"); g != c.github || s != c.sarif {
			t.Errorf("%q: %s, %s", c.severity, g, s)
		}
	}
}

// SARIF points into the table of rules: a result at that of its own code, which -1 says there is none of.
func TestRuleIndexes(t *testing.T) {
	index := func(c transcript.Code) (i int) {
		if _, err := fmt.Sscanf(string(encode(sarifResultOf(transcript.Finding{Code: c})[2:4])), `{"ruleIndex":%d}`, &i); err != nil {
			t.Fatal(err)
		}
		return i
	}
	for i, r := range transcript.Rules() {
		if index(r.Code) != i {
			t.Errorf("%s is not rule %d", r.Code, i)
		}
	}
	if index("nonsense") != -1 {
		t.Error("a rule for nonsense")
	}
}

func TestGitHubEscapes(t *testing.T) {
	for s, want := range map[string]string{
		"plain":        "plain",
		"100%":         "100%25",
		"a\r\nb":       "a%0D%0Ab",
		"::error::x":   "%3A%3Aerror%3A%3Ax",
		"a,b":          "a%2Cb",
		"\x1b":         `\x1b`,
		"%0A":          "%250A",
		"caf\xe9":      `caf\xe9`,
		"C:\\dir\\f,1": "C%3A\\dir\\f%2C1",
	} {
		if got := githubProperty(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
	if got := githubData("a: b, 5%\n"); got != "a: b, 5%25%0A" {
		t.Errorf("%s", got)
	}
}

func TestEncode(t *testing.T) {
	for s, want := range map[string]string{
		"a":            `"a"`,
		"<&>":          `"<&>"`,
		"\x7f\u0085":   `"\u007f\u0085"`,
		"\u2028\u202e": `"\u2028\u202e"`,
		"\U000e0001":   `"\udb40\udc01"`,
		"😀é":           `"😀é"`,
		"\xff":         `"\ufffd"`,
		"\x00\n":       `"\u0000\n"`,
	} {
		got := string(encode(s))
		if got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back != strings.ToValidUTF8(s, "\ufffd") {
			t.Errorf("%q comes back as %q, %v", s, back, err)
		}
	}
}

func TestEncodePanicsOnNonsense(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a channel was encoded")
		}
	}()
	encode(make(chan int))
}

func TestMessage(t *testing.T) {
	for _, c := range []struct {
		finding transcript.Finding
		want    string
	}{
		{transcript.Finding{Message: "plain"}, "plain"},
		{transcript.Finding{Message: "two\nlines"}, `two\nlines`},
		{transcript.Finding{Code: transcript.BOM}, transcript.RuleOf(transcript.BOM).Help},
		{transcript.Finding{Code: "nonsense"}, ""},
		{transcript.Finding{Message: strings.Repeat("x", 1<<20)}, strings.Repeat("x", maxMessage) + "..."},
	} {
		if got := message(c.finding); got != c.want {
			t.Errorf("%.100q, want %.100q", got, c.want)
		}
	}
}

// TestTextLines: a finding of a whole file has no line, and a line is a line.
func TestTextLines(t *testing.T) {
	for _, c := range []struct {
		finding transcript.Finding
		want    string
	}{
		{transcript.Finding{File: "f", Line: 7, Code: "c", Action: "a", Message: "m"}, "f:7: c: m [a]\n"},
		{transcript.Finding{File: "f", Code: "c", Action: "a", Message: "m"}, "f: c: m [a]\n"},
		{transcript.Finding{File: "<stdin>", Line: 1, Code: "c", Action: "a", Message: "m"}, "<stdin>:1: c: m [a]\n"},
		{transcript.Finding{File: "a\nb", Line: 1, Code: "c", Action: "a", Message: "m\r"}, "\"a\\nb\":1: c: m\\r [a]\n"},
	} {
		if got := write(t, Text, Options{}, c.finding); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestManyResults: a SARIF document of many findings is one valid document.
func TestManyResults(t *testing.T) {
	many := make([]transcript.Finding, 1000)
	for i := range many {
		many[i] = samples[i%len(samples)]
	}
	var d sarifDocument
	if err := json.Unmarshal([]byte(write(t, SARIF, Options{Tool: "x"}, many...)), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Runs[0].Results) != len(many) || d.Runs[0].Tool.Driver.Version != "" {
		t.Errorf("%d results", len(d.Runs[0].Results))
	}
}

func TestRejectsKeepTheirOrder(t *testing.T) {
	var b bytes.Buffer
	for i := range int64(5) {
		if err := WriteReject(&b, transcript.Reject{Line: i, Raw: []byte("x")}); err != nil {
			t.Fatal(err)
		}
	}
	for i, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
		var x struct{ Line int }
		if err := json.Unmarshal([]byte(line), &x); err != nil || x.Line != i {
			t.Errorf("line %d: %s", i, line)
		}
	}
}

func TestAbsoluteURIOfOddNames(t *testing.T) {
	for name, want := range map[string]string{
		"/a/../b c": "file:///b%20c",
		"/":         "file:///",
		"//x":       "file:///x",
		"./-x":      "-x",
		"~":         "~",
		"a//b/":     "a/b",
	} {
		if got := uri(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
