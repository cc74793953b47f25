package recover_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/recover"
)

// The notices are said behind the last message of a user or of tools that stays: in a
// message of their own, or as a part of that one where the format wants the turns to
// alternate. They never stand between a call and its result.
func TestNoticePlace(t *testing.T) {
	for _, c := range []struct {
		dialect, story, left string
		line                 int // of the output, where the notices are
		beside               string
	}{
		{"openai-chat", "U A[x] R(x) F", "U U0 F", 2, ""},
		{"openai-chat", "U F U A[x] R(x) A[y] R(y)", "U U A[y] R(y) U0", 5, ""},
		{"openai-chat", "U F U A[x] R(x) A[y]", "U U A[y] S(y) U0", 5, ""},
		{"conv-messages", "U F U A[x] R(x) A[y]", "U U U0 A[y]", 1, "user text 2"},
		{"anthropic", "U F U F U F", "U U3 U0 F", 3, ""},
		{"gemini", "U A[x] R(x) F", "U F", 1, "user text 1"},
		{"gemini", "U F U F U F", "U U3 F", 2, "user text 3"},
		{"gemini", "U F U A[x] R(x) A[y] R(y)", "U U A[y] R(y) U0", 4, "result of y"},
		{"converse", "U A[x] R(x) F", "U F", 1, "user text 1"},
		{"converse", "U F U A[x] R(x) A[y] R(y)", "U F U A[y] R(y)", 3, "user text 2"},
	} {
		d := transcripttest.Named(c.dialect)
		data := classified(t, classify.Options{Error: "413 Payload Too Large", Attempt: 1}, d.Bytes(c.story))
		o := run(t, recover.Options{Level: 2, Keep: 1}, data)
		name := c.dialect + ", " + c.story
		if got := transcripttest.Notation(d, o.out); got != c.left {
			t.Errorf("%s: %s, want %s\n%s", name, got, c.left, o.out)
		}
		checkNotices(t, name, o, c.line, c.beside)
		for _, f := range o.findings {
			if told := string(data[f.Offset : f.Offset+f.Length]); f.Code == transcript.Notice && c.beside != "" && !strings.HasPrefix(c.dialect, "conv") &&
				(!strings.HasPrefix(told, "{") || !strings.HasSuffix(strings.TrimSpace(told), "}") || !strings.Contains(told, c.beside)) {
				t.Errorf("%s: the notice is told of %s", name, told)
			}
		}
	}
}

// Where no user and no tool speaks, the notices stand behind what stays.
func TestNoticePlaceWithoutUser(t *testing.T) {
	line := func(role, text string) string { return fmt.Sprintf(`{"role":%q,"content":%q}`+"\n", role, text) }
	for _, c := range []struct {
		data string
		opt  recover.Options
		line int
	}{
		{line("system", "be brief") + line("assistant", "one") + line("assistant", "two") + line("assistant", "three"), recover.Options{Level: 2, Keep: 1}, 3},
		{line("assistant", words(20_000)), recover.Options{}, 2},
	} {
		o := run(t, c.opt, classified(t, classify.Options{Error: "413 Payload Too Large", Attempt: 1}, []byte(c.data)))
		checkNotices(t, c.data[:40], o, c.line, "")
	}
}

// checkNotices wants both notices on one line, or the one about the request where
// nothing goes, and findings that name the record which they become a part of.
func checkNotices(t *testing.T, name string, o outcome, line int, beside string) {
	t.Helper()
	lines := strings.Split(string(o.out), "\n")
	for i, l := range lines {
		if is := strings.Contains(l, "PAYLOAD LIMIT HIT"); is != (i+1 == line) || strings.Contains(l, "HISTORY SHORTENED") != (is && o.has(transcript.DroppedMessages)) ||
			is && !strings.Contains(l, beside) {
			t.Errorf("%s: line %d is %s", name, i+1, l)
		}
	}
	want := 1
	if o.has(transcript.DroppedMessages) {
		want = 2
	}
	if got := len(o.said(transcript.Notice)); got != want || !strings.Contains(o.summary, "1 notice added") {
		t.Errorf("%s: %d notices are told, want %d: %s", name, got, want, o.summary)
	}
}
