package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/pkg/transcript"
)

var update = flag.Bool("update", false, "rewrite golden files")

// samples are findings of every severity, and what hostile input makes of them.
var samples = []transcript.Finding{
	{Tool: "tr-pair", File: "session.jsonl", Line: 12, Offset: 3456, Length: 78, SHA256: "ab12",
		Code:     transcript.MissingResult,
		Severity: transcript.Error,
		Action:   transcript.Inject,
		ID:       "toolu_01",
		Message:  `call "toolu_01" has no result`},
	{Tool: "tr-pair", File: "a/b c.jsonl", Line: 1, Code: transcript.NULBytes,
		Severity: transcript.Warning, Action: transcript.Remove},
	{Tool: "tr-pair", File: "/abs/s.jsonl", Line: 9007199254740993, Code: transcript.OpenCall,
		Severity: transcript.Info, Action: transcript.Keep, Message: "the last call is open"},
	{Tool: "tr-pair", File: "whole.jsonl", Code: transcript.MissingHeader,
		Severity: transcript.Error, Action: transcript.Keep, Message: "no header"},
	{Tool: "tr-pair", File: "::error::x\n\x1b[2J\u202e,:%.jsonl", Line: 3, Code: "new\ncode",
		Severity: "odd", Action: "a\x07ct",
		ID:      "id\n::error::\u009b\x7f\xff😀\U000e0001",
		Message: "##[error]x ##vso[y] call \x1b]0;title\x07\n::set-output name=x::y\r%25 \xff"},
	{Tool: "tr-pair", File: " ::warning::x.jsonl", Line: 1, Code: transcript.EmptyID, Severity: transcript.Error,
		Action: transcript.Remove, ID: "##[group]", Message: `call "###[error]" has no id`},
	{Tool: "tr-pair", File: "##[add-mask]x.jsonl", Line: 1, Code: transcript.EmptyID, Severity: transcript.Error,
		Action: transcript.Remove, Message: "no id"},
	{Tool: "tr-pair", File: "long", Line: 1, Code: transcript.EmptyID, Severity: transcript.Error,
		Action: transcript.Remove, Message: strings.Repeat("é", 400)},
}

func write(t *testing.T, f Format, o Options, findings ...transcript.Finding) string {
	t.Helper()
	var b bytes.Buffer
	r := New(f, &b, o)
	for _, x := range findings {
		if err := r.Add(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, f := range Formats() {
		got := withoutRules(write(t, Format(f), Options{Tool: "tr-pair", Version: "v1.2.3"},
			samples...))
		path := filepath.Join("testdata", "findings."+f)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || got != string(want) {
			t.Errorf("%s differs (run with -update and look at the change): %v\n%s", path, err, got)
		}
	}
}

// withoutRules takes the table of rules, which grows, out of a SARIF document.
func withoutRules(doc string) string {
	doc = regexp.MustCompile(`"rules":\[.*\]`).ReplaceAllString(doc, `"rules":[]`)
	return regexp.MustCompile(`"ruleIndex":-?\d+,`).ReplaceAllString(doc, "")
}

// TestHarmless: no format lets text from a transcript drive a terminal or begin
// a line.
func TestHarmless(t *testing.T) {
	for _, f := range Formats() {
		got := write(t, Format(f), Options{}, samples...)
		if !utf8.ValidString(got) ||
			strings.ContainsAny(got, "\x1b\x07\x7f\u009b\u202e\r\U000e0001") {
			t.Errorf("%s: control characters: %q", f, got)
		}
		for line := range strings.Lines(got) {
			// GitHub's runner trims the line before it looks for :: at its
			// beginning, and looks for ##[ anywhere; so do others for ##vso[.
			trimmed := strings.TrimSpace(line)
			if strings.HasPrefix(trimmed, "::set-output") || f != "github" && strings.HasPrefix(trimmed, "::") ||
				strings.Contains(line, "##") {
				t.Errorf("%s: a line with a command: %q", f, line)
			}
		}
	}
}

// TestSameFindings: every format has every finding, in order.
func TestSameFindings(t *testing.T) {
	for f, mark := range map[Format]string{Text: "]\n", JSON: "}\n", GitHub: "]\n",
		SARIF: `"ruleId"`} {
		got := write(t, f, Options{}, samples...)
		if n := strings.Count(got, mark); f != SARIF && n != len(samples) || f == SARIF &&
			n != len(samples) {
			t.Errorf("%s: %d findings of %d", f, n, len(samples))
		}
		at := 0
		for _, x := range samples[:4] {
			i := strings.LastIndex(got, string(x.Code))
			if i < at {
				t.Errorf("%s: %s is out of order", f, x.Code)
			}
			at = i
		}
	}
}

func TestEmpty(t *testing.T) {
	for _, f := range []Format{Text, JSON, GitHub} {
		if got := write(t, f, Options{}); got != "" {
			t.Errorf("%s: %q", f, got)
		}
	}
	if got := write(t, SARIF, Options{}); !json.Valid([]byte(got)) {
		t.Errorf("%s", got)
	}
}

func TestJSONIsExact(t *testing.T) {
	for _, x := range samples {
		var back transcript.Finding
		if err := json.Unmarshal([]byte(write(t, JSON, Options{}, x)), &back); err != nil {
			t.Fatal(err)
		}
		x.Message = fullMessage(x)
		x.ID, x.Message = strings.ToValidUTF8(x.ID, "\ufffd"),
			strings.ToValidUTF8(x.Message, "\ufffd")
		if back != x {
			t.Errorf("%+v\n%+v", x, back)
		}
	}
}

func TestColor(t *testing.T) {
	got := write(t, Text, Options{Color: true}, samples[0], samples[1], samples[2])
	for _, want := range []string{"\x1b[31mmissing-result\x1b[m", "\x1b[33mnul-bytes\x1b[m",
		"\x1b[36mopen-call\x1b[m"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// sarifDocument is what a reader of SARIF must find.
type sarifDocument struct {
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name, Version string
				Rules         []struct{ ID string }
			}
		}
		Results []struct {
			RuleID    string
			RuleIndex *int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					Artifact struct{ URI string } `json:"artifactLocation"`
					Region   *struct{ StartLine int64 }
				}
			}
			Fingerprints map[string]string `json:"partialFingerprints"`
		}
	}
}

