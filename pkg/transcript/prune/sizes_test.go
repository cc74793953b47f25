package prune_test

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// Sizes are counted late, where only messages are limited. That shows nowhere: with a
// limit of tokens besides, which nothing reaches and for which they are counted at once,
// the output, what is reported and the summary are the same.
func TestSizesAreCountedLate(t *testing.T) {
	for _, d := range transcripttest.All() {
		for seed := range cases() {
			data := transcripttest.Damaged(d, seed).Data
			late := small[seed%uint64(len(small))]
			late.MaxTokens, late.MaxChars, late.MaxPayload = 0, 0, 0
			at := late
			at.MaxTokens = 1 << 60
			if late.MaxMessages == 0 && late.Tools == nil && late.IDs == nil {
				continue
			}
			if got, want := run(t, late, data, nil), run(t, at, data, nil); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, seed %d, %+v:\n%s\n%+v\n%q\nwant\n%s\n%+v\n%q", d.Name, seed, late,
					got.out, got.findings, got.summary, want.out, want.findings, want.summary)
			}
		}
	}
}

func TestUnread(t *testing.T) {
	resulttest.Unread(t, prune.New, cases(), func(seed uint64) prune.Options { return small[seed%uint64(len(small))] })
}

// Where nobody reads what is found, a history that is over a limit of messages is not counted:
// of what goes only the ends of its lines are looked for.
func TestNothingUnreadIsCounted(t *testing.T) {
	line := `{"role":"user","content":"` + strings.Repeat("x", 1000) + `"}` + "\n"
	data := []byte(strings.Repeat(line, 1000))
	read := map[bool]int{}
	for _, unread := range []bool{false, true} {
		m := &meter{Reader: bytes.NewReader(data)}
		job := transcript.Job{Source: m, Next: transcript.NewWriter(io.Discard), Unread: unread}
		if err := transcript.Run(bytes.NewReader(data), 0, prune.New(prune.Options{MaxMessages: 10}, job)); err != nil {
			t.Fatal(err)
		}
		read[unread] = m.read
	}
	if whole := len(data); read[false] > 6*whole || read[true] > 4*whole || read[false]-read[true] < whole {
		t.Errorf("of %d bytes %d are read, and %d where nobody reads what goes", whole, read[false], read[true])
	}
}

// meter counts the bytes that are read of an input.
type meter struct {
	*bytes.Reader
	read int
}

func (m *meter) ReadAt(b []byte, at int64) (int, error) {
	n, err := m.Reader.ReadAt(b, at)
	m.read += n
	return n, err
}

// A history that is inside its limit is only copied: nothing of it is read again to be
// counted.
func TestNothingIsCounted(t *testing.T) {
	for _, d := range transcripttest.All() {
		data := d.Bytes("U F U A[x] R(x) F")
		m := &meter{Reader: bytes.NewReader(data)}
		job := transcript.Job{Source: m, Next: transcript.NewWriter(io.Discard)}
		if err := transcript.Run(bytes.NewReader(data), 0, prune.New(prune.Options{MaxMessages: 1000}, job)); err != nil {
			t.Fatal(err)
		}
		if m.read != len(data) {
			t.Errorf("%s: %d bytes are read of %d", d.Name, m.read, len(data))
		}
	}
}
