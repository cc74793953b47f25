package prune_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"testing"

	"pgregory.net/rapid"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// P2 and P4: lines that no finding names are in the output as they were, in
// order; those that went are in the rejects; findings name what is there.
func TestConserved(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		data := conversation(t, d)
		o := run(t, limits(t), data, nil)
		touched := map[int64]transcript.Code{}
		for _, f := range o.findings {
			sum := sha256.Sum256(data[f.Offset : f.Offset+f.Length])
			if f.Length > 0 && f.SHA256 != hex.EncodeToString(sum[:]) || f.Line != int64(bytes.Count(data[:f.Offset], []byte("\n")))+1 {
				t.Fatalf("wrong place: %+v", f)
			}
			if f.Length > 0 {
				touched[f.Offset] = f.Code
			}
		}
		for _, r := range o.rejects {
			if touched[r.Offset] != transcript.PrunedRecord || !bytes.HasPrefix(data[r.Offset:], r.Raw) {
				t.Fatalf("reject without a finding: %+v", r)
			}
		}
		if !d.Inside {
			lines(t, d, data, o, touched)
		}
	})
}

// following is what follows the records that go: the number of a record of Codex, and the
// link of an event of Copilot to the one before it.
var following = regexp.MustCompile(`"(ordinal|parentId)":[^,]*,`)

func lines(t *rapid.T, d transcripttest.Dialect, data []byte, o outcome, touched map[int64]transcript.Code) {
	out := bytes.SplitAfter(o.out, []byte("\n"))
	plain := func(line []byte) []byte {
		if d.Linked {
			return line
		}
		return following.ReplaceAll(line, nil)
	}
	offset := int64(0)
	for _, line := range bytes.SplitAfter(data, []byte("\n")) {
		at := offset
		offset += int64(len(line))
		switch code := touched[at]; {
		case code == transcript.PrunedRecord:
		case code == "" && !bytes.Equal(plain(out[0]), plain(line)):
			t.Fatalf("%q stands where %q was", out[0], line)
		default:
			out = out[1:]
		}
	}
}

// With nothing to do nothing changes.
func TestNoLimit(t *testing.T) {
	data := []byte("no json\n{\"role\":\"user\"}\n\xff")
	o := run(t, prune.Options{KeepLast: 3, Pins: []string{"x"}}, data, nil)
	if !bytes.Equal(o.out, data) {
		t.Errorf("%q", o.out)
	}
}

// Real sessions: what tr-pair leaves clean stays clean, and a second run changes
// nothing.
func TestCorpora(t *testing.T) {
	resulttest.EachCleanSession(t, func(name string, data []byte) {
		for _, limit := range []int64{500, 8000} {
			opt := prune.Options{MaxTokens: limit}
			o := run(t, opt, data, bytes.NewReader(data))
			if list := resulttest.Broken(t, o.out); len(list) > 0 {
				t.Errorf("%s, %d: %+v", name, limit, list[0])
			}
			if again := run(t, opt, o.out, nil); !bytes.Equal(again.out, o.out) {
				t.Errorf("%s, %d: a second run changes something", name, limit)
			}
			if size := sizeOf(t, o.out); size.Tokens > limit && !o.has(transcript.CannotFit) {
				t.Errorf("%s: %d tokens are left of at most %d", name, size.Tokens, limit)
			}
		}
	})
}

func sizeOf(t must, data []byte) history.Size {
	t.Helper()
	r := input.NewReader(&transcript.Job{Source: bytes.NewReader(data)})
	if err := transcript.Run(bytes.NewReader(data), 0, push{r}); err != nil {
		t.Fatalf("%v", err)
	}
	return r.History().Size()
}

type push struct{ *input.Reader }

func (push) Flush() error { return nil }
func (push) Close() error { return nil }

// P9: every prefix of a sample, and every kind of damage, is taken like any other
// input.
func TestDamage(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		lines := d.Render(transcripttest.Conversation(d).Draw(t, "conversation"))
		how := rapid.SampledFrom(transcripttest.LineDamages).Draw(t, "damage")
		data := transcripttest.Join(how.Apply(lines, transcripttest.Picker(t)))
		data = data[:rapid.IntRange(0, len(data)).Draw(t, "length")]
		opt := limits(t)
		o := run(t, opt, data, nil)
		if again := run(t, opt, o.out, nil); !bytes.Equal(o.out, again.out) {
			t.Fatalf("%+v: the second run makes of\n%s\nthis:\n%s", opt, o.out, again.out)
		}
	})
}
