package stat_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// about returns what is told of a session of which something is known.
func about(r io.Reader, known stat.Session) (told stat.Session, err error) {
	told = known
	var out lines
	err = transcript.Run(r, 0, stat.New(stat.Options{Session: &known}, transcript.Job{Name: known.File, Next: &out}))
	if err == nil && len(out) > 0 {
		err = json.Unmarshal([]byte(out[0]), &told)
	}
	return told, err
}

// What is known before is told on; the rest is found in the records.
func TestAbout(t *testing.T) {
	known := stat.Session{File: "x", Client: "c", Modified: time.Unix(1, 0).UTC()}
	for _, d := range transcripttest.All() {
		if d.Holds(transcripttest.Parse("U A[x] U F")) {
			s, err := about(strings.NewReader(string(d.Bytes("U A[x] U F"))), known)
			if err != nil || s.File != "x" || s.Client != "c" || !s.Modified.Equal(known.Modified) {
				t.Errorf("%s: %+v, %v", d.Name, s, err)
			}
			if conv := strings.HasPrefix(d.Name, "conv-"); (s.Prompt != "user text 1") != conv || s.Healthy != (len(s.Findings) == 0) {
				t.Errorf("%s: %+v", d.Name, s)
			}
		}
	}
	d := transcripttest.Named("codex")
	s, err := about(strings.NewReader(string(d.Bytes("T U A[x] T U F"))), known)
	if err != nil || s.Directory != "/w" || s.Healthy || s.Findings[transcript.MissingResult] != 1 || s.Messages != 4 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A prompt is shown on one line, and does nothing to a terminal.
func TestPrompt(t *testing.T) {
	for text, want := range map[string]string{
		`one\ntwo\t three`:          "one two three",
		` a b `:                     "a b",
		`\u001b[31mred\u0007\u009b`: "\ufffd[31mred\ufffd\ufffd",
		`a\u202eb\ud800`:            "a\ufffdb\ufffd",
		strings.Repeat("é", 300):    strings.Repeat("é", 200) + "...",
		strings.Repeat("é", 200):    strings.Repeat("é", 200),
		"":                          "",
	} {
		s, err := about(strings.NewReader(`{"role":"user","content":"`+text+`"}`), stat.Session{})
		if err != nil || s.Prompt != want {
			t.Errorf("%s: %q, %v", text, s.Prompt, err)
		}
	}
}
