package pair

import (
	"cmp"

	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript/outline"
)

// chat holds the messages of a log as its client has them when it has read the log
// (dialect.Rules.Folds): in the place of their first version, as the last one says.
type chat struct {
	list  []chatMessage
	at    map[uint64]int // places by key
	conv  bool           // a conversation on one line
	turns []*chatTurn    // of pair
}

// place names a message of a log: a record, or an element of the list in one.
type place struct {
	ref     int64
	element int // -1 for the record itself
}

// chatMessage is a message of a chat.
type chatMessage struct {
	place
	key     uint64
	role    dialect.Role // NoRole if nothing of it is sent
	calls   []*chatCall
	results []*chatResult
}

type chatCall struct {
	pairing.Call
	place
	n      int
	said   *chatResult // its result, where a message of the user holds it
	result *chatResult // that answers it from elsewhere in the wrong place
}

type chatResult struct {
	pairing.Result
	place
	n      int
	second bool // a message before it holds the result of the call
}

// record takes a record of the log, and counts the calls in a list that it puts in place of all.
func (c *chat) record(v *dialect.View, ref int64, own string) (calls int) {
	switch {
	case v.Rewind.Exists():
		c.rewind(pairing.Hash(v.Rewind.Text()))
	case v.List.Exists():
		c.list, c.at = c.list[:0], nil
		calls = c.elements(v.List, ref, own)
	case v.Key.Exists():
		c.put(newChatMessage(v, place{ref, -1}))
	}
	return calls
}

// elements takes the messages of a list in a record, and counts their calls.
func (c *chat) elements(list outline.Value, ref int64, own string) (calls int) {
	for i, el := range elements(list, own) {
		calls += len(el.Calls)
		if el.Format != nil && el.Format.Rules().Folds {
			c.put(newChatMessage(el, place{ref, i}))
		}
	}
	return calls
}

// elements gives the elements of a list as messages. The view is valid until the next.
func elements(list outline.Value, own string) func(yield func(int, *dialect.View) bool) {
	return func(yield func(int, *dialect.View) bool) {
		v, i := new(dialect.View), 0
		for el := range list.All() {
			dialect.NewDetector(nil, own).View(el, v)
			if !yield(i, v) {
				return
			}
			i++
		}
	}
}

// put adds a message, or puts it in place of the one with its key.
func (c *chat) put(m chatMessage) {
	if i, ok := c.at[m.key]; ok {
		c.list[i] = m
		return
	}
	packed.Set(&c.at, m.key, len(c.list))
	c.list = append(c.list, m)
}

// rewind takes back the message with a key and all behind it. If there is no such
// message that is all of the chat.
func (c *chat) rewind(key uint64) {
	from := c.at[key]
	for _, m := range c.list[from:] {
		delete(c.at, m.key)
	}
	c.list = c.list[:from]
}

func newChatMessage(v *dialect.View, at place) chatMessage {
	m := chatMessage{place: at, key: pairing.Hash(v.Key.Text())}
	if v.Text || v.Think || len(v.Calls)+len(v.Results) > 0 {
		m.role = v.Role
	}
	inline := 0
	for i := range v.Calls {
		c := &chatCall{place: at, n: i, Call: pairing.CallOf(&v.Calls[i])}
		if c.Answered = v.Calls[i].Answered; c.Answered {
			c.StandIn = v.Results[inline].Synthetic
			inline++
		}
		m.calls = append(m.calls, c)
	}
	for i := inline; i < len(v.Results); i++ {
		r := &chatResult{place: at, n: i, Result: pairing.ResultOf(&v.Results[i])}
		r.StandIn = v.Results[i].Synthetic
		m.results = append(m.results, r)
	}
	return m
}

// chatTurn is what the client sends as one message of the model: neighbours are one.
type chatTurn struct {
	pairing.Set[*chatCall]
	end     place // its last message
	replied bool  // a message of the user follows it, or results of its own
}

func (c *chat) turn() *chatTurn {
	t := new(chatTurn)
	c.turns = append(c.turns, t)
	return t
}

// pair gives results to calls, and returns what is left: calls without a result, those
// of them that end the chat, and results that stand behind no call of theirs.
func (c *chat) pair() (missing, open []*chatCall, stray []*chatResult) {
	t := c.turn()
	var calls []*chatCall
	for _, m := range c.list {
		switch m.role {
		case dialect.Assistant:
			if t.replied {
				t = c.turn()
			}
			t.add(m.calls)
			t.end = m.place
			calls = append(calls, m.calls...)
		case dialect.User:
			t.replied = true
			stray = append(stray, t.answer(m.results)...)
		}
	}
	for _, x := range calls {
		if !x.Answered {
			missing = append(missing, x)
		}
	}
	if !t.replied {
		open = t.Calls
	}
	return missing, open, c.claimStray(stray)
}

// add adds the calls of a message to a turn.
func (t *chatTurn) add(calls []*chatCall) {
	for _, x := range calls {
		t.Add(x)
		t.replied = t.replied || x.Answered
	}
}

// answer gives results to the calls of a turn, and returns those that are for none of them.
func (t *chatTurn) answer(results []*chatResult) (stray []*chatResult) {
	for _, r := range results {
		if !t.takes(r) {
			stray = append(stray, r)
		}
	}
	return stray
}

// takes gives a result to its call, and reports whether that had none.
func (t *chatTurn) takes(r *chatResult) bool {
	x := cmp.Or(t.Open(&r.Result), t.First(&r.Result))
	switch {
	case x == nil:
		return false
	case x.said != nil && r.ID != 0 && x.ID == r.ID:
		r.second, x.StandIn = true, x.StandIn && r.StandIn
		return false
	}
	x.said = r
	x.Answer(&r.Result)
	return true
}

// gather moves results from messages of the user into their calls, where a call that is filled
// gets its own in the same message or one behind it of the turn, and the turn goes on: the client
// sends what has a result of its own as a message for itself, so that the results behind the turn
// answer none of the calls up to there.
func (c *chat) gather(filled func(*chatCall) bool) {
	for _, t := range c.turns {
		n, last := 0, place{}
		for i, x := range t.Calls {
			if x.place != t.end && (filled(x) || n > 0 && x.place == last) {
				n, last = i+1, x.place
			}
		}
		for _, x := range t.Calls[:n] {
			if x.said != nil && x.result == nil {
				x.result = x.said
			}
		}
	}
}

// claimStray gives results that stand in the wrong place to calls that lack one, or have
// only a text for a lost one. It returns those that are left.
func (c *chat) claimStray(stray []*chatResult) (left []*chatResult) {
	var open pairing.Waiting[*chatCall]
	for _, t := range c.turns {
		open.Add(&t.Set)
	}
	for _, r := range stray {
		x, several := open.Open(&r.Result)
		if x == nil || several || r.NoID || r.StandIn || r.second {
			left = append(left, r)
			continue
		}
		x.result = r
		x.Answer(&r.Result)
	}
	return left
}
