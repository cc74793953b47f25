package recover

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript/tokens"
)

// weight is a part of a message's size.
type weight struct{ chars, tokens, payload int64 }

func (w *weight) plus(o weight, sign int64) {
	w.chars += sign * o.chars
	w.tokens += sign * o.tokens
	w.payload += sign * o.payload
}

// size returns a weight as a size.
func (s *subject) size(w weight) history.Size {
	return history.Sized(s.opt.Estimate, w.chars, w.tokens, w.payload, 0)
}

// weightOf returns what a message weighs as it is.
func weightOf(m *history.Message) weight {
	s := m.Size()
	return weight{s.Chars, s.Tokens, s.Payload}
}

// weigh returns what a record adds to its message's weight.
func (s *subject) weigh(v *dialect.View) weight {
	w := weight{chars: int64(v.Chars()), payload: int64(v.Payload())}
	if s.opt.Estimate != tokens.Chars4 { // that is a matter of the whole
		w.tokens = int64(v.Tokens(s.opt.Estimate))
	}
	return w
}

func unquoted(text []byte) []byte { return text[1 : len(text)-1] }
