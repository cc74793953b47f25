package dialect

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// Records of formats that are not supported must pass through: they are
// unknown, or messages without calls and results. A result that is seen without
// its call would be taken out as an orphan.
func TestUnknown(t *testing.T) {
	for _, file := range samples(t, "unknown") {
		d, v := NewDetector(nil, ""), new(View)
		for i, line := range lines(t, file) {
			known := d.View(record(t, line), v)
			if known && v.Format.Rules().Name != plain || len(v.Calls)+len(v.Results) > 0 {
				t.Errorf("%s:%d: %s, %d calls, %d results", file, i+1, v.Format.Rules().Name, len(v.Calls), len(v.Results))
			}
			if !known && (v.Format != nil || v.Class != Other || v.Role != NoRole) {
				t.Errorf("%s:%d: an unknown record has a view: %+v", file, i+1, v)
			}
		}
	}
}

// SWE-agent names the calls that a message answers in a list (docs/formats.md
// section 15). Such a result has an id.
func TestToolCallIDs(t *testing.T) {
	v := new(View)
	NewDetector(nil, "").View(record(t, []byte(`{"role":"tool","content":"x","tool_call_ids":["call_1"]}`)), v)
	for _, r := range v.Results {
		if !r.ID.Is("call_1") {
			t.Errorf("a result of call_1 is seen with id %q: it is taken out as one without a call", r.ID.Raw())
		}
	}
}

// Each sample is of its folder's format, or of none; plain messages may stand
// anywhere.
func TestSamplesAreDetected(t *testing.T) {
	for _, name := range Names() {
		for _, file := range samples(t, name) {
			for i, got := range detect(t, NewDetector(nil, ""), lines(t, file)) {
				if got != name && got != plain && got != "" {
					t.Errorf("%s:%d is detected as %s", file, i+1, got)
				}
			}
		}
	}
}

// detect returns the name of each line's format, "" where there is none.
func detect(t testing.TB, d *Detector, lines [][]byte) []string {
	var names []string
	doc, v := new(outline.Doc), new(View)
	for _, line := range lines {
		name := ""
		if doc.Parse(line) == nil && d.View(doc.Root(), v) {
			name = v.Format.Rules().Name
		}
		names = append(names, name)
	}
	return names
}

// A record that can only be of one format is found whatever came before it.
func TestDetectionAfterAnything(t *testing.T) {
	known := map[string][][]byte{}
	for _, name := range Names() {
		known[name] = certain(t, name)
	}
	for name, lines := range known {
		for _, line := range lines {
			for before, others := range known {
				d := NewDetector(nil, "")
				detect(t, d, others)
				if got := detect(t, d, [][]byte{line}); got[0] != name {
					t.Errorf("after %s, %.100s is %q, want %s", before, line, got[0], name)
				}
			}
		}
	}
}

