package pair_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/refusal"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// wireCodes are the codes of what an API refuses whatever is paired.
var wireCodes = []transcript.Code{transcript.EmptyContent, transcript.BadID, transcript.BadName, transcript.TrailingSpace}

// wired are transcripts for damage of that kind. Without a call no file of messages
// tells whose they are.
var wired = []string{"U A[x] R(x) F", "U A+[x,y] R(y) R(x) U F", "U A[x] R(x) N A[y] R(y) U F U F"}

// Each kind of what an API refuses, anywhere: it is repaired in one run, the
// provider takes what comes of it, and where no API is known to refuse it nothing
// is done and nothing said.
func TestRefused(t *testing.T) {
	for _, how := range transcripttest.WireDamages {
		t.Run(how.Name, func(t *testing.T) {
			for _, d := range transcripttest.All() {
				for _, text := range wired {
					if !d.Single || !strings.Contains(text, ",") {
						refusedAnywhere(t, d, text, how)
					}
				}
			}
		})
	}
}

func refusedAnywhere(t *testing.T, d transcripttest.Dialect, text string, how transcripttest.LineDamage) {
	seen := map[string]bool{}
	for k := range 24 {
		data := transcripttest.Join(how.Apply(d.Render(transcripttest.Parse(text)), func(n int) int { return k % n }))
		if seen[string(data)] {
			continue
		}
		seen[string(data)] = true
		bad := transcripttest.Check(d, data) != nil
		o := run(t, pair.Options{}, data)
		if got := has(o.findings, wireCodes); got != bad {
			t.Errorf("%s, %s: refused %v, found %v\n%s", d.Name, text, bad, o.findings, data)
		}
		if !bad && !bytes.Equal(data, o.out) {
			t.Errorf("%s, %s: changed without need\n%s\ninto\n%s", d.Name, text, data, o.out)
		}
		if err := transcripttest.Check(d, o.out); err != nil {
			t.Errorf("%s, %s: %v\n%s\nbecame\n%s", d.Name, text, err, data, o.out)
		}
		if err := transcripttest.Links(d, o.out); err != nil {
			t.Errorf("%s, %s: %v\n%s", d.Name, text, err, o.out)
		}
		invariants(t, pair.Options{}, data, o)
	}
}

// What is left of a conversation when a message goes is what the API takes: Converse
// wants the roles to alternate and the user to begin, Anthropic's API only the
// latter, and one beginning of thinking.
func TestEmptyMessageThatCannotGo(t *testing.T) {
	const filled = `[This message had no content.]`
	turns := func(line func(role, text string) string, roles string) []byte {
		var b strings.Builder
		for i, c := range strings.Fields(roles) {
			text := map[bool]string{true: "", false: "text " + string(rune('a'+i))}[strings.HasSuffix(c, "0")]
			b.WriteString(line(map[byte]string{'U': "user", 'A': "assistant"}[c[0]], text) + "\n")
		}
		return []byte(b.String())
	}
	converse := func(role, text string) string { return `{"role":"` + role + `","content":[{"text":"` + text + `"}]}` }
	anthropic := func(role, text string) string {
		if text == "" || role == "user" {
			return `{"role":"` + role + `","content":[{"type":"text","text":"` + text + `"}]}`
		}
		return `{"role":"` + role + `","content":[{"type":"thinking","thinking":"t","signature":"s"},{"type":"text","text":"` + text + `"}]}`
	}
	for _, c := range []struct {
		name, roles, fills string // the messages that are filled, by number
		line               func(role, text string) string
	}{
		{"between two of a role", "U A0 U A", "1", converse},
		{"in front of the model", "U0 A U A", "0", converse},
		{"at the end", "U A U0", "", converse},
		{"the model's at the end", "U A0", "", converse},
		{"two in a row", "U A0 U0 A", "", converse},
		{"three in a row", "U A0 U0 A0 U A", "1", converse},
		{"roles that are joined", "U A0 U A", "", anthropic},
		{"in front of the model", "U0 A U A", "0", anthropic},
		{"thinking behind words", "U A U0 A", "2", anthropic},
	} {
		data := turns(c.line, c.roles)
		o := run(t, pair.Options{}, data)
		var want []string
		for i, l := range bytes.SplitAfter(data, []byte("\n")) {
			switch empty := bytes.Contains(l, []byte(`"text":""`)); {
			case empty && strings.Contains(c.fills, string(rune('0'+i))):
				want = append(want, strings.Replace(string(l), `"text":""`, `"text":"`+filled+`"`, 1))
			case !empty:
				want = append(want, string(l))
			}
		}
		if got := string(o.out); got != strings.Join(want, "") {
			t.Errorf("%s, %s: became\n%s\nwant\n%s", c.name, c.roles, got, strings.Join(want, ""))
		}
		invariants(t, pair.Options{}, data, o)
	}
}

