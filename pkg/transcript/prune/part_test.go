package prune_test

import (
	"bytes"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// Lines that are conversations of their own may be divided, unless a message is named: it
// may stand in any of them.
func TestApart(t *testing.T) {
	conv, chat := transcripttest.Named("conv-messages").Bytes("U F"), transcripttest.Named("openai-chat").Bytes("U F")
	for _, c := range []struct {
		name  string
		opt   prune.Options
		data  []byte
		apart bool
	}{
		{"conversations", prune.Options{MaxChars: 9}, conv, true},
		{"messages", prune.Options{MaxChars: 9}, chat, false},
		{"a message that stays", prune.Options{MaxChars: 9, Pins: []string{"m"}}, conv, false},
		{"a message that goes", prune.Options{IDs: []string{"m"}}, conv, false},
	} {
		var out bytes.Buffer
		s := prune.New(c.opt, transcript.Job{Source: bytes.NewReader(c.data), Next: transcript.NewWriter(&out), Report: func(transcript.Finding) {}})
		if err := transcript.Run(bytes.NewReader(c.data), 0, s); err != nil {
			t.Fatal(err)
		}
		if part := s.(transcript.Divisible); part.Apart() != c.apart || !part.Plans() {
			t.Errorf("%s: apart %v, plans %v", c.name, part.Apart(), part.Plans())
		}
	}
}
