package recover_test

import (
	"bytes"
	"testing"

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