// What APIs refuse stays where none is known: in training files, and in the last
// message of a training example. In the body of a request it goes.
func TestTrainingFilesKeepTheirs(t *testing.T) {
	const call = `{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"n","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}`
	for _, c := range []struct {
		text string
		want []transcript.Code
	}{
		{`{"role":"user","content":""}`, nil},
		{`{"role":"user","content":[]}` + "\n" + `{"role":"assistant","content":"x "}`, nil},
		{`{"role":"user","content":""}` + "\n" + `{"role":"assistant","tool_calls":[{"id":"kimi!1","function":{"name":"a.b","arguments":"{}"}}]}` + "\n" + `{"role":"tool","tool_call_id":"kimi!1","content":""}`, nil},
		{`{"messages":[{"role":"user","content":""},{"role":"assistant","content":"x "}]}`, nil},
		{`{"messages":[{"role":"user","content":"q"},` + call + `,{"role":"assistant","content":"x "}]}`, nil},
		{`{"messages":[{"role":"user","content":"q"},` + call + `,{"role":"assistant","content":" "}]}`, nil},
		{`{"messages":[{"role":"user","content":"q"},` + call + `,{"role":"assistant","content":""}],"max_tokens":9}`, nil},
		{`{"messages":[{"role":"user","content":"q"},` + call + `,{"role":"assistant","content":"x "}],"max_tokens":9}`, []transcript.Code{transcript.TrailingSpace}},
		{`{"messages":[{"role":"user","content":"q"},{"role":"user","content":""},` + call + `]}`, nil},
		{`{"messages":[{"role":"user","content":"q"},{"role":"user","content":""},` + call + `],"max_tokens":9}`, []transcript.Code{transcript.EmptyContent}},
	} {
		data := []byte(c.text + "\n")
		o := run(t, pair.Options{}, data)
		var got []transcript.Code
		for _, f := range o.findings {
			got = append(got, f.Code)
		}
		if !slices.Equal(got, c.want) || c.want == nil && !bytes.Equal(o.out, data) {
			t.Errorf("%s: findings %v, want %v\n%s", c.text, got, c.want, o.out)
		}
		invariants(t, pair.Options{}, data, o)
	}
}

// faultCodes are the codes of the faults that FaultDamages write.
var faultCodes = []transcript.Code{
	transcript.NULCharacter, transcript.BadImage, transcript.BadReasoning, transcript.HalfServerCall, transcript.ExtraMember,
	transcript.BadCacheControl, transcript.EmptyContent, transcript.BadCall, transcript.BadItemID, transcript.MixedContent,
}

// Each fault of the table that a damage writes is found in some format, and what is repaired
// is healthy then.
func TestFaults(t *testing.T) {
	for _, how := range transcripttest.FaultDamages {
		t.Run(how.Name, func(t *testing.T) {
			found := 0
			for _, d := range transcripttest.All() {
				for _, to := range []string{"", "openai-chat"} {
					for k := range 12 {
						found += faultIn(t, d, how, to, k)
					}
				}
			}
			if found == 0 {
				t.Error("found in no format")
			}
		})
	}
}

// faultIn counts the faults that are found in one transcript, and checks its repair.
func faultIn(t *testing.T, d transcripttest.Dialect, how transcripttest.LineDamage, to string, k int) (found int) {
	t.Helper()
	var opt pair.Options
	if to != "" && strings.HasPrefix(d.Name, "openai") {
		opt.For, _ = refusal.ParseTarget(to)
	}
	whole := func() []transcripttest.Line {
		return d.Render(transcripttest.Parse("U A+[x] R(x) U F U A[y] R(y) F U"))
	}
	data := transcripttest.Join(how.Apply(whole(), func(n int) int { return k % n }))
	o := run(t, opt, data)
	kept := slices.ContainsFunc(o.findings, func(f transcript.Finding) bool { return f.Action == transcript.Keep })
	found = max(0, faults(o)-faults(run(t, opt, transcripttest.Join(whole()))))
	again := run(t, opt, o.out)
	if !bytes.Equal(again.out, o.out) || !kept && len(again.findings) > 0 {
		t.Errorf("%s: after the repair %v\n%s\nbecame\n%s", d.Name, again.findings, data, o.out)
	}
	invariants(t, opt, data, o)
	return found
}

// faults counts the findings of what an API refuses.
func faults(o outcome) (n int) {
	for _, f := range o.findings {
		if slices.Contains(faultCodes, f.Code) {
			n++
		}
	}
	return n
}
