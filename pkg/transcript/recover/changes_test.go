package recover_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/recover"
	"trtools/pkg/transcript/spill"
)

var moreRecords = regexp.MustCompile(`^(1 more record|\d+ more records)$`)

// working is a chat of n steps with a call, a result of so many chars, and an answer.
func working(n, chars int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"role":"system","content":"be brief"}` + "\n" + `{"role":"user","content":"do it"}` + "\n")
	for i := range n {
		fmt.Fprintf(&b, `{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":"ls","arguments":"{}"}}]}`+"\n", i)
		fmt.Fprintf(&b, `{"role":"tool","tool_call_id":"c%d","content":"%d %s"}`+"\n", i, i, words(chars))
		fmt.Fprintf(&b, `{"role":"assistant","content":"done %d"}`+"\n"+`{"role":"user","content":"next, after %d"}`+"\n", i, i)
	}
	return b.Bytes()
}

// said returns the messages of the findings of a code.
func (o outcome) said(code transcript.Code) (list []string) {
	for _, f := range o.findings {
		if f.Code == code {
			list = append(list, f.Message)
		}
	}
	return list
}

// Each level that is asked for does what it says, and tells it; the numbers are those of
// the output.
func TestLevelsTell(t *testing.T) {
	data := working(12, 15_000)
	messages := bytes.Count(data, []byte("\n"))
	for n, want := range map[int]string{
		1: `^level 1: 2 results truncated, 10 results summarized$`,
		2: `^level 2: (\d+) results? truncated, (\d+) messages dropped, 1 notice added$`,
		3: `^level 3: (\d+) results? truncated, (\d+) messages dropped, 1 notice added$`,
	} {
		o := run(t, level(n), data)
		m := regexp.MustCompile(want).FindStringSubmatch(o.summary)
		if m == nil {
			t.Errorf("level %d: %s", n, o.summary)
			continue
		}
		if got := fmt.Sprint(bytes.Count(o.out, []byte("chars omitted"))); n > 1 && got != m[1] {
			t.Errorf("level %d: %s in the output, %s in %s", n, got, m[1], o.summary)
		}
		if n == 1 {
			continue
		}
		kept := bytes.Count(o.out, []byte("\n")) - bytes.Count(o.out, []byte("HISTORY SHORTENED"))
		if got := fmt.Sprint(messages - kept); got != m[2] {
			t.Errorf("level %d: %s messages are gone, %s in %s", n, got, m[2], o.summary)
		}
		dropped := o.said(transcript.DroppedMessages)
		if len(dropped) == 0 || dropped[0] != fmt.Sprintf("%s messages of %d dropped at level %d", m[2], messages, n) {
			t.Errorf("level %d: %q", n, dropped)
		}
		for _, more := range dropped[min(1, len(dropped)):] {
			if !moreRecords.MatchString(more) {
				t.Errorf("level %d: %s", n, more)
			}
		}
		if got := o.said(transcript.Notice); len(got) != 1 || got[0] != "a message to the model is inserted: system notice - history shortened" {
			t.Errorf("level %d: %q", n, got)
		}
		gone := 0
		for _, r := range o.rejects {
			if r.Code != transcript.DroppedMessages {
				continue
			}
			gone++
			if line := data[r.Offset : r.Offset+int64(len(r.Raw))]; !bytes.Equal(line, r.Raw) || bytes.Contains(o.out, append(bytes.Clone(r.Raw), '\n')) || int(r.Line) != 1+bytes.Count(data[:r.Offset], []byte("\n")) {
				t.Errorf("level %d: reject on line %d: %s", n, r.Line, r.Raw)
			}
		}
		if fmt.Sprint(gone) != m[2] {
			t.Errorf("level %d: %d rejects, %s", n, gone, o.summary)
		}
	}
}

// Findings are this filter's own, also those of the repairs, and those of a run that stops at
// a line which cannot be read.
func TestFindingsNameTheirTool(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	for _, strict := range []bool{false, true} {
		var tools []string
		job := transcript.Job{Strict: strict, Next: transcript.NewWriter(io.Discard), Report: func(f transcript.Finding) { tools = append(tools, f.Tool) }}
		data := append(d.Bytes("U A[x] U F"), "no json\n"...)
		err := transcript.Run(bytes.NewReader(data), 0, recover.New(level(1), job))
		if (err != nil) != strict || len(tools) == 0 || slices.ContainsFunc(tools, func(tool string) bool { return tool != "tr-recover" }) {
			t.Errorf("strict %v: findings of %q, %v", strict, tools, err)
		}
	}
}

