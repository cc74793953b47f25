package pair_test

import (
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
)

// Whichever read of the input fails when it is read again, the run fails as one that could
// not read: what is a copy, what belongs to a header, what is left of a torn record and
// where a record ends is not decided, or told, without it.
func TestNoReadFailsInSilence(t *testing.T) {
	const unnamed, blank = `"name":"run_x"`, `"content":"user text 2"`
	story := func(dialect, story string) string { return string(transcripttest.Named(dialect).Bytes(story)) }
	torn := strings.SplitAfter(story("claude-serial", "U A[x] R(x) F"), "\n")
	torn[1] = torn[1][:len(torn[1])*2/3] + "\n"
	for name, data := range map[string]string{
		"a session with every line twice":   strings.Repeat(story("claude-serial", "U A[x] R(x) F"), 2),
		"a session with its header twice":   strings.Repeat(story("codex", "U A[x] R(x) F"), 2),
		"a session with a torn record":      strings.Join(torn, ""),
		"a session with a message in front": `{"role":"user","content":"user text 0"}` + "\n" + story("pi-v1", "U A[x] F"),
		"a session with a displaced result": story("claude-serial", "U A[x] U R(x) F"),
		"a session with an orphan":          story("codex", "U A[x] U R(y) F"),
		"a chat":                            chatHeader + "\n" + chatModel("g", asked("c1")) + "\n" + chatUser + "\n",
		"a chat with a result elsewhere":    chatHeader + "\n" + chatModel("g", asked("c1")) + "\n" + chatAnswer + "\n" + chatReply("r", response("c2"), response("c1")) + "\n",
		"messages that lack a result":       story("openai-chat", "U A[x] U"),
		"messages with a displaced result":  story("anthropic", "U A[x] U R(x) F"),
		"messages that an API refuses":      strings.NewReplacer(unnamed, `"name":"run x"`, blank, `"content":" "`).Replace(story("anthropic", "U A[x] R(x) F U F")),
		"conversations that lack a result":  strings.Repeat(story("conv-messages", "U A[x] U"), 2),
	} {
		for name, data := range map[string]string{
			name: data, name + ", far from each other": strings.ReplaceAll(data, "user text", strings.Repeat("user text", 1000)),
		} {
			if n := resulttest.FailEachRead(t, name, []byte(data), pair.Options{}, pair.New); n == 0 {
				t.Errorf("%s: nothing is read again", name)
			}
		}
	}
}

func TestNoReadOfDamageFailsInSilence(t *testing.T) {
	resulttest.Reads(t, pair.New, 8, func(seed uint64) pair.Options { return pair.Options{NoMend: seed%4 == 3} })
}
