package recover

import (
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/history"
	"trtools/pkg/transcript/outline"
)

// shape is what a level makes of a draft.
type shape struct {
	level   int
	keep    []bool // by message
	newest  int    // the newest message of the user, -1 if there is none
	dropped int    // messages that go
	notices []string
	size    history.Size
}

// shape returns what a level makes of the draft, and how large that is.
func (d *draft) shape(level int, o *Options, n *need) *shape {
	s := &shape{level: level, keep: make([]bool, len(d.facts)), newest: d.user(len(d.facts)-1, -1)}
	for i := range s.keep {
		s.keep[i] = true
	}
	switch level {
	case 2:
		d.drop(s, o.Keep)
	case lastLevel:
		d.drop(s, min(o.Keep, keepNuclear))
	}
	for _, k := range s.keep {
		if !k {
			s.dropped++
		}
	}
	d.notices(s, n)
	d.weigh(s)
	return s
}

// user returns the first message of the user's own words from i on, -1 if there
// is none.
func (d *draft) user(i, step int) int {
	for ; i >= 0 && i < len(d.facts); i += step {
		if d.facts[i].user {
			return i
		}
	}
	return -1
}

// drop keeps the system's messages, the last ones, and the first and the newest
// one of the user. Nothing that belongs together is torn: a message stays with
// its unit.
func (d *draft) drop(s *shape, keep int) {
	first, cut := d.user(0, 1), d.cut(keep)
	for _, u := range d.h.Units {
		whole := u.To > cut || holds(u, first) || holds(u, s.newest)
		if first >= 0 && u.To <= first {
			whole = false // the history begins with a user
		}
		for i := u.From; i < u.To; i++ {
			s.keep[i] = whole || d.stays(i)
		}
	}
}

func holds(u history.Unit, i int) bool { return i >= u.From && i < u.To }

// stays reports whether a message stays whatever the level is: the system's, our
// own notices, and a summary, which stands for the first messages of a user.
func (d *draft) stays(i int) bool {
	m := &d.h.Messages[i]
	return m.Role == dialect.System || m.Summary || m.Fixed || d.facts[i].ours
}

// cut returns the first of the last messages to be kept. Neighbouring results
// count as one, notices and results that stand in for lost ones do not.
func (d *draft) cut(keep int) int {
	run := false
	for i := len(d.facts) - 1; i >= 0; i-- {
		m, f := &d.h.Messages[i], &d.facts[i]
		switch {
		case m.Role == dialect.System || m.Summary || m.Notice || f.ours:
			continue
		case f.result && run:
			continue
		}
		if keep == 0 {
			return i + 1
		}
		keep--
		run = f.result
	}
	return 0
}

// notices decides what the model is told: nothing twice.
func (d *draft) notices(s *shape, n *need) {
	var held [2]bool
	for i, f := range d.facts {
		for k := range held {
			held[k] = held[k] || s.keep[i] && f.holds[k]
		}
	}
	if n.notice && !held[0] {
		s.notices = append(s.notices, PayloadNotice)
	}
	if s.dropped > 0 && !held[1] {
		s.notices = append(s.notices, DroppedNotice)
	}
}

// envelope is what a notice weighs besides its text, in bytes, at most: the
// value of a user's message in any format.
const envelope = 120

// weigh adds up the messages that stay.
func (d *draft) weigh(s *shape) {
	for i := range d.h.Messages {
		if !s.keep[i] {
			continue
		}
		m, how := &d.h.Messages[i], s.how(i)
		if m.Fixed {
			how = -1 // what a compaction kept never changes
		}
		s.size.Chars += m.Chars
		s.size.Payload += m.Payload
		if how >= 0 {
			s.size.Chars -= d.facts[i].saved[how].chars
			s.size.Payload -= d.facts[i].saved[how].payload
		}
		s.size.Messages++
	}
	for _, text := range s.notices {
		s.size.Chars += int64(len(text))
		s.size.Payload += int64(len(outline.Quote(text)) + envelope)
	}
	s.size.Tokens = history.Tokens(s.size.Chars)
}

// how returns in which way the texts of a message are cut, -1 for none. The
// newest message of the user never is.
func (s *shape) how(i int) int {
	switch {
	case s.level == 0 || i == s.newest && s.level == lastLevel:
		return -1
	case s.level == lastLevel:
		return cutAll
	}
	return cutAnswers
}

// system returns what the messages of the system alone weigh.
func (d *draft) system() (s history.Size) {
	for i := range d.h.Messages {
		if m := &d.h.Messages[i]; m.Role == dialect.System {
			s.Chars += m.Chars
			s.Payload += m.Payload
		}
	}
	s.Tokens = history.Tokens(s.Chars)
	return s
}