// A level that does not do is told of, with what it leaves; with a cause that no level
// can help.
func TestLevelsThatDoNotFit(t *testing.T) {
	data := working(12, 15_000)
	system := bytes.Replace(data, []byte("be brief"), []byte(words(9_000)), 1)
	prompt := sizes(t, system[:bytes.IndexByte(system, '\n')+1]).Payload
	for _, c := range []struct {
		name string
		o    recover.Options
		data []byte
		want string
	}{
		{"a level", recover.Options{Level: 1, MaxChars: 2_000}, data, `^level 1 leaves \d+ chars, over 2000: a higher level may fit$`},
		{"the last level", recover.Options{Level: 3, MaxTokens: 20}, data, `^level 3 leaves about \d+ tokens, over 20: no level fits$`},
		{"the system prompt", recover.Options{Level: 3, MaxChars: 5_000}, system, `^level 3 leaves \d+ chars, over 5000: no level fits, and the system prompt alone is over$`},
		{"the system prompt, by a byte", recover.Options{Level: 3, MaxPayload: prompt - 1}, system, `, over \d+ bytes: no level fits, and the system prompt alone is over$`},
		{"all but the system prompt", recover.Options{Level: 3, MaxPayload: prompt}, system, `, over \d+ bytes: no level fits$`},
		{"any level", recover.Options{MaxChars: 5_000}, system, `^level 3 leaves \d+ chars, over 5000, and the system prompt alone is over: nothing is changed$`},
	} {
		o := run(t, c.o, c.data)
		got := o.said(transcript.CannotFit)
		if len(got) != 1 || !regexp.MustCompile(c.want).MatchString(got[0]) || !o.open() {
			t.Errorf("%s: %q, want %s", c.name, got, c.want)
		}
		if c.o.Level == 0 && (!bytes.Equal(o.out, c.data) || o.summary != "") {
			t.Errorf("%s: it changes something: %s", c.name, o.summary)
		}
	}
}

// A level that was asked for after an error is told of where it frees nothing: what an API
// rejected is not passed on unchanged without a word.
func TestAskedLevelThatFreesNothing(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U F")
	for n, want := range map[int]string{1: "level 1 frees nothing: a higher level may fit", 3: "level 3 frees nothing: no level fits"} {
		o := run(t, level(n), rejected(t, data, "prompt is too long"))
		if got := o.said(transcript.CannotFit); !slices.Equal(got, []string{want}) || !bytes.Equal(o.out, data) {
			t.Errorf("level %d: %q, want %s\n%s", n, got, want, o.out)
		}
	}
}

// What an earlier run dropped is counted in one notice with what goes now.
func TestRecount(t *testing.T) {
	counts := func(out []byte) (list []string) {
		for _, m := range regexp.MustCompile(`HISTORY SHORTENED\] (\d+) older messages`).FindAllSubmatch(out, -1) {
			list = append(list, string(m[1]))
		}
		return list
	}
	first := run(t, recover.Options{Level: 2, Keep: 20}, working(12, 100))
	second := run(t, recover.Options{Level: 2, Keep: 8}, first.out)
	before, after := counts(first.out), counts(second.out)
	if len(before) != 1 || len(after) != 1 || before[0] == after[0] {
		t.Fatalf("%s, then %s", before, after)
	}
	gone := bytes.Count(working(12, 100), []byte("\n")) - bytes.Count(second.out, []byte("\n")) + 1
	if after[0] != fmt.Sprint(gone) {
		t.Errorf("%s are told, %d are gone\n%s", after[0], gone, second.out)
	}
	if again := run(t, recover.Options{Level: 2, Keep: 8}, second.out); !bytes.Equal(again.out, second.out) || again.summary != "" {
		t.Errorf("a third run: %s", again.summary)
	}
}

