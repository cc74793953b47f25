package recover_test

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
)

// corpora are real sessions, where the tests can have them.
const corpora = "../../../../shared/corpora"

// large calls f with every corpus file of at least so many bytes.
func large(t *testing.T, least int64, f func(t *testing.T, data []byte)) {
	if slow {
		t.Skip("nothing happens at the same time here")
	}
	found := false
	_ = filepath.WalkDir(corpora, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".jsonl") {
			return nil
		}
		if info, err := e.Info(); err != nil || info.Size() < least {
			return nil
		}
		found = true
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f(t, data)
		})
		return nil
	})
	if !found {
		t.Skip("no corpora here")
	}
}

// left counts what tr-pair finds and cannot repair.
func left(t *testing.T, data []byte) (codes []string) {
	job := transcript.Job{Name: "x", Source: bytes.NewReader(data), Next: transcript.NewWriter(io.Discard), Report: func(f transcript.Finding) {
		if f.Counts() {
			codes = append(codes, string(f.Code)+" "+string(f.Action))
		}
	}}
	if err := transcript.Run(bytes.NewReader(data), 0, pair.New(pair.Options{}, job)); err != nil {
		t.Fatal(err)
	}
	return codes
}

// wantPaired wants tr-pair to find no more than lines that it cannot read.
func wantPaired(t *testing.T, out []byte) {
	t.Helper()
	for _, code := range left(t, out) {
		if code != "unreadable-line keep" && code != "missing-header keep" {
			t.Errorf("tr-pair finds %s", code)
		}
	}
}

const million = 1_000_000

func TestCorpusLevels(t *testing.T) {
	large(t, million, func(t *testing.T, data []byte) {
		before := sizes(t, data)
		last := before
		for n := 1; n <= 3; n++ {
			o := run(t, level(n), data)
			wantPaired(t, o.out)
			s := sizes(t, o.out)
			t.Logf("level %d: payload %d of %d, chars %d of %d, %s", n, s.Payload, before.Payload, s.Chars, before.Chars, o.summary)
			if n > 1 && (s.Payload > last.Payload || s.Chars > last.Chars) {
				t.Errorf("level %d has %+v, the one before %+v", n, s, last)
			}
			last = s
			if again := run(t, level(n), o.out); !bytes.Equal(again.out, o.out) {
				t.Errorf("level %d again changes its result", n)
			}
		}
	})
}

func TestCorpusPayload(t *testing.T) {
	large(t, million, func(t *testing.T, data []byte) {
		before := sizes(t, data)
		for _, part := range []int64{2, 5, 20} {
			opt := recover.Options{}
			opt.MaxPayload = before.Payload / part
			o := run(t, opt, data)
			got := sizes(t, o.out)
			t.Logf("1/%d: payload %d, limit %d: %s", part, got.Payload, opt.MaxPayload, o.summary)
			if fits := got.Payload <= opt.MaxPayload; fits == o.has(transcript.CannotFit) {
				t.Errorf("payload %d, limit %d, cannot-fit %v", got.Payload, opt.MaxPayload, !fits)
			}
			if !o.has(transcript.CannotFit) {
				wantPaired(t, o.out)
			} else if !bytes.Equal(o.out, data) {
				t.Error("what cannot fit was changed")
			}
		}
	})
}