// certain returns the samples of a format that it alone has written.
func certain(t *testing.T, name string) (out [][]byte) {
	for _, file := range samples(t, name) {
		all := lines(t, file)
		for i, line := range all {
			if got := detect(t, NewDetector(nil, ""), all[i:i+1]); got[0] == name && !claimed(t, line, name) {
				out = append(out, line)
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("no sample of %s is seen by itself", name)
	}
	return out
}

// claimed reports whether another format sees a line, too.
func claimed(t *testing.T, line []byte, name string) bool {
	rec := record(t, line)
	return slices.ContainsFunc(formats, func(f Format) bool { return f.Rules().Name != name && f.Sees(rec) })
}

// A format claims a record by what only it writes: no other one claims a sample.
func TestLookAlikes(t *testing.T) {
	for _, name := range append(Names(), "unknown") {
		for _, file := range samples(t, name) {
			for i, line := range lines(t, file) {
				rec := record(t, line)
				for _, f := range formats {
					// Droid's messages of nothing but text have nothing that pi's have not, and
					// Letta's results nothing that those of a chat have not.
					if other := f.Rules().Name; other != name && name+other != "droidpi" && name+other != "lettaopenai-chat" && rec.Kind() == outline.Object && f.Sees(rec) {
						t.Errorf("%s:%d is claimed by %s: %.150s", file, i+1, other, line)
					}
				}
			}
		}
	}
}

// A plain message takes the format of the messages around it, where that format
// writes such messages.
func TestPlainInherits(t *testing.T) {
	const hello = `{"role":"user","content":"hello"}`
	for name, want := range map[string]string{
		"openai-chat": "openai-chat", "anthropic": "anthropic", "converse": "converse",
		"sharegpt": plain, "langchain": plain, "ai-sdk": "ai-sdk", "ai-sdk-ui": plain,
		"tau2": "tau2", "letta": "letta", "goose": plain, "cursor": plain, "copilot-cli": plain, "kimi-code": plain, "kiro": plain,
		"codex": plain, "pi": plain, "claude-code": plain, "openai-responses": "openai-responses", "conversations": plain,
	} {
		d, v := NewDetector(nil, ""), new(View)
		detect(t, d, certain(t, name)[:1])
		if !d.View(record(t, []byte(hello)), v) || v.Format.Rules().Name != want {
			t.Errorf("after %s a plain message is %q, want %q", name, v.Format.Rules().Name, want)
		}
		if v.Role != User || !v.Text || v.Class != Message {
			t.Errorf("after %s a plain message is %+v", name, v)
		}
	}
}

// Gemini's messages have parts. One with content is none of them, and seen as
// such it would have no text.
func TestPlainAfterGemini(t *testing.T) {
	d, v := NewDetector(nil, ""), new(View)
	detect(t, d, certain(t, "gemini")[:1])
	if d.View(record(t, []byte(`{"role":"user","content":"hello"}`)), v); !v.Text {
		t.Errorf("the words of a message are not seen: format %s", v.Format.Rules().Name)
	}
}

// With a fixed format the rest is unknown.
func TestFixedFormat(t *testing.T) {
	for _, name := range Names() {
		for _, other := range Names() {
			for i, got := range detect(t, NewDetector(Named(name), ""), certain(t, other)) {
				if got != name && got != "" {
					t.Errorf("%s %d with %s fixed is %s", other, i, name, got)
				}
			}
		}
		if got := detect(t, NewDetector(Named(name), ""), certain(t, name)); slices.Contains(got, "") {
			t.Errorf("%s does not see its own: %q", name, got)
		}
	}
}

// A View is filled anew for every record.
func TestViewIsReset(t *testing.T) {
	v := new(View)
	for _, name := range Names() {
		for _, line := range certain(t, name) {
			rec, fresh := record(t, line), new(View)
			NewDetector(nil, "").View(rec, v)
			NewDetector(nil, "").View(rec, fresh)
			var a, b strings.Builder
			showView(&a, v)
			showView(&b, fresh)
			if a.String() != b.String() {
				t.Errorf("%.80s: a used View shows\n%sa new one\n%s", line, &a, &b)
			}
		}
	}
}

// Nothing that is cut, and no member of a wrong type, may panic.
func TestOddMembers(t *testing.T) {
	for _, name := range append(Names(), "unknown") {
		for _, file := range samples(t, name) {
			for _, line := range lines(t, file) {
				for _, value := range []string{`null`, `1`, `"x"`, `[]`, `{}`, `[null]`, `[[]]`, `{"a":1}`, `true`} {
					oddMembers(t, line, value)
				}
			}
		}
	}
}

// oddMembers puts a value in the place of every other one of a line and looks
// at it with every format.
func oddMembers(t *testing.T, line []byte, value string) {
	t.Helper()
	var spans [][2]int
	collectSpans(record(t, line), &spans)
	doc, v := new(outline.Doc), new(View)
	for _, s := range spans {
		odd := outline.Splice(line, []outline.Edit{{Start: s[0], End: s[1], Text: []byte(value)}})
		if err := doc.Parse(odd); err != nil {
			t.Fatal(err)
		}
		NewDetector(nil, "").View(doc.Root(), v)
		for _, f := range append(slices.Clone(formats), chat) {
			f.Sees(doc.Root())
			v.reset(f, doc.Root())
			f.View(doc.Root(), v)
		}
	}
}

func collectSpans(v outline.Value, spans *[][2]int) {
	start, end := v.Span()
	*spans = append(*spans, [2]int{start, end})
	for c := range v.All() {
		collectSpans(c, spans)
	}
}

func TestNames(t *testing.T) {
	folders, err := filepath.Glob("testdata/*")
	if err != nil || len(folders) != len(Names())+2 { // one for each, mixed and unknown
		t.Errorf("%d folders of samples, %d formats, %v", len(folders), len(Names()), err)
	}
	for _, name := range Names() {
		if f := Named(name); f == nil || f.Rules().Name != name {
			t.Errorf("Named(%q) is %v", name, f)
		}
	}
	for _, name := range []string{"", plain, "Codex", "no such"} {
		if Named(name) != nil {
			t.Errorf("Named(%q) is a format", name)
		}
	}
}

// Every record of a healthy real file is of its folder's format or of none.
func TestCorpora(t *testing.T) {
	folders := map[string][]string{
		"claude-code": {"claude-code"}, "codex": {"codex", plain}, "pi": {"pi"}, "openclaw": {"pi"},
		"openai-chat": {"openai-chat", plain}, "goose": {"goose"}, "gemini-cli": {"gemini-cli"},
	}
	for _, s := range transcripttest.RealSessions(t) {
		folder, _, _ := strings.Cut(s.Name, "/")
		want, ok := folders[folder]
		if !ok || !strings.HasPrefix(s.Verdict, "healthy") && !strings.HasPrefix(s.Verdict, "see-note") {
			continue
		}
		checkCorpus(t, s.Name, s.Data, append(want, ""))
	}
}

func checkCorpus(t *testing.T, file string, data []byte, want []string) {
	t.Helper()
	known := 0
	for i, got := range detect(t, NewDetector(nil, ""), bytes.Split(data, []byte("\n"))) {
		if !slices.Contains(want, got) {
			t.Errorf("%s:%d is detected as %s", file, i+1, got)
		}
		if got != "" {
			known++
		}
	}
	if known == 0 && len(want) > 1 {
		t.Errorf("%s: no record is known", file)
	}
}

// No format sees a message of nothing but a role and a text as its own: the Detector
// does not ask them.
func TestBareMessages(t *testing.T) {
	for _, role := range []string{"user", "assistant", "system"} {
		rec := record(t, []byte(`{"role":"`+role+`","content":"text"}`))
		if !isBareMessage(rec) {
			t.Errorf("%s: not seen", role)
		}
		for _, f := range formats {
			if f.Sees(rec) {
				t.Errorf("%s is one of %s", role, f.Rules().Name)
			}
		}
	}
	for _, other := range []string{
		`{}`, `[]`, `{"role":"user"}`, `{"role":"tool","content":"text"}`, `{"role":"user","content":[]}`,
		`{"role":"user","content":"text","name":"x"}`, `{"type":"user","content":"text"}`, `{"role":1,"content":"text"}`,
	} {
		if isBareMessage(record(t, []byte(other))) {
			t.Errorf("%s is taken for one", other)
		}
	}
}

// A message of the role tool is one of Chat Completions if it says of which call or tool
// it is the result; by itself the role is anybody's.
func TestToolRole(t *testing.T) {
	for raw, want := range map[string]bool{
		`{"role":"tool","content":"x"}`:                    false,
		`{"role":"tool","content":"x","tool_call_id":"a"}`: true,
		`{"role":"tool","content":"x","name":"ls"}`:        true,
	} {
		if got := openaiChat.Sees(record(t, []byte(raw))); got != want {
			t.Errorf("%s: %v", raw, got)
		}
	}
}
