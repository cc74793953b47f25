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
		s = s.Plus(u.Size, 1)
	}
	return Sized(h.Index.Model, s)
}

// Plus returns the size with another one added to it (sign 1) or taken away from it (sign -1).
func (s Size) Plus(o Size, sign int64) Size {
	return Size{s.Chars + sign*o.Chars, s.Tokens + sign*o.Tokens, s.Payload + sign*o.Payload, s.Messages + sign*o.Messages}
}

// Sized returns the size of something that consists of parts, of which s is the sum, with the
// tokens that m estimates.
func Sized(m tokens.Model, s Size) Size {
	if m == tokens.Chars4 {
		s.Tokens = int64(tokens.OfChars(int(s.Chars)))
	}
	return s
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

// WeightOf returns what the record of a view adds to the size of its message; Messages is 0.
func (x *Index) WeightOf(v *dialect.View) Size {
	if v.Class == dialect.Boundary {
		chars, payload := v.Replaced()
		return Size{Chars: int64(chars), Tokens: int64(v.ReplacedTokens(x.Model)), Payload: int64(payload)}
	}
	w := Size{Chars: int64(v.Chars()), Payload: int64(v.Payload())}
	if x.Model != tokens.Chars4 { // that is a matter of the whole
		w.Tokens = int64(v.Tokens(x.Model))
	}
	return w
}
