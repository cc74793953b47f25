package turns

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// describe returns what a decider learns of each result that retires.
func describe(t *testing.T, o Options, data []byte, show func(*Result) string) []string {
	t.Helper()
	var list []string
	w := &watch{each: func(r *Result) { list = append(list, show(r)) }}
	if out := w.run(t, o, data); out != string(data) {
		t.Errorf("the bytes changed:\n%s", out)
	}
	return list
}

func wantList(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " | "), strings.Join(want, " | "))
	}
}

const (
	callOfAll = `{"role":"assistant","content":[{"type":"thinking","thinking":"hmm"},{"type":"text","text":"I look"},` +
		`{"type":"tool_use","id":"x","name":"Read","input":{"file_path":"/a","offset":2,"limit":5}}]}` + "\n"
	resultOfAll = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","is_error":true,"content":[{"type":"text","text":"no"},` +
		`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aWNvbg=="}}]}]}` + "\n"
)

// Arguments, reasoning and images are results of a kind of their own, if they are
// asked for.
func TestKinds(t *testing.T) {
	data := []byte(callOfAll + resultOfAll)
	show := func(r *Result) string {
		n, offset := r.Line()
		return fmt.Sprintf("%d %s/%s failed=%v line %d at %d+%d: %d chars, thread %d", r.Kind, r.ID, r.Tool, r.Failed, n, offset, r.N, r.Bound(), r.message.Thread())
	}
	result := fmt.Sprintf("0 x/Read failed=true line 2 at %d+%d: 2 chars, thread 1", len(callOfAll), strings.Index(resultOfAll, `"no"`))
	wantList(t, describe(t, byCall, data, show), result)
	all := byCall
	all.Arguments, all.Reasoning, all.Images = true, true, true
	wantList(t, describe(t, all, data, show),
		fmt.Sprintf("1 x/Read failed=false line 1 at 0+%d: 2 chars, thread 1", strings.Index(callOfAll, `"/a"`)),
		fmt.Sprintf("2 / failed=false line 1 at 0+%d: 3 chars, thread 1", strings.Index(callOfAll, `{"type":"thinking"`)),
		result,
		fmt.Sprintf("3 x/Read failed=false line 2 at %d+%d: 0 chars, thread 1", len(callOfAll), strings.Index(resultOfAll, `{"type":"image"`)))
}

// A result knows the file of its call, and whether that reads spilled text back,
// only if somebody wants to know.
func TestCallsAreRemembered(t *testing.T) {
	data := []byte(callOfAll + resultOfAll)
	show := func(r *Result) string { return fmt.Sprintf("%q %v %s", r.File.Name, r.Spilled, r.Tool) }
	files := byCall
	files.Files = true
	calls := Options{Young: 2, Calls: true, Store: spill.New("/a", false)}
	reads := strings.ReplaceAll(callOfAll, `"/a"`, `"/a/b"`)
	wantList(t, describe(t, byCall, data, show), `"" false Read`)
	wantList(t, describe(t, files, data, show), `"/a" false Read`)
	wantList(t, describe(t, Options{Young: 2}, data, show), `"" false `)
	wantList(t, describe(t, calls, data, show), `"" false Read`)
	wantList(t, describe(t, calls, []byte(reads+resultOfAll), show), `"" true Read`)
	calls.Young = 1
	later := transcripttest.Named("openai-chat").Bytes("F A[y] N N N")
	wantList(t, describe(t, calls, slices.Concat([]byte(reads), later, []byte(resultOfAll)), show), `"" true Read`)
}

// A call that comes late takes its result along, with all that is known of it; one
// that is written twice is one.
func TestLateCalls(t *testing.T) {
	result := `{"role":"tool","tool_call_id":"x","content":"of x"}` + "\n"
	call := `{"role":"assistant","tool_calls":[{"id":"x","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"/a\"}"}}]}` + "\n"
	note := `{"role":"assistant","content":"note"}` + "\n"
	o := byCall
	o.Files = true
	show := func(r *Result) string {
		return fmt.Sprintf("%s %s %q open=%v #%d", r.ID, r.Tool, r.File.Name, r.message.Open(), r.message.Number)
	}
	wantList(t, describe(t, o, []byte(result+call), show), `x read_file "/a" open=false #1`)
	wantList(t, describe(t, o, []byte(call+call+result), show), `x read_file "/a" open=false #2`)
	wantList(t, describe(t, o, []byte(call+note+result+result), show), `x read_file "/a" open=false #1`, `x read_file "/a" open=false #1`)
	wantList(t, describe(t, o, []byte(note+result+note+note+call), show), `x  "" open=false #1`)
	wantList(t, describe(t, o, []byte(call+note+note+note+result), show), `x read_file "/a" open=false #1`)
}

