package recover_test

import (
	"bytes"
	"errors"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
)

// A raw control character makes the line of a conversation shorter than what would be
// mended of it: what is told and rejected is the line as it stands.
func TestConversationWithAControlCharacter(t *testing.T) {
	line := "{\"messages\":[{\"role\":\"user\",\"content\":\"a\x01\"},{\"role\":\"assistant\",\"content\":\"b\"},{\"role\":\"user\",\"content\":\"c\x01\"}]}"
	for _, data := range []string{line, line + "\n", line + "\n" + line + "\n"} {
		o := run(t, recover.Options{Level: 2, Keep: 1}, []byte(data))
		if len(o.said(transcript.DroppedMessages)) != bytes.Count([]byte(data), []byte("messages")) || len(o.rejects) != len(o.said(transcript.DroppedMessages)) {
			t.Errorf("%q: %+v, %d rejects", data, o.findings, len(o.rejects))
		}
		for _, r := range o.rejects {
			if string(r.Raw) != line {
				t.Errorf("rejected: %q", r.Raw)
			}
		}
		for _, f := range o.findings {
			if f.Code == transcript.DroppedMessages && f.Length != int64(len(line)) {
				t.Errorf("%d bytes are told, the line has %d", f.Length, len(line))
			}
		}
		if again := run(t, recover.Options{Level: 2, Keep: 1}, o.out); !bytes.Equal(again.out, o.out) {
			t.Errorf("a second run gives %q", again.out)
		}
	}
}

// Whichever read fails, the run fails, or writes what it would have written: what could
// not be looked at is not passed on as if it needed nothing.
func TestNoReadFailsInSilence(t *testing.T) {
	for name, times := range map[string]int{"conv-messages": 3, "openai-chat": 2, "claude-serial": 1} {
		data := bytes.Repeat(transcripttest.Named(name).Bytes("U F U A[x] R(x) F U F"), times)
		var whole bytes.Buffer
		for n, reads := 0, 0; n <= reads; n++ {
			var out bytes.Buffer
			src := &transcripttest.Failing{ReaderAt: bytes.NewReader(data), Fails: n}
			job := transcript.Job{Name: "x", Source: src, Next: transcript.NewWriter(&out), Report: func(transcript.Finding) {}}
			err := transcript.Run(bytes.NewReader(data), 0, recover.New(recover.Options{Level: 2, Keep: 1}, job))
			switch {
			case n == 0 && (err != nil || src.Reads == 0):
				t.Fatalf("%s: %d reads, %v", name, src.Reads, err)
			case n == 0:
				whole, reads = out, src.Reads
			case err != nil && !errors.Is(err, transcripttest.ErrRead), err == nil && !bytes.Equal(out.Bytes(), whole.Bytes()):
				t.Errorf("%s: read %d of %d fails: %v\n%s", name, n, reads, err, out.Bytes())
			}
		}
	}
}
