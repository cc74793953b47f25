package turns

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// What is held may be overwritten by who pushed it once Flush returns.
func TestHeldLinesAreCopied(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U A[x,y] R(x) R(y) N A[z] R(z) F N N A[v] R(v) F")
	for every := range 4 { // so many lines are pushed at once
		var out bytes.Buffer
		w := New(byCall, transcript.Job{Next: transcript.NewWriter(&out)}, wait{})
		buf, offset := make([]byte, 0, len(data)), int64(0)
		for i, line := range bytes.SplitAfter(data, []byte("\n")) {
			if len(line) == 0 {
				continue
			}
			at := len(buf)
			buf = append(buf, line...)
			if err := w.Push(&transcript.Record{Raw: buf[at:], Line: int64(i + 1), Offset: offset}); err != nil {
				t.Fatal(err)
			}
			offset += int64(len(line))
			if i%(every+1) != every {
				continue
			}
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			copy(buf, bytes.Repeat([]byte("#"), len(buf)))
			buf = buf[:0]
		}
		if err := w.Close(); err != nil || out.String() != string(data) {
			t.Errorf("every %d: %v\n%s", every+1, err, out.String())
		}
	}
}

// The room of what is held does not grow with the file.
func TestRoomIsBounded(t *testing.T) {
	var notation strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&notation, " A[c%d] R(c%d)", i, i)
	}
	var w watch
	w.run(t, byCall, transcripttest.Named("openai-chat").Bytes(notation.String()))
	if room := cap(w.queue); room > 4*w.peak {
		t.Errorf("room for %d lines, %d held at once", room, w.peak)
	}
}

// A client's own copies of a result's texts are a result of their own, if they are asked
// for.
func TestCopies(t *testing.T) {
	record := func(copies string) []byte {
		return []byte(`{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]},"toolUseResult":` + copies + "}\n")
	}
	show := func(r *Result) string { return fmt.Sprintf("%s %v %d", r.ID, r.Copy, len(r.Texts)) }
	with := byCall
	with.Copies = true
	for copies, want := range map[string][]string{
		`"x"`: {"a false 1", " true 1"}, `{"stdout":"x","stderr":"y"}`: {"a false 1", " true 2"}, `{"count":1}`: {"a false 1"}, `null`: {"a false 1"},
	} {
		wantList(t, describe(t, with, record(copies), show), want...)
		wantList(t, describe(t, byCall, record(copies), show), "a false 1")
	}
}

// A result may be noisy if one of its texts may be.
func TestMayBeNoisy(t *testing.T) {
	for content, want := range map[string]bool{
		`"plain"`: false, `"\u001b[1mbold"`: true, `"1%\r2%"`: true, `"a\nb"`: false,
		`[{"type":"text","text":"plain"},{"type":"text","text":"\u001b[1mbold"}]`: true,
	} {
		data := []byte(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":` + content + `}]}` + "\n")
		wantList(t, describe(t, byCall, data, func(r *Result) string { return fmt.Sprint(r.MayBeNoisy()) }), fmt.Sprint(want))
	}
}

// A call that is written after its message retired still names the tool of its result.
func TestCallOfARetiredMessage(t *testing.T) {
	said := func(id, part string) string {
		return `{"parentUuid":null,"type":"assistant","message":{"id":"` + id + `","role":"assistant","content":[` + part + "]}}\n"
	}
	note := `{"type":"text","text":"note"}`
	data := said("m1", note) + said("m2", note) + said("m3", note) + said("m4", note) +
		said("m1", `{"type":"tool_use","id":"y","name":"Read","input":{}}`) +
		`{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"y","content":"of y"}]}}` + "\n"
	show := func(r *Result) string { return fmt.Sprintf("%s %s #%d", r.ID, r.Tool, r.message.Number) }
	wantList(t, describe(t, byCall, []byte(data), show), "y Read #1")
}
