package turns

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/pairing"
)

// thread is one conversation of the input.
type thread struct {
	id      int                       // its number in the input
	number  int                       // messages so far
	young   []*Message                // not retired, the newest last
	retired []*Message                // retired not long ago, for records that still belong to them
	inItem  bool                      // the last model item's message goes on
	heard   int                       // the scope's assistant messages when it last said something
	waiting pairing.Waiting[*callUse] // calls of retired messages
	memory  *memory
}

// remembered is how many retired messages are known by their id. Records of one
// message of Claude Code have been seen interleaved with those of the next.
const remembered = 32

// scope is a set of threads whose messages count together: those of a file, or
// of one conversation on a line.
type scope struct {
	w        *Walker
	threads  map[dialect.Thread]*thread
	messages int // assistant messages so far
}

func (w *Walker) newScope() *scope { return &scope{w: w, threads: map[dialect.Thread]*thread{}} }

func (s *scope) thread(key dialect.Thread) *thread {
	t := s.threads[key]
	if t == nil {
		s.w.threads++
		t = s.w.memory.threads.take()
		*t = thread{id: s.w.threads, memory: &s.w.memory, young: t.young[:0], retired: t.retired[:0]}
		s.threads[key] = t
	}
	t.heard = s.messages
	return t
}

// current returns the newest message; a thread may begin with results.
func (t *thread) current() *Message {
	if n := len(t.young); n > 0 {
		return t.young[n-1]
	}
	m := t.memory.message(t)
	t.young = append(t.young, m)
	return m
}

// find returns the message with an id, nil if there is none.
func (t *thread) find(id []byte) *Message {
	if len(id) == 0 {
		return nil
	}
	for _, list := range [][]*Message{t.young, t.retired} {
		for _, m := range list {
			if m.id == string(id) {
				return m
			}
		}
	}
	return nil
}

// begin adds a message; the others get older.
func (t *thread) begin(id string) *Message {
	for _, m := range t.young {
		m.Age++
	}
	t.number++
	m := t.memory.message(t)
	m.id, m.Number = id, t.number
	t.young = append(t.young, m)
	return m
}

// closeOpenCalls notes that the thread went on, so no message but except has to
// wait for results of its open calls any longer.
func (t *thread) closeOpenCalls(except *Message) {
	for _, m := range t.young {
		m.passed = m.passed || m != except
	}
}

// forget drops the n messages that retired first.
func (t *thread) forget(n int) {
	if n <= 0 {
		return
	}
	for _, m := range t.retired[:n] {
		t.memory.done(m)
	}
	t.retired = append(t.retired[:0], t.retired[n:]...)
}

// addCall records a call. A result that came before the call moves to the call's
// message, unless it has reached the age at which results are decided: a second
// run must not change what an earlier run decided.
func (t *thread) addCall(u *callUse, decided int) {
	m := u.message
	m.open++
	// An earlier run may have decided the results that are there: a call that
	// comes so late keeps none of them.
	m.passed = m.passed || m.Age >= decided
	switch r := t.resultBeforeCall(&u.Call, decided); {
	case r != nil && m.gone: // the message that holds the result decides it
		r.found = true
		return
	case r != nil:
		r.moveTo(m, u)
		return
	case m.gone:
		late := new(pairing.Set[*callUse])
		late.Add(u)
		t.waiting.Add(late)
		return
	}
	m.calls.Add(u)
}

// resultBeforeCall returns the result for a call which has not been seen
// yet, if it is younger than the age at which results are decided.
func (t *thread) resultBeforeCall(c *pairing.Call, decided int) *Result {
	for _, m := range t.young {
		if m.Age >= decided {
			continue
		}
		for _, r := range m.uncalled {
			if r.answers.ID == c.ID && r.answers.Fits(c) && !r.found {
				return r
			}
		}
	}
	return nil
}

// owner returns the call that a result is for, nil if there is none: of the newest message that
// has an open one for it, or else of one that has an answered one.
func (t *thread) owner(r *pairing.Result) *callUse {
	var answered *callUse
	for _, m := range slices.Backward(t.young) {
		if u := m.calls.Open(r); u != nil {
			return u
		}
		answered = cmp.Or(answered, m.calls.First(r))
	}
	u, _ := t.waiting.Open(r)
	return cmp.Or(u, answered)
}

// answer notes that r is the result of a call.
func (u *callUse) answer(r *pairing.Result) {
	if !u.Answered {
		u.message.open--
	}
	u.Answer(r)
}

// moveTo gives a result to the message that called it.
func (r *Result) moveTo(m *Message, u *callUse) {
	old := r.message
	for i, o := range old.Results {
		if o == r {
			old.Results = append(old.Results[:i:i], old.Results[i+1:]...)
			break
		}
	}
	r.message, r.found, r.Tool, r.File = m, true, u.tool, u.file
	if r.waits {
		m.Results = append(m.Results, r)
	}
	u.answer(&r.answers)
}
