package prune_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// counted counts the bytes that are read of an input again.
type counted struct {
	*bytes.Reader
	n int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(b, at)
	c.n += n
	return n, err
}

// readAgain returns how many bytes are read again to prune n messages without a text, each
// of which makes place for nothing, until a notice has place as well. Of an earlier notice
// among them the count goes on.
func readAgain(t *testing.T, n int) int {
	const said = "[SYSTEM NOTICE - HISTORY SHORTENED] 7 older messages of this conversation were dropped to make the request fit. " +
		"Requests in the messages that remain may have been carried out already."
	data := `{"role":"user","content":"go"}` + "\n" + `{"role":"user","content":"` + said + `"}` + "\n" +
		`{"role":"assistant","content":"` + strings.Repeat("x", 1000) + `"}` + "\n" +
		strings.Repeat(`{"role":"user","content":""}`+"\n"+`{"role":"assistant","content":""}`+"\n", n) +
		`{"role":"assistant","content":"` + strings.Repeat("y", 200) + `"}` + "\n" + `{"role":"user","content":"on"}` + "\n"
	src := &counted{Reader: bytes.NewReader([]byte(data))}
	var out bytes.Buffer
	s := prune.New(prune.Options{MaxChars: 300, Notice: true}, transcript.Job{Next: transcript.NewWriter(&out), Source: src})
	if err := transcript.Run(io.NewSectionReader(src.Reader, 0, int64(len(data))), 0, s); err != nil {
		t.Fatal(err)
	}
	if told := fmt.Sprintf("%d older messages", 7+1+2*n+1); !strings.Contains(out.String(), told) {
		t.Errorf("no notice of %s in %.600s", told, out.String())
	}
	return src.n
}

// A notice that has no place yet is made again for every message more that goes, but none
// of the messages that it counts is read more than once for it.
func TestNoticeGrowth(t *testing.T) {
	once, twice := readAgain(t, 200), readAgain(t, 400)
	if once == 0 || float64(twice) > 2.3*float64(once) {
		t.Errorf("%d bytes are read again, %d for twice as many messages", once, twice)
	}
}

// allocations returns how many allocations it takes to prune a conversation of n messages on
// one line to ten.
func allocations(t *testing.T, n int) float64 {
	data := []byte(`{"messages":[` + strings.Repeat(`{"role":"user","content":"a"},{"role":"assistant","content":"b"},`, n/2) + `{"role":"user","content":"c"}]}` + "\n")
	return testing.AllocsPerRun(2, func() {
		job := transcript.Job{Next: transcript.NewWriter(io.Discard), Source: bytes.NewReader(data), Unread: true}
		if err := transcript.Run(bytes.NewReader(data), 0, prune.New(prune.Options{MaxMessages: 10}, job)); err != nil {
			t.Fatal(err)
		}
	})
}

// Messages that go from a conversation on one line cost next to nothing each: there may be
// a million of them.
func TestGoneMessages(t *testing.T) {
	if few, many := allocations(t, 20_000), allocations(t, 40_000); many-few > 200 {
		t.Errorf("%v allocations for 20,000 messages, %v for twice as many", few, many)
	}
}
