package document_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// A finding in a document names the bytes, the line and the hash of the element that it
// is about, and a reject holds it, as it stands there.
func TestPlacesInDocuments(t *testing.T) {
	list := records(transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U R(lost) A[y] R(y) F U F"))
	for _, l := range layouts {
		doc, written := l.write(list)
		for name, stage := range map[string]func(transcript.Job) transcript.Stage{
			"pair":  repair,
			"prune": func(j transcript.Job) transcript.Stage { return prune.New(prune.Options{MaxMessages: 5}, j) },
		} {
			o := overDocument(t, doc, stage)
			if len(o.findings) == 0 || len(o.rejects) == 0 {
				t.Fatalf("%s, %s: %d findings, %d rejects", l.name, name, len(o.findings), len(o.rejects))
			}
			about := 0
			for _, f := range o.findings {
				text := doc[f.Offset : f.Offset+f.Length]
				sum := sha256.Sum256(text)
				if want := int64(1 + bytes.Count(doc[:f.Offset], []byte("\n"))); f.Line != want || f.SHA256 != hex.EncodeToString(sum[:]) {
					t.Errorf("%s, %s: %s on line %d, want %d; %d bytes: %q", l.name, name, f.Code, f.Line, want, f.Length, text)
				}
				for _, w := range written {
					if bytes.Equal(w, text) {
						about++
						break
					}
				}
			}
			if about < len(o.rejects) {
				t.Errorf("%s, %s: %d findings are about an element, and %d are rejected", l.name, name, about, len(o.rejects))
			}
			for _, r := range o.rejects {
				text := doc[r.Offset : r.Offset+int64(len(r.Raw))]
				if want := int64(1 + bytes.Count(doc[:r.Offset], []byte("\n"))); r.Line != want || !bytes.Equal(text, r.Raw) {
					t.Errorf("%s, %s: rejected on line %d, want %d: %q, there is %q", l.name, name, r.Line, want, r.Raw, text)
				}
			}
		}
	}
}

// A byte order mark is told of, and goes only where it is asked for.
func TestMark(t *testing.T) {
	data := []byte("\ufeff[{\"role\":\"user\",\"content\":\"a\"},\n{\"role\":\"assistant\",\"content\":\"b\"}]\n")
	for _, mend := range []bool{true, false} {
		d := find(t, data)
		f, is := d.Mark(mend)
		action := map[bool]transcript.Action{true: transcript.Remove, false: transcript.Keep}[mend]
		if !is || f.Action != action || f.Line != 1 || f.Offset != 0 || f.Length != 3 || f.Code != transcript.BOM || f.SHA256 != "f1945cd6c19e56b3c1c78943ef5ec18116907a4ca1efc40a57d48ab1db7adfc5" {
			t.Errorf("mend %v: %v, %+v", mend, is, f)
		}
	}
	if f, is := find(t, data[3:]).Mark(true); is {
		t.Errorf("without one: %+v", f)
	}
}