// Results without an id belong to the nearest open call of their tool.
func TestUnnamedCalls(t *testing.T) {
	call := func(tool string) string {
		return `{"role":"model","parts":[{"functionCall":{"name":"` + tool + `","args":{}}}]}`
	}
	result := func(tool string) string {
		return `{"role":"user","parts":[{"functionResponse":{"name":"` + tool + `","response":{"output":"of ` + tool + `"}}}]}`
	}
	show := func(r *Result) string { return fmt.Sprintf("%s %d found=%v", r.Tool, r.message.Number, r.found) }
	for _, c := range []struct {
		lines []string
		want  []string
	}{
		{[]string{call("a"), call("b"), result("a"), result("b")}, []string{"a 1 found=true", "b 2 found=true"}},
		{[]string{call("a"), call("a"), result("a"), result("a")}, []string{"a 1 found=true", "a 2 found=true"}},
		{[]string{call("a"), result("b")}, []string{"b 1 found=false"}},
		{[]string{call("a"), result("a"), result("a")}, []string{"a 1 found=true", "a 1 found=true"}},
	} {
		data := []byte(strings.Join(c.lines, "\n") + "\n")
		wantList(t, describe(t, Options{Young: 9, Decided: 9, ByCall: true}, data, show), c.want...)
	}
}

// Nothing but a text, or a list of one part, stands alone.
func TestAlone(t *testing.T) {
	for content, want := range map[string]bool{
		`"a"`: true, `[{"type":"text","text":"a"}]`: true,
		`[{"type":"text","text":"a"},{"type":"text","text":"b"}]`: false,
	} {
		data := []byte(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":` + content + `}]}` + "\n")
		wantList(t, describe(t, byCall, data, func(r *Result) string { return fmt.Sprint(r.Alone) }), fmt.Sprint(want))
	}
}

// Sizes are in chars, as they are and as they will be.
func TestSizes(t *testing.T) {
	text := strings.Repeat("aé\\n", 500)
	data := []byte(`{"role":"tool","tool_call_id":"x","content":"` + text + `"}` + "\n")
	var w watch
	w.each = func(r *Result) {
		x := r.Texts[0]
		if r.Size() != 1500 || r.Was() != 1500 || r.Original() != 1500 || !r.MayBeOver(1499) || x.Bound() != 1500 || r.MayBeOver(1500) || r.MayBeNoisy() || r.Changed() || !x.Whole() || x.Path() != "" {
			t.Errorf("as read: %d of %d, at most %d", r.Size(), r.Was(), r.Bound())
		}
		whole := r.Tokens(tokens.Calibrated)
		if !x.Replace("cut") || r.Size() != 3 || r.Bound() != 3 || r.Was() != 1500 || !r.Changed() || r.Tokens(tokens.Calibrated) >= whole {
			t.Errorf("replaced: %d of %d, at most %d", r.Size(), r.Was(), r.Bound())
		}
		if x.Replace(text+text) || r.Changed() {
			t.Error("a longer text is put in")
		}
		x.Replace("cut")
		if r.Keep(); r.Changed() || r.Size() != 1500 {
			t.Error("the change stays")
		}
	}
	if w.run(t, byCall, data); len(w.log) != 1 {
		t.Error(w.log)
	}
}

// store keeps texts in a directory that nobody else may enter.
func store(t *testing.T) *spill.Store { return spill.New(filepath.Join(t.TempDir(), "spill"), false) }

const long = `{"role":"tool","tool_call_id":"x","content":"a long text\nof many words"}` + "\n"

// What gets shorter is saved whole before its line is written, and the note of it
// comes with the line.
func TestSave(t *testing.T) {
	s := store(t)
	o := byCall
	o.Store, o.Tool = s, "tr-test"
	var rejects []transcript.Reject
	var notes []transcript.Finding
	var out bytes.Buffer
	w := &watch{each: func(r *Result) {
		if !r.Save() {
			t.Error("nothing to save is an error")
		}
		path := r.Texts[0].Path()
		if r.Texts[0].Replace("cut"); !r.Save() {
			t.Error("not saved")
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "a long text\nof many words" {
			t.Errorf("%q, %v", text, err)
		}
		r.Note(transcript.OldResult, transcript.Replace, "it is old")
	}}
	w.Walker = New(o, transcript.Job{Name: "f", Next: transcript.NewWriter(&out),
		Report: func(f transcript.Finding) { notes = append(notes, f) }, Reject: func(r transcript.Reject) { rejects = append(rejects, r) }}, w)
	if err := transcript.Run(strings.NewReader("\n"+long), 0, w); err != nil {
		t.Fatal(err)
	}
	start := strings.Index(long, `"a long`)
	raw := long[start : len(long)-2]
	if out.String() != "\n"+strings.Replace(long, raw, `"cut"`, 1) || w.First != 2 || w.Saved != int64(len(raw)-5) {
		t.Errorf("%s from line %d on, %d bytes", out.String(), w.First, w.Saved)
	}
	if len(rejects) != 1 || string(rejects[0].Raw) != raw || rejects[0].Offset != int64(1+start) || rejects[0].Line != 2 || rejects[0].File != "f" || rejects[0].Code != transcript.OldResult {
		t.Errorf("%+v", rejects)
	}
	if len(notes) != 1 {
		t.Fatalf("%+v", notes)
	}
	if n := notes[0]; n.Offset != int64(1+start) || n.Length != int64(len(raw)) || n.SHA256 != new(transcript.Job).Sum([]byte(raw)) || n.Tool != "tr-test" || n.File != "f" || n.Line != 2 || n.Severity != transcript.RuleOf(transcript.OldResult).Severity || !strings.Contains(n.Message, "it is old") {
		t.Errorf("%+v", n)
	}
}

// A result whose text cannot be kept stays whole, and so does one on a line that
// is not sound; a finding says so.
func TestSaveFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		store *spill.Store
		line  string
		code  transcript.Code
	}{
		{spill.New(filepath.Join(file, "spill"), false), long, transcript.SpillFailed},
		{nil, strings.Replace(long, "words", "w\\q", 1), transcript.UnreadableLine},
	} {
		var notes []transcript.Finding
		var out bytes.Buffer
		w := &watch{each: func(r *Result) {
			if r.Texts[0].Replace("cut"); r.Save() || r.Changed() {
				t.Errorf("%s: the result changes", c.code)
			}
		}}
		o := byCall
		o.Store = c.store
		w.Walker = New(o, transcript.Job{Next: transcript.NewWriter(&out), Report: func(f transcript.Finding) { notes = append(notes, f) }}, w)
		if err := transcript.Run(strings.NewReader(c.line), 0, w); err != nil || out.String() != c.line {
			t.Errorf("%v\n%s", err, out.String())
		}
		if len(notes) != 1 || notes[0].Code != c.code || notes[0].Severity != transcript.Error || notes[0].Action != transcript.Keep {
			t.Errorf("%s: %+v", c.code, notes)
		}
	}
}

