package history

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript/tokens"
)

// Size is what a request would hold. Tokens are estimated: with tokens.Chars4 they
// are a quarter of all chars, rounded up once.
type Size struct{ Chars, Tokens, Payload, Messages int64 }

// Size returns the size of the whole history.
func (h *History) Size() Size {
	var s Size
	for _, u := range h.Units() {
		s = s.Plus(u, 1)
	}
	return s
}

// Plus returns the size with a unit added to it (sign 1) or taken away from it (sign -1).
func (s Size) Plus(u Unit, sign int64) Size {
	return Sized(u.model, s.Chars+sign*u.Chars, s.Tokens+sign*u.Tokens, s.Payload+sign*u.Payload, s.Messages+sign*u.Messages)
}

// Sized returns the size of something that consists of parts. Summed is the sum of the
// tokens that m estimates for the parts.
func Sized(m tokens.Model, chars, summed, payload, messages int64) Size {
	if m == tokens.Chars4 {
		summed = int64(tokens.OfChars(int(chars)))
	}
	return Size{Chars: chars, Tokens: summed, Payload: payload, Messages: messages}
}

// count returns how many calls and results a record holds.
func (x *Index) count(i uint32) (calls, results, standIns int) {
	for k := range x.PartsOf(i) {
		switch p := x.Part(k); {
		case !p.Is(Result):
			calls++
		case p.Is(StandIn):
			standIns++
			results++
		default:
			results++
		}
	}
	return calls, results, standIns
}

// RecordSize returns what one record adds to the size of its message; Messages is 0.
func (h *History) RecordSize(ref int64) Size {
	if i, ok := h.nodeOf(ref); ok {
		return h.Index.Weight(i)
	}
	return Size{}
}

func (x *Index) weigh(v *dialect.View) weight {
	if v.Class == dialect.Boundary {
		chars, payload := v.Replaced()
		return weight{chars: uint32(chars), tokens: uint32(v.ReplacedTokens(x.Model)), payload: uint32(payload)}
	}
	w := weight{chars: uint32(v.Chars()), payload: uint32(v.Payload())}
	if x.Model != tokens.Chars4 { // that is a matter of the whole
		w.tokens = uint32(v.Tokens(x.Model))
	}
	return w
}
