package pair_test

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// A live record of a session that is written twice is written once afterwards, and its
// copy is named for what it holds; all else stays as it is.
func TestCopiesGo(t *testing.T) {
	for _, name := range []string{"claude-serial", "claude-fan", "pi", "codex", "codex-ordinal"} {
		data := transcripttest.Named(name).Bytes("U A[x] R(x) F U F")
		lines := bytes.SplitAfter(data, []byte("\n"))
		for k, line := range lines[:len(lines)-1] {
			if name == "pi" && k == 0 {
				continue // its header is no part of the tree
			}
			var text []byte
			for i, l := range lines {
				if text = append(text, l...); i == k {
					text = append(text, l...)
				}
			}
			want := transcript.DuplicateRecord
			switch {
			case bytes.Contains(line, []byte("result of x")):
				want = transcript.DuplicateResult
			case bytes.Contains(line, []byte("do x")):
				want = transcript.DuplicateCall
			}
			o := run(t, pair.Options{}, text)
			if !bytes.Equal(o.out, data) || len(o.findings) != 1 || o.findings[0].Code != want || o.findings[0].Line != int64(k)+2 || len(o.rejects) != 1 {
				t.Errorf("%s, line %d twice:%s\n%s", name, k+1, findingLines(o), o.out)
			}
		}
	}
}

// A copy of a record that hangs under another root than the conversation stays in front
// of the leaf; behind it, clients would take it for the leaf.
func TestCopiesUnderAnotherRoot(t *testing.T) {
	lines := strings.SplitAfter(string(transcripttest.Named("claude-serial").Bytes("U F U F")), "\n")
	lines[2] = strings.Replace(lines[2], `"parentUuid":"00000000-0000-4000-8000-000000000002"`, `"parentUuid":null`, 1)
	healthy := strings.Join(lines, "")
	for at, stays := range map[int]bool{1: true, 2: true, 3: true, 4: false} {
		data := strings.Join(lines[:at], "") + lines[0] + strings.Join(lines[at:], "")
		o := run(t, pair.Options{}, []byte(data))
		if want := map[bool]string{true: data, false: healthy}[stays]; string(o.out) != want || stays != (len(o.findings) == 0) {
			t.Errorf("behind line %d:%s\n%s", at, findingLines(o), o.out)
		}
	}
}

// A step of the model that is written again goes as a whole: its thinking, its words, its
// call and the result.
func TestStepsThatAreWrittenAgain(t *testing.T) {
	const (
		user  = `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}` + "\n"
		think = `{"type":"reasoning","id":"rs1","summary":[],"encrypted_content":"abc"}` + "\n"
		words = `{"type":"message","id":"msg1","role":"assistant","content":[{"type":"output_text","text":"so"}]}` + "\n"
		call  = `{"type":"function_call","id":"fc1","call_id":"x","name":"f","arguments":"{}"}` + "\n"
		done  = `{"type":"function_call_output","call_id":"x","output":"r"}` + "\n"
		other = `{"type":"reasoning","id":"rs2","summary":[],"encrypted_content":"def"}` + "\n"
		final = `{"type":"message","id":"msg2","role":"assistant","content":[{"type":"output_text","text":"done"}]}` + "\n"
	)
	const again, part = "duplicate-call error remove: the same call and result are written again: \"x\"", "duplicate-call error remove: belongs to a step that is written again"
	for _, c := range []struct{ name, data, want, told string }{
		{"thinking and words", user + think + words + call + done + think + words + call + done + final, user + think + words + call + done + final,
			"\n6 " + part + "\n7 " + part + "\n8 " + again + "\n9 " + again},
		{"after other thinking", user + words + call + done + other + words + call + done + final, user + words + call + done + other + final,
			"\n6 " + part + "\n7 " + again + "\n8 " + again},
		{"the call alone", user + call + done + call + done + final, user + call + done + final, "\n4 " + again + "\n5 " + again},
	} {
		o := run(t, pair.Options{}, []byte(c.data))
		if string(o.out) != c.want || findingLines(o) != c.told {
			t.Errorf("%s:%s\nwant%s\n%s", c.name, findingLines(o), c.told, o.out)
		}
	}
}