// A part of which nothing is left goes with its part of the list.
func TestEmptyParts(t *testing.T) {
	line := func(parts ...string) string {
		return `{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":[` + strings.Join(parts, ", ") + "]}]}\n"
	}
	a, b, c := `{"type":"text","text":"one"}`, `{"type":"text","text":"two"}`, `{"type":"text","text":"six"}`
	for _, test := range []struct{ cut, want string }{
		{"one", line(b, c)}, {"two", line(a, c)}, {"six", line(a, b)}, {"one two", line(c)}, {"two six", line(a)},
	} {
		w := &watch{each: func(r *Result) {
			for _, x := range r.Texts {
				if strings.Contains(test.cut, string(x.Body().Bytes())) {
					x.Replace("")
				}
			}
		}}
		if got := w.run(t, byCall, []byte(line(a, b, c))); got != test.want {
			t.Errorf("without %s: %s", test.cut, got)
		}
	}
}

// An image becomes a part of text.
func TestImages(t *testing.T) {
	o := byCall
	o.Images = true
	w := &watch{each: func(r *Result) {
		if r.Kind != Image {
			return
		}
		x := r.Texts[0]
		if x.Whole() || r.MayBeNoisy() || x.Replace(strings.Repeat("longer than the image ", 9)) || !x.Replace("it showed") || r.Size() != len("it showed") {
			t.Errorf("%d chars", r.Size())
		}
	}}
	image := resultOfAll[strings.Index(resultOfAll, `{"type":"image"`) : len(resultOfAll)-len("]}]}\n")]
	if got, want := w.run(t, o, []byte(callOfAll+resultOfAll)), callOfAll+strings.Replace(resultOfAll, image, `{"type":"text","text":"it showed"}`, 1); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A half of a surrogate pair is told of, unless it went with what was cut.
func TestHalfPairs(t *testing.T) {
	line := strings.Replace(long, "words", `\ud83d`, 1)
	for _, cut := range []bool{false, true} {
		var notes []transcript.Finding
		w := &watch{each: func(r *Result) {
			if cut {
				r.Texts[0].Replace("cut")
			}
		}}
		w.Walker = New(byCall, transcript.Job{Next: transcript.NewWriter(&bytes.Buffer{}), Report: func(f transcript.Finding) { notes = append(notes, f) }}, w)
		if err := transcript.Run(strings.NewReader(line), 0, w); err != nil {
			t.Fatal(err)
		}
		if (len(notes) == 0) != cut || !cut && (notes[0].Code != transcript.LoneSurrogate || notes[0].Length != int64(len(line)-1)) {
			t.Errorf("cut %v: %+v", cut, notes)
		}
	}
}