func TestSARIF(t *testing.T) {
	var d sarifDocument
	if err := json.Unmarshal([]byte(write(t, SARIF, Options{Tool: "tr-pair", Version: "v1"},
		samples...)), &d); err != nil {
		t.Fatal(err)
	}
	if d.Version != "2.1.0" || len(d.Runs) != 1 ||
		len(d.Runs[0].Tool.Driver.Rules) != len(transcript.Rules()) {
		t.Fatalf("%+v", d)
	}
	rules := d.Runs[0].Tool.Driver.Rules
	for i, r := range d.Runs[0].Results {
		if i := *r.RuleIndex; i >= 0 && rules[i].ID != r.RuleID || i < 0 && transcript.RuleOf(transcript.Code(r.RuleID)).Help != "" {
			t.Errorf("result %d: wrong rule index", i)
		}
		where := r.Locations[0].PhysicalLocation
		if r.Message.Text == "" || where.Artifact.URI == "" || len(r.Fingerprints) == 0 {
			t.Errorf("result %d is incomplete: %+v", i, r)
		}
		if line := samples[i].Line; line == 0 && where.Region != nil || line > 0 &&
			where.Region.StartLine != line {
			t.Errorf("result %d: region %+v", i, where.Region)
		}
	}
}

func TestFingerprint(t *testing.T) {
	a := samples[0]
	b := a
	b.Line, b.Offset, b.File = 99, 9999, "elsewhere"
	c := a
	c.SHA256 = "other"
	if fingerprint(a) != fingerprint(b) || fingerprint(a) == fingerprint(c) {
		t.Error("a finding must be known again where it stands now, and only it")
	}
}

func TestURI(t *testing.T) {
	for name, want := range map[string]string{
		"s.jsonl":        "s.jsonl",
		"./a/../b.jsonl": "b.jsonl",
		"a b":            "a%20b",
		"/x/ü":           "file:///x/%C3%BC",
		"caf\xe9":        "caf%E9",
		"a:b":            "a%3Ab",
		"<stdin>":        "%3Cstdin%3E",
		"a%20b?#":        "a%2520b%3F%23",
		"../x":           "../x",
		"new\nline":      "new%0Aline",
	} {
		if got := uri(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

// failing is a writer that fails from the n-th write on.
type failing int

func (f *failing) Write(p []byte) (int, error) {
	if *f--; *f < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	for _, f := range Formats() {
		none := failing(0)
		r := New(Format(f), &none, Options{})
		if r.Add(samples[0]) == nil {
			t.Errorf("%s: the error of Add is lost", f)
		}
	}
	for n := range failing(3) {
		r := New(SARIF, &n, Options{})
		if err := errors.Join(r.Add(samples[0]), r.Close()); err == nil {
			t.Error("sarif: an error is lost")
		}
	}
	none := failing(0)
	if New(SARIF, &none, Options{}).Close() == nil ||
		WriteReject(&none, transcript.Reject{}) == nil {
		t.Error("an error is lost")
	}
}

func TestRejects(t *testing.T) {
	for _, raw := range []string{"", `{"a":1}`, "\xff\xfe", "a\x00\u2028<&>\x1b",
		strings.Repeat("x", 1<<20)} {
		var b bytes.Buffer
		if err := WriteReject(&b, transcript.Reject{File: "f", Line: 2, Offset: 3,
			Code: transcript.TornRecord, Raw: []byte(raw)}); err != nil {
			t.Fatal(err)
		}
		var back struct {
			File, Raw    string
			Line, Offset int64
			Code         transcript.Code
			Base64       []byte `json:"raw_base64"`
		}
		if err := json.Unmarshal(b.Bytes(), &back); err != nil ||
			strings.Count(b.String(), "\n") != 1 {
			t.Fatalf("%q: %v", b.String(), err)
		}
		if back.File != "f" || back.Line != 2 || back.Offset != 3 ||
			back.Code != transcript.TornRecord {
			t.Errorf("%+v", back)
		}
		if utf8.ValidString(raw) && (back.Raw != raw || back.Base64 != nil) ||
			!utf8.ValidString(raw) && string(back.Base64) != raw {
			t.Errorf("%.20q comes back as %.20q, %.20q", raw, back.Raw, back.Base64)
		}
	}
}