// The continuation follows an answer without calls, and nothing else.
func TestContinuation(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	for story, put := range map[string]bool{"U F": true, "U A[x] R(x) F": true, "U F U": false, "U A[x] R(x)": false, "U A[x]": false} {
		data := d.Bytes(story)
		o := run(t, recover.Options{Continue: true}, data)
		line := `{"role":"user","content":"` + recover.Continuation + `"}` + "\n"
		if got := strings.HasSuffix(string(o.out), line); got != put {
			t.Errorf("%s: put in %v\n%s", story, got, o.out)
		}
		if !put {
			continue
		}
		if !bytes.Equal(o.out, append(data, line...)) || !slices.Equal(o.said(transcript.Notice), []string{"a message to the model is inserted: continuation"}) ||
			o.summary != "1 notice added" {
			t.Errorf("%s: %q, %s\n%s", story, o.said(transcript.Notice), o.summary, o.out)
		}
	}
}

// Too many attempts leave the history as it is, and say so.
func TestAttemptsExhausted(t *testing.T) {
	data := working(6, 9_000)
	for attempt, open := range map[int]bool{3: false, 4: true} {
		marked := classified(t, classify.Options{Error: "prompt is too long: 300000 tokens > 200000 maximum", Attempt: attempt}, data)
		o := run(t, recover.Options{}, marked)
		got := o.said(transcript.AttemptsExhausted)
		if open != (len(got) == 1) || open != bytes.Equal(o.out, data) {
			t.Errorf("attempt %d: %q", attempt, got)
		}
		if open && got[0] != "attempt 4 of 3: the history is left as it is" {
			t.Errorf("attempt %d: %q", attempt, got)
		}
	}
}

// A result whose full text cannot be kept stays whole, with a finding in place of the one
// about the cut; the others are cut.
func TestOneSpillFails(t *testing.T) {
	data := working(4, 15_000)
	dir := t.TempDir() + "/r"
	blocked := "1 " + words(15_000)
	store := spill.New(dir, false)
	if err := store.Put([]byte("something")); err != nil {
		t.Fatal(err)
	}
	writeOver(t, store.Path([]byte(blocked)))
	o := run(t, recover.Options{Level: 1, Store: spill.New(dir, false)}, data)
	if !bytes.Contains(o.out, []byte(blocked)) || bytes.Count(o.out, []byte("chars omitted")) != 2 || o.summary != "level 1: 2 results truncated, 1 result summarized" {
		t.Errorf("%s, %d cut", o.summary, bytes.Count(o.out, []byte("chars omitted")))
	}
	failed := o.said(transcript.SpillFailed)
	if len(failed) != 1 || !strings.HasPrefix(failed[0], "its full text cannot be kept in a file, so it stays whole: keep ") || !strings.Contains(failed[0], "another file has its name") {
		t.Errorf("%q", failed)
	}
	for _, f := range o.findings {
		line := bytes.Count(data[:bytes.Index(data, []byte(blocked))], []byte("\n")) + 1
		if int(f.Line) == line && f.Code != transcript.SpillFailed {
			t.Errorf("also %s on line %d", f.Code, f.Line)
		}
		if told := data[f.Offset : f.Offset+f.Length]; f.Code == transcript.SpillFailed && !bytes.Contains(data, append([]byte("\n"), append(bytes.Clone(told), '\n')...)) {
			t.Errorf("told of %s", told)
		}
	}
}

// A large history without a cap is told of, and passed on.
func TestHints(t *testing.T) {
	data := working(200, 15_000)
	o := run(t, recover.Options{}, data)
	if !bytes.Equal(o.out, data) || !strings.HasPrefix(o.summary, "history 3.1 MB: behind a proxy or gateway, set TR_MAX_PAYLOAD=5MB") {
		t.Errorf("%s", o.summary)
	}
	o = run(t, recover.Options{MaxPayload: 2_000_000}, data)
	if ok, _ := regexp.MatchString(`^pre-flight: history 3\.1 MB = 15\d% of configured cap \(2\.0 MB\), compacting; level \d: `, o.summary); !ok || sizes(t, o.out).Payload > 2_000_000 {
		t.Errorf("%s; %d bytes are left", o.summary, sizes(t, o.out).Payload)
	}
}

// writeOver makes a file that holds something else than its name says.
func writeOver(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
}
