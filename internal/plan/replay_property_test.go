package plan_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/history"
	"trtools/internal/pair"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// The history that a plan promises is the one that is read from what it writes: the
// repairs of every small transcript with all that can happen to one record of it, and
// on top of them, as tr-prune and tr-recover plan it, any one message removed, or the
// oldest ones, with a notice. What tr-recover says of sizes hangs on that, and whether a
// second run has something to do.
func TestPromised(t *testing.T) {
	events := 2
	if testing.Short() {
		events = 1
	}
	transcripttest.SmallScope(t, events, keepsPromise, inOneWay)
}

// The same for larger transcripts with two to five kinds of damage.
func TestPromisedOfCombinedDamage(t *testing.T) {
	cases := 20
	if testing.Short() {
		cases = 4
	}
	transcripttest.CombinedDamage(t, cases, keepsPromise, inOneWay)
}

// inOneWay says that whatever else a driver checks is no matter of this test: what the
// oracle refuses, and what a second run of tr-pair changes, is asked in its package.
func inOneWay(f transcripttest.Failure) bool { return !strings.HasPrefix(f.Check, "exit 3") }

// keepsPromise repairs a transcript, and shortens what comes of that in every way. It is
// an error if the history that is read again is another one than was planned.
func keepsPromise(data []byte) ([]byte, int, error) {
	out, n, messages, err := promised(data, func(*plan.Shorten) {})
	for i := 0; i < messages && err == nil; i++ {
		_, _, _, err = promised(data, func(s *plan.Shorten) { s.Remove(func(k int) bool { return k == i }) })
		if err == nil {
			_, _, _, err = promised(data, func(s *plan.Shorten) {
				s.Remove(func(k int) bool { return k < i })
				s.Insert(s.History.Len()-1, "some messages were dropped")
			})
		}
	}
	return out, n, err
}

// promised repairs a transcript and shortens what comes of that. It returns what is
// written, how many findings the repairs have, and the most messages that a history has.
func promised(data []byte, shorten func(*plan.Shorten)) (out []byte, found, messages int, err error) {
	var buf bytes.Buffer
	p, lists, err := reread(data, &buf)
	if err != nil {
		return nil, 0, 0, err
	}
	found = p.Plan.Report.Len()
	cut := func(to *plan.Plan, x *history.Index, span func(int64, int, int) (int64, int64)) []string {
		h := x.Main(nil)
		messages = max(messages, h.Len())
		s := &plan.Shorten{Plan: to, History: h, Span: func(ref int64) (int64, int64) { return span(ref, 0, 0) }}
		if h.Len() > 0 {
			shorten(s)
			s.Close()
		}
		return account(to.Replay(x))
	}
	var told []string
	for _, at := range lists {
		c, err := p.Conversation(at, p.Plan.Records)
		if err != nil {
			return nil, 0, 0, err
		}
		c.Repair()
		told = append(told, cut(c.Plan(), c.Index(), c.Span)...)
		p.Plan.Inside(at, c.List(), c.Plan())
	}
	told = append(told, cut(p.Plan, p.After, p.Span)...)
	if err := errors.Join(p.Plan.Run(p.Output()), p.Job.Next.Close()); err != nil {
		return nil, 0, 0, err
	}
	if read, err := readAgain(buf.Bytes()); err != nil || !slices.Equal(told, read) {
		return nil, 0, 0, errors.Join(err, fmt.Errorf("promised %q, read again %q\n%s", told, read, buf.Bytes()))
	}
	return buf.Bytes(), found, messages, nil
}

// readAgain says what is live in what was written.
func readAgain(data []byte) (read []string, err error) {
	p := pair.NewPlanner(pair.Options{}, transcript.Job{Source: bytes.NewReader(data)})
	p.Listed = func(_ int64, c *pair.Conversation) { read = append(read, account(c.Index())...) }
	err = transcript.Run(bytes.NewReader(data), 0, planning{p})
	return append(read, account(p.Before)...), err
}

// reread reads a transcript and plans its repairs. It returns where conversations on
// one line are.
func reread(data []byte, out *bytes.Buffer) (p *pair.Planner, lists []int64, err error) {
	p = pair.NewPlanner(pair.Options{}, transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(out)})
	p.Listed, p.Later = func(at int64, _ *pair.Conversation) { lists = append(lists, at) }, true
	return p, lists, transcript.Run(bytes.NewReader(data), 0, planning{p})
}

// planning makes a stage of a planner that plans nothing to be carried out.
type planning struct{ *pair.Planner }

func (planning) Flush() error   { return nil }
func (p planning) Close() error { return p.Finish() }

// account says what is live in each thread: every message with what a stage asks of it,
// and the units.
func account(x *history.Index) (list []string) {
	for t := range x.Threads() {
		l := x.Live(uint8(t), func(int64) bool { return false })
		if !l.Speaks() {
			continue
		}
		h := x.History(l)
		s := ""
		for _, m := range h.All() {
			calls, results, _ := m.Count()
			size := m.Size()
			s += fmt.Sprintf("%c%s:%d:%d:%d:%d,%d,%d", "?suatx"[m.Role], kindOf(&m), len(slices.Collect(m.Records())), calls, results, size.Chars, size.Tokens, size.Payload)
			s += " "
		}
		for _, u := range h.Units() {
			s += fmt.Sprintf("[%d-%d:%d:%v]", u.From, u.To, u.Messages, u.Open)
		}
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

// kindOf names what sets a message apart, by letters.
func kindOf(m *history.Message) (s string) {
	_, _, standIns := m.Count()
	for _, f := range []struct {
		on     bool
		letter string
	}{{m.User, "u"}, {m.Notice, "n"}, {m.Instructions, "i"}, {m.Summary, "s"}, {m.Signed, "g"}, {m.Fixed, "f"}, {standIns > 0, "x"}} {
		if f.on {
			s += f.letter
		}
	}
	return s
}
